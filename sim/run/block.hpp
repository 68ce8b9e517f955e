// The draws of a sample in blocks, numbered through the replicates: what threads, shards and ranks
// share out. Which block holds a draw depends on the design alone. Units: none. No randomness.
#pragma once

#include <algorithm>
#include <cstdint>

#include "sim/sampling/points.hpp"

namespace trialcost {

inline constexpr std::uint32_t draws_per_block = 1024;

// Consecutive draws of one replicate.
struct Block {
    std::uint32_t replicate, first_draw, draws;
};

// Block numbers from `first` up to, not including, `end`.
struct BlockRange {
    std::uint64_t first = 0, end = 0;

    std::uint64_t size() const { return end - first; }
    bool operator==(const BlockRange&) const = default;
};

inline std::uint32_t blocks_per_replicate(const SamplingDesign& design) {
    return (design.draws_per_replicate + draws_per_block - 1) / draws_per_block;
}

inline BlockRange all_blocks(const SamplingDesign& design) {
    return {0, std::uint64_t{design.replicates} * blocks_per_replicate(design)};
}

inline Block block_of(const SamplingDesign& design, std::uint64_t number) {
    const auto replicate = static_cast<std::uint32_t>(number / blocks_per_replicate(design));
    const auto first =
        static_cast<std::uint32_t>(number % blocks_per_replicate(design)) * draws_per_block;
    return {replicate, first, std::min(draws_per_block, design.draws_per_replicate - first)};
}

inline std::uint64_t number_of(const SamplingDesign& design, const Block& block) {
    return std::uint64_t{block.replicate} * blocks_per_replicate(design) +
           block.first_draw / draws_per_block;
}

// Part `index` of `count` parts as equal as they can be.
inline BlockRange part_of(const BlockRange& range, std::uint64_t index, std::uint64_t count) {
    const auto begin = [&](std::uint64_t i) {
        return range.first + range.size() / count * i + std::min(i, range.size() % count);
    };
    return {begin(index), begin(index + 1)};
}

}  // namespace trialcost
