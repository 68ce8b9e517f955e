// Sobol' points, one dimension at a time, as 32-bit binary fractions.
//
// Natural order, not Gray order: point i is the XOR of the direction numbers of the bits set in i.
// Any aligned run of 2^m points is the same set in both orders. Point 0, which is 0, is kept:
// without it the first 2^m points are no net.
//
// Randomness: none. Errors: std::out_of_range for a dimension that is not in the table.
// Sources: Sobol' 1967; direction numbers of Joe and Kuo, "Constructing Sobol sequences with
// better two-dimensional projections", SIAM J. Sci. Comput. 30, 2008, as tabulated in Boost.Random.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace trialcost {

inline constexpr std::size_t max_sobol_dimensions = 3667;

struct SobolDimension {
    std::array<std::uint32_t, 32> v{};  // direction numbers; v[j] belongs to bit j of the index

    constexpr std::uint32_t point(std::uint32_t index) const {
        std::uint32_t x = 0;
        for (std::size_t j = 0; index != 0; ++j, index >>= 1)
            if ((index & 1U) != 0) x ^= v[j];
        return x;
    }
};

// Dimensions count from 0, whose points are the van der Corput sequence.
SobolDimension sobol_dimension(std::size_t dimension);

}  // namespace trialcost
