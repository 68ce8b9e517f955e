// A histogram of any number of draws whose bins are read off the bits of the number.
//
// A bin holds the numbers with the same sign, exponent and first 12 bits of the mantissa: its
// relative width is 2^-12. It counts them, and sums their places inside the bin as integers, so
// that counts, percentiles and moments are the same bits whatever the order in which draws came
// and histograms were merged. Bins of one value only remember it: atoms come out as they are. Zero
// has a bin of its own. Memory grows with the octaves that are touched, in pages of 256 bins, never
// with the number of draws, of which one bin takes up to 2^32.
//
// Units: those of the draws. Errors: a number that is not finite, or a rank outside the draws, is a
// std::logic_error. No randomness.
// Sources: Masson, Rim and Lee, "DDSketch", PVLDB 12 (2019) 2195 (bins of equal relative width).
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <functional>
#include <span>
#include <vector>

#include "sim/analysis/state_bytes.hpp"

namespace trialcost {

class LogHistogram {
  public:
    void add(std::span<const double> values);
    void merge(const LogHistogram& other);
    // Takes draws off again that were added before.
    void subtract(const LogHistogram& other);

    std::uint64_t size() const { return negative_.count + zeros_ + positive_.count; }

    // The draw of a rank from 1 to size(), in ascending order; interpolated inside its bin unless
    // all the draws of the bin are equal.
    double at_rank(std::uint64_t rank) const;

    // What interpolation may be off by at a rank: of c draws anywhere in a bin of width w, one lies
    // within w/(2 sqrt c) of its even place (a standard error; twice that, and at most w). 0 where
    // the draws of the bin are equal.
    double error_at_rank(std::uint64_t rank) const;

    // Draws close together, in ascending order.
    struct Group {
        double low, high;  // no draw of it lies outside
        std::uint64_t count;
        double mean;
        double variance;  // about the mean
    };
    void for_each_group(const std::function<void(const Group&)>& visit) const;

    void write(StateWriter& out) const;
    static LogHistogram read(StateReader& in);

  private:
    // Of the values of a bin: what all of them are, if they are one.
    static constexpr std::uint64_t mixed = ~std::uint64_t{0};

    struct Bin {
        std::uint64_t count = 0;
        std::uint64_t value = 0;    // bits of the one value, or `mixed`
        std::uint64_t places = 0;   // sum of the places inside the bin, of 32 bits each
        std::uint64_t squares = 0;  // of the upper 16 bits of the places

        void merge(const Bin& other);
        void subtract(const Bin& other);
    };

    static constexpr std::size_t page_bins = 256;
    using Page = std::array<Bin, page_bins>;

    // Counts of pages are kept together: adding a draw touches its bin and little else.
    struct Entry {
        std::uint32_t page = 0;  // 1 + its index; 0: none
        std::uint64_t count = 0;
    };

    // The magnitudes of one sign.
    struct Side {
        std::uint64_t count = 0;
        std::uint32_t first = 0;     // page number of the first entry
        std::vector<Entry> entries;  // by page number
        std::deque<Page> pages;

        // Of a page number; its page is there.
        Entry& entry_of(std::uint32_t number);
        Page& page_of(const Entry& entry) { return pages[entry.page - 1]; }
        // Null where there is no page.
        const Page* find(std::size_t entry) const {
            return entries[entry].page == 0 ? nullptr : &pages[entries[entry].page - 1];
        }
        void merge(const Side& other);
        void subtract(const Side& other);
        // Of a rank from 1, by magnitude: its bin, with the bin's number and the rank inside it.
        struct Place {
            const Bin* bin;
            std::uint64_t number, rank;
        };
        Place find_rank(std::uint64_t rank) const;
        void write(StateWriter& out) const;
        void read(StateReader& in);
    };

    Bin& bin_of(double value);
    static double value_at(const Side::Place& place);
    static double error_at(const Side::Place& place);
    static Group group_of(std::uint64_t number, const Bin& bin);

    Side negative_, positive_;
    std::uint64_t zeros_ = 0;
};

}  // namespace trialcost
