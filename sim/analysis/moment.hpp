// Mean, standard deviation, expected overrun and tail mean of a figure, with 95 % intervals.
//
// Each is the mean over draws of a function of the draw (for the standard deviation and the tail
// mean, of its linearisation), so its interval is Student's t over section means: the replicates,
// or under plain Monte Carlo, whose draws may be cut anywhere, at least 16 equal runs of draws.
// Sums are compensated, by blocks of 1024 draws from the start of each section, merged in order:
// the same bits however the column was computed. Refused: an infinite or unknown draw, fewer than
// two sections, too few draws in the tail. Errors: a column of another length than the design's is
// a std::logic_error. No randomness. Source of the tail mean: Rockafellar and Uryasev, J. Risk 2
// (2000) 21.
#pragma once

#include <span>
#include <string>

#include "sim/analysis/estimate.hpp"
#include "sim/sampling/points.hpp"

namespace trialcost {

Estimate mean(std::span<const double> column, const SamplingDesign& design);

// Sum of a column over the sum of another, cost over output say: never the mean of the draws'
// ratios. Refused where a section's denominator is 0.
Estimate ratio_of_sums(std::span<const double> numerator, std::span<const double> denominator,
                       const SamplingDesign& design);

// Squares are taken about the pooled mean and divided by the number of draws.
Estimate standard_deviation(std::span<const double> column, const SamplingDesign& design);

// E[max(X - limit, 0)], in the column's unit.
Estimate expected_overrun(std::span<const double> column, const SamplingDesign& design,
                          double limit);

// E[X - limit | X > limit]: by how much, when over. Refused below 50 draws over.
Estimate overrun_when_over(std::span<const double> column, const SamplingDesign& design,
                           double limit);

// Mean of the upper 1 - p of the draws, the one at the percentile with the fraction that belongs to
// it. `percentile_value` is the pooled p-percentile of the column.
Estimate tail_mean(std::span<const double> column, const SamplingDesign& design, double p,
                   double percentile_value);

// The moment if it is one: refused with `refusal` if it moves by more than the half-width of its
// interval when every default bound is doubled.
Estimate settle_moment(const Estimate& with_default_bounds, const Estimate& with_doubled_bounds,
                       const std::string& refusal = "no finite mean: state a timeout");

}  // namespace trialcost
