// What failures and failed attempts cost, beside what the same runs would have cost without them.
#include <cmath>

#include "tests/catch_compat.hpp"
#include "tests/sim/run/run_fixtures.hpp"

using namespace trialcost;
using namespace trialcost::fixtures;

namespace {

// Four hours of work, saved each hour; whatever fails does so in work, waits ten minutes, restarts.
OptionPlan failing_option(double per_hour) {
    OptionPlan option = simple_option("a", {Constant{4}}, 10);
    option.job.checkpoint_interval = stated(option, "checkpoint_interval", {Constant{3600}});
    option.job.checkpoint_time = stated(option, "checkpoint_time", {Constant{60}});
    FailureClassPlan failures;
    failures.name = "all";
    failures.rate = stated(option, "failure.all.rate", {Constant{per_hour}});
    failures.rate_scale = 1 / 3600.0;
    failures.downtime = stated(option, "failure.all.downtime", {Constant{600}});
    failures.restart = stated(option, "failure.all.restart", {Constant{300}});
    option.job.failures.push_back(failures);
    return option;
}

void add_item(OptionPlan& option, const std::string& name, Driver driver, double price) {
    CostItemPlan item{.name = name, .driver = driver, .amount = {}, .price = price};
    item.amount = stated(option, name, {Constant{1}});
    option.items.push_back(item);
}

double mean(const std::vector<double>& column) {
    double sum = 0;
    for (double value : column) sum += value;
    return sum / static_cast<double>(column.size());
}

}  // namespace

TEST_CASE("nothing is a rerun where nothing fails and each pass meets the bar") {
    OptionPlan option = failing_option(0);
    add_item(option, "launches", Driver::per_attempt, 1);
    const Draws columns = run(plan_of({option}, 3, few));
    for (const auto& column : columns.item_reruns)
        for (double reruns : column) CHECK(reruns == 0);
    CHECK(columns.column(Figure::reruns_cost)[0] == 0);
}

// The run without failures takes 4 h of work and 4 minutes of saves: what it costs more is reruns.
TEST_CASE("in every draw, reruns are what the runs cost more than without failures") {
    OptionPlan option = failing_option(0.3);
    add_item(option, "saves", Driver::per_checkpoint, 0.5);
    add_item(option, "restarts", Driver::per_restart, 2);
    add_item(option, "hours", Driver::per_hour, 0.1);
    add_item(option, "runs", Driver::per_run, 3);
    add_item(option, "once", Driver::fixed, 7);
    add_item(option, "held", Driver::held, 730);  // so much an hour
    const Draws columns = run(plan_of({option}, 2, {Sampler::sobol, 1, 4, 1024}));
    const double clean_h = 2 * (4 + 4 / 60.0);
    std::size_t failed = 0;
    for (std::size_t i = 0; i < columns.output_units.size(); ++i) {
        REQUIRE(columns.output_units[i] == 2);
        const double more_h = columns.column(Figure::wall_time_s)[i] / 3600 - clean_h;
        const double failures = columns.column(Figure::failures)[i];
        // Billing rounds each launch up to a second or less, with failures and without.
        CHECK(columns.item_reruns[0][i] == Approx(10 * more_h).margin(10 * 2.0 / 3600));
        CHECK(columns.item_reruns[1][i] == Approx(columns.item_costs[1][i] - 0.5 * 8).margin(1e-9));
        CHECK(columns.item_reruns[2][i] == Approx(2 * failures));
        CHECK(columns.item_reruns[3][i] == Approx(0.1 * more_h).margin(1e-9));
        CHECK(columns.item_reruns[4][i] == 0);
        CHECK(columns.item_reruns[5][i] == 0);
        CHECK(columns.item_reruns[6][i] == Approx(more_h).margin(1e-9));
        double sum = 0;
        for (std::size_t k = 0; k < columns.item_reruns.size(); ++k) {
            CHECK(columns.item_reruns[k][i] >= 0);
            CHECK(columns.item_reruns[k][i] <= columns.item_costs[k][i]);
            sum += columns.item_reruns[k][i];
        }
        CHECK(columns.column(Figure::reruns_cost)[i] == Approx(sum));
        failed += failures > 0 ? 1 : 0;
    }
    CHECK(failed > 2000);
}

