// Distribution-free intervals of a percentile from the ranks of independent draws.
//
// The number of draws at or below the true p-quantile of a continuous figure is Binomial(n, p); so
// the draws of ranks l and u enclose it with probability F(u - 1) - F(l - 1). Ties and atoms only
// raise that probability. Ranks are 1-based, from the smallest draw. Sources: David and Nagaraja,
// Order Statistics, 3rd ed., 7.1; Wilks, Ann. Math. Stat. 12 (1941) 91.
// Errors: a probability or confidence outside (0, 1) is a std::logic_error. No randomness.
#pragma once

#include <cstdint>
#include <optional>

namespace trialcost {

// An end is absent where so few draws lie beyond the percentile that not even the outermost one
// bounds it with the confidence.
struct OrderStatisticRanks {
    std::optional<std::uint64_t> lower;
    std::optional<std::uint64_t> upper;
};

// The narrowest ranks that leave at most (1 - confidence)/2 on either side.
OrderStatisticRanks order_statistic_ranks(std::uint64_t draws, double p, double confidence);

// Probability that the draws of ranks `lower` < `upper` enclose the p-quantile.
double order_statistic_coverage(std::uint64_t draws, double p, std::uint64_t lower,
                                std::uint64_t upper);

// The fewest draws of which the `order`-th largest lies at or above the p-quantile with the
// confidence (59 for p = confidence = 0.95 and the largest draw, order 1).
std::uint64_t wilks_sample_size(double p, double confidence, std::uint64_t order);

}  // namespace trialcost
