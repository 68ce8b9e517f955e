// The migration ledger: what it costs, what it is kept out of, and when it is paid back.
#include <cmath>

#include "sim/run/verdicts.hpp"
#include "tests/catch_compat.hpp"
#include "tests/sim/run/run_fixtures.hpp"

using namespace trialcost;
using namespace trialcost::fixtures;

namespace {

// A job of 2 h at 10 on the baseline and of 1 h at 8 on the other: 12 less a run.
Plan two_options(SamplingDesign sampling) {
    Plan plan =
        plan_of({simple_option("old", {Constant{2}}, 10), simple_option("new", {Constant{1}}, 8)},
                1, sampling);
    plan.options[0].migration.emplace();
    return plan;
}

void add_task(OptionPlan& option, const std::string& name, const Distribution& seconds,
              double per_hour) {
    const Source source = stated(option, "migration." + name, seconds);
    if (!option.migration) option.migration.emplace();
    option.migration->tasks.push_back({name, source, per_hour / 3600});
}

}  // namespace

// 120 h and 30 h at 140 are 21,000: paid back after 1,750 runs at 12 less each.
TEST_CASE("a migration is paid back by what a run costs less") {
    Plan plan = two_options(few);
    add_task(plan.options[1], "rewrites", {Constant{120 * 3600.0}}, 140);
    add_task(plan.options[1], "checks", {Constant{30 * 3600.0}}, 140);
    const auto summaries = summaries_of(plan);
    CHECK(summaries[1].figure(Figure::migration_cost).percentiles[4].value == Approx(21'000));
    CHECK(summaries[1].figure(Figure::total_cost).percentiles[4].value == Approx(8));
    CHECK(summaries[1].figure(Figure::total_with_migration).percentiles[4].value == Approx(21'008));
    CHECK(summaries[1].figure(Figure::unit_cost_with_migration).percentiles[4].value ==
          Approx(21'008));
    REQUIRE(summaries[1].break_even);
    CHECK(summaries[1].break_even->units[4].value == Approx(1'750));
    CHECK(summaries[1].break_even->p_never.value == 0);
    CHECK_FALSE(summaries[0].break_even);

    // The dearer option never pays.
    plan.options[1].instance_price->per_node_hour = 25;
    const auto dearer = summaries_of(plan);
    CHECK(std::isinf(dearer[1].break_even->units[4].value));
    CHECK(dearer[1].break_even->p_never.value == 1);
}

// Hours are uniform between 0 and 100 at 120 USD, so that N = M/12 is uniform between 0 and 1,000:
// P90 is 900. n = 65,536 points of a net: its standard error is far below 1; a fault of 1 % shows.
TEST_CASE("uncertain hours make an uncertain end") {
    Plan plan = two_options({Sampler::sobol, 1, 16, 4096});
    add_task(plan.options[1], "rewrites", {Uniform{0, 100 * 3600.0}}, 120);
    const auto summaries = summaries_of(plan);
    CHECK(std::fabs(summaries[1].break_even->units[7].value - 900) < 1);
    CHECK(std::fabs(summaries[1].break_even->units[4].value - 500) < 1);
}

TEST_CASE("in every draw the total with migration is the sum of the two") {
    Plan plan = two_options({Sampler::sobol, 1, 2, 256});
    plan.options[1].job.work = stated(plan.options[1], "hours", {Lognormal{0, 0.3}});
    add_task(plan.options[1], "rewrites", {Lognormal{12, 0.5}}, 140);
    const Draws columns = draws_of(plan, 1, 1);
    for (std::size_t i = 0; i < columns.output_units.size(); ++i)
        CHECK(columns.column(Figure::total_with_migration)[i] ==
              columns.column(Figure::total_cost)[i] + columns.column(Figure::migration_cost)[i]);
    CHECK(columns.column(Figure::migration_cost)[0] != columns.column(Figure::migration_cost)[1]);
}

TEST_CASE("a ledger changes no bit of what is not named for it") {
    const auto totals = [](bool ledger) {
        Plan plan = two_options({Sampler::sobol, 1, 2, 256});
        plan.options[0].job.work = stated(plan.options[0], "hours", {Lognormal{0, 0.3}});
        if (ledger) add_task(plan.options[0], "rewrites", {Lognormal{12, 0.5}}, 140);
        plan.options[1].job.work = stated(plan.options[1], "hours", {Lognormal{0, 0.4}});
        return std::pair{draws_of(plan, 0).figures[0], draws_of(plan, 1).figures[0]};
    };
    CHECK(totals(true) == totals(false));
}

TEST_CASE("no ledger is unknown, and so is what an unknown task leaves out") {
    Plan plan = two_options(few);
    plan.ceilings = {{CeilingFigure::total_with_migration, 30'000}};
    auto summaries = summaries_of(plan);
    CHECK_FALSE(summaries[1].gives(Figure::migration_cost));
    CHECK(summaries[1].gives(Figure::total_cost));
    CHECK(summaries[1].ceilings[0].p_kept.refusal == "there is no migration ledger");
    CHECK_FALSE(summaries[1].break_even);
    const auto answer = [&](std::size_t option) {
        const auto judged = judge(plan, summaries);
        for (const Gate& gate : judged[option].gates)
            if (gate.name == "ceiling.total_with_migration") return gate.answer;
        return Answer::no;
    };
    CHECK(answer(1) == Answer::unknown);
    CHECK(answer(0) == Answer::yes);  // nothing is ported to the baseline

    add_task(plan.options[1], "rewrites", {Constant{3600}}, 140);
    summaries = summaries_of(plan);
    CHECK(summaries[1].ceilings[0].p_kept.value == 1);
    CHECK(answer(1) == Answer::yes);
    plan.options[1].migration->unknown.push_back("migration.kernels: nobody has looked");
    summaries = summaries_of(plan);
    CHECK(summaries[1].migration_is_lower_bound);
    CHECK(answer(1) == Answer::unknown);
    CHECK_FALSE(summaries[1].break_even);
    plan.ceilings[0].value = 100;
    summaries = summaries_of(plan);
    CHECK(answer(1) == Answer::no);  // broken already without it
}