// Passes that miss the bar with probability 1 - q, tried until one meets it: geometric, so that the
// expected cost is c/q, and that of reruns c/q - c. n = 65,536 draws of a geometric number with sd
// sqrt(1-q)/q: a standard error of .0055 c at q = .5, .0022 c at q = .8. 4 of them catch a fault of
// .02 c; false alarm 6e-5.
TEST_CASE("failed attempts are reruns: c/q in all, c/q - c of it") {
    for (double q : {0.5, 0.8}) {
        OptionPlan option = simple_option("a", {Constant{1}}, 10);
        option.job.pass_probability = stated(option, "pass_probability", {Constant{q}});
        option.job.max_attempts = 200;
        const Draws columns = run(plan_of({option}, 1, {Sampler::sobol, 1, 16, 4096}));
        const double error = 4 * 10 * std::sqrt(1 - q) / q / std::sqrt(65'536);
        CHECK(std::fabs(mean(columns.figures[0]) - 10 / q) < error);
        CHECK(std::fabs(mean(columns.item_reruns[0]) - (10 / q - 10)) < error);
    }
}

TEST_CASE("a run that never meets the bar is a rerun as a whole") {
    OptionPlan option = simple_option("a", {Constant{1}}, 10);
    option.job.pass_probability = stated(option, "pass_probability", {Constant{0}});
    option.job.max_attempts = 3;
    const Draws columns = run(plan_of({option}, 1, few));
    CHECK(columns.item_costs[0][0] == Approx(30));
    CHECK(columns.item_reruns[0][0] == Approx(30));
}

// A first pass of 1 h, further ones of 1/4 h: 1 + (N-1)/4 hours, N geometric.
TEST_CASE("a rerun can be a part of the work") {
    OptionPlan option = simple_option("a", {Constant{1}}, 10);
    option.job.pass_probability = stated(option, "pass_probability", {Constant{0.5}});
    option.job.rerun_share = stated(option, "rerun_share", {Constant{0.25}});
    option.job.max_attempts = 200;
    add_item(option, "launches", Driver::per_attempt, 1);
    const Draws columns = run(plan_of({option}, 1, few));
    for (std::size_t i = 0; i < columns.output_units.size(); ++i) {
        const double attempts = columns.item_costs[1][i];
        CHECK(columns.item_costs[0][i] == Approx(10 * (1 + 0.25 * (attempts - 1))));
        // Without them the first pass would have done, whole.
        CHECK(columns.item_reruns[0][i] == Approx(columns.item_costs[0][i] - 10).margin(1e-9));
    }
}

TEST_CASE("no attempt begins once the money is spent") {
    OptionPlan option = simple_option("a", {Constant{1}}, 10);
    option.job.pass_probability = stated(option, "pass_probability", {Constant{0}});
    option.job.max_attempts = 100;
    const auto cost = [&](double most_spent) {
        option.most_spent = most_spent;
        const Draws columns = run(plan_of({option}, 1, few));
        CHECK(columns.not_finished[0] == 1);
        return columns.figures[0][0];
    };
    CHECK(cost(25) == Approx(30));
    CHECK(cost(30.5) == Approx(40));
    CHECK(cost(1) == Approx(10));
    // What is due in any case does not keep the first attempt from beginning.
    add_item(option, "once", Driver::fixed, 100);
    CHECK(cost(50) == Approx(110));
}

TEST_CASE("what is held for the wall time or the period is so") {
    OptionPlan option = simple_option("a", {Constant{73}}, 0);
    add_item(option, "disk", Driver::held, 1);
    Plan plan = plan_of({option}, 1, few);
    plan.period_s = 730 * 3600.0;
    const auto cost = [&](HeldFor held_for) {
        plan.options[0].items[0].held_for = held_for;
        return run(plan).item_costs[1][0];
    };
    CHECK(cost(HeldFor::the_longer) == Approx(1));
    CHECK(cost(HeldFor::wall_time) == Approx(0.1));
    CHECK(cost(HeldFor::period) == Approx(1));
    plan.period_s = 7.3 * 3600.0;
    CHECK(cost(HeldFor::the_longer) == Approx(0.1));
    CHECK(cost(HeldFor::period) == Approx(0.01));
}

TEST_CASE("a block and a commitment are paid without failures, too") {
    OptionPlan option = failing_option(0.3);
    option.instance_price->purchase = PurchaseOption::capacity_block;
    option.instance_price->block = {.step_s = 86'400, .length_s = 10 * 86'400};
    const Draws in_block = run(plan_of({option}, 2, {Sampler::sobol, 1, 1, 256}));
    for (double reruns : in_block.item_reruns[0]) CHECK(reruns == 0);
    CHECK(in_block.item_costs[0][0] == Approx(10 * 240));

    option.instance_price->purchase = PurchaseOption::commitment;
    option.instance_price->commitment = {.nodes = 1, .span_s = 86'400};
    const Draws committed = run(plan_of({option}, 2, {Sampler::sobol, 1, 1, 256}));
    for (double reruns : committed.item_reruns[0]) CHECK(reruns == 0);
    CHECK(committed.item_costs[0][0] == Approx(10 * 24));
}
