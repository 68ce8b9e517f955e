#include "sim/analysis/figure_summary.hpp"

#include <cmath>
#include <limits>

#include "sim/analysis/moment.hpp"
#include "sim/analysis/percentile.hpp"
#include "tests/catch_compat.hpp"
#include "tests/sim/analysis/tally_fixtures.hpp"

using namespace trialcost;
using namespace trialcost::fixtures;

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
    const FigureSummary summary = summarise(tally_of(column, design));
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
}

TEST_CASE("whatever moves when the bounds are doubled is refused, the rest stays") {
    const std::vector<double> column = one_to_two_thousand();
    std::vector<double> doubled = column;
    for (double& draw : doubled) {
        if (draw > 1970) draw = 1e6;  // 30 draws were held at their bound
    }
    const FigureTally settled = tally_of(column, design, doubled);
    CHECK(percentile(settled, 0.95).value == 1900);
    CHECK(percentile(settled, 0.99).refusal ==
          "moves by more than 1 % when the assumed bounds of the inputs are doubled: state a "
          "timeout");
    CHECK(mean(settled).refusal == "no finite mean: state a timeout");
    CHECK(standard_deviation(settled).refused());
    CHECK(tail_mean(settled).refused());
    CHECK(percentile(settled, 0.9).value == 1800);
    CHECK(percentile(settled, 0.99).refused());

    const FigureSummary summary = summarise(settled);
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
    const FigureTally settled = tally_of(column, design, doubled);
    CHECK(mean(settled).value == 1000.5);
    CHECK(standard_deviation(settled).value == Approx(577.35).epsilon(1e-4));
    CHECK_FALSE(tail_mean(settled).refused());
}

TEST_CASE("infinite unit costs: percentiles stay, moments go") {
    std::vector<double> column = one_to_two_thousand();
    for (double& draw : column) {
        if (draw > 1850) draw = infinity;
    }
    const FigureTally settled = tally_of(column, design);
    const FigureSummary summary = summarise(settled);
    CHECK(summary.percentiles[7].value == 1800);
    CHECK(summary.percentiles[8].value == infinity);
    CHECK(summary.mean.refusal == "no finite mean: 150 of 2000 draws are infinite");
    CHECK(summary.tail_mean.refused());
    CHECK(summary.max == infinity);
}

TEST_CASE("draws that went wrong have no moments, and are no extremes") {
    std::vector<double> column = one_to_two_thousand();
    column[17] = not_a_number;
    column[400] = -infinity;
    column[5] = infinity;

    const FigureSummary summary = summarise(tally_of(column, design));
    CHECK(summary.mean.refused());
    CHECK(summary.min == 1);

    const std::vector<double> nothing(2000, not_a_number);
    const FigureSummary empty = summarise(tally_of(nothing, design));
    CHECK(std::isnan(empty.min));
    CHECK(empty.percentiles[4].refused());
}

TEST_CASE("runs that fit: the most that do with the confidence") {
    // 1, 2, ..., 100 runs, each in 20 of 2000 draws: at least 11 in 90 %, at least 12 in 89 %.
    std::vector<double> minus_runs(2000);
    for (std::size_t i = 0; i < 2000; ++i)
        minus_runs[(i % 16) * 125 + i / 16] = -1.0 - static_cast<double>(i / 20);
    const FigureTally runs = tally_of(minus_runs, design);
    CHECK(runs_that_fit(runs, 0.90).value == 11);
    CHECK(runs_that_fit(runs, 0.891).value == 11);
    CHECK(runs_that_fit(runs, 0.889).value == 12);
    CHECK(runs_that_fit(runs, 0.90).low == 10);
    CHECK(runs_that_fit(runs, 0.90).high == 12);

    const std::vector<double> none(2000, -0.0);
    const Estimate nothing = runs_that_fit(tally_of(none, design), 0.9);
    CHECK(nothing.value == 0);
    CHECK_FALSE(std::signbit(nothing.value));
    CHECK_FALSE(std::signbit(nothing.high));
    CHECK(nothing.low == 0);
    CHECK(nothing.high == 0);

    const std::vector<double> few(20, -1);
    CHECK(runs_that_fit(tally_of(few, {Sampler::monte_carlo, 1, 2, 10}), 0.9).refused());
}
