// The probabilities that ceilings are kept: each one, and all of them together in the same draw.
//
// Counted per draw by comparison: a figure at or below its limit keeps it; a draw with an infinite
// figure (no qualified output) never does. A draw that is not a number may or may not have kept it:
// the low end of the interval takes it as over, the high end as kept. Limits and figures are in the
// unit of the column. Errors: a column of another length than the design's, or no ceiling at all,
// is a std::logic_error. No randomness.
#pragma once

#include <span>
#include <vector>

#include "sim/analysis/estimate.hpp"
#include "sim/sampling/points.hpp"

namespace trialcost {

struct Ceiling {
    std::span<const double> figure;
    double limit;
};

struct CeilingsKept {
    std::vector<Estimate> each;  // in the order of the ceilings
    Estimate together;
};

CeilingsKept ceilings_kept(std::span<const Ceiling> ceilings, const SamplingDesign& design);

}  // namespace trialcost
