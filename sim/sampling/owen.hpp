// Owen's nested uniform scrambling of a 32-bit point in base 2, by hashing.
//
// Bit k of the result (from the top) is bit k of x, flipped or not by a random function of the
// bits above it: a random permutation at every node of the binary tree of prefixes. So intervals
// [i, i + 1)/2^m go to such intervals, and a net stays a net.
//
// Randomness: a pure function of (x, seed); draw the seed anew for every coordinate and replicate.
// Errors: none.
// Sources: Owen, "Randomly permuted (t,m,s)-nets and (t,s)-sequences", 1995; Laine and Karras,
// "Stratified sampling for stochastic transparency", 2011 (the hash on reversed bits); Burley,
// "Practical hash-based Owen scrambling", JCGT 2020; constants by Vegdahl, "Building a better LK
// hash", 2021.
#pragma once

#include <cstdint>

namespace trialcost {

inline constexpr std::uint32_t reverse_bits(std::uint32_t x) {
    x = (x >> 16) | (x << 16);
    x = ((x & 0xff00ff00U) >> 8) | ((x & 0x00ff00ffU) << 8);
    x = ((x & 0xf0f0f0f0U) >> 4) | ((x & 0x0f0f0f0fU) << 4);
    x = ((x & 0xccccccccU) >> 2) | ((x & 0x33333333U) << 2);
    return ((x & 0xaaaaaaaaU) >> 1) | ((x & 0x55555555U) << 1);
}

inline constexpr std::uint32_t owen_scramble(std::uint32_t x, std::uint32_t seed) {
    // On reversed bits "the bits above" are the lower ones, and sums and products carry from low
    // to high only. The even factors keep each step a bijection.
    x = reverse_bits(x);
    x ^= x * 0x3d20adeaU;
    x += seed;
    x *= (seed >> 16) | 1U;
    x ^= x * 0x05526c56U;
    x ^= x * 0x53a22864U;
    return reverse_bits(x);
}

}  // namespace trialcost
