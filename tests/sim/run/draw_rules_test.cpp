// Runs, attempts, billing and cost items of a draw, by hand.
#include <cmath>

#include "tests/catch_compat.hpp"
#include "tests/sim/run/run_fixtures.hpp"

using namespace trialcost;
using namespace trialcost::fixtures;

namespace {

double only(const std::vector<double>& column) {
    for (double value : column) CHECK(value == column.front());
    return column.front();
}

double only(const Draws& columns, Figure figure) {
    return only(columns.figures[static_cast<std::size_t>(figure)]);
}

}  // namespace

TEST_CASE("runs follow one another, each billed as a launch of its own") {
    OptionPlan option = simple_option("a", {Constant{10.2 / 3600}}, 36);
    option.nodes = 2;
    option.instance_price->billing = {1, 60};
    const Draws columns = run(plan_of({option}, 3, few));
    CHECK(only(columns, Figure::wall_time_s) == Approx(30.6));
    // 3 launches of 60 s on 2 nodes at 36 USD/h: 3.60 USD.
    CHECK(only(columns, Figure::total_cost) == Approx(3.6));
    CHECK(only(columns, Figure::billed_time_h) == Approx(180.0 / 3600));
    CHECK(only(columns, Figure::unit_cost) == Approx(1.2));
    CHECK(only(columns, Figure::productive_share) == Approx(30.6 / 180));
}

TEST_CASE("a capacity block holds the runs that fit and is paid whole") {
    OptionPlan option = simple_option("a", {Constant{8}}, 10);
    option.instance_price->purchase = PurchaseOption::capacity_block;
    const auto cost = [&](std::uint32_t runs) {
        return only(run(plan_of({option}, runs, few)), Figure::total_cost);
    };
    CHECK(cost(1) == Approx(240));
    CHECK(cost(2) == Approx(240));
    CHECK(cost(3) == Approx(480));  // 24 h do not end half an hour before the day does
}

// Attempts until one passes with probability q, at most m: expected attempts (1 - (1-q)^m)/q. 16 x
// 1,024 draws, 4 standard errors of independent draws; a cap that is off by one attempt is seen.
TEST_CASE("attempts are geometric, with a cap, and every one costs") {
    const double q = 0.4;
    for (std::uint32_t cap : {1u, 3u, 10u}) {
        OptionPlan option = simple_option("a", {Constant{1}}, 1);
        option.job.pass_probability = stated(option, "pass_probability", {Constant{q}});
        option.job.max_attempts = cap;
        const Plan plan = plan_of({option}, 1, {Sampler::sobol, 1, 16, 1024});
        const Draws columns = run(plan);
        const double expected = (1 - std::pow(1 - q, cap)) / q, draws = 16 * 1024;
        double mean = 0, failed = 0;
        for (double cost : columns.figures[0]) mean += cost / draws;
        for (auto flag : columns.no_output) failed += flag / draws;
        CHECK(std::fabs(mean - expected) < 4 * std::sqrt((1 - q) / (q * q) / draws));
        const double none = std::pow(1 - q, cap);
        CHECK(std::fabs(failed - none) < 4 * std::sqrt(none * (1 - none) / draws) + 1e-12);
        for (std::size_t i = 0; i < columns.no_output.size(); ++i)
            if (columns.no_output[i]) CHECK(std::isinf(columns.figures[1][i]));
    }
}

// One run, one attempt, passed with probability q: half of the draws cost an hour and yield
// nothing. The expected cost per qualified run is c/q whatever the cap; the mean of the ratios does
// not exist.
TEST_CASE("expected unit cost is the sum of costs over the sum of outputs") {
    const double q = 0.4;
    OptionPlan option = simple_option("a", {Constant{1}}, 3);
    option.job.pass_probability = stated(option, "pass_probability", {Constant{q}});
    option.job.max_attempts = 1;
    const OptionSummary summary =
        summary_of(plan_of({option}, 1, {Sampler::sobol, 1, 16, 1024}), 0);
    const Estimate mean = summary.figure(Figure::unit_cost).mean;
    REQUIRE_FALSE(mean.refused());
    CHECK(mean.low <= 3 / q);
    CHECK(3 / q <= mean.high);
    CHECK(mean.high - mean.low < 0.01 * mean.value);
}

