#include "models/distribution/marginal.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "models/distribution/special_functions.hpp"
#include "tests/catch_compat.hpp"
#include "tests/models/distribution/boost_reference.hpp"

using namespace trialcost;

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

// Families whose marginal is accurate relative to the value, and those relative to the range.
const Family positive_families[] = {
    Lognormal{3.0, 0.4}, Gamma{1.0 / 40, 2.0}, Gamma{0.5 / 18, 1e-3}, Gamma{0.25, 1.0},
    Gamma{0.5, 1.0},     Gamma{1.0, 3.0},      Gamma{2.0, 1.0},       Gamma{4.0, 2.0},
    Gamma{7.5, 2.0},     Gamma{15.9, 1.0},     Gamma{16.1, 1.0},      Gamma{1e3, 1.0},
    Gamma{1e6, 1e-3},    Weibull{0.5, 1.0},    Weibull{0.7, 40.0},    Weibull{1.0, 2.0},
    Weibull{2.0, 3.0},   Weibull{20.0, 5.0},
};
const Family ranged_families[] = {
    Uniform{3.0, 20.0},
    Triangular{3.0, 5.0, 20.0},
    Triangular{3.0, 20.0, 20.0},
    Pert{1.0, 2.0, 7.0},
    Pert{1.0, 1.0, 7.0},
    Beta{0.5, 0.5},
    Beta{0.5, 20.0},
    Beta{20.0, 0.5, -3.0, 5.0},
    Beta{2.0, 18.0},
    Beta{20.0, 3.0},
    Beta{1e5, 1e5},
    Beta{0.5, 1e5},
    Beta{1e5, 0.5},
    Beta{300.0, 1e5},
    Beta{1.0, 1.0},
};
const Discrete three_values{{30.0, 10.0, 20.0}, {1.0, 5.0, 2.0}};
const Quantiles three_percentiles{{0.1, 0.5, 0.9}, {1.0, 2.0, 5.0}};

std::vector<Family> all_families() {
    std::vector<Family> all(std::begin(positive_families), std::end(positive_families));
    all.insert(all.end(), std::begin(ranged_families), std::end(ranged_families));
    all.insert(all.end(), {Normal{3.0, 2.0}, Constant{4.0}, three_values, three_percentiles});
    return all;
}

// Off the nodes and the points at which the compiler measured.
double score_at(int i) {
    return -6.0 + 0.03 * i + 0.00123;
}

}  // namespace

TEST_CASE("marginals of positive families agree with Boost.Math to a relative 1e-10") {
    for (const Family& family : positive_families) {
        const Marginal marginal = Marginal::compile({family});
        CAPTURE(describe({family}), marginal.measured_error());
        CHECK(marginal.measured_error() <= 1e-10);
        for (int i = 0; i < 400; ++i) {
            const double z = score_at(i);
            const double expected = reference::quantile_at_score(family, z);
            const double value = marginal(z);
            CAPTURE(z, value, expected);
            REQUIRE(std::isfinite(value));
            if (expected < 1e-300)
                REQUIRE(value < 1.001e-300);
            else
                REQUIRE(std::abs(value / expected - 1.0) < 1.5e-10);
        }
    }
}

TEST_CASE("marginals of families with a range agree with Boost.Math to 1e-10 of it") {
    for (const Family& family : ranged_families) {
        const Marginal marginal = Marginal::compile({family});
        CAPTURE(describe({family}), marginal.measured_error());
        CHECK(marginal.measured_error() <= 1e-10);
        const double low = lower_end({family}), high = upper_end({family});
        for (int i = 0; i < 400; ++i) {
            const double z = score_at(i);
            const double expected = reference::quantile_at_score(family, z);
            const double value = marginal(z);
            CAPTURE(z, value, expected);
            REQUIRE(value >= low);
            REQUIRE(value <= high);
            REQUIRE(std::abs(value - expected) < 1.5e-10 * (high - low));
        }
    }
}

TEST_CASE("closed forms of the normal score are exact") {
    const Marginal normal = Marginal::compile({Normal{3.0, 2.0}});
    const Marginal constant = Marginal::compile({Constant{4.0}});
    const Marginal percentiles = Marginal::compile({three_percentiles});
    for (int i = 0; i < 400; ++i) {
        const double z = score_at(i);
        REQUIRE(normal(z) == 3.0 + 2.0 * z);
        REQUIRE(constant(z) == 4.0);
        const double slope = (z < 0.0 ? 1.0 : 3.0) / normal_quantile(0.9);
        REQUIRE(percentiles(z) == Approx(2.0 + slope * z).epsilon(1e-13).margin(1e-13));
    }
    CHECK(normal.measured_error() == 0.0);
}

