// Times of trial records that look as if they were written in another unit than seconds.
#pragma once

#include <vector>

#include "scenarios/build/run_times.hpp"
#include "scenarios/document/complaints.hpp"

namespace trialcost {

// Warns of each run whose times are a thousand times the median of the other runs (milliseconds) or
// a 3600th of it (hours), within a factor that keeps the two apart. Times that grow with the work
// are compared per unit of it, where all runs have it. A single run has nothing to be compared
// with.
void warn_of_units(const std::vector<MeasuredRun>& runs, Complaints& complaints);

}  // namespace trialcost
