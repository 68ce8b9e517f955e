#include "bench/workloads/sobol_indices.hpp"

#include <algorithm>
#include <chrono>

#include "bench/workloads/inputs.hpp"
#include "bench/workloads/kernels.hpp"
#include "sim/analysis/compensated_sum.hpp"

namespace trialcost::bench {

namespace {

struct Sums {
    CompensatedSum cost, square;  // about the first cost
    std::array<CompensatedSum, input_count> to_one, to_other;
};

void add_costs(std::span<const double> costs, double centre, Sums& sums) {
    double part[8] = {}, square[8] = {};
    for (std::size_t i = 0; i < costs.size(); i += 8)
        for (std::size_t j = 0; j < 8; ++j) {
            const double distance = costs[i + j] - centre;
            part[j] += distance;
            square[j] += distance * distance;
        }
    for (std::size_t j = 1; j < 8; ++j) {
        part[0] += part[j];
        square[0] += square[j];
    }
    sums.cost.add(part[0]);
    sums.square.add(square[0]);
}

}  // namespace

SobolIndices sobol_indices(const Scale& scale, Sampler sampler, std::uint64_t points,
                           std::uint64_t seed) {
    const InputSampler sample_one(scale, sampler, seed, 0), sample_other(scale, sampler, seed, 1);
    const auto start = std::chrono::steady_clock::now();
    InputBlock one, other;
    std::array<double, block_draws> costs_of_one, costs_of_other;
    Sums sums;
    double centre = 0;
    for (std::uint64_t first = 0; first < points; first += block_draws) {
        const auto size =
            static_cast<std::size_t>(std::min<std::uint64_t>(block_draws, points - first));
        sample_one.draw(first, size, one);
        sample_other.draw(first, size, other);
        const std::span<double> a = std::span(costs_of_one).first(size);
        const std::span<double> b = std::span(costs_of_other).first(size);
        closed_form_costs(scale, columns_of(one), a);
        closed_form_costs(scale, columns_of(other), b);
        if (first == 0) centre = a[0];
        add_costs(a, centre, sums);
        add_costs(b, centre, sums);
        for (std::size_t input = 0; input < input_count; ++input) {
            InputColumns swapped = columns_of(one);
            swapped[input] = other.columns[input].data();
            const SquaredDifferences part = closed_form_differences(scale, swapped, a, b);
            sums.to_one[input].add(part.to_one);
            sums.to_other[input].add(part.to_other);
        }
    }
    const auto n = static_cast<double>(points);
    const double mean = sums.cost.value() / (2 * n);
    const double variance = sums.square.value() / (2 * n) - mean * mean;
    SobolIndices indices;
    for (std::size_t input = 0; input < input_count; ++input) {
        indices.first[input] = 1 - sums.to_other[input].value() / (2 * n * variance);
        indices.total[input] = sums.to_one[input].value() / (2 * n * variance);
    }
    indices.seconds =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    return indices;
}

}  // namespace trialcost::bench
