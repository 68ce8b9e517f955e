#include "sim/run/verdicts.hpp"

#include "tests/catch_compat.hpp"
#include "tests/sim/run/run_fixtures.hpp"

using namespace trialcost;
using namespace trialcost::fixtures;

namespace {

const Gate& gate_named(const JudgedOption& judged, const std::string& name) {
    for (const Gate& gate : judged.gates)
        if (gate.name == name) return gate;
    FAIL("no gate " << name);
    return judged.gates.front();
}

// A lognormal cost with median 1 and spread .2: P(cost <= 1.2921) = .9.
Plan plan_with_ceiling(double limit) {
    Plan plan =
        plan_of({simple_option("a", {Lognormal{0, 0.2}}, 1)}, 1, {Sampler::sobol, 1, 16, 1024});
    plan.ceilings = {{CeilingFigure::total, limit}};
    plan.options[0].target_load_trials = 3;
    return plan;
}

JudgedOption judged(const Plan& plan) {
    return judge(plan, {summary_of(plan, 0)})[0];
}

}  // namespace

TEST_CASE("a ceiling is kept, broken or too close to tell") {
    CHECK(gate_named(judged(plan_with_ceiling(1.5)), "ceiling.total").answer == Answer::yes);
    CHECK(gate_named(judged(plan_with_ceiling(1.1)), "ceiling.total").answer == Answer::no);
    const Gate close = gate_named(judged(plan_with_ceiling(1.29212)), "ceiling.total");
    CHECK(close.answer == Answer::unknown);
    CHECK(close.evidence.find("too close") == 0);
    CHECK(judged(plan_with_ceiling(1.5)).verdict.decision == Decision::expand);
    CHECK(judged(plan_with_ceiling(1.1)).verdict.decision == Decision::hold);
}

TEST_CASE("what an unknown leaves out makes a probability of keeping an upper bound") {
    Plan plan = plan_with_ceiling(1.5);
    plan.options[0].missing = {"logs: unknown"};
    CHECK(gate_named(judged(plan), "ceiling.total").answer == Answer::unknown);
    plan.ceilings[0].value = 1.1;
    CHECK(gate_named(judged(plan), "ceiling.total").answer == Answer::no);
    plan.options[0].instance_price.reset();
    CHECK(gate_named(judged(plan), "ceiling.total").answer == Answer::unknown);
}

TEST_CASE("runs that are given up too often hold the option") {
    Plan plan = plan_with_ceiling(1.5);
    plan.options[0].job.timeout_s = 3600;
    const JudgedOption given_up = judged(plan);
    CHECK(gate_named(given_up, "finishing").answer == Answer::no);
    CHECK(given_up.verdict.decision == Decision::hold);
    // The median pass takes an hour: three of them would show a rate.
    CHECK(gate_named(given_up, "finishing").evidence.find("0 of about 3 node hours") !=
          std::string::npos);
    plan.options[0].failure_exposure_node_h = 4;
    CHECK(gate_named(judged(plan), "finishing").evidence.find("node hours") == std::string::npos);
}

TEST_CASE("unknown downtime is shown with its weight") {
    Plan plan = plan_with_ceiling(1.5);
    OptionPlan& option = plan.options[0];
    option.gates = {{"unknown costs", Answer::unknown, "downtime", "its downtime were known"}};
    FailureClassPlan failures;
    failures.rate = stated(option, "rate", {Constant{2}});
    failures.rate_scale = 1.0 / 3600;
    option.job.failures = {failures};
    option.job.checkpoint_interval = stated(option, "interval", {Constant{60}});
    const Gate gate = gate_named(judged(plan), "unknown costs");
    // About 1 - e^-2 of the draws see a failure.
    CHECK(gate.evidence.find("it matters in 8") != std::string::npos);
    CHECK(gate.evidence.find("each hour of it adds") != std::string::npos);
}

TEST_CASE("several ceilings are also judged together") {
    Plan plan = plan_with_ceiling(1.5);
    plan.ceilings.push_back({CeilingFigure::wall_time, 1.3 * 3600});
    const JudgedOption both = judged(plan);
    CHECK(both.gates.back().name == "ceiling.all");
    CHECK(gate_named(both, "ceiling.wall_time").answer == Answer::yes);
}

TEST_CASE("the weight of unknown downtime is a number where the budget to ask for is refused") {
    OptionPlan option = simple_option("a", {Constant{1}}, 1);
    const std::vector<double> values = spaced_records(3, 1, 1.0);
    option.job.work = recorded(option, "records1", values);
    option.job.work.upper = 10 * values.back();
    option.job.work.bound = Bound::by_default;
    option.job.checkpoint_interval = stated(option, "interval", {Constant{60}});
    FailureClassPlan failures;
    failures.rate = stated(option, "rate", {Constant{0.3}});
    failures.rate_scale = 1.0 / 3600;
    option.job.failures = {failures};
    Plan plan = plan_of({option}, 1, {Sampler::sobol, 1, 16, 1024});
    plan.confidence = 0.99;
    const OptionSummary summary = summary_of(plan, 0);
    REQUIRE(summary.budget_to_ask.refused());
    CHECK(summary.downtime_hour_adds > 0);
}
