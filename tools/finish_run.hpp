// The draws of a run, tallied -> its result: what is studied beside them, file, report, exit code.
#pragma once

#include "scenarios/build/build_plan.hpp"
#include "sim/run/run_tally.hpp"
#include "tools/arguments/command_line.hpp"
#include "tools/provenance.hpp"
#include "tools/simulation.hpp"

namespace trialcost {

// Whether the files can be written, and the conditions make sense: to be asked before hours of
// work.
void check_request(const Plan& plan, const ResultRequest& request);

// `path` could be written, under the same rules as the result. Throws OutputError.
void check_output(const std::filesystem::path& path, bool force);

// `tally` is of all draws of the plan; `provenance` is what is known of it so far. Returns the exit
// code.
int finish_run(const ResultRequest& request, const Plan& plan, Simulation& simulation,
               RunTally& tally, Provenance provenance);

}  // namespace trialcost
