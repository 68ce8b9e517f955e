// The sample: R replicates of N draws, each a point with one coordinate per name, as uniforms in
// (0, 1) or as standard normal scores.
//
// Sobol': replicate r is a Sobol' net of N points under its own Owen scramble. Coordinate c takes
// dimension c of the sequence; its scramble is keyed by (seed, NAME, replicate), so a name added at
// the end changes no bit of the others. u = (k + 1/2)/2^32 with a 32-bit k.
// Latin hypercube: replicate r cuts each coordinate into N equal cells and takes a point in each,
// in an order that a permutation keyed by (seed, NAME, replicate) gives (permutation.hpp). Monte
// Carlo: u is the first uniform of event `coordinate_event` of (seed, name, replicate, draw)
// (sim/random/stream.hpp).
// But for the Latin hypercube, draw i of a longer sample is draw i of a shorter one.
//
// Randomness: a pure function of the design and the names; blocks may be asked for in any order,
// of any length, from any thread.
// Errors: the constructor throws std::invalid_argument (an empty or too large design, draws not a
// power of two under Sobol', too many names, two names in one stream); the readers throw
// std::out_of_range for a coordinate, replicate or draw outside the sample.
// Sources: see sobol.hpp and owen.hpp; replicates of scrambles for error estimates: Owen 1997,
// "Scrambled net variance for integrals of smooth functions"; Latin hypercube: McKay, Beckman and
// Conover 1979.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sim/random/stream.hpp"
#include "sim/sampling/point_blocks.hpp"

namespace trialcost {

// The event of a name's stream that holds its coordinate under Monte Carlo. It is the last one, so
// the events 0, 1, ... of the same name stay free for what happens inside a draw.
inline constexpr std::uint32_t coordinate_event = std::numeric_limits<std::uint32_t>::max();

enum class Sampler { sobol, monte_carlo, latin_hypercube };

// "sobol", "monte carlo", "latin hypercube"
std::string_view name_of(Sampler sampler);
std::optional<Sampler> sampler_named(std::string_view name);

struct SamplingDesign {
    Sampler sampler = Sampler::sobol;
    std::uint64_t seed = 1;
    std::uint32_t replicates = 16;
    std::uint32_t draws_per_replicate = 4096;

    std::uint64_t total() const { return std::uint64_t{replicates} * draws_per_replicate; }
};

class Points {
  public:
    Points(SamplingDesign design, std::vector<std::string> coordinate_names);

    // out[i] = the value of draw first_draw + i.
    void uniforms(std::size_t coordinate, std::uint32_t replicate, std::uint32_t first_draw,
                  std::span<double> out) const;
    void scores(std::size_t coordinate, std::uint32_t replicate, std::uint32_t first_draw,
                std::span<double> out) const;

    const SamplingDesign& design() const { return design_; }
    const std::vector<std::string>& coordinate_names() const { return names_; }

  private:
    // Latin hypercube: each uniform moved into the cell of its draw.
    void spread_over_cells(std::uint32_t first_draw, std::uint64_t permutation_seed,
                           std::span<double> out) const;

    SamplingDesign design_;
    std::vector<std::string> names_;
    std::vector<std::uint32_t> streams_;          // by coordinate
    std::vector<ReversedDirections> directions_;  // by coordinate; under Sobol' alone
};

}  // namespace trialcost
