// When a migration is paid back, from columns alone: edges, and percentiles against a closed form.
#include "sim/run/break_even.hpp"

#include <cmath>
#include <limits>

#include "sim/run/break_even_study.hpp"
#include "tests/catch_compat.hpp"
#include "tests/sim/run/run_fixtures.hpp"

using namespace trialcost;
using namespace trialcost::fixtures;

namespace {

constexpr double never = std::numeric_limits<double>::infinity();

}  // namespace

TEST_CASE("each draw is paid back by its own saving") {
    const std::vector<double> migration{1'200, 1'200, 1'200, 0, 0, 1'200, 1'200, 1'200};
    const std::vector<double> baseline{20, 20, 20, 20, 20, never, never, 20};
    const std::vector<double> option{8, 20, 21, 8, 21, 8, never, never};
    // Nothing is to be paid back where nothing is ported; whatever never yields a unit saves none,
    // and anything saves against a baseline that never does.
    CHECK(break_even_units(migration, baseline, option) ==
          std::vector<double>{100, never, never, 0, 0, 0, never, never});
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

TEST_CASE("the baseline is run first, wherever it stands") {
    Plan plan =
        plan_of({simple_option("a", {Constant{2}}, 10), simple_option("b", {Constant{2}}, 9),
                 simple_option("c", {Constant{2}}, 8)},
                1, few);
    plan.baseline = 1;
    CHECK(BreakEvenStudy(plan).order() == std::vector<std::size_t>{1, 0, 2});
}

TEST_CASE("a percentile that rests on default bounds is refused") {
    const SamplingDesign design{Sampler::sobol, 1, 2, 64};
    const std::vector<double> units(128, 100.0), near(128, 100.5), far(128, 102.0);
    CHECK(break_even(units, units, design).units[4].value == 100);
    CHECK(break_even(units, near, design).units[4].value == 100);
    CHECK(break_even(units, far, design).units[4].refused());
    CHECK(break_even(units, std::vector<double>(128, never), design).units[4].refused());
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
