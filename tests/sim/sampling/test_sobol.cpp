#include "sim/sampling/sobol.hpp"

#include <algorithm>
#include <boost/random/sobol.hpp>
#include <cstdint>
#include <stdexcept>
#include <vector>

#include "tests/catch_compat.hpp"

namespace {

using namespace trialcost;

std::uint32_t gray_code(std::uint32_t i) {
    return i ^ (i >> 1);
}

TEST_CASE("The first Sobol' points are the published ones") {
    // Gray-code order, five dimensions, in eighths or sixteenths of the unit.
    const std::vector<std::vector<double>> expected{
        {0, 0, 0, 0, 0},
        {.5, .5, .5, .5, .5},
        {.75, .25, .25, .25, .75},
        {.25, .75, .75, .75, .25},
        {.375, .375, .625, .875, .375},
        {.875, .875, .125, .375, .875},
        {.625, .125, .875, .625, .625},
        {.125, .625, .375, .125, .125},
    };
    for (std::uint32_t i = 0; i < expected.size(); ++i)
        for (std::size_t d = 0; d < 5; ++d)
            CHECK(sobol_dimension(d).point(gray_code(i)) * 0x1p-32 == expected[i][d]);
}

TEST_CASE("All direction numbers are those of SciPy") {
    // FNV-1a over the bytes, low first, of the 3667 x 32 numbers of scipy.stats.qmc.Sobol 1.10.1
    // with bits = 32, which reads the original file of Joe and Kuo.
    std::uint64_t hash = 0xcbf29ce484222325U;
    for (std::size_t d = 0; d < max_sobol_dimensions; ++d)
        for (const std::uint32_t number : sobol_dimension(d).v)
            for (int shift = 0; shift < 32; shift += 8)
                hash = (hash ^ ((number >> shift) & 0xffU)) * 0x100000001b3U;
    CHECK(hash == 0xe29dddc0a2121c36);
    CHECK(sobol_dimension(100).v[31] == 0x29427f87);
    CHECK(sobol_dimension(3666).v[31] == 0xe247248f);
}

TEST_CASE("The points are those of Boost.Random in Gray-code order") {
    // Boost leaves out point 0, so its vector k is our point gray(k + 1).
    boost::random::sobol_engine<std::uint32_t, 32> engine(max_sobol_dimensions);
    constexpr std::uint32_t vectors = 40;
    std::vector<std::uint32_t> expected(vectors * max_sobol_dimensions);
    engine.generate(expected.begin(), expected.end());
    for (const std::size_t d : {0UL, 1UL, 2UL, 7UL, 100UL, 1023UL, 3665UL, 3666UL}) {
        const SobolDimension dimension = sobol_dimension(d);
        for (std::uint32_t k = 0; k < vectors; ++k)
            CHECK(dimension.point(gray_code(k + 1)) == expected[k * max_sobol_dimensions + d]);
    }
}

TEST_CASE("Every aligned run of 2^m points puts one in each of 2^m equal intervals") {
    for (const std::size_t d : {0UL, 1UL, 2UL, 17UL, 134UL, 1000UL, 3666UL}) {
        const SobolDimension dimension = sobol_dimension(d);
        for (int m = 1; m <= 10; ++m) {
            const std::uint32_t n = 1U << m;
            for (const std::uint32_t run : {0U, 1U, 5U, (1U << (32 - m)) - 1U}) {
                std::vector<int> hits(n);
                for (std::uint32_t i = 0; i < n; ++i)
                    ++hits[dimension.point(run * n + i) >> (32 - m)];
                REQUIRE(std::all_of(hits.begin(), hits.end(), [](int h) { return h == 1; }));
            }
        }
    }
}

TEST_CASE("A dimension beyond the table is refused") {
    CHECK_NOTHROW(sobol_dimension(max_sobol_dimensions - 1));
    CHECK_THROWS_AS(sobol_dimension(max_sobol_dimensions), std::out_of_range);
}

}  // namespace
