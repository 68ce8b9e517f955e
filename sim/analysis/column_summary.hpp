// What is reported of one figure: percentiles, mean, spread, tail and extremes; and the inverse
// figures, the budget to ask for and the number of runs that fit.
//
// Units are those of the column. Minimum and maximum are those of the draws that are numbers (NaN
// if none is). Errors: those of SettledColumn. No randomness.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "sim/analysis/estimate.hpp"
#include "sim/analysis/non_finite.hpp"
#include "sim/analysis/settled_column.hpp"

namespace trialcost {

inline constexpr std::array<double, 10> reported_percentiles{0.01, 0.05, 0.10, 0.25, 0.50,
                                                             0.75, 0.80, 0.90, 0.95, 0.99};
inline constexpr double reported_tail = 0.95;

struct ColumnSummary {
    std::vector<Estimate> percentiles;  // in the order of reported_percentiles
    Estimate mean;
    Estimate sd;
    Estimate tail_mean;  // beyond reported_tail
    double min;
    double max;
    NonFinite non_finite;
};

ColumnSummary summarise(const SettledColumn& column, InfiniteDraws infinite_draws);

// The budget that is kept with the confidence: that percentile.
Estimate budget_to_ask(const SettledColumn& column, double confidence);

// The largest m such that at least m runs fit with the confidence. `runs_in_draw` holds how many
// qualified runs fit under the ceiling in each draw; the ends of the interval are whole runs.
Estimate runs_that_fit(std::span<const std::uint32_t> runs_in_draw, const SamplingDesign& design,
                       double confidence);

}  // namespace trialcost
