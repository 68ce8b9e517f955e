// A random permutation of 0 ... n - 1 as a function: where one element goes, without the others.
//
// Rounds of invertible steps on the bits that n needs, keyed by the seed, repeated until the result
// is below n ("cycle walking"): a bijection whatever n is. About one to two repetitions on average.
//
// Randomness: a pure function of (element, n, seed); draw the seed anew for every permutation.
// Errors: none; `element` must be below n.
// Sources: Kensler, "Correlated multi-jittered sampling", Pixar technical memo 13-01, 2013 (the
// form); Black and Rogaway, "Ciphers with arbitrary finite domains", CT-RSA 2002 (cycle walking).
// The rounds are those of a Feistel network with Philox's multiplication as its function.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>

namespace trialcost {

inline std::uint32_t permuted(std::uint32_t element, std::uint32_t n, std::uint64_t seed) {
    if (n < 2) return element;
    // Two halves that together have at least as many values as n, and less than four times as many;
    // halves of one or two bits have too few functions between them.
    constexpr int fewest_bits = 3;
    const int half_bits = std::max(fewest_bits, static_cast<int>(std::bit_width(n - 1) + 1) / 2);
    const std::uint32_t mask = (std::uint32_t{1} << half_bits) - 1;
    const auto low_key = static_cast<std::uint32_t>(seed);
    const auto high_key = static_cast<std::uint32_t>(seed >> 32);
    do {
        std::uint32_t left = element >> half_bits, right = element & mask;
        std::uint32_t key = low_key;
        for (int round = 0; round < 8; ++round) {
            const std::uint64_t product = 0xD2511F53ULL * (right ^ key);
            const auto mixed = static_cast<std::uint32_t>((product >> 32) ^ product);
            const std::uint32_t next = left ^ ((mixed ^ (mixed >> half_bits) ^ high_key) & mask);
            left = right;
            right = next;
            key = (key + 0x9E3779B9U) ^ (high_key >> round);
        }
        element = (left << half_bits) | right;
    } while (element >= n);
    return element;
}

}  // namespace trialcost
