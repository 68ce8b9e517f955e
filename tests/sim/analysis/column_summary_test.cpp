#include "sim/analysis/column_summary.hpp"

#include <cmath>
#include <limits>
#include <stdexcept>

#include "tests/catch_compat.hpp"

using namespace trialcost;

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();
const SamplingDesign design{Sampler::sobol, 1, 16, 125};

// 1 ... 2000, dealt out to the replicates in turn.
std::vector<double> one_to_two_thousand() {
    std::vector<double> column(2000);
    for (std::size_t i = 0; i < 2000; ++i) column[(i % 16) * 125 + i / 16] = 1 + double(i);
    return column;
}

}  // namespace

TEST_CASE("a column that no bound has cut is summarised as it is") {
    const std::vector<double> column = one_to_two_thousand();
    const ColumnSummary summary =
        summarise(SettledColumn(design, column, column), InfiniteDraws::undefined);
    REQUIRE(summary.percentiles.size() == 10);
    CHECK(summary.percentiles[0].value == 20);
    CHECK(summary.percentiles[1].value == 100);
    CHECK(summary.percentiles[4].value == 1000);
    CHECK(summary.percentiles[6].value == 1600);
    CHECK(summary.percentiles[9].value == 1980);
    CHECK(summary.mean.value == 1000.5);
    CHECK(summary.sd.value == Approx(std::sqrt((2000.0 * 2000 - 1) / 12)).epsilon(1e-13));
    CHECK(summary.tail_mean.value == Approx(1950.5).epsilon(1e-13));
    CHECK(summary.min == 1);
    CHECK(summary.max == 2000);
    CHECK(summary.non_finite.count == 0);
}

TEST_CASE("whatever moves when the bounds are doubled is refused, the rest stays") {
    const std::vector<double> column = one_to_two_thousand();
    std::vector<double> doubled = column;
    for (double& draw : doubled) {
        if (draw > 1970) draw = 1e6;  // 30 draws were held at their bound
    }
    const SettledColumn settled(design, column, doubled);
    CHECK(settled.percentile(0.95).value == 1900);
    CHECK(settled.percentile(0.99).refusal ==
          "moves by more than 1 % when the assumed bounds of the inputs are doubled: state a "
          "timeout");
    CHECK(settled.mean().refusal == "no finite mean: state a timeout");
    CHECK(settled.standard_deviation().refused());
    CHECK(settled.tail_mean(0.95).refused());
    CHECK(settled.expected_overrun(1500).refused());
    CHECK(settled.overrun_when_over(1500).refused());
    CHECK(budget_to_ask(settled, 0.9).value == 1800);
    CHECK(budget_to_ask(settled, 0.99).refused());

    const ColumnSummary summary = summarise(settled, InfiniteDraws::undefined);
    CHECK(summary.mean.refused());
    CHECK(summary.percentiles[9].refused());
    CHECK_FALSE(summary.percentiles[8].refused());
    CHECK(summary.max == 2000);
}

TEST_CASE("a move inside the interval is none") {
    const std::vector<double> column = one_to_two_thousand();
    std::vector<double> doubled = column;
    for (double& draw : doubled) {
        if (draw == 2000) draw = 2001;  // moves the mean by 0.0005; its half-width is some 2.7
    }
    const SettledColumn settled(design, column, doubled);
    CHECK(settled.mean().value == 1000.5);
    CHECK(settled.standard_deviation().value == Approx(577.35).epsilon(1e-4));
    CHECK_FALSE(settled.tail_mean(0.95).refused());
    CHECK(settled.expected_overrun(1999).value == 1.0 / 2000);
}

TEST_CASE("infinite unit costs: percentiles stay, moments go") {
    std::vector<double> column = one_to_two_thousand();
    for (double& draw : column) {
        if (draw > 1850) draw = infinity;
    }
    const SettledColumn settled(design, column, column);
    const ColumnSummary summary = summarise(settled, InfiniteDraws::defined);
    CHECK(summary.percentiles[7].value == 1800);
    CHECK(summary.percentiles[8].value == infinity);
    CHECK(summary.mean.refusal == "no finite mean: 150 of 2000 draws are infinite");
    CHECK(summary.tail_mean.refused());
    CHECK(summary.max == infinity);
    CHECK(summary.non_finite.count == 0);
    CHECK(summarise(settled, InfiniteDraws::undefined).non_finite.count == 150);
}

TEST_CASE("draws that went wrong are counted, and the first one is named") {
    std::vector<double> column = one_to_two_thousand();
    column[17] = not_a_number;
    column[400] = -infinity;
    column[5] = infinity;
    CHECK(count_non_finite(column, InfiniteDraws::defined).count == 2);
    CHECK(count_non_finite(column, InfiniteDraws::defined).first_draw == 17);
    CHECK(count_non_finite(column, InfiniteDraws::undefined).count == 3);
    CHECK(count_non_finite(column, InfiniteDraws::undefined).first_draw == 5);

    const ColumnSummary summary =
        summarise(SettledColumn(design, column, column), InfiniteDraws::defined);
    CHECK(summary.mean.refused());
    CHECK(summary.min == 1);

    const std::vector<double> nothing(2000, not_a_number);
    const ColumnSummary empty =
        summarise(SettledColumn(design, nothing, nothing), InfiniteDraws::defined);
    CHECK(std::isnan(empty.min));
    CHECK(empty.percentiles[4].refused());
}

TEST_CASE("runs that fit: the most that do with the confidence") {
    // 1, 2, ..., 100 runs, each in 20 of 2000 draws: at least 11 in 90 %, at least 12 in 89 %.
    std::vector<std::uint32_t> runs(2000);
    for (std::uint32_t i = 0; i < 2000; ++i) runs[(i % 16) * 125 + i / 16] = 1 + i / 20;
    CHECK(runs_that_fit(runs, design, 0.90).value == 11);
    CHECK(runs_that_fit(runs, design, 0.891).value == 11);
    CHECK(runs_that_fit(runs, design, 0.889).value == 12);
    CHECK(runs_that_fit(runs, design, 0.90).low == 10);
    CHECK(runs_that_fit(runs, design, 0.90).high == 12);

    const std::vector<std::uint32_t> none(2000, 0);
    const Estimate nothing = runs_that_fit(none, design, 0.9);
    CHECK(nothing.value == 0);
    CHECK_FALSE(std::signbit(nothing.value));
    CHECK_FALSE(std::signbit(nothing.high));
    CHECK(nothing.low == 0);
    CHECK(nothing.high == 0);

    const std::vector<std::uint32_t> few(20, 1);
    CHECK(runs_that_fit(few, {Sampler::monte_carlo, 1, 2, 10}, 0.9).refused());
}

TEST_CASE("a twin of another length is a mistake of the caller") {
    const std::vector<double> column = one_to_two_thousand();
    CHECK_THROWS_AS(SettledColumn(design, column, std::span(column).first(1999)), std::logic_error);
}
