#include "sim/analysis/percentile.hpp"

#include <cmath>
#include <limits>
#include <numeric>
#include <stdexcept>

#include "sim/analysis/sections.hpp"
#include "tests/catch_compat.hpp"
#include "tests/sim/analysis/tally_fixtures.hpp"

using namespace trialcost;
using namespace trialcost::fixtures;

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();
constexpr double t_3 = 3.18244630528426;  // scipy.stats.t.ppf(.975, 3)

SamplingDesign design(Sampler sampler, std::uint32_t replicates, std::uint32_t draws) {
    return {sampler, 1, replicates, draws};
}

std::vector<double> one_to(std::size_t n) {
    std::vector<double> column(n);
    std::iota(column.begin(), column.end(), 1.0);
    return column;
}

// Four replicates of 16 draws, 1 ... 16 each, shifted by 0, 1, 2 and 5.
std::vector<double> shifted_replicates() {
    std::vector<double> column;
    for (const double shift : {0.0, 1.0, 2.0, 5.0}) {
        for (int i = 16; i >= 1; --i) column.push_back(i + shift);
    }
    return column;
}

}  // namespace

TEST_CASE("the rank of a percentile is the smallest whose share reaches it") {
    CHECK(percentile_rank(100, 0.07) == 7);  // 0.07 * 100 > 7 in floating point
    CHECK(percentile_rank(100, 0.95) == 95);
    CHECK(percentile_rank(100, 0.951) == 96);
    CHECK(percentile_rank(3, 0.5) == 2);
    CHECK(percentile_rank(10, 1e-9) == 1);
    CHECK(percentile_rank(10, 1 - 1e-9) == 10);
    CHECK_THROWS_AS(percentile_rank(10, 1.0), std::logic_error);
    CHECK_THROWS_AS(percentile_rank(0, 0.5), std::logic_error);
}

TEST_CASE("half-width of sections, by hand") {
    // Deviations -1, 0, 1, 2 from 2: sum of squares 6, divided by 4 * 3.
    CHECK(section_half_width(std::vector<double>{1, 2, 3, 4}, 2) ==
          Approx(t_3 * std::sqrt(6.0 / 12.0)).epsilon(1e-12));
    CHECK(section_half_width(std::vector<double>{5, 5}, 5) == 0);
    CHECK_THROWS_AS(section_half_width(std::vector<double>{5}, 5), std::logic_error);
}

TEST_CASE("sectioning is centred at the pooled percentile") {
    const FigureTally column = tally_of(shifted_replicates(), design(Sampler::sobol, 4, 16));
    const Estimate median = percentile(column, 0.5);
    // Replicate medians (rank 8) 8, 9, 10, 13. At or below 10 lie 10 + 9 + 8 + 5 = 32 of the 64
    // draws, so that is the pooled median; the mean of the medians would be another centre.
    CHECK(median.value == 10);
    CHECK(median.high == Approx(10 + t_3 * std::sqrt((4 + 1 + 0 + 9) / 12.0)).epsilon(1e-12));
    CHECK(median.low == Approx(20 - median.high).epsilon(1e-12));
}

TEST_CASE("plain Monte Carlo takes exact ranks of the pooled draws") {
    const FigureTally column = tally_of(one_to(1000), design(Sampler::monte_carlo, 4, 250));
    const Estimate p95 = percentile(column, 0.95);
    CHECK(p95.value == 950);
    CHECK(p95.low == 936);
    CHECK(p95.high == 964);
}

TEST_CASE("fewer than ten draws beyond: order statistics, or refused") {
    // 16 * 25 = 400 draws, 4 beyond P99: P(no draw beyond) = .99^400 = .018 < .025.
    const FigureTally enough = tally_of(one_to(400), design(Sampler::sobol, 16, 25));
    const Estimate p99 = percentile(enough, 0.99);
    CHECK(p99.value == 396);
    CHECK(p99.low == 392);  // scipy.stats.binom
    CHECK(p99.high == 400);

    const FigureTally few =
        tally_of(one_to(320), design(Sampler::sobol, 16, 20));  // .99^320 = .040
    const Estimate refused = percentile(few, 0.99);
    CHECK(refused.refused());
    CHECK(std::isnan(refused.value));
    CHECK(refused.refusal == "only 3 of 320 draws lie beyond P99: more draws needed");
    CHECK(percentile(few, 0.01).refused());
    CHECK_FALSE(percentile(few, 0.5).refused());
}

TEST_CASE("one replicate has no spread: order statistics") {
    const FigureTally column = tally_of(one_to(1000), design(Sampler::sobol, 1, 1000));
    CHECK(percentile(column, 0.5).low == 469);
    CHECK(percentile(column, 0.5).high == 532);
}

