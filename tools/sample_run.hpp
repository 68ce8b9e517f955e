// The main sample of a plan: whole, or a shard of it, over threads and ranks; saved at intervals
// and when the process is asked to end, and taken up again by the same command.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <stdexcept>
#include <string>

#include "sim/run/run_state.hpp"
#include "sim/run/runner.hpp"
#include "tools/arguments/command_line.hpp"
#include "tools/ranks.hpp"

namespace trialcost {

// Draws are missing, and what is there is saved: the same command goes on from it (exit code 75).
class StoppedEarly : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

struct SampleOfRun {
    const Plan& plan;
    const Runner& runner;
    StateHeader header;  // nothing is done yet
    // Of this rank; taken up if it is there, and removed by finish_sample().
    std::filesystem::path checkpoint;
    std::chrono::duration<double> checkpoint_every;
    std::optional<std::chrono::steady_clock::time_point> latest;
    const Ranks& ranks;
};

// `base`.checkpoint; of several ranks each has its own.
std::filesystem::path checkpoint_path(const std::filesystem::path& base, const Ranks& ranks);

// The blocks of the shard that are this rank's, with what an earlier run did of them. Throws
// StoppedEarly, and std::invalid_argument for a checkpoint of another run.
RunTally run_sample(SampleOfRun& sample, const Progress& progress);

// At the first rank: the tallies of all ranks together. Elsewhere: nothing.
std::optional<RunTally> gather_sample(SampleOfRun& sample, RunTally tally);

// Once the result is written.
void remove_checkpoint(const SampleOfRun& sample);

}  // namespace trialcost
