// One round of a workload: draws made, priced and counted block by block, over threads.
//
// Groups of blocks are dealt to threads as they come; what a group adds up is kept by its number
// and merged in that order, so that figures are the same bits for any number of threads.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "bench/workloads/scale.hpp"
#include "sim/sampling/points.hpp"

namespace trialcost::bench {

enum class Workload { closed_form, compound_poisson, event_process };

std::optional<Workload> workload_named(std::string_view name);

struct Round {
    Workload workload;
    Scale scale;
    Sampler sampler;
    std::uint64_t draws;
    std::uint64_t seed;
    unsigned threads;
};

struct Figures {
    double mean = 0, p50 = 0, p95 = 0, p99 = 0, over = 0;
    double seconds = 0;             // making, pricing and counting
    double percentile_seconds = 0;  // reading the percentiles
};

// The tables of the inputs are built before the clock starts.
Figures run_round(const Round& round);

}  // namespace trialcost::bench
