// Draws of the 12 inputs, block by block.
//
// Monte Carlo: 52-bit uniforms, two coordinates from each event of a Philox stream. Sobol': 32-bit
// points under Owen scrambling, one coordinate each, in the order of their share in the cost.
// Gammas and betas go by the normal score; what has a short closed form in the uniform (Weibull,
// uniform, triangular) goes by it.
// Randomness: a pure function of (sampler, seed, set, draw). A draw beyond 2^31 under Sobol' is an
// error that is not looked for.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "bench/workloads/scale.hpp"
#include "models/distribution/marginal.hpp"
#include "sim/sampling/point_blocks.hpp"
#include "sim/sampling/points.hpp"

namespace trialcost::bench {

class InputSampler {
  public:
    // Samples of different sets are independent, and under Sobol' coordinates of one sequence.
    InputSampler(const Scale& scale, Sampler sampler, std::uint64_t seed, std::size_t set = 0);

    void draw(std::uint64_t first_draw, std::size_t size, InputBlock& out) const;

  private:
    void uniforms(std::uint64_t first_draw, std::size_t size, InputBlock& out) const;

    Sampler sampler_;
    std::uint64_t seed_;
    std::size_t set_;
    std::vector<Marginal> marginals_;             // of the inputs that go by the score
    std::vector<ReversedDirections> directions_;  // by coordinate
    std::vector<std::uint32_t> scrambles_;
};

}  // namespace trialcost::bench
