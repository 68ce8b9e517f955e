// The command that speaks to a cluster: slurm.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "tools/arguments/command_line.hpp"

namespace trialcost {

void add_slurm(CLI::App& app, SlurmRequest& slurm);

// What is wrong with it besides the options of its run; empty if nothing.
std::string fault_of(const SlurmRequest& slurm);

// The words of the command line of one of its shards, with the options that were given for it.
std::vector<std::string> shard_words(const SlurmRequest& slurm);

// What such options say that is no use to shards; empty if nothing.
std::string fault_of_shard(const RunRequest& run);

}  // namespace trialcost
