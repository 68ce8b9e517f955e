#include "sim/run/threads.hpp"

#include <sched.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <string>
#include <string_view>

namespace trialcost {
namespace {

int affinity() {
    cpu_set_t set;
    CPU_ZERO(&set);
    return sched_getaffinity(0, sizeof set, &set) == 0 ? std::max(1, CPU_COUNT(&set)) : 1;
}

int positive(std::string_view text, int otherwise) {
    int value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    return error == std::errc{} && end == text.data() + text.size() && value > 0 ? value
                                                                                 : otherwise;
}

// cgroup v2 "cpu.max" of the root this process sees: "QUOTA PERIOD" or "max PERIOD".
int quota(int otherwise) {
    std::ifstream file("/sys/fs/cgroup/cpu.max");
    std::string limit;
    double period = 0;
    if (!(file >> limit >> period) || limit == "max" || !(period > 0)) return otherwise;
    const int microseconds = positive(limit, 0);
    return microseconds > 0 ? std::max(1, static_cast<int>(std::ceil(microseconds / period)))
                            : otherwise;
}

}  // namespace

int available_threads() {
    int threads = affinity();
    if (const char* slurm = std::getenv("SLURM_CPUS_PER_TASK"))
        threads = std::min(threads, positive(slurm, threads));
    return std::min(threads, quota(threads));
}

}  // namespace trialcost
