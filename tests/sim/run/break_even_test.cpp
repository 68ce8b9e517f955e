// When a migration is paid back, from columns alone: edges, and percentiles against a closed form.
#include "sim/run/break_even.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "tests/catch_compat.hpp"
#include "tests/sim/run/run_fixtures.hpp"

using namespace trialcost;
using namespace trialcost::fixtures;

namespace {

constexpr double never = std::numeric_limits<double>::infinity();

}  // namespace

TEST_CASE("each draw is paid back by its own saving") {
    CHECK(break_even_units(1'200, 20, 8) == 100);
    CHECK(break_even_units(1'200, 20, 20) == never);
    CHECK(break_even_units(1'200, 20, 21) == never);
    // Nothing is to be paid back where nothing is ported.
    CHECK(break_even_units(0, 20, 8) == 0);
    CHECK(break_even_units(0, 20, 21) == 0);
    // Whatever never yields a unit saves none, and anything saves against a baseline that never
    // does.
    CHECK(break_even_units(1'200, never, 8) == 0);
    CHECK(break_even_units(1'200, never, never) == never);
    CHECK(break_even_units(1'200, 20, never) == never);
}

// Hours are uniform between .5 and 3 at 8 USD against 20 USD on the baseline, so that S = 20 - 8 h
// is uniform between -4 and 16, and N = 1200/S where S > 0. P(N > n) = (1200/n + 4)/20: the median
// is 1200/6 = 200, P75 1200/1, P10 1200/14; from P80 on it is never paid back. n = 65,536 points of
// a net in one dimension that counts: p is off by some 1e-4 at most, N by .1 at P10 and P50 and by
// 3 at P75. A fault of 1 % in either cost or in p shows.
TEST_CASE("percentiles follow from the distribution of what is saved") {
    Plan plan = plan_of(
        {simple_option("old", {Constant{2}}, 10), simple_option("new", {Uniform{0.5, 3}}, 8)}, 1,
        {Sampler::sobol, 1, 16, 4096});
    OptionPlan& ported = plan.options[1];
    const Source cost = stated(ported, "migration.all", {Constant{1'200}});
    ported.migration = MigrationPlan{{{"all", cost, 1}}, {}};
    const std::vector<OptionSummary> summaries = summaries_of(plan);
    REQUIRE(summaries[1].break_even);
    const BreakEven& end = *summaries[1].break_even;
    CHECK(std::fabs(end.units[2].value - 1'200 / 14.0) < 0.1);
    CHECK(std::fabs(end.units[4].value - 200) < 0.2);
    CHECK(std::fabs(end.units[5].value - 1'200) < 6);
    CHECK(end.units[7].value == never);
    CHECK(end.units[8].value == never);
    CHECK(std::fabs(end.p_never.value - 0.2) < 5e-4);
}

TEST_CASE("the baseline may stand anywhere") {
    Plan plan = plan_of(
        {simple_option("a", {Constant{2}}, 10), simple_option("b", {Constant{2}}, 9)}, 1, few);
    plan.baseline = 1;
    plan.options[0].migration =
        MigrationPlan{{{"all", stated(plan.options[0], "migration.all", {Constant{100}}), 1}}, {}};
    const auto summaries = summaries_of(plan);
    REQUIRE(summaries[0].break_even);
    CHECK(summaries[0].break_even->units[4].value == never);  // it costs more than the baseline
    CHECK_FALSE(summaries[1].break_even);
}

// Hours of either option are cut at a bound taken by default: in most draws of the one, in a few of
// the other.
TEST_CASE("a percentile that rests on default bounds of either option is refused") {
    for (const std::size_t bounded : {std::size_t{0}, std::size_t{1}}) {
        Plan plan = plan_of({simple_option("old", {Lognormal{2, 1}}, 10),
                             simple_option("new", {Lognormal{0, 1}}, 8)},
                            1, {Sampler::sobol, 1, 2, 64});
        OptionPlan& ported = plan.options[1];
        ported.migration =
            MigrationPlan{{{"all", stated(ported, "migration.all", {Constant{1'200}}), 1}}, {}};
        CHECK_FALSE(summary_of(plan, 1).break_even->units[4].refused());
        Source& work = plan.options[bounded].job.work;
        work.upper = 1;
        work.bound = Bound::by_default;
        const BreakEven end = *summary_of(plan, 1).break_even;
        CHECK(std::any_of(end.units.begin(), end.units.end(),
                          [](const Estimate& units) { return units.refused(); }));
    }
}

TEST_CASE("nothing is said against a baseline whose cost is not all known") {
    Plan plan = plan_of(
        {simple_option("old", {Constant{2}}, 10), simple_option("new", {Constant{1}}, 8)}, 1, few);
    plan.options[1].migration.emplace();
    const auto is_said = [&] {
        const std::vector<OptionSummary> summaries = summaries_of(plan);
        return summaries[1].break_even.has_value();
    };
    CHECK(is_said());
    for (OptionPlan& option : plan.options) {
        option.missing = {"price of storage"};
        CHECK_FALSE(is_said());
        option.missing.clear();
    }
    plan.options[1].migration.reset();
    CHECK_FALSE(is_said());
}

TEST_CASE("the cost of a migration is known without a price of instances, its total is not") {
    Plan plan = plan_of({simple_option("new", {Constant{1}}, 8)}, 1, few);
    OptionPlan& option = plan.options[0];
    option.instance_price.reset();
    option.missing = {"price of instances"};
    option.migration =
        MigrationPlan{{{"all", stated(option, "migration.all", {Constant{1'200}}), 1}}, {}};
    const OptionSummary summary = summary_of(plan, 0);
    REQUIRE(summary.gives(Figure::migration_cost));
    CHECK(summary.figure(Figure::migration_cost).percentiles[4].value == 1'200);
    CHECK_FALSE(summary.gives(Figure::total_with_migration));
    CHECK_FALSE(summary.gives(Figure::unit_cost_with_migration));
}

TEST_CASE("how much a total with an unknown task goes over its ceiling is not said") {
    Plan plan = plan_of({simple_option("new", {Constant{1}}, 8)}, 1, few);
    plan.ceilings = {{CeilingFigure::total_with_migration, 5}};
    plan.options[0].migration.emplace();
    CHECK(summary_of(plan, 0).ceilings[0].expected_overrun.value == Approx(3));
    plan.options[0].migration->unknown = {"migration.kernels: nobody has looked"};
    CHECK(summary_of(plan, 0).ceilings[0].expected_overrun.refused());
    CHECK(summary_of(plan, 0).ceilings[0].p_kept.value == 0);
}
