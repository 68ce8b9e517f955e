// Consecutive draws of one coordinate, in the widest vectors the processor has: the loops of
// points.hpp.
//
// The uniforms are those of owen_scramble() and uniform_pair() bit for bit, in blocks of any
// length. Randomness: a pure function of the arguments. Errors: none.
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "sim/random/stream.hpp"
#include "sim/sampling/sobol.hpp"

namespace trialcost {

// The direction numbers of a dimension, the bits of each in reverse.
using ReversedDirections = std::array<std::uint32_t, 32>;
ReversedDirections reversed_directions(const SobolDimension& dimension);

// out[i] = point first_draw + i of the dimension, Owen scrambled with the seed, as (k + 1/2)/2^32.
// The last point may be number 2^31 - 1.
void sobol_uniforms(const ReversedDirections& directions, std::uint32_t scramble_seed,
                    std::uint32_t first_draw, std::span<double> out);

// out[i] = the first uniform of the event of the stream in draw first.draw + i.
void monte_carlo_uniforms(const DrawKey& first, std::uint32_t stream, std::uint32_t event,
                          std::span<double> out);

}  // namespace trialcost
