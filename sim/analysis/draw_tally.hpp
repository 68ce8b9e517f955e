// The draws of one figure, without their order: as they are while they are few, as a histogram
// beyond (log_histogram.hpp). What it gives depends on which draws it holds alone, bit for bit,
// never on the order in which they came or tallies were merged.
//
// +infinity is a value; NaN and -infinity are unknown draws: kept apart, and placed below or above
// all others as the reader asks. Percentiles are the inverse of the empirical distribution
// function, so ties and atoms come out as they are; from a histogram they are off by less than
// 2^-12 of themselves. Units: those of the draws. Errors: a rank or percentile outside its range is
// a std::logic_error. No randomness.
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <span>
#include <vector>

#include "sim/analysis/log_histogram.hpp"
#include "sim/analysis/state_bytes.hpp"

namespace trialcost {

// Rank, from 1, of the p-percentile of `draws` draws: the smallest k with k/draws >= p.
std::uint64_t percentile_rank(std::uint64_t draws, double p);

enum class UnknownDraws { lowest, highest };

class DrawTally {
  public:
    // So many finite draws are kept as they are.
    static constexpr std::uint64_t most_exact = std::uint64_t{1} << 16;

    void add(std::span<const double> draws);
    void merge(const DrawTally& other);
    // Takes draws off again that were added before.
    void subtract(const DrawTally& other);
    // To be called once all draws are in, before anything is read.
    void finish();

    std::uint64_t size() const { return finite() + infinite_ + unknown_; }
    std::uint64_t unknown() const { return unknown_; }
    std::uint64_t infinite() const { return infinite_; }
    bool is_exact() const { return histogram_.size() == 0; }

    // Rank from 1 to size(); an unknown draw reads as -infinity or +infinity by its place.
    double at_rank(std::uint64_t rank, UnknownDraws place) const;
    double percentile(double p, UnknownDraws place = UnknownDraws::highest) const {
        return at_rank(percentile_rank(size(), p), place);
    }
    // What the percentile may be off by, read from a histogram.
    double percentile_error(double p, UnknownDraws place = UnknownDraws::highest) const;
    // Of the draws that are numbers; NaN if none is.
    double min() const;
    double max() const;

    // Of the finite draws; the variance is over their number.
    double mean() const;
    double variance() const;
    // Mean over the finite draws of max(draw - limit, 0).
    double mean_overrun(double limit) const;

    void write(StateWriter& out) const;
    static DrawTally read(StateReader& in);

  private:
    std::uint64_t finite() const { return exact_.size() + histogram_.size(); }
    void to_histogram();
    void for_each_group(const std::function<void(const LogHistogram::Group&)>& visit) const;

    std::vector<double> exact_;  // ascending once finished; empty beyond most_exact
    LogHistogram histogram_;
    double min_ = std::numeric_limits<double>::infinity();  // of the finite draws
    double max_ = -std::numeric_limits<double>::infinity();
    std::uint64_t infinite_ = 0, unknown_ = 0;
};

}  // namespace trialcost
