// The bash script that gives the shards of a run, and their merge, to Slurm.
//
// Run where `sbatch` is, it leaves `run.sh` (one shard) and `merge.sh` in the folder
// `<result>.shards`, and submits them: arrays of at most 1,000 shards, and a job that merges when
// all of them have ended, however they ended. It knows nothing of Slurm's configuration. Errors:
// none.
#pragma once

#include <filesystem>
#include <string>

#include "tools/arguments/command_line.hpp"

namespace trialcost {

// `program`: of the command that the jobs call. Paths are made absolute, as jobs run elsewhere.
std::string slurm_script(const SlurmRequest& request, const std::filesystem::path& program);

// One word of bash that stands for the text, whatever is in it.
std::string bash_word(const std::string& text);

}  // namespace trialcost
