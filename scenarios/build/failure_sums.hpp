// Failure rows and the figures of their run: one must be the sum of the other.
#pragma once

#include <vector>

#include "scenarios/build/run_times.hpp"
#include "scenarios/records/failure_records.hpp"

namespace trialcost {

// Fills in what the run leaves blank; figures that differ by more than 1 % become complaints.
// `rows`: those of this run, not empty.
void complete_from_failures(MeasuredRun& run, const std::vector<const FailureRecord*>& rows,
                            Complaints& complaints);

}  // namespace trialcost
