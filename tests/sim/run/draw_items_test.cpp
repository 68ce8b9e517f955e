// What a draw is billed for, item by item, where runs fail, attempts differ or nothing qualifies.
#include <algorithm>
#include <cmath>

#include "tests/catch_compat.hpp"
#include "tests/sim/run/run_fixtures.hpp"

using namespace trialcost;
using namespace trialcost::fixtures;

namespace {

void add_item(OptionPlan& option, Driver driver, const Distribution& amount, double price,
              Varies varies = Varies::once, double keep = 0) {
    CostItemPlan item{.name = std::string(name_of(driver)),
                      .driver = driver,
                      .amount = {},
                      .keep = keep,
                      .price = price};
    item.amount = stated(option, item.name, amount, varies);
    option.items.push_back(item);
}

void add_failures(OptionPlan& option, double per_hour, double downtime_s) {
    FailureClassPlan failures;
    failures.name = "all";
    failures.rate = stated(option, "failure.all.rate", {Constant{per_hour}});
    failures.rate_scale = 1.0 / 3600;
    failures.downtime = stated(option, "failure.all.downtime", {Constant{downtime_s}});
    option.job.failures.push_back(failures);
}

}  // namespace

TEST_CASE("attempts that miss the bar are counted, their runs and output are not") {
    OptionPlan option = simple_option("a", {Constant{2}}, 1);
    option.nodes = 4;
    option.job.output_per_run = stated(option, "output", {Constant{5}});
    option.job.max_attempts = 3;
    add_item(option, Driver::per_attempt, {Constant{1}}, 1);
    add_item(option, Driver::per_run, {Constant{1}}, 1);
    add_item(option, Driver::per_output_unit, {Constant{1}}, 1);
    add_item(option, Driver::per_node_hour, {Constant{1}}, 1);
    add_item(option, Driver::per_hour, {Constant{1}}, 1);
    const auto costs = [&](double pass_probability) {
        OptionPlan own = option;
        own.job.pass_probability = stated(own, "pass_probability", {Constant{pass_probability}});
        const Draws columns = run(plan_of({own}, 2, few));
        std::vector<double> out;
        for (std::size_t i = 1; i < columns.item_costs.size(); ++i) {
            for (double cost : columns.item_costs[i]) CHECK(cost == columns.item_costs[i][0]);
            out.push_back(columns.item_costs[i][0]);
        }
        return out;
    };
    // Two runs at the first attempt; two runs of three attempts each, none of which passes.
    CHECK(costs(1) == std::vector<double>{2, 2, 10, 16, 4});
    CHECK(costs(0) == std::vector<double>{6, 0, 0, 48, 12});
}

TEST_CASE("what is unpriced costs nothing, and does not hide what comes after it") {
    OptionPlan option = simple_option("a", {Constant{2}}, 3);
    add_item(option, Driver::per_hour, {Constant{1}}, 1);
    add_item(option, Driver::fixed, {Constant{1}}, 1);
    add_item(option, Driver::per_run, {Constant{7}}, 1);
    option.items[0].price.reset();
    option.items[1].price.reset();
    const Draws columns = run(plan_of({option}, 1, few));
    CHECK(columns.item_costs[1][0] == 0);
    CHECK(columns.item_costs[2][0] == 0);
    CHECK(columns.figures[0][0] == Approx(6 + 7));
}

// Mean of 25 attempts, each with an amount of its own: the spread is a fifth of that of one.
TEST_CASE("an amount that varies by attempt is added up attempt by attempt") {
    OptionPlan option = simple_option("a", {Constant{1}}, 0);
    add_item(option, Driver::per_run, {Lognormal{0, 0.3}}, 1, Varies::per_attempt);
    const Plan plan = plan_of({option}, 25, {Sampler::sobol, 1, 16, 1024});
    const FigureSummary cost = summary_of(plan, 0).figure(Figure::total_cost);
    const double mean = std::exp(0.045), sd = mean * std::sqrt(std::expm1(0.09));
    CHECK(cost.mean.value == Approx(25 * mean).epsilon(0.002));
    CHECK(cost.sd.value == Approx(5 * sd).epsilon(0.03));
}

TEST_CASE("failures, saves and downtime are counted over all runs of a draw") {
    OptionPlan option = simple_option("a", {Constant{4}}, 2);
    option.nodes = 3;
    add_failures(option, 0.3, 600);
    option.job.checkpoint_interval = stated(option, "interval", {Constant{3600}});
    add_item(option, Driver::per_restart, {Constant{2}}, 0.5);
    add_item(option, Driver::per_checkpoint, {Constant{1}}, 1);
    add_item(option, Driver::held_checkpoint, {Constant{1}}, 1, Varies::once, 100);
    add_item(option, Driver::per_billed_node_hour, {Constant{1}}, 1);
    Plan plan = plan_of({option}, 2, few);
    plan.period_s = 730 * 3600.0;
    for (bool billed : {true, false}) {
        plan.options[0].job.failures[0].downtime_billed = billed;
        const Draws columns = run(plan);
        double most_failures = 0;
        for (std::size_t i = 0; i < columns.figures[0].size(); ++i) {
            const double failures = columns.column(Figure::failures)[i];
            const double wall_h = columns.column(Figure::wall_time_s)[i] / 3600;
            const double billed_h = wall_h - (billed ? 0 : failures / 6);
            CHECK(columns.column(Figure::billed_time_h)[i] == Approx(billed_h).margin(1e-8));
            CHECK(columns.parts_s[static_cast<std::size_t>(TimePart::productive)][i] ==
                  Approx(2 * 4 * 3600));
            CHECK(columns.parts_s[static_cast<std::size_t>(TimePart::downtime)][i] ==
                  Approx(failures * 600));
            CHECK(columns.item_costs[0][i] == Approx(billed_h * 3 * 2));
            CHECK(columns.item_costs[1][i] == Approx(failures));
            // Without a time of their own saves are never cut short: four in each run, kept all.
            CHECK(columns.item_costs[2][i] == 8);
            CHECK(columns.item_costs[3][i] == Approx(8));
            CHECK(columns.item_costs[4][i] == Approx(billed_h * 3));
            CHECK(columns.column(Figure::productive_share)[i] == Approx(8 / billed_h));
            // Downtime is no exposure.
            CHECK(columns.expected_failures[i] == Approx(0.3 * (wall_h - failures / 6)));
            most_failures = std::max(most_failures, failures);
        }
        CHECK(most_failures >= 4);
    }
}

