// The arrays of what stands beside the figures: knowledge against chance, the conservative case,
// other predictives, and what is pending. Internal to the room. No errors, no randomness.
#pragma once

#include "sim/plan/plan.hpp"
#include "sim/results/array_writer.hpp"
#include "sim/run/side_cases.hpp"

namespace trialcost {

void add_side_arrays(const Plan& plan, const std::vector<OptionSummary>& summaries,
                     const SideCases& side, ArrayWriter& out);

}  // namespace trialcost
