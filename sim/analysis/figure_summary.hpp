// What is reported of one figure: percentiles, mean, spread, tail and extremes; and the inverse
// figures, the budget to ask for and the number of runs that fit.
//
// Units are those of the figure. Minimum and maximum are those of the draws that are numbers (NaN
// if none is). Errors: those of FigureTally. No randomness.
#pragma once

#include <array>
#include <vector>

#include "sim/analysis/estimate.hpp"
#include "sim/analysis/figure_tally.hpp"

namespace trialcost {

inline constexpr std::array<double, 10> reported_percentiles{0.01, 0.05, 0.10, 0.25, 0.50,
                                                             0.75, 0.80, 0.90, 0.95, 0.99};
inline constexpr double reported_tail = 0.95;

// What has to be asked of the replicates for the functions below.
SectionFigures reported_figures(double confidence);

struct FigureSummary {
    std::vector<Estimate> percentiles;  // in the order of reported_percentiles
    Estimate mean;
    Estimate sd;
    Estimate tail_mean;  // beyond reported_tail
    double min;
    double max;
};

FigureSummary summarise(const FigureTally& figure);

std::vector<Estimate> percentiles_of(const FigureTally& figure);

// The largest m such that at least m runs fit with the confidence. `minus_runs` holds minus the
// number of qualified runs that fit in each draw: at least m fit where it is at most -m. The ends
// of the interval are whole runs.
Estimate runs_that_fit(const FigureTally& minus_runs, double confidence);

}  // namespace trialcost
