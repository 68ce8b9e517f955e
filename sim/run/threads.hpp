// How many threads this process may use.
#pragma once

namespace trialcost {

// The smallest of the processor affinity, SLURM_CPUS_PER_TASK and the cgroup's CPU quota; at
// least 1.
int available_threads();

}  // namespace trialcost
