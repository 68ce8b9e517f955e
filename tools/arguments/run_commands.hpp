// The commands that make results: run, merge, verify.
#pragma once

#include <CLI/CLI.hpp>

#include "tools/arguments/command_line.hpp"

namespace trialcost {

void add_run(CLI::App& app, RunRequest& run);
void add_merge(CLI::App& app, MergeRequest& merge);
void add_verify(CLI::App& app, VerifyRequest& verify);

// What the options of a run say against each other; empty if nothing.
std::string fault_of(const RunRequest& run);

}  // namespace trialcost
