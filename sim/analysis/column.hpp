// The layout of a column: replicates x draws_per_replicate values, replicate after replicate.
//
// Errors: a column of another length than the design's, or an empty one, is a std::logic_error.
// No randomness.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <stdexcept>

#include "sim/sampling/points.hpp"

namespace trialcost {

inline void require_column_of(const SamplingDesign& design, std::size_t size) {
    if (size == 0 || size != design.total()) {
        throw std::logic_error("a column holds replicates x draws_per_replicate values");
    }
}

template <typename T>
std::span<const T> replicate_of(std::span<const T> column, const SamplingDesign& design,
                                std::uint32_t replicate) {
    const std::size_t draws = design.draws_per_replicate;
    return column.subspan(replicate * draws, draws);
}

// The draws of plain Monte Carlo are independent, so exact intervals are read from the pooled
// draws; the draws of other samplers are not, and the spread over replicates is all there is.
inline bool has_replicate_spread(const SamplingDesign& design) {
    return design.sampler != Sampler::monte_carlo && design.replicates >= 2;
}

// A draw of which nothing is known; +infinity is known to be large.
inline bool is_unknown(double draw) {
    return std::isnan(draw) || draw == -std::numeric_limits<double>::infinity();
}

}  // namespace trialcost
