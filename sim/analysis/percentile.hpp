// Percentiles of a figure with their 95 % intervals.
//
// The value is the inverse empirical distribution function of all draws. Its interval comes
//  - under replicated sampling, from two replicates on, from sectioning (sections.hpp) over the
//    replicates' own percentiles, unless one of those is infinite or fewer than 10 pooled draws lie
//    beyond the percentile;
//  - else, and under plain Monte Carlo always, from the order statistics of the pooled draws
//    (order_statistics.hpp); its upper end may be +infinity. Where an end does not exist, the
//    percentile is refused.
// What a percentile read from a histogram may be off by (log_histogram.hpp) is added to either end.
// Draws that are not numbers widen the interval both ways: its low end is that with all of them
// below the others, its high end that with all of them above. p is in (0, 1), else
// std::logic_error. No randomness.
#pragma once

#include "sim/analysis/estimate.hpp"
#include "sim/analysis/figure_tally.hpp"

namespace trialcost {

// One of those asked for. Refused if it moves by more than 1 % when every default bound of the
// inputs is doubled.
Estimate percentile(const FigureTally& figure, double p);

// The percentile if it holds whatever the assumed bounds of the inputs.
Estimate settle_percentile(const Estimate& with_default_bounds, double with_doubled_bounds);

}  // namespace trialcost
