// Costs counted in a log histogram of fixed range, with their sum: all that a round keeps.
//
// Bins are those of sim/analysis/log_histogram.hpp, of relative width 2^-12, but they only count
// and have their places beforehand, for costs from 2^-20 to 2^60; others are counted as the first
// or last of them. Merging adds integers; sums are merged in the order of their groups by whoever
// holds them.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <span>
#include <vector>

#include "sim/analysis/compensated_sum.hpp"

namespace trialcost::bench {

struct CostSums {
    CompensatedSum total;
    std::uint64_t over = 0;

    void merge(const CostSums& later) {
        total.merge(later.total);
        over += later.over;
    }
};

class CostHistogram {
  public:
    CostHistogram() : counts_(bins) {}

    void add(std::span<const double> costs) {
        for (const double cost : costs) ++counts_[bin_of(cost)];
    }
    void merge(const CostHistogram& other) {
        for (std::size_t b = 0; b < bins; ++b) counts_[b] += other.counts_[b];
    }

    // Of the inverse distribution function, interpolated inside the bin. The levels rise.
    template <std::size_t n>
    std::array<double, n> percentiles(const std::array<double, n>& levels) const {
        std::uint64_t total = 0;
        for (const std::uint64_t count : counts_) total += count;
        std::array<double, n> found;
        std::size_t next = 0;
        std::uint64_t below = 0;
        for (std::uint64_t b = 0; b < bins && next < n; below += counts_[b++])
            for (; next < n; ++next) {
                const double wanted = levels[next] * static_cast<double>(total);
                if (static_cast<double>(below + counts_[b]) < wanted) break;
                const double share =
                    (wanted - static_cast<double>(below)) / static_cast<double>(counts_[b]);
                found[next] = low_of(b) + (low_of(b + 1) - low_of(b)) * share;
            }
        return found;
    }

  private:
    static constexpr int dropped_bits = 40;  // of the 52 of a mantissa
    static constexpr std::uint64_t first_bin = std::uint64_t{1023 + 8} << 12;
    static constexpr std::uint64_t bins = std::uint64_t{32} << 12;

    static double low_of(std::uint64_t bin) {
        return std::bit_cast<double>((first_bin + bin) << dropped_bits);
    }
    static std::uint64_t bin_of(double cost) {
        const std::uint64_t bin = (std::bit_cast<std::uint64_t>(cost) >> dropped_bits) - first_bin;
        return bin < bins ? bin : cost < 256 ? 0 : bins - 1;
    }

    std::vector<std::uint64_t> counts_;
};

// The block's costs are added in eight sums by turns, whatever the width of the vectors.
inline void add_block(std::span<const double> costs, double ceiling, CostSums& sums) {
    double part[8] = {};
    std::uint64_t over = 0;
    std::size_t i = 0;
    for (; i + 8 <= costs.size(); i += 8)
        for (std::size_t j = 0; j < 8; ++j) {
            part[j] += costs[i + j];
            over += costs[i + j] > ceiling ? 1 : 0;
        }
    for (; i < costs.size(); ++i) {
        part[i % 8] += costs[i];
        over += costs[i] > ceiling ? 1 : 0;
    }
    sums.total.add(((part[0] + part[1]) + (part[2] + part[3])) +
                   ((part[4] + part[5]) + (part[6] + part[7])));
    sums.over += over;
}

}  // namespace trialcost::bench
