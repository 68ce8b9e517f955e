// Latin hypercubes: one point in each cell, cells in random order, names apart.
#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>
#include <vector>

#include "sim/sampling/permutation.hpp"
#include "sim/sampling/points.hpp"
#include "tests/catch_compat.hpp"

using namespace trialcost;

TEST_CASE("a permutation takes every element somewhere else, for any number of them") {
    for (const std::uint32_t n : {1u, 2u, 3u, 5u, 16u, 17u, 1000u, 1024u, 1025u, 65'536u, 100'003u})
        for (const std::uint64_t seed : {0ull, 1ull, 0xffffffffffffffffull}) {
            std::vector<bool> taken(n, false);
            for (std::uint32_t i = 0; i < n; ++i) {
                const std::uint32_t to = permuted(i, n, seed);
                REQUIRE(to < n);
                REQUIRE_FALSE(taken[to]);
                taken[to] = true;
            }
        }
}

// All 24 permutations of 4 elements over 24,000 seeds: each 1,000 times, s.d. 31. Chi-square with
// 23 degrees of freedom is above 62 with probability 2e-5 (SciPy); it sees a permutation that is 20
// % too frequent. Neighbours: over 4,000 seeds of 1,000 elements, the correlation of the places of
// elements 0 and 1 has s.e. 1/sqrt(4000) = .016; limit 4 s.e., false alarm 6e-5, smallest fault .1.
TEST_CASE("every order comes as often, and neighbours know nothing of each other") {
    std::vector<int> counts(256, 0);
    for (std::uint64_t seed = 0; seed < 24'000; ++seed) {
        std::size_t order = 0;
        for (std::uint32_t i = 0; i < 4; ++i)
            order = order * 4 + permuted(i, 4, seed * 0x9E3779B97F4A7C15ull + 1);
        ++counts[order];
    }
    double chi_square = 0;
    int seen = 0;
    for (const int count : counts) {
        seen += count > 0;
        if (count > 0) chi_square += (count - 1000.0) * (count - 1000.0) / 1000;
    }
    CHECK(seen == 24);
    CHECK(chi_square < 62);

    double product = 0;
    for (std::uint64_t seed = 0; seed < 4'000; ++seed) {
        const std::uint64_t key = seed * 0xD1B54A32D192ED03ull;
        const double a = permuted(0, 1000, key) / 999.0 - 0.5,
                     b = permuted(1, 1000, key) / 999.0 - 0.5;
        product += a * b * 12 / 4'000;
    }
    CHECK(std::fabs(product) < 4 * 0.016);
}

TEST_CASE("a replicate has one point in each cell of each coordinate") {
    const SamplingDesign design{Sampler::latin_hypercube, 7, 3, 1000};
    const Points points(design, {"a", "b"});
    std::set<double> all;
    for (std::size_t coordinate = 0; coordinate < 2; ++coordinate)
        for (std::uint32_t r = 0; r < 3; ++r) {
            std::vector<double> u(1000);
            points.uniforms(coordinate, r, 0, u);
            all.insert(u.begin(), u.end());
            // In any blocks.
            for (const std::uint32_t first : {0u, 1u, 500u, 999u}) {
                std::vector<double> part(std::min<std::uint32_t>(7, 1000 - first));
                points.uniforms(coordinate, r, first, part);
                CHECK(std::equal(part.begin(), part.end(), u.begin() + first));
            }
            std::vector<double> scores(1000);
            points.scores(coordinate, r, 0, scores);
            CHECK(std::all_of(scores.begin(), scores.end(),
                              [](double z) { return std::isfinite(z); }));
            std::sort(u.begin(), u.end());
            for (std::size_t i = 0; i < 1000; ++i) {
                CHECK(u[i] > static_cast<double>(i) / 1000);
                CHECK(u[i] < static_cast<double>(i + 1) / 1000);
            }
        }
    CHECK(all.size() == 6'000);  // no two replicates or names share a point
}

// A sum of 8 uniforms with 64 draws: the variance of the mean over replicates, against 8/(12 64) of
// independent draws. 400 replicates; the ratio is below 1/50 (theory: n^-2 for a sum), while that
// of a sampler that is not stratified is 1 within .3.
TEST_CASE("the mean of a sum is far better than that of independent draws") {
    const SamplingDesign design{Sampler::latin_hypercube, 1, 400, 64};
    std::vector<std::string> names;
    for (int i = 0; i < 8; ++i) names.push_back("x" + std::to_string(i));
    const Points points(design, names);
    double squares = 0;
    for (std::uint32_t r = 0; r < 400; ++r) {
        double mean = 0;
        std::vector<double> u(64);
        for (std::size_t c = 0; c < 8; ++c) {
            points.uniforms(c, r, 0, u);
            mean += std::accumulate(u.begin(), u.end(), 0.0) / 64;
        }
        squares += (mean - 4) * (mean - 4) / 400;
    }
    CHECK(squares < 8.0 / (12 * 64) / 50);
}

TEST_CASE("samplers have names, and names samplers") {
    for (const Sampler sampler : {Sampler::sobol, Sampler::monte_carlo, Sampler::latin_hypercube})
        CHECK(sampler_named(name_of(sampler)) == sampler);
    CHECK_FALSE(sampler_named("halton"));
}
