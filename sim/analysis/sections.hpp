// Half-width of a 95 % interval from independent sections (replicates) of one sample.
//
// Each section gives its own value v_r of the figure; with the figure c of the pooled sample as
// centre the half-width is t_{R-1} sqrt(sum (v_r - c)^2 / (R )) ("sectioning": Asmussen and
// Glynn, Stochastic Simulation, 2007, III.5a). Centring at the pooled figure instead of the mean of
// the v_r keeps the bias of small sections out of the centre and puts it into the width.
// Errors: fewer than two sections is a std::logic_error. No randomness.
#pragma once

#include <span>

namespace trialcost {

double section_half_width(std::span<const double> section_values, double centre);

}  // namespace trialcost
