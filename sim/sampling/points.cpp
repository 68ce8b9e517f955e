#include "sim/sampling/points.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <stdexcept>
#include <utility>

#include "models/lanes/blocks.hpp"
#include "sim/sampling/permutation.hpp"

namespace trialcost {

namespace {

constexpr std::uint32_t max_replicates = 1U << 16;  // width of DrawKey::replicate

// A design counts its draws in 32 bits, so no coordinate reaches this draw of its stream.
constexpr std::uint64_t scramble_draw = draws_per_stream - 1;

// What keys the scramble or the permutation of a coordinate in a replicate.
std::array<std::uint32_t, 4> coordinate_key(std::uint64_t seed, std::uint16_t replicate,
                                            std::uint32_t stream) {
    return bits({seed, replicate, scramble_draw}, stream, coordinate_event);
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

std::string_view name_of(Sampler sampler) {
    switch (sampler) {
        case Sampler::sobol:
            return "sobol";
        case Sampler::latin_hypercube:
            return "latin hypercube";
        case Sampler::monte_carlo:
            break;
    }
    return "monte carlo";
}

std::optional<Sampler> sampler_named(std::string_view name) {
    for (const Sampler sampler : {Sampler::sobol, Sampler::monte_carlo, Sampler::latin_hypercube})
        if (name == name_of(sampler)) return sampler;
    return std::nullopt;
}

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
    directions_.reserve(names_.size());
    for (std::size_t c = 0; c < names_.size(); ++c)
        directions_.push_back(reversed_directions(sobol_dimension(c)));
}

void Points::uniforms(std::size_t coordinate, std::uint32_t replicate, std::uint32_t first_draw,
                      std::span<double> out) const {
    if (coordinate >= names_.size()) throw std::out_of_range("no such coordinate in the sample");
    if (replicate >= design_.replicates) throw std::out_of_range("no such replicate in the sample");
    if (first_draw > design_.draws_per_replicate ||
        out.size() > design_.draws_per_replicate - first_draw)
        throw std::out_of_range("a block reaches beyond the draws of a replicate");
    const auto short_replicate = static_cast<std::uint16_t>(replicate);
    const std::uint32_t stream = streams_[coordinate];
    const auto key = coordinate_key(design_.seed, short_replicate, stream);
    if (design_.sampler == Sampler::sobol)
        return sobol_uniforms(directions_[coordinate], key[0], first_draw, out);
    monte_carlo_uniforms({design_.seed, short_replicate, first_draw}, stream, coordinate_event,
                         out);
    if (design_.sampler == Sampler::latin_hypercube)
        spread_over_cells(first_draw, key[0] | (std::uint64_t{key[1]} << 32), out);
}

void Points::scores(std::size_t coordinate, std::uint32_t replicate, std::uint32_t first_draw,
                    std::span<double> out) const {
    // In two passes: the one kernel's waits do not fill with the other's work.
    uniforms(coordinate, replicate, first_draw, out);
    lanes::normal_quantiles(out, out);
}

void Points::spread_over_cells(std::uint32_t first_draw, std::uint64_t permutation_seed,
                               std::span<double> out) const {
    const std::uint32_t cells = design_.draws_per_replicate;
    std::uint32_t draw = first_draw;
    for (double& value : out) {
        const std::uint32_t cell = permuted(draw++, cells, permutation_seed);
        // The sum may round up to the end of the last cell.
        value = std::min((static_cast<double>(cell) + value) / cells, 0x1.fffffffffffffp-1);
    }
}

}  // namespace trialcost
