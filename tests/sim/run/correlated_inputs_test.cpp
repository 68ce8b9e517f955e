// Correlated inputs in a run: a budget with known law, and what stays as it was.
#include <cmath>

#include "sim/analysis/moment.hpp"
#include "tests/catch_compat.hpp"
#include "tests/sim/analysis/tally_fixtures.hpp"
#include "tests/sim/run/run_fixtures.hpp"

using namespace trialcost;
using namespace trialcost::fixtures;

namespace {

// C = 100 exp(.1 z1 + .3 z2 + .5 z3) with corr(z1, z2) = .5 and corr(z2, z3) = -.3.
Plan budget(SamplingDesign sampling, Varies varies) {
    OptionPlan option;
    option.name = "oracle";
    option.job.work = stated(option, "work", {Lognormal{0, 0.1}}, varies);
    option.job.seconds_per_unit =
        stated(option, "seconds_per_unit", {Lognormal{std::log(3600.0), 0.3}}, varies);
    option.job.output_per_run = stated(option, "output_per_run", {Constant{1}});
    CostItemPlan item{.name = "all", .driver = Driver::per_hour, .amount = {}, .price = 1};
    item.amount = stated(option, "amount", {Lognormal{std::log(100.0), 0.5}}, varies);
    option.items.push_back(item);
    const auto factor = lower_factor({3, {1, .5, 0, .5, 1, -.3, 0, -.3, 1}});
    option.correlated.push_back(
        {{"oracle/work", "oracle/seconds_per_unit", "oracle/amount"}, factor.value()});
    return plan_of({option}, 1, sampling);
}

void check_within_error(const Estimate& found, double expected) {
    REQUIRE_FALSE(found.refused());
    const double width = found.high - found.low;
    INFO(found.value << " [" << found.low << ", " << found.high << "]");
    CHECK(std::fabs(found.value - expected) < 4 * width / 2 / 2.131);
    CHECK(width <= 0.012 * expected);
}

}  // namespace

// log C is normal with variance .01 + .09 + .25 + 2 (.5 .1 .3 - .3 .3 .5) = .29. 16 x 2^14 draws,
// seed fixed beforehand; four standard errors (half width of the interval / 2.131), false-alarm
// rate about 1e-3 for each figure at 15 degrees of freedom; it sees a bias of .6 %, where
// independent inputs would say .35, 264.6 and .2466.
TEST_CASE("the lognormal budget with correlated inputs") {
    const SamplingDesign sampling{Sampler::sobol, 20261130, 16, 1 << 14};
    for (Varies varies : {Varies::once, Varies::per_attempt}) {
        const Plan plan = budget(sampling, varies);
        const Draws columns = draws_of(plan, 0, 2);
        const OptionSummary summary = summary_of(plan, 0);
        std::vector<double> logs;
        for (double value : columns.column(Figure::total_cost)) logs.push_back(std::log(value));
        check_within_error(standard_deviation(tally_of(logs, sampling)), std::sqrt(.29));
        check_within_error(summary.figure(Figure::total_cost).percentiles[8], 242.487696);
        const Estimate kept = p_kept(columns.column(Figure::total_cost), 150, sampling);
        check_within_error({1 - kept.value, 1 - kept.high, 1 - kept.low}, .22574605);
    }
}

TEST_CASE("a correlation changes no bit of inputs and options that it does not name") {
    Plan plan = budget(few, Varies::once);
    plan.options.push_back(simple_option("b", {Lognormal{0, 0.3}}, 1));
    OptionPlan& option = plan.options[0];
    const auto columns = [&](std::size_t number) { return draws_of(plan, number, 1).figures; };
    const auto with = columns(0), other = columns(1);
    option.correlated[0].factor = SquareMatrix::identity(3);
    const auto apart = columns(0);
    option.correlated.clear();
    CHECK(columns(0) != with);
    CHECK(columns(0) == apart);
    CHECK(columns(1) == other);
}

// Option b leans on an input that it does not use: what it shares with a has one value in both.
TEST_CASE("a shared input has one value, whether or not an option uses those it goes with") {
    const StatedInput first{"shared/first", Marginal::compile({Lognormal{0, 0.3}}), Varies::once};
    const StatedInput work{"shared/work", Marginal::compile({Lognormal{0, 0.3}}), Varies::once};
    const CorrelatedInputs pair{{first.name, work.name}, lower_factor({2, {1, .9, .9, 1}}).value()};
    Plan plan = plan_of(
        {simple_option("a", {Constant{1}}, 1), simple_option("b", {Constant{1}}, 1)}, 1, few);
    plan.shared = {first, work};
    for (OptionPlan& option : plan.options) {
        option.stated[option.job.work.index] = work;
        option.correlated = {pair};
    }
    plan.options[0].stated.push_back(first);
    const auto costs = [&](std::size_t option) { return draws_of(plan, option, 1).figures[0]; };
    const auto correlated = costs(1);
    CHECK(costs(0) == correlated);
    plan.options[1].correlated.clear();
    CHECK(costs(1) != correlated);
}
