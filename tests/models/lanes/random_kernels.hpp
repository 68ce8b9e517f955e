// The kernel of Philox as a function of blocks, for the tests.
#pragma once

#include <array>
#include <cstdint>
#include <span>

namespace trialcost {

using PhiloxCounter = std::array<std::uint32_t, 4>;

// out[i] = the words of counter in[i]. The upper halves of the lanes are filled with rubbish.
void philox_words(std::span<const PhiloxCounter> in, std::array<std::uint32_t, 2> key,
                  std::span<PhiloxCounter> out);
// out[i] = the uniform of the words in[i][0], in[i][1].
void uniforms_of(std::span<const PhiloxCounter> in, std::span<double> out);

}  // namespace trialcost
