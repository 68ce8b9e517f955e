// First-order and total Sobol' indices of the 12 inputs of W0.
//
// From two samples A and B and those of A in which one column is that of B: 14 evaluations a point.
// Sources: Jansen, "Analysis of variance designs for model output", CPC 117 (1999) 35; first-order
// form in Saltelli et al., CPC 181 (2010) 259.
#pragma once

#include <array>
#include <cstdint>

#include "bench/workloads/scale.hpp"
#include "sim/sampling/points.hpp"

namespace trialcost::bench {

struct SobolIndices {
    std::array<double, input_count> first{}, total{};
    double seconds = 0;
};

// `points`: a multiple of eight.
SobolIndices sobol_indices(const Scale& scale, Sampler sampler, std::uint64_t points,
                           std::uint64_t seed);

}  // namespace trialcost::bench