TEST_CASE("a discrete marginal changes exactly at its cumulative weights") {
    // 10 with 5/8, 20 with 2/8, 30 with 1/8.
    const Marginal marginal = Marginal::compile({three_values});
    const double first = normal_quantile(0.625), second = normal_quantile(0.125, Tail::upper);
    CHECK(marginal(-infinity) == 10.0);
    CHECK(marginal(first) == 10.0);
    CHECK(marginal(std::nextafter(first, 9.0)) == 20.0);
    CHECK(marginal(second) == 20.0);
    CHECK(marginal(std::nextafter(second, 9.0)) == 30.0);
    CHECK(marginal(infinity) == 30.0);
    const Marginal single = Marginal::compile({Discrete{{7.0}, {2.0}}});
    CHECK(single(-3.0) == 7.0);
    CHECK(single(3.0) == 7.0);
}

TEST_CASE("a marginal increases with the score") {
    for (const Family& family : all_families()) {
        const Marginal marginal = Marginal::compile({family});
        CAPTURE(describe({family}));
        const double error = 2.0 * marginal.measured_error() + 4e-16;
        const bool ranged =
            std::holds_alternative<Beta>(family) || std::holds_alternative<Pert>(family);
        double before = marginal(-9.0);
        for (int i = 0; i <= 18'000; ++i) {
            const double value = marginal(-9.0 + 1e-3 * i);
            const double scale =
                ranged ? upper_end({family}) - lower_end({family}) : std::abs(before) + 1e-300;
            REQUIRE(value >= before - error * scale);
            before = value;
        }
    }
}

TEST_CASE("beyond the table the end is held, and no score gives NaN") {
    for (const Family& family : {Family{Gamma{0.5 / 18, 1.0}}, Family{Gamma{30.0, 1.0}},
                                 Family{Weibull{0.7, 1.0}}, Family{Beta{2.0, 18.0}}}) {
        const Marginal marginal = Marginal::compile({family});
        CHECK(marginal(8.5) == marginal(40.0));
        CHECK(marginal(-8.5) == marginal(-40.0));
        CHECK(marginal(infinity) == marginal(8.5));
        CHECK(marginal(-infinity) == marginal(-8.5));
        CHECK(std::isfinite(marginal(8.5)));
        CHECK(marginal(-8.5) >= 0.0);
    }
}

TEST_CASE("bounds are applied to the value") {
    for (const Family& family : all_families()) {
        const double lower = quantile({family}, 0.2), upper = quantile({family}, 0.7);
        const Marginal free = Marginal::compile({family});
        const Marginal bounded = Marginal::compile({family, lower, upper});
        for (int i = 0; i < 400; i += 3) {
            const double z = score_at(i);
            REQUIRE(bounded(z) == std::clamp(free(z), lower, upper));
        }
    }
}

TEST_CASE("draws follow the distribution function") {
    // Kolmogorov-Smirnov: n = 20,000 against Boost.Math, fixed seed, the same scores for every
    // family. sqrt(n) D exceeds 2.6 with probability 2 exp(-2 * 2.6^2) = 2.7e-6; a distribution
    // function that is wrong by 0.025 anywhere is caught (2.6 / sqrt(n) = 0.018, and the noise).
    constexpr int n = 20'000;
    std::mt19937_64 bits(20240607);
    std::vector<double> scores(n);
    for (double& z : scores)
        z = normal_quantile((static_cast<double>(bits() >> 11) + 0.5) * 0x1p-53);
    std::sort(scores.begin(), scores.end());
    std::vector<Family> families(std::begin(positive_families), std::end(positive_families));
    families.insert(families.end(), std::begin(ranged_families), std::end(ranged_families));
    for (const Family& family : families) {
        CAPTURE(describe({family}));
        const Marginal marginal = Marginal::compile({family});
        double distance = 0.0;
        for (int i = 0; i < n; ++i) {
            // One comparison in ten: the sorted sample moves by 5e-4 in between.
            if (i % 10 != 0) continue;
            const double f = reference::cdf(family, marginal(scores[static_cast<std::size_t>(i)]));
            distance = std::max(distance, std::abs(f - (i + 0.5) / n));
        }
        CHECK(std::sqrt(double{n}) * distance < 2.6);
    }
}

TEST_CASE("what cannot be tabulated is refused") {
    CHECK_THROWS_AS(Marginal::compile({Beta{1e-4, 1e-4}}), std::runtime_error);
}

TEST_CASE("the bits of every family are the ones recorded for this version") {
    std::uint64_t hash = 0xcbf29ce484222325;
    for (const Family& family : all_families()) {
        const Marginal marginal = Marginal::compile({family});
        for (int i = 0; i < 400; ++i)
            hash = (hash ^ std::bit_cast<std::uint64_t>(marginal(score_at(i)))) * 0x100000001b3;
    }
    CHECK(hash == 0x15d883c398eab016);
}
