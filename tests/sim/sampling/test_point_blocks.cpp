// The loops of the sample against the scalar functions they are to equal, on every instruction set.
#include "sim/sampling/point_blocks.hpp"

#include <array>
#include <vector>

#include "models/lanes/targets.hpp"
#include "sim/sampling/owen.hpp"
#include "tests/catch_compat.hpp"

namespace {

using namespace trialcost;

constexpr std::array<std::uint32_t, 5> first_draws{0, 1, 13, 4095, 70'000'001};
constexpr std::array<std::size_t, 9> lengths{0, 1, 2, 7, 8, 16, 31, 33, 1024};

double sobol_uniform(const SobolDimension& dimension, std::uint32_t draw, std::uint32_t seed) {
    return (static_cast<double>(owen_scramble(dimension.point(draw), seed)) + 0.5) * 0x1p-32;
}

TEST_CASE("blocks of Sobol' points are the scrambled points on every target") {
    for (const lanes::Target& target : lanes::available_targets()) {
        const lanes::OnlyTarget only(target);
        for (const std::size_t number : {0UL, 1UL, 40UL}) {
            const SobolDimension dimension = sobol_dimension(number);
            const ReversedDirections directions = reversed_directions(dimension);
            for (const std::uint32_t seed : {0U, 0x9e3779b9U, 0xffffffffU})
                for (const std::uint32_t first : first_draws)
                    for (const std::size_t length : lengths) {
                        CAPTURE(target.name, number, seed, first, length);
                        std::vector<double> block(length);
                        sobol_uniforms(directions, seed, first, block);
                        for (std::size_t i = 0; i < length; ++i) {
                            const auto draw = static_cast<std::uint32_t>(first + i);
                            REQUIRE(block[i] == sobol_uniform(dimension, draw, seed));
                        }
                    }
        }
    }
}

TEST_CASE("blocks of Monte Carlo points are the uniforms of their events on every target") {
    for (const lanes::Target& target : lanes::available_targets()) {
        const lanes::OnlyTarget only(target);
        for (const std::uint32_t first : first_draws)
            for (const std::size_t length : lengths) {
                CAPTURE(target.name, first, length);
                const DrawKey key{0x0123456789abcdef, 513, first};
                std::vector<double> block(length);
                monte_carlo_uniforms(key, 0xcafe1234, 0xffffffff, block);
                for (std::size_t i = 0; i < length; ++i)
                    REQUIRE(block[i] == uniform_pair({key.seed, key.replicate, first + i},
                                                     0xcafe1234, 0xffffffff)
                                            .first);
            }
    }
}

TEST_CASE("a block may end with the last point of the longest replicate") {
    const SobolDimension dimension = sobol_dimension(1);
    std::vector<double> block(21);
    const std::uint32_t first = (1U << 31) - 21;
    for (const lanes::Target& target : lanes::available_targets()) {
        CAPTURE(target.name);
        const lanes::OnlyTarget only(target);
        sobol_uniforms(reversed_directions(dimension), 3, first, block);
        for (std::uint32_t i = 0; i < 21; ++i)
            REQUIRE(block[i] == sobol_uniform(dimension, first + i, 3));
    }
}

}  // namespace