TEST_CASE("infinite draws: order statistics, whose upper end may be infinite") {
    // The largest of 1 ... 1000 made infinite; dealt out to the replicates in turn.
    std::vector<double> column = one_to(1000);
    const auto permuted = [&](std::size_t infinite) {
        std::vector<double> result(1000);
        for (std::size_t i = 0; i < 1000; ++i) {
            result[(i % 4) * 250 + i / 4] = i >= 1000 - infinite ? infinity : column[i];
        }
        return result;
    };
    const SamplingDesign four = design(Sampler::sobol, 4, 250);

    const Estimate just_finite = percentile(tally_of(permuted(50), four), 0.95);
    CHECK(just_finite.value == 950);
    CHECK(just_finite.low == 936);
    CHECK(just_finite.high == infinity);

    const Estimate at_infinity = percentile(tally_of(permuted(60), four), 0.95);
    CHECK(at_infinity.value == infinity);
    CHECK(at_infinity.low == 936);
    CHECK(at_infinity.high == infinity);
    CHECK_FALSE(at_infinity.refused());

    const Estimate nothing_else = percentile(tally_of(permuted(1000), four), 0.5);
    CHECK(nothing_else.value == infinity);
    CHECK(nothing_else.low == infinity);

    // The median is out of their reach and keeps its sectioning interval.
    const Estimate median = percentile(tally_of(permuted(50), four), 0.5);
    CHECK(median.value == 500);
    CHECK(median.high - median.low < 10);
}

TEST_CASE("atoms are percentiles without an interval") {
    std::vector<double> column = one_to(1600);
    for (std::size_t i = 0; i < column.size(); ++i) {
        if (i % 100 < 60) column[i] = 7;
    }
    const Estimate median = percentile(tally_of(column, design(Sampler::sobol, 16, 100)), 0.1);
    CHECK(median.value == 7);
    CHECK(median.low == 7);
    CHECK(median.high == 7);
}

TEST_CASE("draws that are not numbers bound the percentile both ways") {
    std::vector<double> column = one_to(1000);
    for (std::size_t i = 0; i < 20; ++i) column[50 * i] = i % 2 ? not_a_number : -infinity;
    const SamplingDesign plain = design(Sampler::monte_carlo, 4, 250);
    const FigureTally sorted = tally_of(column, plain);
    CHECK(sorted.pooled().unknown() == 20);

    // Known are 1 ... 1000 without 1, 51, ..., 951. With the unknown lowest, rank 469 is rank 449
    // of the known, 459; with the unknown highest, rank 532 of the known is 543; the value is the
    // median of the 980 known.
    const Estimate median = percentile(sorted, 0.5);
    CHECK(median.value == 500);
    CHECK(median.low == 459);
    CHECK(median.high == 543);
    CHECK(percentile(sorted, 0.01).low == -infinity);
    CHECK(percentile(sorted, 0.99).high == infinity);

    const Estimate replicated = percentile(tally_of(column, design(Sampler::sobol, 4, 250)), 0.01);
    CHECK(replicated.low == -infinity);
    CHECK(std::isfinite(replicated.value));

    const std::vector<double> nothing(1000, not_a_number);
    CHECK(percentile(tally_of(nothing, plain), 0.5).refusal == "no draw is a number");
}

TEST_CASE("a percentile that rests on assumed bounds is refused") {
    const Estimate base{100, 99, 101};
    CHECK(settle_percentile(base, 100.99).value == 100);
    CHECK(settle_percentile(base, 99.01).value == 100);
    CHECK(settle_percentile(base, 101.01).refused());
    CHECK(settle_percentile(base, 98.99).refused());
    CHECK(std::isnan(settle_percentile(base, 101.01).high));
    CHECK_FALSE(settle_percentile({0, 0, 0}, 0).refused());
    CHECK(settle_percentile({-100, -101, -99}, -102).refused());
    CHECK_FALSE(settle_percentile({-100, -101, -99}, -100.5).refused());

    const Estimate infinite{infinity, 5, infinity};
    CHECK_FALSE(settle_percentile(infinite, infinity).refused());
    CHECK(settle_percentile(infinite, 100).refused());
    CHECK(settle_percentile(base, infinity).refused());
    CHECK(settle_percentile(base, not_a_number).refused());
    CHECK(settle_percentile(refused_estimate("because"), 100).refusal == "because");
}

TEST_CASE("draws that do not fit the design are a mistake of the caller") {
    const SamplingDesign four = design(Sampler::sobol, 4, 16);
    FigureTally tally(four, all_figures());
    CHECK_THROWS_AS(tally.add(4, one_to(16)), std::logic_error);
    CHECK_THROWS_AS(tally.add(0, one_to(17)), std::logic_error);
    CHECK_THROWS_AS(tally.finish(), std::logic_error);
    CHECK_THROWS_AS(percentile(tally_of(one_to(64), four), 0.123), std::logic_error);
}
