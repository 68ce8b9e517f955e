// The arrays of what the figures rest on: evidence, gates, missing pieces, the lineage of each cost
// line, and what was read. Internal to the room. No errors, no randomness.
#pragma once

#include "sim/plan/plan.hpp"
#include "sim/results/array_writer.hpp"
#include "sim/run/verdicts.hpp"

namespace trialcost {

void add_evidence_arrays(const Plan& plan, const std::vector<JudgedOption>& judged,
                         ArrayWriter& out);

}  // namespace trialcost