TEST_CASE("a block is paid for each node") {
    OptionPlan option = simple_option("a", {Constant{8}}, 10);
    option.nodes = 2;
    CHECK(run(plan_of({option}, 1, few)).figures[0][0] == Approx(2 * 80));
    option.instance_price->purchase = PurchaseOption::capacity_block;
    CHECK(run(plan_of({option}, 1, few)).figures[0][0] == Approx(2 * 240));
}

TEST_CASE("what is held is held for the period, or for the runs if they take longer") {
    OptionPlan option = simple_option("a", {Constant{1460}}, 0);
    add_item(option, Driver::held, {Constant{1}}, 1);
    Plan plan = plan_of({option}, 1, few);
    CHECK(run(plan).figures[0][0] == Approx(2));
    plan.period_s = 3 * 730 * 3600.0;
    CHECK(run(plan).figures[0][0] == Approx(3));
}

TEST_CASE("a run that is given up is followed by the next, a deadline by nothing") {
    OptionPlan option = simple_option("a", {Constant{1}}, 1);
    option.job.timeout_s = 1800;
    const auto figures = [&](std::uint32_t runs) {
        const Draws columns = run(plan_of({option}, runs, few));
        return std::array<double, 3>{columns.column(Figure::wall_time_s)[0],
                                     static_cast<double>(columns.not_finished[0]),
                                     static_cast<double>(columns.no_output[0])};
    };
    CHECK(figures(3) == std::array<double, 3>{3 * 1800, 1, 1});
    option.job.timeout_s.reset();
    option.job.deadline_s = 2 * 3600;
    CHECK(figures(2) == std::array<double, 3>{2 * 3600, 0, 0});
    CHECK(figures(3) == std::array<double, 3>{2 * 3600, 1, 0});  // the third never begins
}

TEST_CASE("runs fit up to a cap, only qualified ones, and only under a budget for all costs") {
    Plan plan = plan_of({simple_option("a", {Constant{1}}, 10)}, 4, few);
    plan.ceilings = {{CeilingFigure::total, 1e9}};
    const auto fit = [&] { return run(plan).runs_that_fit[0]; };
    CHECK(DrawRuns::most_runs(plan) == 3 * 4 + 20);
    CHECK(fit() == 3 * 4 + 20);
    plan.ceilings[0].value = 105;
    CHECK(fit() == 10);
    CHECK(run(plan).figures[0][0] == Approx(40));  // beyond the wanted runs nothing is counted
    CHECK(run(plan).figures[2][0] == 4 * 3600);
    plan.options[0].missing = {"logs: unknown"};
    CHECK(fit() == 0);
    plan.options[0].missing.clear();
    plan.options[0].job.pass_probability =
        stated(plan.options[0], "pass_probability", {Constant{0}});
    CHECK(fit() == 0);
    plan.ceilings = {{CeilingFigure::wall_time, 1e9}};
    CHECK(DrawRuns::most_runs(plan) == 4);
}

// Two amounts that are zero in half of the runs, from records of their own: both are zero in a
// quarter of the draws, not in half. 16 x 1,024 draws; 4 standard errors of independent draws are
// .0135.
TEST_CASE("two amounts are zero independently of each other") {
    OptionPlan option = simple_option("a", {Constant{1}}, 1);
    for (const char* name : {"logs", "egress"}) {
        CostItemPlan item{.name = name, .driver = Driver::per_run, .amount = {}, .price = 1};
        item.amount = recorded(option, name, {1, 1.0001});
        item.amount.not_zero =
            stated(option, std::string(name) + "/not_zero", {Constant{0.5}}).index;
        option.items.push_back(item);
    }
    const Draws columns = run(plan_of({option}, 1, {Sampler::sobol, 1, 16, 1024}));
    double first = 0, both = 0;
    const double draws = 16 * 1024;
    for (std::size_t i = 0; i < columns.item_costs[1].size(); ++i) {
        first += columns.item_costs[1][i] == 0 ? 1 / draws : 0;
        both += columns.item_costs[1][i] == 0 && columns.item_costs[2][i] == 0 ? 1 / draws : 0;
    }
    CHECK(std::fabs(first - 0.5) < 4 * 0.5 / std::sqrt(draws));
    CHECK(std::fabs(both - 0.25) < 0.0135);
}
