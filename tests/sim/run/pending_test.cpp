// The largest value of each unknown that still keeps the ceilings.
#include "sim/run/pending.hpp"

#include <algorithm>
#include <cmath>

#include "tests/catch_compat.hpp"
#include "tests/sim/run/run_fixtures.hpp"

using namespace trialcost;
using namespace trialcost::fixtures;

namespace {

void add_unknown(OptionPlan& option, const std::string& input) {
    option.evidence.push_back({.input = input, .evidence_class = EvidenceClass::unknown});
    option.missing.push_back(input + ": unknown");
}

// Two runs of a lognormal length on three nodes.
OptionPlan lognormal_option(double price) {
    OptionPlan option = simple_option("a", {Lognormal{0, 0.4}}, price);
    option.nodes = 3;
    return option;
}

Plan with_ceilings(OptionPlan option, std::vector<BudgetCeiling> ceilings) {
    Plan plan = plan_of({std::move(option)}, 2, {Sampler::sobol, 1, 16, 256});
    plan.ceilings = std::move(ceilings);
    return plan;
}

std::vector<PendingUnknown> pending_of(const Plan& plan) {
    return summary_of(plan, 0).pending;
}

}  // namespace

// At the price that is named, the total is kept in 90 % of the draws; a hair above, in fewer.
TEST_CASE("the most a node hour may cost keeps the ceiling at the confidence") {
    OptionPlan option = lognormal_option(1);
    option.instance_price.reset();
    add_unknown(option, "price.instances");
    const Plan plan = with_ceilings(option, {{CeilingFigure::total, 20}});
    const auto pending = pending_of(plan);
    REQUIRE(pending.size() == 1);
    CHECK(pending[0].unit == "USD/node h");
    const auto kept_at = [&](double price) {
        Plan priced = plan;
        priced.options[0].instance_price = lognormal_option(price).instance_price;
        return share_at_most(run(priced).column(Figure::total_cost), 20);
    };
    // Billing rounds up to a microsecond.
    CHECK(kept_at(pending[0].most * (1 - 1e-6)) >= 0.9);
    CHECK(kept_at(pending[0].most * (1 + 1e-3)) < 0.9);
}

TEST_CASE("an unknown beside known costs has the room they leave, under the tightest ceiling") {
    OptionPlan option = lognormal_option(1);
    add_unknown(option, "cost.logs");
    const Plan plan =
        with_ceilings(option, {{CeilingFigure::total, 20}, {CeilingFigure::unit_cost, 9}});
    const auto pending = pending_of(plan);
    REQUIRE(pending.size() == 1);
    CHECK(pending[0].what == "cost.logs");
    CHECK(pending[0].unit == "USD");
    // Two runs yield two units: 9 each is the tighter one.
    std::vector<double> room;
    const Draws columns = run(plan);
    for (double cost : columns.column(Figure::total_cost)) room.push_back(18 - cost);
    std::sort(room.begin(), room.end());
    CHECK(pending[0].most ==
          Approx(room[static_cast<std::size_t>(0.1 * static_cast<double>(room.size()))])
              .epsilon(0.002));
}

TEST_CASE("an unknown time has room in money and in hours") {
    OptionPlan option = lognormal_option(1);
    add_unknown(option, "startup");
    const auto pending = pending_of(with_ceilings(
        option, {{CeilingFigure::total, 20}, {CeilingFigure::wall_time, 5 * 3600.0}}));
    REQUIRE(pending.size() == 2);
    CHECK(pending[0].unit == "USD");
    CHECK(pending[1].unit == "s");
    CHECK(pending[1].sentence.find(" h ceilings on wall time hold in 90 % of cases") !=
          std::string::npos);
}

TEST_CASE("a ceiling that breaks without the unknown is said to") {
    OptionPlan option = lognormal_option(100);
    add_unknown(option, "cost.logs");
    const auto pending = pending_of(with_ceilings(option, {{CeilingFigure::total, 20}}));
    CHECK(pending.at(0).most < 0);
    CHECK(pending.at(0).sentence == "cost.logs: ceilings on cost are broken already without it");
}

TEST_CASE("nothing is said of unknowns without a ceiling, and of downtime and records apart") {
    OptionPlan option = lognormal_option(1);
    add_unknown(option, "startup");
    CHECK(pending_of(with_ceilings(option, {})).empty());
    OptionPlan apart = lognormal_option(1);
    add_unknown(apart, "records");
    add_unknown(apart, "failure.all.downtime");
    CHECK(pending_of(with_ceilings(apart, {{CeilingFigure::total, 20}})).empty());
}

TEST_CASE("without the length of a run no unknown has a largest value") {
    OptionPlan option = lognormal_option(1);
    add_unknown(option, "price.instances");
    const Plan plan = with_ceilings(option, {{CeilingFigure::total, 20}});
    const auto pending = pending_unknowns(plan, plan.options[0], nullptr);
    CHECK(std::isnan(pending.at(0).most));
    CHECK(pending.at(0).sentence.find("cannot be said") != std::string::npos);
}
