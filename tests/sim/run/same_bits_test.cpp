// The same inputs give the same bits: on any number of threads, whatever other options there are.
#include "tests/catch_compat.hpp"
#include "tests/sim/run/run_fixtures.hpp"

using namespace trialcost;
using namespace trialcost::fixtures;

namespace {

OptionPlan eventful_option(const std::string& name) {
    OptionPlan option = simple_option(name, {Constant{1}}, 3);
    option.job.work = recorded(option, "records1", spaced_records(4, 2, 0.2));
    option.job.work.upper = 6;
    option.job.work.bound = Bound::by_default;
    option.job.pass_probability = stated(option, "pass_probability", {Beta{9, 2}});
    FailureClassPlan failures;
    failures.name = "all";
    failures.rate = stated(option, "failure.all.rate", {Gamma{2, 0.2}});
    failures.rate_scale = 1.0 / 3600;
    failures.restart =
        stated(option, "failure.all.restart_time", {Lognormal{5, 0.5}}, Varies::per_event);
    option.job.failures.push_back(failures);
    return option;
}

bool same(const Draws& a, const Draws& b) {
    bool equal = a.figures == b.figures && a.parts_s == b.parts_s && a.item_costs == b.item_costs &&
                 a.expected_failures == b.expected_failures && a.held.size() == b.held.size();
    for (std::size_t i = 0; equal && i < a.held.size(); ++i)
        equal = a.held[i].draw == b.held[i].draw && a.held[i].doubled == b.held[i].doubled;
    return equal;
}

Plan eventful_plan(std::uint64_t seed, Sampler sampler = Sampler::sobol) {
    return plan_of({eventful_option("a"), eventful_option("b")}, 3, {sampler, seed, 4, 4096});
}

}  // namespace

TEST_CASE("any number of threads") {
    for (Sampler sampler : {Sampler::sobol, Sampler::monte_carlo}) {
        const Plan plan = eventful_plan(1, sampler);
        const Draws one = draws_of(plan, 1, 1);
        CHECK_FALSE(one.held.empty());
        CHECK(same(one, draws_of(plan, 1, 2)));
        CHECK(same(one, draws_of(plan, 1, 3)));
    }
}

TEST_CASE("every seed is one of its own, zero too") {
    const Draws zero = draws_of(eventful_plan(0), 0, 2);
    CHECK(same(zero, draws_of(eventful_plan(0), 0, 2)));
    CHECK_FALSE(same(zero, draws_of(eventful_plan(1), 0, 2)));
}

TEST_CASE("adding an option changes no bit of the others") {
    Plan plan = eventful_plan(1);
    const Draws first = draws_of(plan, 0, 2), second = draws_of(plan, 1, 2);
    plan.options.push_back(eventful_option("c"));
    CHECK(same(first, draws_of(plan, 0, 2)));
    CHECK(same(second, draws_of(plan, 1, 2)));
}

TEST_CASE("two options with the same distributions do not share their draws") {
    const Plan plan = eventful_plan(1);
    CHECK_FALSE(same(draws_of(plan, 0, 2), draws_of(plan, 1, 2)));
}
