#include "bench/workloads/bounds.hpp"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <functional>
#include <vector>

#include "bench/models/lanes/multiply_add.hpp"
#include "bench/workloads/cost_tally.hpp"
#include "bench/workloads/inputs.hpp"
#include "bench/workloads/kernels.hpp"
#include "sim/analysis/log_histogram.hpp"

namespace trialcost::bench {

namespace {

struct Piece {
    double units;
    std::function<void()> work;
    std::vector<double> ns = {};

    void time() {
        const auto start = std::chrono::steady_clock::now();
        work();
        const std::chrono::duration<double, std::nano> taken =
            std::chrono::steady_clock::now() - start;
        ns.push_back(taken.count() / units);
    }
    double median() {
        std::sort(ns.begin(), ns.end());
        return ns[ns.size() / 2];
    }
};

constexpr int rounds = 15;

std::vector<double> some_costs() {
    const Scale scale = *scale_named("M");
    const InputSampler sampler(scale, Sampler::monte_carlo, 1);
    InputBlock inputs;
    std::vector<double> costs(256 * block_draws);
    for (std::size_t first = 0; first < costs.size(); first += block_draws) {
        sampler.draw(first, block_draws, inputs);
        closed_form_costs(scale, columns_of(inputs), std::span(costs).subspan(first, block_draws));
    }
    return costs;
}

}  // namespace

void print_bounds() {
    std::vector<double> one(block_draws), other(block_draws);
    constexpr int blocks = 256;
    constexpr std::size_t copied = std::size_t{1} << 23;  // doubles: more than any cache holds
    std::vector<double> from(copied, 1.0), to(copied);
    const std::vector<double> costs = some_costs();
    LogHistogram histogram;
    CostHistogram counts;
    const auto count = static_cast<double>(costs.size());
    Piece philox{2.0 * blocks * block_draws, [&] {
                     for (int b = 0; b < blocks; ++b) uniform_pairs({1, 0, 0}, 1, one, other);
                 }};
    Piece fma{4e6, [] { multiply_adds(4'000'000); }};
    Piece copy{double{copied},
               [&] { std::memcpy(to.data(), from.data(), copied * sizeof(double)); }};
    Piece product{count, [&] { histogram.add(costs); }};
    Piece lean{count, [&] { counts.add(costs); }};
    for (int round = 0; round < rounds; ++round)
        for (Piece* piece : {&philox, &fma, &copy, &product, &lean}) piece->time();
    const double p = philox.median(), f = fma.median();
    std::printf("p=%.4f f=%.5f memcpy=%.4f w0=%.2f histogram=%.3f counts=%.3f\n", p, f,
                copy.median(), 12 * p + 500 * f, product.median(), lean.median());
}

}  // namespace trialcost::bench
