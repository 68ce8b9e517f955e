// Runs under each purchase option, and side by side.
#include <cmath>

#include "tests/catch_compat.hpp"
#include "tests/sim/run/run_fixtures.hpp"

using namespace trialcost;
using namespace trialcost::fixtures;

namespace {

FailureClassPlan failing(OptionPlan& option, double per_hour) {
    FailureClassPlan failures;
    failures.name = "spot";
    failures.rate = stated(option, "failure.spot.rate", {Constant{per_hour}});
    failures.rate_scale = 1 / 3600.0;
    failures.downtime = stated(option, "failure.spot.downtime", {Constant{1800}});
    failures.restart = stated(option, "failure.spot.restart", {Constant{0}});
    return failures;
}

OptionPlan on_spot(double hours, std::vector<SpotStep> steps, double length_h) {
    OptionPlan option = simple_option("a", {Constant{hours}}, 0);
    option.instance_price->purchase = PurchaseOption::spot;
    option.instance_price->spot = SpotPath(std::move(steps), length_h);
    return option;
}

}  // namespace

// 2 USD for 10 h and 5 USD for 30 h: a job of 10 h that begins at a uniform time pays 20 to 50 USD;
// 20 if it begins at 0, 50 with probability 1/2, else linear between: mean 42.5, the price's mean
// over time, and variance 10^2 Var(mean price). n = 65,536: the s.e. of the mean is .05 (points of
// a net do better): 4 s.e. catch a start that is off by 4 %; false alarm 6e-5.
TEST_CASE("a job on spot begins anywhere in the history of its price") {
    const OptionPlan option = on_spot(10, {{0, 2}, {10, 5}}, 40);
    const Draws columns = run(plan_of({option}, 1, {Sampler::sobol, 1, 16, 4096}));
    const std::vector<double>& costs = columns.item_costs[0];
    double sum = 0;
    for (double cost : costs) {
        REQUIRE(cost >= 20 - 1e-9);
        REQUIRE(cost <= 50 + 1e-9);
        sum += cost;
    }
    CHECK(std::fabs(sum / 65'536 - 42.5) < 4 * 0.05);
    CHECK(std::fabs(share_at_most(costs, 49.999) - 0.5) < 4 * std::sqrt(0.25 / 65'536));
    // The runs of a draw lie one after another on the path: four of them go once around.
    const Draws around = run(plan_of({option}, 4, few));
    for (double cost : around.item_costs[0]) CHECK(cost == Approx(10 * 2 + 30 * 5));
}

TEST_CASE("waiting for spot again is not paid, and a first hour that is cut short neither") {
    OptionPlan option = on_spot(4, {{0, 10}}, 1);
    FailureClassPlan spot = failing(option, 0.4);
    spot.instances = Instances::relaunched;
    spot.by = EndedBy::provider;
    option.job.failures.push_back(spot);
    option.instance_price->billing = {1, 60};
    const Draws columns = run(plan_of({option}, 1, {Sampler::sobol, 1, 4, 1024}));
    double free_h = 0;
    for (std::size_t i = 0; i < columns.output_units.size(); ++i) {
        const double held_h = (columns.column(Figure::wall_time_s)[i] -
                               columns.parts_s[static_cast<std::size_t>(TimePart::downtime)][i]) /
                              3600;
        const double billed_h = columns.column(Figure::billed_time_h)[i];
        const double failures = columns.column(Figure::failures)[i];
        CHECK(billed_h <= held_h + (failures + 1) / 3600);
        CHECK(columns.item_costs[0][i] == Approx(10 * billed_h));
        free_h += held_h - billed_h;
        if (failures == 0) CHECK(billed_h == Approx(4));
    }
    CHECK(free_h / 4096 > 0.1);
}

// A failure-free hour each: seven runs over three jobs end after three hours.
TEST_CASE("runs side by side begin where a job is free first") {
    OptionPlan option = simple_option("a", {Constant{1}}, 10);
    Plan plan = plan_of({option}, 7, few);
    plan.parallel = 3;
    const Draws columns = run(plan);
    CHECK(columns.column(Figure::wall_time_s)[0] == 3 * 3600);
    CHECK(columns.figures[0][0] == Approx(70));
    CHECK(columns.output_units[0] == 7);

    // A block holds them all for as long as the last takes; a commitment serves three nodes.
    plan.options[0].instance_price->purchase = PurchaseOption::capacity_block;
    plan.options[0].instance_price->block = {.step_s = 3600, .unusable_end_s = 0};
    CHECK(run(plan).figures[0][0] == Approx(3 * 3 * 10));
    plan.options[0].instance_price->purchase = PurchaseOption::commitment;
    plan.options[0].instance_price->commitment = {.nodes = 2, .span_s = 10 * 3600};
    plan.options[0].instance_price->on_demand_per_node_hour = 60;
    // Seven node hours, of three nodes of which two are covered.
    CHECK(run(plan).figures[0][0] == Approx(2 * 10 * 10 + 7 / 3.0 * 60));
    // No more jobs than runs.
    plan.runs = 2;
    plan.options[0].instance_price->purchase = PurchaseOption::capacity_block;
    CHECK(run(plan).figures[0][0] == Approx(2 * 1 * 10));
}

// Two equal jobs side by side: each outage strikes both at once and lasts equally long for both.
TEST_CASE("jobs side by side share the outages of a common cause") {
    OptionPlan option = simple_option("a", {Constant{6}}, 10);
    option.job.checkpoint_interval = stated(option, "checkpoint_interval", {Constant{3600}});
    FailureClassPlan outage = failing(option, 0.2);
    outage.downtime = stated(option, "failure.spot.wait", {Uniform{600, 7200}}, Varies::per_event);
    option.job.failures.push_back(outage);
    const auto differing = [&](bool common_cause) {
        option.job.failures[0].common_cause = common_cause;
        Plan plan = plan_of({option}, 2, {Sampler::sobol, 1, 4, 1024});
        plan.parallel = 2;
        const Draws columns = run(plan);
        double failures = 0, expected = 0;
        std::size_t differ = 0;
        for (std::size_t i = 0; i < columns.output_units.size(); ++i) {
            const double wall_h = columns.column(Figure::wall_time_s)[i] / 3600;
            differ += std::fabs(2 * wall_h * 10 - columns.figures[0][i]) > 0.02;
            failures += columns.column(Figure::failures)[i];
            expected += columns.expected_failures[i];
            if (common_cause) CHECK(std::fmod(columns.column(Figure::failures)[i], 2) == 0);
        }
        // Outages come in pairs here: their variance is twice that of the count.
        CHECK(std::fabs(failures - expected) < 4 * std::sqrt(2 * expected));
        CHECK(failures > 5000);
        return differ;
    };
    CHECK(differing(true) == 0);
    CHECK(differing(false) > 2000);
}

// A single job that a common cause strikes does so at the same rate as by its own exposure: the
// mean of failures is that of a Poisson process in the time that it is up.
TEST_CASE("runs one after another meet the outages of one calendar") {
    OptionPlan option = simple_option("a", {Constant{2}}, 10);
    FailureClassPlan outage = failing(option, 0.1);
    outage.common_cause = true;
    option.job.failures.push_back(outage);
    const Draws columns = run(plan_of({option}, 5, {Sampler::sobol, 1, 4, 1024}));
    double failures = 0, expected = 0;
    for (std::size_t i = 0; i < columns.output_units.size(); ++i) {
        failures += columns.column(Figure::failures)[i];
        expected += columns.expected_failures[i];
    }
    CHECK(failures > 3000);
    CHECK(std::fabs(failures - expected) < 4 * std::sqrt(expected));
}

TEST_CASE("a job ends with its block or its commitment where it may not go on") {
    OptionPlan option = simple_option("a", {Constant{30}}, 10);
    option.instance_price->purchase = PurchaseOption::capacity_block;
    option.instance_price->block = {.length_s = 86'400, .outlasted = Outlasted::ended};
    const Draws in_block = run(plan_of({option}, 1, few));
    CHECK(in_block.column(Figure::wall_time_s)[0] == 86'400 - 1800);
    CHECK(in_block.not_finished[0] == 1);
    CHECK(in_block.figures[0][0] == Approx(240));
    option.instance_price->purchase = PurchaseOption::commitment;
    option.instance_price->commitment = {
        .nodes = 1, .span_s = 86'400, .outlasted = Outlasted::ended};
    const Draws committed = run(plan_of({option}, 1, few));
    CHECK(committed.column(Figure::wall_time_s)[0] == 86'400);
    CHECK(committed.not_finished[0] == 1);
}

TEST_CASE("after the fallback a job on spot is paid on demand") {
    OptionPlan option = on_spot(4, {{0, 10}}, 1);
    option.instance_price->on_demand_per_node_hour = 1000;
    FailureClassPlan spot = failing(option, 0.4);
    spot.instances = Instances::relaunched;
    spot.by = EndedBy::provider;
    option.job.failures.push_back(spot);
    option.job.interruptions_before_fallback = 1;
    const Draws columns = run(plan_of({option}, 1, {Sampler::sobol, 1, 1, 256}));
    std::size_t fallen_back = 0;
    for (std::size_t i = 0; i < columns.output_units.size(); ++i) {
        const double failures = columns.column(Figure::failures)[i];
        REQUIRE(failures <= 1);
        if (failures == 0) CHECK(columns.figures[0][i] == Approx(40));
        if (failures == 1) CHECK(columns.figures[0][i] >= 4000 - 1e-6);  // begun anew, on demand
        fallen_back += failures == 1 ? 1 : 0;
    }
    CHECK(fallen_back > 100);
}
