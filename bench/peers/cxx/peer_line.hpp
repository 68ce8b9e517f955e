// Times a peer over its rounds and prints the line of bench/workloads.md:
//
//     PEER WORKLOAD SCALE DRAWS ROUNDS [SEED]
//
// Round r is seeded with SEED + r. Times are medians over the rounds, figures those of all rounds.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "bench/peers/cxx/workload.hpp"

namespace peer {

struct Figures {
    double mean = 0, p50 = 0, p95 = 0, p99 = 0, over = 0;
};

inline double seconds_since(std::chrono::steady_clock::time_point start) {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

inline double median(std::vector<double> values) {
    std::sort(values.begin(), values.end());
    const std::size_t n = values.size();
    return 0.5 * (values[(n - 1) / 2] + values[n / 2]);
}

// Reorders the costs.
inline double percentile(std::vector<double>& costs, double level) {
    const auto rank = static_cast<std::ptrdiff_t>(level * static_cast<double>(costs.size() - 1));
    std::nth_element(costs.begin(), costs.begin() + rank, costs.end());
    return costs[static_cast<std::size_t>(rank)];
}

inline void add_moments(Figures& sum, const std::vector<double>& costs, double ceiling_usd) {
    double total = 0, above = 0;
    for (const double cost : costs) {
        total += cost;
        above += cost > ceiling_usd ? 1 : 0;
    }
    sum.mean += total / static_cast<double>(costs.size());
    sum.over += above / static_cast<double>(costs.size());
}

template <class Source>
int print_line(const char* name, int argc, char** argv) {
    const auto workload = argc > 1 ? workload_named(argv[1]) : std::nullopt;
    const auto scale = argc > 2 ? scale_named(argv[2]) : std::nullopt;
    const double draws = argc > 3 ? std::atof(argv[3]) : 0;
    const int rounds = argc > 4 ? std::atoi(argv[4]) : 0;
    const unsigned long seed = argc > 5 ? std::strtoul(argv[5], nullptr, 10) : 1;
    if (!workload || !scale || draws < 1 || rounds < 1) {
        std::fprintf(stderr, "usage: %s W0|W1|W1E S|M|L DRAWS ROUNDS [SEED]\n", argv[0]);
        return 64;
    }
    std::vector<double> costs(static_cast<std::size_t>(draws)), seconds, percentile_seconds;
    Figures sum;
    for (int round = 0; round < rounds; ++round) {
        Source source(seed + static_cast<unsigned long>(round));
        auto start = std::chrono::steady_clock::now();
        draw_costs(source, *workload, *scale, costs);
        seconds.push_back(seconds_since(start));
        add_moments(sum, costs, scale->ceiling_usd);
        start = std::chrono::steady_clock::now();
        sum.p50 += percentile(costs, 0.50);
        sum.p95 += percentile(costs, 0.95);
        sum.p99 += percentile(costs, 0.99);
        percentile_seconds.push_back(seconds_since(start));
    }
    const double taken = median(seconds);
    std::printf(
        "peer=%s workload=%s scale=%s draws=%zu seconds=%.6f draws_per_s=%.5g mean=%.8g p50=%.8g "
        "p95=%.8g p99=%.8g p_over=%.7f pct_seconds=%.6f\n",
        name, argv[1], argv[2], costs.size(), taken, static_cast<double>(costs.size()) / taken,
        sum.mean / rounds, sum.p50 / rounds, sum.p95 / rounds, sum.p99 / rounds, sum.over / rounds,
        median(percentile_seconds));
    return 0;
}

}  // namespace peer
