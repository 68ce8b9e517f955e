// What is asked of draws before a figure is read from them. No errors, no randomness.
#pragma once

#include <cmath>
#include <limits>

#include "sim/sampling/points.hpp"

namespace trialcost {

// The draws of plain Monte Carlo are independent, so exact intervals are read from the pooled
// draws; the draws of other samplers are not, and the spread over replicates is all there is.
inline bool has_replicate_spread(const SamplingDesign& design) {
    return design.sampler != Sampler::monte_carlo && design.replicates >= 2;
}

// A draw of which nothing is known; +infinity is known to be large.
inline bool is_unknown(double draw) {
    return std::isnan(draw) || draw == -std::numeric_limits<double>::infinity();
}

}  // namespace trialcost
