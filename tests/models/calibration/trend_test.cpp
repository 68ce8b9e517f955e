#include "models/calibration/trend.hpp"

#include <cmath>
#include <vector>

#include "models/distribution/special_functions.hpp"
#include "sim/random/stream.hpp"
#include "tests/catch_compat.hpp"

using namespace trialcost;
using Catch::Matchers::WithinAbs;
using Catch::Matchers::WithinRel;

namespace {

std::vector<double> count_to(std::size_t n) {
    std::vector<double> out;
    for (std::size_t i = 0; i < n; ++i) out.push_back(static_cast<double>(i));
    return out;
}

}  // namespace

TEST_CASE("a trend needs four trials that did not start together") {
    CHECK_FALSE(trend_over(count_to(3), std::vector<double>{1, 2, 3}));
    CHECK_FALSE(trend_over(std::vector<double>(4, 7.0), std::vector<double>{1, 2, 3, 4}));
    CHECK(trend_over(count_to(4), std::vector<double>{1, 2, 3, 5}));
}

// SciPy 1.10: stats.linregress(rank, log(value)), times the span of the ranks.
TEST_CASE("slope, interval and significance are those of least squares on the log") {
    const auto six =
        trend_over(count_to(6), std::vector<double>{1.00, 1.02, 1.01, 1.05, 1.06, 1.04});
    REQUIRE(six);
    CHECK_THAT(six->change, WithinRel(0.0513224960134, 1e-9));
    CHECK_THAT(six->low, WithinRel(0.000628384127061, 1e-6));
    CHECK_THAT(six->high, WithinRel(0.104584887014, 1e-9));
    CHECK_THAT(six->p_value, WithinRel(0.0482316382532, 1e-9));

    // Two that start together share the rank 1.5; ranks 0, 1.5, 1.5, 3.
    const auto tied =
        trend_over(std::vector<double>{10, 20, 20, 90}, std::vector<double>{2, 2.2, 2.1, 2.5});
    REQUIRE(tied);
    CHECK_THAT(tied->change, WithinRel(0.25, 1e-9));
    CHECK_THAT(tied->low, WithinRel(0.00190309526956, 1e-6));
    CHECK_THAT(tied->p_value, WithinRel(0.0492131777629, 1e-9));
}

TEST_CASE("the order of the starts counts, not the order of the rows or the pauses between") {
    const std::vector<double> values{1.00, 1.02, 1.01, 1.05, 1.06, 1.04};
    const auto expected = trend_over(count_to(6), values);
    const auto paused = trend_over(std::vector<double>{0, 1, 2, 3, 4, 5000}, values);
    const auto mixed = trend_over(std::vector<double>{5, 0, 4, 1, 3, 2},
                                  std::vector<double>{1.04, 1.00, 1.06, 1.02, 1.05, 1.01});
    REQUIRE((expected && paused && mixed));
    CHECK(paused->change == expected->change);
    CHECK_THAT(mixed->change, WithinRel(expected->change, 1e-12));
    CHECK_THAT(mixed->p_value, WithinRel(expected->p_value, 1e-9));
}

TEST_CASE("equal values are no trend, a straight line is a certain one") {
    // Their mean may round to another value.
    for (std::size_t n = 4; n < 30; ++n) {
        const auto equal = trend_over(count_to(n), std::vector<double>(n, 0.3));
        REQUIRE(equal);
        CHECK(equal->change == 0);
        CHECK(equal->p_value == 1);
    }
    const auto line = trend_over(count_to(5), std::vector<double>{1, 2, 4, 8, 16});
    REQUIRE(line);
    CHECK_THAT(line->change, WithinRel(15.0, 1e-9));
    CHECK_THAT(line->p_value, WithinAbs(0, 1e-9));
}

// 4,000 sets of normal logs without a trend; share with p <= .01. Standard error .0016: within 4 of
// them a level of .0035 to .0165 passes. Chance of a false alarm: 1 in 4,000 (three sizes).
// Seed 71.
TEST_CASE("the false-alarm rate of the trend is its level") {
    constexpr std::uint64_t sets = 4000;
    for (const std::size_t n : {std::size_t{4}, std::size_t{8}, std::size_t{20}}) {
        INFO(n << " trials");
        double alarms = 0;
        for (std::uint64_t set = 0; set < sets; ++set) {
            std::vector<double> values;
            for (std::uint32_t i = 0; i < n; ++i)
                values.push_back(std::exp(
                    0.1 * normal_quantile(
                              uniform_pair({71, 0, set}, static_cast<std::uint32_t>(n), i).first)));
            alarms += trend_over(count_to(n), values)->p_value <= 0.01 ? 1.0 / sets : 0;
        }
        CHECK_THAT(alarms, WithinAbs(0.01, 0.0065));
    }
}
