// Records of other node counts than the option's: which of them speak for it, and how their time
// per unit of work is moved to it (models/calibration/node_scaling.hpp).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "models/calibration/node_scaling.hpp"
#include "scenarios/build/run_times.hpp"

namespace trialcost {

// Keeps the runs whose node counts speak for `nodes` and returns the others; both may be none. All
// runs say their node count; those that did no work measure nothing.
std::vector<MeasuredRun> split_off_useless(std::vector<MeasuredRun>& runs, std::uint32_t nodes);

// Nothing where a run has no time per unit of work although it did some: it has been complained of.
std::optional<NodeScaling> scaling_of(const std::vector<MeasuredRun>& runs, RunBasis basis,
                                      std::uint32_t nodes);

// "4", "4 and 16", "2, 4 and 8".
std::string text_of_counts(const std::vector<double>& counts);

// "interpolated between 4 and 16 nodes", "extrapolated from 2, 4 and 8 nodes".
std::string text_of(const NodeScaling& scaling);

// What is left open: "a factor with 0.95 to 1.05 (90 %): ..."; for evidence.
std::string text_of_open_factor(const NodeScaling& scaling);

}  // namespace trialcost
