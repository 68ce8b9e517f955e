#include "sim/analysis/log_histogram.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <stdexcept>

namespace trialcost {
namespace {

constexpr int place_bits = 40;  // of the 52 of a mantissa: 12 name the bin
constexpr std::uint64_t most_bins = std::uint64_t{2047} << (52 - place_bits);

double low_of(std::uint64_t bin) {
    return std::bit_cast<double>(bin << place_bits);
}

// The bin as a whole, in units of 2^-32 of which places are counted.
double width_of(std::uint64_t bin) {
    const double last = std::bit_cast<double>(((bin + 1) << place_bits) - 1);
    return last - low_of(bin) + (last - std::bit_cast<double>(((bin + 1) << place_bits) - 2));
}

std::uint64_t place_of(std::uint64_t bits) {
    return (bits >> (place_bits - 32)) & 0xffffffffU;
}

}  // namespace

void LogHistogram::Bin::merge(const Bin& other) {
    if (other.count == 0) return;
    value = count == 0 || value == other.value ? other.value : mixed;
    count += other.count;
    places += other.places;
    squares += other.squares;
}

void LogHistogram::Bin::subtract(const Bin& other) {
    if (other.count > count) throw std::logic_error("a histogram has no such draws to take off");
    count -= other.count;
    places -= other.places;
    squares -= other.squares;
}

LogHistogram::Entry& LogHistogram::Side::entry_of(std::uint32_t number) {
    if (entries.empty()) first = number;
    if (number < first) {
        entries.insert(entries.begin(), first - number, {});
        first = number;
    }
    if (number - first >= entries.size()) entries.resize(number - first + 1);
    Entry& entry = entries[number - first];
    if (entry.page == 0) {
        pages.emplace_back();
        entry.page = static_cast<std::uint32_t>(pages.size());
    }
    return entry;
}

void LogHistogram::Side::merge(const Side& other) {
    for (std::size_t i = 0; i < other.entries.size(); ++i) {
        const Page* from = other.find(i);
        if (from == nullptr) continue;
        Entry& entry = entry_of(other.first + static_cast<std::uint32_t>(i));
        Page& into = page_of(entry);
        for (std::size_t b = 0; b < page_bins; ++b) into[b].merge((*from)[b]);
        entry.count += other.entries[i].count;
    }
    count += other.count;
}

void LogHistogram::Side::subtract(const Side& other) {
    for (std::size_t i = 0; i < other.entries.size(); ++i) {
        const Page* from = other.find(i);
        if (from == nullptr) continue;
        Entry& entry = entry_of(other.first + static_cast<std::uint32_t>(i));
        Page& into = page_of(entry);
        for (std::size_t b = 0; b < page_bins; ++b) into[b].subtract((*from)[b]);
        entry.count -= other.entries[i].count;
    }
    count -= other.count;
}

LogHistogram::Side::Place LogHistogram::Side::find_rank(std::uint64_t rank) const {
    for (std::size_t i = 0; i < entries.size(); ++i) {
        const Page* page = find(i);
        if (page == nullptr) continue;
        if (rank > entries[i].count) {
            rank -= entries[i].count;
            continue;
        }
        for (std::size_t b = 0; b < page_bins; ++b) {
            const Bin& bin = (*page)[b];
            if (rank <= bin.count) return {&bin, (first + i) * page_bins + b, rank};
            rank -= bin.count;
        }
    }
    throw std::logic_error("rank outside the histogram");
}

double LogHistogram::value_at(const Side::Place& place) {
    if (place.bin->value != mixed) return std::bit_cast<double>(place.bin->value);
    const double share =
        (static_cast<double>(place.rank) - 0.5) / static_cast<double>(place.bin->count);
    return low_of(place.number) + width_of(place.number) * share;
}

double LogHistogram::error_at(const Side::Place& place) {
    if (place.bin->value != mixed) return 0;
    return width_of(place.number) / std::sqrt(static_cast<double>(place.bin->count));
}

LogHistogram::Bin& LogHistogram::bin_of(double value) {
    const std::uint64_t number = std::bit_cast<std::uint64_t>(std::fabs(value)) >> place_bits;
    Side& side = value > 0 ? positive_ : negative_;
    Entry& entry = side.entry_of(static_cast<std::uint32_t>(number / page_bins));
    ++entry.count;
    ++side.count;
    return side.page_of(entry)[number % page_bins];
}

void LogHistogram::add(std::span<const double> values) {
    // The bins of some draws are found first, and asked for: they lie far apart in memory.
    constexpr std::size_t some = 64;
    std::array<Bin*, some> bins;
    for (std::size_t first = 0; first < values.size(); first += some) {
        const auto draws = values.subspan(first, std::min(some, values.size() - first));
        for (std::size_t i = 0; i < draws.size(); ++i) {
            if (!std::isfinite(draws[i])) throw std::logic_error("a histogram takes finite draws");
            bins[i] = draws[i] == 0 ? nullptr : &bin_of(draws[i]);
            if (bins[i] != nullptr) __builtin_prefetch(bins[i], 1);
        }
        for (std::size_t i = 0; i < draws.size(); ++i) {
            if (bins[i] == nullptr) {
                ++zeros_;
                continue;
            }
            Bin& bin = *bins[i];
            const std::uint64_t bits = std::bit_cast<std::uint64_t>(std::fabs(draws[i]));
            const std::uint64_t place = place_of(bits);
            bin.value = bin.count == 0 || bin.value == bits ? bits : mixed;
            ++bin.count;
            bin.places += place;
            bin.squares += (place >> 16) * (place >> 16);
        }
    }
}

void LogHistogram::merge(const LogHistogram& other) {
    negative_.merge(other.negative_);
    positive_.merge(other.positive_);
    zeros_ += other.zeros_;
}

void LogHistogram::subtract(const LogHistogram& other) {
    if (other.zeros_ > zeros_) throw std::logic_error("a histogram has no such draws to take off");
    negative_.subtract(other.negative_);
    positive_.subtract(other.positive_);
    zeros_ -= other.zeros_;
}

double LogHistogram::at_rank(std::uint64_t rank) const {
    if (rank < 1 || rank > size()) throw std::logic_error("rank outside the histogram");
    if (rank <= negative_.count) return -value_at(negative_.find_rank(negative_.count - rank + 1));
    if (rank <= negative_.count + zeros_) return 0;
    return value_at(positive_.find_rank(rank - negative_.count - zeros_));
}

double LogHistogram::error_at_rank(std::uint64_t rank) const {
    if (rank < 1 || rank > size()) throw std::logic_error("rank outside the histogram");
    if (rank <= negative_.count) return error_at(negative_.find_rank(negative_.count - rank + 1));
    if (rank <= negative_.count + zeros_) return 0;
    return error_at(positive_.find_rank(rank - negative_.count - zeros_));
}

LogHistogram::Group LogHistogram::group_of(std::uint64_t number, const Bin& bin) {
    if (bin.value != mixed) {
        const double value = std::bit_cast<double>(bin.value);
        return {value, value, bin.count, value, 0};
    }
    const double width = width_of(number), low = low_of(number);
    const double count = static_cast<double>(bin.count);
    // Draws lie anywhere in the unit that their place was cut to: half of it, on average.
    const double mean_place = (static_cast<double>(bin.places) / count + 0.5) * 0x1p-32;
    // Of the upper 16 bits; the sum of their squares knows the mean of the same bits only.
    const double square = static_cast<double>(bin.squares) / count * 0x1p-32;
    const double variance =
        std::fmax(0.0, square - (mean_place - 0x1p-17) * (mean_place - 0x1p-17));
    return {low, low + width, bin.count, low + width * mean_place, width * width * variance};
}

void LogHistogram::for_each_group(const std::function<void(const Group&)>& visit) const {
    const auto on_page = [](const Side& side, std::size_t entry, const auto& each) {
        if (const Page* page = side.find(entry); page != nullptr)
            each(*page, (side.first + entry) * page_bins);
    };
    for (std::size_t i = negative_.entries.size(); i-- > 0;)
        on_page(negative_, i, [&](const Page& page, std::uint64_t number) {
            for (std::size_t b = page_bins; b-- > 0;) {
                if (page[b].count == 0) continue;
                const Group group = group_of(number + b, page[b]);
                visit({-group.high, -group.low, group.count, -group.mean, group.variance});
            }
        });
    if (zeros_ > 0) visit({0, 0, zeros_, 0, 0});
    for (std::size_t i = 0; i < positive_.entries.size(); ++i)
        on_page(positive_, i, [&](const Page& page, std::uint64_t number) {
            for (std::size_t b = 0; b < page_bins; ++b)
                if (page[b].count > 0) visit(group_of(number + b, page[b]));
        });
}

void LogHistogram::Side::write(StateWriter& out) const {
    std::uint64_t filled = 0;
    for (const Page& page : pages)
        for (const Bin& bin : page) filled += bin.count > 0 ? 1 : 0;
    out.word(filled);
    for (std::size_t i = 0; i < entries.size(); ++i) {
        const Page* page = find(i);
        for (std::size_t b = 0; page != nullptr && b < page_bins; ++b) {
            const Bin& bin = (*page)[b];
            if (bin.count == 0) continue;
            for (std::uint64_t word :
                 {(first + i) * page_bins + b, bin.count, bin.value, bin.places, bin.squares})
                out.word(word);
        }
    }
}

void LogHistogram::Side::read(StateReader& in) {
    constexpr std::size_t words_each = 5;
    const std::size_t filled = in.length(words_each * 8);
    for (std::size_t i = 0; i < filled; ++i) {
        const std::uint64_t number = in.word();
        if (number >= most_bins) throw StateError("it has a bin that cannot be");
        Entry& entry = entry_of(static_cast<std::uint32_t>(number / page_bins));
        Bin& bin = page_of(entry)[number % page_bins];
        bin = {in.word(), in.word(), in.word(), in.word()};
        entry.count += bin.count;
        count += bin.count;
    }
}

void LogHistogram::write(StateWriter& out) const {
    negative_.write(out);
    out.word(zeros_);
    positive_.write(out);
}

LogHistogram LogHistogram::read(StateReader& in) {
    LogHistogram histogram;
    histogram.negative_.read(in);
    histogram.zeros_ = in.word();
    histogram.positive_.read(in);
    return histogram;
}

}  // namespace trialcost