TEST_CASE("cost items count their drivers, and the items add up to the total") {
    OptionPlan option = simple_option("a", {Constant{2}}, 5);
    option.job.checkpoint_interval = stated(option, "checkpoint_interval", {Constant{1800}});
    option.job.checkpoint_time = stated(option, "checkpoint_time", {Constant{36}});
    const auto add = [&](Driver driver, double amount, double price, double keep = 0) {
        CostItemPlan item{.name = std::string(name_of(driver)),
                          .driver = driver,
                          .amount = {},
                          .keep = keep,
                          .price = price};
        item.amount = stated(option, item.name, {Constant{amount}});
        option.items.push_back(item);
    };
    add(Driver::fixed, 1, 7);
    add(Driver::held, 100, 0.02);            // 2 months held
    add(Driver::per_checkpoint, 10, 0.001);  // 4 saves a run, 3 runs
    add(Driver::held_checkpoint, 50, 0.01, 2);
    add(Driver::per_hour, 3, 0.1);
    add(Driver::per_run, 1, 0.5);
    add(Driver::per_billed_node_hour, 1, 0.25);
    Plan plan = plan_of({option}, 3, few);
    plan.period_s = 2 * 730 * 3600.0;
    const Draws columns = run(plan);
    const double hours = 3 * (2 + 4 * 0.01);
    const std::vector<double> expected{5 * hours, 7, 4, 0.12, 2, 0.3 * hours, 1.5, 0.25 * hours};
    double sum = 0;
    for (std::size_t i = 0; i < expected.size(); ++i) {
        INFO("item " << i);
        CHECK(only(columns.item_costs[i]) == Approx(expected[i]).epsilon(1e-6));
        sum += columns.item_costs[i][0];
    }
    CHECK(only(columns, Figure::total_cost) == sum);
}

TEST_CASE("doubling every price doubles every cost exactly") {
    const auto costs = [](double factor) {
        OptionPlan option = simple_option("a", {Lognormal{0, 0.4}}, 5 * factor);
        CostItemPlan item{
            .name = "logs", .driver = Driver::per_hour, .amount = {}, .price = 0.1 * factor};
        item.amount = stated(option, "logs", {Lognormal{0, 0.2}});
        option.items.push_back(item);
        return run(plan_of({option}, 2, few)).figures[0];
    };
    const std::vector<double> once = costs(1), twice = costs(2);
    for (std::size_t i = 0; i < once.size(); ++i) CHECK(twice[i] == 2 * once[i]);
}

TEST_CASE("the first launch is cold, later ones are warm") {
    OptionPlan option = simple_option("a", {Constant{1}}, 1);
    option.job.startup_cold = stated(option, "startup_cold", {Constant{1200}});
    option.job.startup_warm = stated(option, "startup_warm", {Constant{100}});
    const auto startup = [&](ColdStart when) {
        option.job.cold_start = when;
        return only(
            run(plan_of({option}, 4, few)).parts_s[static_cast<std::size_t>(TimePart::startup)]);
    };
    CHECK(startup(ColdStart::first_launch) == 1500);
    CHECK(startup(ColdStart::never) == 400);
    CHECK(startup(ColdStart::every_launch) == 4800);
}

TEST_CASE("jobs stop at a deadline") {
    OptionPlan option = simple_option("a", {Constant{2}}, 1);
    option.job.deadline_s = 5 * 3600;
    const Plan plan = plan_of({option}, 4, few);
    const Draws columns = run(plan);
    CHECK(only(columns, Figure::wall_time_s) == 5 * 3600);
    CHECK(only(columns, Figure::unit_cost) == 2.5);  // two runs qualified, five hours paid
    CHECK(columns.not_finished[0] == 1);
}

// The attempts of a draw may add up to one rounding less than the deadline that stopped the last of
// them. Each draw launches one attempt more than it qualified runs: the one that the deadline cut.
TEST_CASE("no attempt starts in the rounding before a deadline") {
    OptionPlan option = simple_option("a", {Constant{1}}, 1);
    option.job.work = stated(option, "hours", {Lognormal{1, 1.2}}, Varies::per_attempt);
    option.job.deadline_s = 8.7 * 3600;
    CostItemPlan launches{
        .name = "launches", .driver = Driver::per_attempt, .amount = {}, .price = 1};
    launches.amount = stated(option, "launches", {Constant{1}});
    option.items.push_back(launches);
    const Draws columns = run(plan_of({option}, 40, {Sampler::sobol, 1, 16, 1024}));
    std::size_t wrong = 0;
    for (std::size_t i = 0; i < columns.output_units.size(); ++i)
        wrong += columns.item_costs[1][i] != columns.output_units[i] + 1;
    CHECK(wrong == 0);
}

TEST_CASE("how many runs fit under a budget, more or fewer than wanted") {
    Plan plan = plan_of({simple_option("a", {Constant{1}}, 10)}, 4, few);
    const auto fit = [&](double budget) {
        plan.ceilings = {{CeilingFigure::total, budget}};
        return run(plan).runs_that_fit[0];
    };
    CHECK(fit(25) == 2);
    CHECK(fit(40) == 4);
    CHECK(fit(79) == 7);
    CHECK(fit(5) == 0);
}

// Throughput given instead of seconds per unit, utilization instead of waiting: 3,600 units at 2
// per second of productive compute, half the in-training time productive: one hour.
TEST_CASE("throughput and utilization given instead of measured") {
    OptionPlan option = simple_option("a", {Constant{3600}}, 1);
    option.job.seconds_per_unit = {};
    option.job.throughput = stated(option, "throughput", {Constant{2}});
    option.job.utilization = stated(option, "utilization", {Constant{0.5}});
    const Draws columns = run(plan_of({option}, 1, few));
    CHECK(only(columns, Figure::wall_time_s) == 3600);
    CHECK(only(columns, Figure::productive_share) == 0.5);
}
