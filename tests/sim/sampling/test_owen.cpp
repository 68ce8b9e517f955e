#include "sim/sampling/owen.hpp"

#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <vector>

#include "sim/random/stream_engine.hpp"
#include "sim/sampling/sobol.hpp"
#include "tests/catch_compat.hpp"

namespace {

using namespace trialcost;

double centred(std::uint32_t x) {
    return (x + 0.5) * 0x1p-32 - 0.5;
}

TEST_CASE("Bits are reversed") {
    STATIC_REQUIRE(reverse_bits(0x12345678) == 0x1e6a2c48);
    for (int bit = 0; bit < 32; ++bit) CHECK(reverse_bits(1U << bit) == 0x80000000U >> bit);
}

TEST_CASE("Scrambling permutes the intervals of every level of the binary tree") {
    // For each m: the top m bits of the result are a bijection of the top m bits of x, whatever
    // the bits below.
    StreamEngine engine(1, "owen prefix");
    for (int repeat = 0; repeat < 20; ++repeat) {
        const std::uint32_t seed = engine();
        for (int m = 1; m <= 12; ++m) {
            const int shift = 32 - m;
            std::vector<int> hits(1U << m);
            for (std::uint32_t prefix = 0; prefix < hits.size(); ++prefix) {
                const std::uint32_t x = prefix << shift;
                const std::uint32_t image = owen_scramble(x, seed) >> shift;
                ++hits[image];
                const std::uint32_t other = x | (engine() >> m);
                REQUIRE(owen_scramble(other, seed) >> shift == image);
            }
            for (const int count : hits) REQUIRE(count == 1);
        }
    }
}

TEST_CASE("A scrambled net is a net") {
    // The first two dimensions are a (0, m, 2)-net: one point in each elementary interval of
    // area 2^-m, of every shape.
    constexpr int m = 10;
    const SobolDimension first = sobol_dimension(0);
    const SobolDimension second = sobol_dimension(1);
    for (const std::uint32_t seed : {0U, 1U, 0xdeadbeefU}) {
        for (int across = 0; across <= m; ++across) {
            std::vector<int> hits(1U << m);
            for (std::uint32_t i = 0; i < hits.size(); ++i) {
                const std::uint64_t x = owen_scramble(first.point(i), seed);
                const std::uint64_t y = owen_scramble(second.point(i), ~seed * 0x9e3779b9U);
                ++hits[((x >> (32 - across)) << (m - across)) | (y >> (32 - (m - across)))];
            }
            for (const int count : hits) REQUIRE(count == 1);
        }
    }
}

TEST_CASE("One point under many seeds is uniform, and uncorrelated between seeds") {
    // n = 40,000 pairs of seeds per point, 16 x 16 cells: chi-square(255), false alarm 1e-6 at
    // 377.1, five looks. Smallest fault caught (power 1/2): a correlation of .055.
    StreamEngine engine(2, "owen seeds");
    for (const std::uint32_t x : {0U, 1U, 0x80000000U, 0x55555555U, 0xffffffffU}) {
        constexpr int n = 40'000;
        std::vector<int> counts(256);
        for (int i = 0; i < n; ++i) {
            const std::uint32_t a = owen_scramble(x, engine()) >> 28;
            const std::uint32_t b = owen_scramble(x, engine()) >> 28;
            ++counts[16 * a + b];
        }
        double statistic = 0.0;
        for (const int count : counts)
            statistic += (count - n / 256.0) * (count - n / 256.0) / (n / 256.0);
        CHECK(statistic < 377.1);
    }
}

// Covariance of two points of a nested uniform scramble that agree in their first r bits
// (infinity: the same point), of w = u - 1/2 and of w^2. They share a cell of width 2^-r and lie in
// its two halves; w^2 is (t/2)^2 with t the position inside a half of the unit interval.
struct PairCovariance {
    double w;
    double w_squared;
};

PairCovariance covariance_of_pair(int r) {
    if (r == 32) return {1.0 / 12.0, 1.0 / 180.0};
    const double w = 1.0 / 12.0 - 7.0 / 48.0 * std::ldexp(1.0, -2 * r);
    if (r == 0) return {w, 0.0};
    const PairCovariance inside = covariance_of_pair(r - 1);
    return {w, (inside.w + inside.w_squared) / 16.0};
}

TEST_CASE("Two points under one seed have the covariance of a nested uniform scramble") {
    // n = 100,000 seeds for each number r of shared bits. The product of two centred uniforms has
    // s.d. at most .0745, so s.e. <= 2.4e-4; limit 5 s.e. (false alarm 3e-6 for the six). Without
    // scrambling below the first differing bit (a digital shift) r = 0 gives +.0208, not -.0625.
    StreamEngine engine(3, "owen pairs");
    for (int r = 0; r < 6; ++r) {
        constexpr int n = 100'000;
        const std::uint32_t x = 0x6b3a5c91;
        const std::uint32_t y = x ^ (0x80000000U >> r);
        double sum = 0.0;
        for (int i = 0; i < n; ++i) {
            const std::uint32_t seed = engine();
            sum += centred(owen_scramble(x, seed)) * centred(owen_scramble(y, seed));
        }
        CHECK(sum / n == Approx(covariance_of_pair(r).w).margin(1.2e-3));
    }
}

// The exact variance, under nested uniform scrambling, of the mean of (u1 + u2 + u3)^2 over the
// first 2^m points. With w_i = u_i - 1/2 the function is, up to a constant, the sum of
// 3 w_i + w_i^2 and of 2 w_i w_j; these are uncorrelated. The bits that two points share depend
// only on the XOR of their indices, so a sum over pairs is 2^m times a sum over points.
double exact_variance(int m) {
    std::array<SobolDimension, 3> dimensions;
    for (std::size_t d = 0; d < 3; ++d) dimensions[d] = sobol_dimension(d);
    const std::uint32_t n = 1U << m;
    double sum = 0.0;
    for (std::uint32_t index = 0; index < n; ++index) {
        std::array<PairCovariance, 3> pair;
        for (std::size_t d = 0; d < 3; ++d)
            pair[d] = covariance_of_pair(std::countl_zero(dimensions[d].point(index)));
        for (std::size_t d = 0; d < 3; ++d)
            sum += 9.0 * pair[d].w + pair[d].w_squared + 4.0 * pair[d].w * pair[(d + 1) % 3].w;
    }
    return sum / n;
}

double mean_squared_error(int m, int replicates, StreamEngine& engine) {
    std::array<SobolDimension, 3> dimensions;
    for (std::size_t d = 0; d < 3; ++d) dimensions[d] = sobol_dimension(d);
    const std::uint32_t n = 1U << m;
    double sum_of_squares = 0.0;
    for (int r = 0; r < replicates; ++r) {
        const std::array<std::uint32_t, 3> seeds{engine(), engine(), engine()};
        double sum = 0.0;
        for (std::uint32_t i = 0; i < n; ++i) {
            double total = 1.5;
            for (std::size_t d = 0; d < 3; ++d)
                total += centred(owen_scramble(dimensions[d].point(i), seeds[d]));
            sum += total * total - 2.5;  // E (u1 + u2 + u3)^2 = 9/4 + 3/12
        }
        sum_of_squares += (sum / n) * (sum / n);
    }
    return sum_of_squares / replicates;
}

TEST_CASE("The mean of a smooth function has the variance of nested uniform scrambling") {
    // The hash with R = 2000 replicates at 2^10 and 200 at 2^14, against the exact variance: the
    // error of a replicate is close to normal, so the s.e. is sqrt(2/R), 3.2 % and 10 %; limits
    // 5 s.e. (false alarm 2e-6). A digital shift gives 300 and 3000 times the variance, plain
    // Monte Carlo 3e5 and 6e7 times.
    StreamEngine engine(4, "owen variance");
    CHECK(exact_variance(10) == Approx(8.46e-9).epsilon(0.005));
    CHECK(mean_squared_error(10, 2000, engine) == Approx(exact_variance(10)).epsilon(0.16));
    CHECK(mean_squared_error(14, 200, engine) == Approx(exact_variance(14)).epsilon(0.5));
}

}  // namespace
