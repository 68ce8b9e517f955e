// The spread of each measured field over all options of the workload, where the scenario asks for
// it (workload.pool_spread; models/calibration/pooled_spread.hpp).
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "scenarios/build/measured_runs.hpp"
#include "scenarios/build/scenario.hpp"

namespace trialcost {

// Fills MeasuredRuns::pooled of each option, or does nothing. `runs`: by option. Records that two
// options share count once.
void pool_over_options(const Scenario& scenario, const std::vector<std::string>& amount_columns,
                       std::vector<std::optional<MeasuredRuns>>& runs);

}  // namespace trialcost
