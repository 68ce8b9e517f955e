// The probability of an event from the draws in which it happened, with its 95 % interval.
//
// Under replicated sampling, when at least 50 pooled draws lie on the rarer side: Student's t over
// the replicates' shares, clipped to [0, 1]. Otherwise, and under plain Monte Carlo always:
// Clopper-Pearson on the pooled count (binomial.hpp), so that an event seen never, or in every
// draw, still has an interval. Errors: counts that do not fit the design are a std::logic_error. No
// randomness.
#pragma once

#include <cstdint>
#include <span>

#include "sim/analysis/estimate.hpp"
#include "sim/sampling/points.hpp"

namespace trialcost {

Estimate probability(std::span<const std::uint64_t> count_per_replicate,
                     const SamplingDesign& design);

}  // namespace trialcost
