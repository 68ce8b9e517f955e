// Philox4x32-10: a counter-based generator. 128 bits out for a 128-bit counter and a 64-bit key.
//
// Randomness: a pure function; for one key it is a bijection of the counters, so two different
// counters never give the same 128 bits. Errors: none.
// Source: Salmon, Moraes, Dror and Shaw, "Parallel random numbers: as easy as 1, 2, 3", SC 2011.
#pragma once

#include <array>
#include <cstdint>

namespace trialcost {

inline constexpr std::array<std::uint32_t, 4> philox4x32(std::array<std::uint32_t, 4> counter,
                                                         std::array<std::uint32_t, 2> key) {
    constexpr std::uint64_t multiplier_0 = 0xD2511F53U;
    constexpr std::uint64_t multiplier_1 = 0xCD9E8D57U;
    constexpr std::uint32_t weyl_0 = 0x9E3779B9U;  // golden ratio
    constexpr std::uint32_t weyl_1 = 0xBB67AE85U;  // sqrt(3) - 1
    for (int round = 0; round < 10; ++round) {
        const std::uint64_t product_0 = multiplier_0 * counter[0];
        const std::uint64_t product_1 = multiplier_1 * counter[2];
        const auto high_0 = static_cast<std::uint32_t>(product_0 >> 32);
        const auto high_1 = static_cast<std::uint32_t>(product_1 >> 32);
        counter = {high_1 ^ counter[1] ^ key[0], static_cast<std::uint32_t>(product_1),
                   high_0 ^ counter[3] ^ key[1], static_cast<std::uint32_t>(product_0)};
        key[0] += weyl_0;
        key[1] += weyl_1;
    }
    return counter;
}

}  // namespace trialcost
