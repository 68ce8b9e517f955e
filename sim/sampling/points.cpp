#include "sim/sampling/points.hpp"

#include <array>
#include <bit>
#include <stdexcept>
#include <utility>

#include "models/distribution/special_functions.hpp"
#include "sim/sampling/owen.hpp"

namespace trialcost {

namespace {

constexpr std::uint32_t max_replicates = 1U << 16;  // width of DrawKey::replicate

// A design counts its draws in 32 bits, so no coordinate reaches this draw of its stream.
constexpr std::uint64_t scramble_draw = draws_per_stream - 1;

std::uint32_t scramble_seed(std::uint64_t seed, std::uint16_t replicate, std::uint32_t stream) {
    return bits({seed, replicate, scramble_draw}, stream, coordinate_event)[0];
}

void check_design(const SamplingDesign& design) {
    if (design.replicates == 0 || design.draws_per_replicate == 0)
        throw std::invalid_argument("a sample needs at least one replicate and one draw");
    if (design.replicates > max_replicates)
        throw std::invalid_argument("a sample has at most " + std::to_string(max_replicates) +
                                    " replicates, not " + std::to_string(design.replicates));
    if (design.sampler == Sampler::sobol && !std::has_single_bit(design.draws_per_replicate))
        throw std::invalid_argument(
            "Sobol' sampling needs a power of two of draws per replicate, not " +
            std::to_string(design.draws_per_replicate));
}

}  // namespace

Points::Points(SamplingDesign design, std::vector<std::string> coordinate_names)
    : design_(design), names_(std::move(coordinate_names)) {
    check_design(design_);
    assert_distinct_streams(names_);
    streams_.reserve(names_.size());
    for (const std::string& name : names_) streams_.push_back(stream_of(name));
    if (design_.sampler != Sampler::sobol) return;
    if (names_.size() > max_sobol_dimensions)
        throw std::invalid_argument("Sobol' sampling takes at most " +
                                    std::to_string(max_sobol_dimensions) + " coordinates, not " +
                                    std::to_string(names_.size()));
    dimensions_.reserve(names_.size());
    for (std::size_t c = 0; c < names_.size(); ++c) dimensions_.push_back(sobol_dimension(c));
}

void Points::uniforms(std::size_t coordinate, std::uint32_t replicate, std::uint32_t first_draw,
                      std::span<double> out) const {
    if (coordinate >= names_.size()) throw std::out_of_range("no such coordinate in the sample");
    if (replicate >= design_.replicates) throw std::out_of_range("no such replicate in the sample");
    if (first_draw > design_.draws_per_replicate ||
        out.size() > design_.draws_per_replicate - first_draw)
        throw std::out_of_range("a block reaches beyond the draws of a replicate");
    const auto short_replicate = static_cast<std::uint16_t>(replicate);
    switch (design_.sampler) {
        case Sampler::sobol:
            return sobol_uniforms(coordinate, short_replicate, first_draw, out);
        case Sampler::monte_carlo:
            return monte_carlo_uniforms(coordinate, short_replicate, first_draw, out);
    }
}

void Points::scores(std::size_t coordinate, std::uint32_t replicate, std::uint32_t first_draw,
                    std::span<double> out) const {
    uniforms(coordinate, replicate, first_draw, out);
    for (double& value : out) value = normal_quantile(value);
}

void Points::sobol_uniforms(std::size_t coordinate, std::uint16_t replicate,
                            std::uint32_t first_draw, std::span<double> out) const {
    if (out.empty()) return;
    const SobolDimension& dimension = dimensions_[coordinate];
    const std::uint32_t seed = scramble_seed(design_.seed, replicate, streams_[coordinate]);
    // From index i to i + 1 the trailing ones of i and the zero above them flip: all the bits up
    // to the lowest one of i + 1. step[j] is the XOR of v[0] to v[j].
    std::array<std::uint32_t, 32> step = dimension.v;
    for (std::size_t j = 1; j < step.size(); ++j) step[j] ^= step[j - 1];
    std::uint32_t index = first_draw;
    std::uint32_t x = dimension.point(index);
    for (double& value : out) {
        value = (static_cast<double>(owen_scramble(x, seed)) + 0.5) * 0x1p-32;
        ++index;  // at most 2^31, the largest power of two of draws
        x ^= step[static_cast<std::size_t>(std::countr_zero(index))];
    }
}

void Points::monte_carlo_uniforms(std::size_t coordinate, std::uint16_t replicate,
                                  std::uint32_t first_draw, std::span<double> out) const {
    DrawKey key{design_.seed, replicate, first_draw};
    for (double& value : out) {
        value = uniform_pair(key, streams_[coordinate], coordinate_event).first;
        ++key.draw;
    }
}

}  // namespace trialcost
