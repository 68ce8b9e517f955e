// Named streams: the bits of one event as a function of (seed, name, replicate, draw, event).
//
// Layout, fixed for ever because stored results depend on it:
//   key     = seed, low word first                                     (64 bits)
//   counter = draw (48 bits) | replicate (16) | stream (32) | event (32)
//             word 0: draw bits 0-31; word 1: draw bits 32-47, above them the replicate;
//             word 2: stream; word 3: event
// Different arguments give different counters or keys; nothing depends on thread, rank, block or
// order of evaluation. A name becomes its stream by a 32-bit hash, so a plan must check its names
// with assert_distinct_streams().
//
// Errors: std::out_of_range if a draw does not fit in 48 bits.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "sim/random/philox.hpp"

namespace trialcost {

inline constexpr std::uint64_t draws_per_stream = std::uint64_t{1} << 48;

struct DrawKey {
    std::uint64_t seed = 0;
    std::uint16_t replicate = 0;
    std::uint64_t draw = 0;  // below draws_per_stream
};

// Stable hash of a name: FNV-1a (64 bit), the 64-bit finaliser of MurmurHash3, halves folded.
std::uint32_t stream_of(std::string_view name);

// Throws std::invalid_argument that cites both names if two of them share a stream (a name listed
// twice does so too).
void assert_distinct_streams(std::span<const std::string> names);

[[noreturn]] void throw_draw_out_of_range(std::uint64_t draw);

inline std::array<std::uint32_t, 4> bits(const DrawKey& key, std::uint32_t stream,
                                         std::uint32_t event) {
    if (key.draw >= draws_per_stream) throw_draw_out_of_range(key.draw);
    const auto draw_low = static_cast<std::uint32_t>(key.draw);
    const auto draw_high = static_cast<std::uint32_t>(key.draw >> 32);
    const std::uint32_t replicate = std::uint32_t{key.replicate} << 16;
    return philox4x32(
        {draw_low, draw_high | replicate, stream, event},
        {static_cast<std::uint32_t>(key.seed), static_cast<std::uint32_t>(key.seed >> 32)});
}

// The centre of cell k of 2^52 equal cells of (0, 1), k being the top 52 bits of (high, low):
// exact in a double, never 0 and never 1.
inline constexpr double uniform_of(std::uint32_t high, std::uint32_t low) {
    const std::uint64_t cell = (std::uint64_t{high} << 20) | (low >> 12);
    return (static_cast<double>(cell) + 0.5) * 0x1p-52;
}

struct UniformPair {
    double first;
    double second;
};

// Two independent uniforms strictly inside (0, 1), both from the 128 bits of one event.
inline UniformPair uniform_pair(const DrawKey& key, std::uint32_t stream, std::uint32_t event) {
    const std::array<std::uint32_t, 4> words = bits(key, stream, event);
    return {uniform_of(words[0], words[1]), uniform_of(words[2], words[3])};
}

}  // namespace trialcost
