// Mean, standard deviation and tail mean of a figure, with 95 % intervals.
//
// The value is that of the pooled draws; its interval is Student's t over the sections, which are
// the replicates, centred at it (sections.hpp). Squares of the standard deviation are taken about
// the pooled mean and divided by the number of draws. Refused: an infinite or unknown draw, fewer
// than two sections, too few draws in the tail; and a moment that moves by more than the half-width
// of its interval when every default bound is doubled. Errors: those of FigureTally. No randomness.
#pragma once

#include <string>

#include "sim/analysis/estimate.hpp"
#include "sim/analysis/figure_tally.hpp"

namespace trialcost {

Estimate mean(const FigureTally& figure);

Estimate standard_deviation(const FigureTally& figure);

// Beyond SectionFigures::tail.
Estimate tail_mean(const FigureTally& figure);

// Sum of a figure over the sum of another, cost over output say: never the mean of the draws'
// ratios. Refused where a section's denominator is 0.
Estimate ratio_of_sums(const FigureTally& numerator, const FigureTally& denominator);

// The moment if it is one.
Estimate settle_moment(const Estimate& with_default_bounds, double with_doubled_bounds);

}  // namespace trialcost
