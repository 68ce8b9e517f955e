#include "sim/plan/plan.hpp"

#include "tests/catch_compat.hpp"
#include "tests/sim/plan/plan_fixtures.hpp"

using namespace trialcost;
using namespace trialcost::fixtures;

TEST_CASE("a cost is known if the instances are, or an item with amount and price") {
    OptionPlan option;
    CHECK_FALSE(option.has_known_cost());
    option.items.push_back(
        {.name = "logs", .driver = Driver::per_hour, .amount = {}, .price = 1});
    CHECK_FALSE(option.has_known_cost());
    option.items[0].amount = stated(option, "logs", {Constant{2}});
    CHECK(option.has_known_cost());
    option.items[0].price.reset();
    CHECK_FALSE(option.has_known_cost());
    option.instance_price = InstancePrice{};
    CHECK(option.has_known_cost());
}

TEST_CASE("a cost is complete if nothing is left out") {
    OptionPlan option;
    CHECK(option.cost_is_complete());
    option.missing = {"logs: unknown"};
    CHECK_FALSE(option.cost_is_complete());
}

TEST_CASE("a job can run if the length of its work is known") {
    OptionPlan option;
    CHECK_FALSE(option.job.can_run());
    option.job.work = stated(option, "work", {Constant{1}});
    CHECK_FALSE(option.job.can_run());
    option.job.throughput = stated(option, "throughput", {Constant{1}});
    CHECK(option.job.can_run());
    option.job.seconds_per_unit = option.job.throughput;
    option.job.throughput = {};
    CHECK(option.job.can_run());
    option.job.work = {};
    CHECK_FALSE(option.job.can_run());
}

TEST_CASE("the ceiling on a figure is found by the figure") {
    Plan plan;
    plan.ceilings = {{CeilingFigure::wall_time, 10}, {CeilingFigure::total, 20}};
    REQUIRE(plan.ceiling(CeilingFigure::total) != nullptr);
    CHECK(plan.ceiling(CeilingFigure::total)->value == 20);
    CHECK(plan.ceiling(CeilingFigure::unit_cost) == nullptr);
    CHECK(name_of(CeilingFigure::total) == "total");
    CHECK(name_of(CeilingFigure::unit_cost) == "unit_cost");
    CHECK(name_of(CeilingFigure::wall_time) == "wall_time");
    CHECK(name_of(CeilingFigure::cost_per_month) == "cost_per_month");
}
