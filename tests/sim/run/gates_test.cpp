// The gates that rest on a simulation: their names, answers, words and confidence.
#include <cmath>

#include "sim/run/verdicts.hpp"
#include "tests/catch_compat.hpp"
#include "tests/sim/run/run_fixtures.hpp"

using namespace trialcost;
using namespace trialcost::fixtures;

namespace {

Plan plan_with(std::vector<BudgetCeiling> ceilings, std::size_t options = 1) {
    std::vector<OptionPlan> all;
    for (std::size_t i = 0; i < options; ++i)
        all.push_back(simple_option(std::string(1, static_cast<char>('a' + i)), {Constant{1}}, 1));
    Plan plan = plan_of(all, 1, {});
    plan.ceilings = std::move(ceilings);
    return plan;
}

// A summary in which nothing is amiss, to be changed in one place.
OptionSummary summary_with(const std::vector<Estimate>& p_kept) {
    OptionSummary summary;
    summary.simulated = true;
    summary.priced = true;
    for (const Estimate& estimate : p_kept) summary.ceilings.push_back({estimate, {}, 0});
    summary.p_kept_all = {0.5, 0.4, 0.6};
    summary.p_not_finished = {0, 0, 0};
    summary.p_no_qualified_output = {0, 0, 0};
    return summary;
}

const Gate& gate_named(const std::vector<Gate>& gates, const std::string& name) {
    for (const Gate& gate : gates)
        if (gate.name == name) return gate;
    FAIL("no gate " << name);
    return gates.front();
}

Gate ceiling_gate(const BudgetCeiling& ceiling, const Estimate& p_kept) {
    const Plan plan = plan_with({ceiling});
    return judge(plan, {summary_with({p_kept})})[0].gates.back();
}

}  // namespace

// Yes and no need the whole interval on one side of the confidence, .9; the value alone says
// nothing.
TEST_CASE("a ceiling is kept or broken when its interval says so") {
    const auto answer = [](double low, double high) {
        return ceiling_gate({CeilingFigure::total, 10}, {low < 0.9 ? 0.95 : 0.93, low, high})
            .answer;
    };
    CHECK(answer(0.91, 0.97) == Answer::yes);
    CHECK(answer(0.90, 0.97) == Answer::yes);
    CHECK(answer(0.89, 0.97) == Answer::unknown);
    CHECK(answer(0.80, 0.90) == Answer::unknown);
    CHECK(answer(0.80, 0.89) == Answer::no);
    const Gate low = ceiling_gate({CeilingFigure::total, 10}, {0.85, 0.8, 0.95});
    CHECK(low.answer == Answer::unknown);
    CHECK(low.evidence == "too close: 10 USD kept in 80 % to 95 %, 90 % wanted");
    const Gate refused = ceiling_gate({CeilingFigure::total, 10}, refused_estimate("no price"));
    CHECK(refused.answer == Answer::unknown);
    CHECK(refused.evidence == "no price");
    CHECK_FALSE(refused.remedy.empty());
}

TEST_CASE("a ceiling is written with its unit") {
    const auto evidence = [](CeilingFigure figure, double value) {
        const Gate gate = ceiling_gate({figure, value}, {0.95, 0.94, 0.96});
        CHECK(gate.name == "ceiling." + name_of(figure));
        return gate.evidence;
    };
    const std::string kept = " kept in 95 % of cases, 90 % wanted";
    CHECK(evidence(CeilingFigure::total, 14) == "14 USD" + kept);
    CHECK(evidence(CeilingFigure::unit_cost, 1.5) == "1.5 USD/run" + kept);
    CHECK(evidence(CeilingFigure::wall_time, 9000) == "2.5 h" + kept);
    CHECK(evidence(CeilingFigure::cost_per_month, 20) == "20 USD/month" + kept);
}

TEST_CASE("a total that leaves something out can break a ceiling and cannot keep it") {
    const Plan plan = plan_with({{CeilingFigure::total, 10}, {CeilingFigure::unit_cost, 1}});
    const auto judged = [&](const Estimate& p_kept) {
        OptionSummary summary = summary_with({p_kept, p_kept});
        summary.p_kept_all = p_kept;
        summary.total_is_lower_bound = true;
        return judge(plan, {summary})[0].gates;
    };
    for (const char* name : {"ceiling.total", "ceiling.unit_cost", "ceiling.all"}) {
        const Gate kept = gate_named(judged({0.97, 0.96, 0.98}), name);
        CHECK(kept.answer == Answer::unknown);
        CHECK(kept.evidence.find("at most 97 %") != std::string::npos);
        CHECK_FALSE(kept.remedy.empty());
        CHECK(gate_named(judged({0.5, 0.4, 0.6}), name).answer == Answer::no);
    }
}

TEST_CASE("each option and each ceiling is judged by its own figures") {
    Plan plan = plan_with({{CeilingFigure::total, 10}, {CeilingFigure::unit_cost, 1}}, 2);
    plan.options[0].target_load_trials = 0;
    plan.options[1].target_load_trials = 2;
    for (OptionPlan& option : plan.options) option.gates = {{"port", Answer::yes, "it runs", ""}};
    const Estimate yes{0.99, 0.98, 1}, no{0.1, 0.05, 0.2};
    OptionSummary first = summary_with({yes, no}), second = summary_with({yes, yes});
    first.p_kept_all = no;
    second.p_kept_all = yes;
    const auto judged = judge(plan, {first, second});
    REQUIRE(judged.size() == 2);
    CHECK(gate_named(judged[0].gates, "ceiling.total").answer == Answer::yes);
    CHECK(gate_named(judged[0].gates, "ceiling.unit_cost").answer == Answer::no);
    CHECK(gate_named(judged[0].gates, "ceiling.all").answer == Answer::no);
    CHECK(gate_named(judged[1].gates, "ceiling.unit_cost").answer == Answer::yes);
    CHECK(gate_named(judged[1].gates, "ceiling.all").answer == Answer::yes);
    CHECK(judged[0].gates.front().name == "port");
    CHECK(judged[0].verdict.decision == Decision::switch_away);
    CHECK(judged[1].verdict.decision == Decision::expand);
    // One ceiling is all of them.
    const Plan one = plan_with({{CeilingFigure::total, 10}});
    CHECK(judge(one, {summary_with({yes})})[0].gates.size() == 2);

    // The trials on the target load that count are the option's own.
    plan.ceilings.clear();
    plan.options[0].gates = {{"port", Answer::no, "it breaks", ""}};
    CHECK(judge(plan, {summary_with({}), summary_with({})})[0].verdict.decision == Decision::hold);
    plan.options[0].target_load_trials = 2;
    plan.options[1].target_load_trials = 0;
    CHECK(judge(plan, {summary_with({}), summary_with({})})[0].verdict.decision ==
          Decision::switch_away);
    std::swap(plan.options[0].gates, plan.options[1].gates);
    CHECK(judge(plan, {summary_with({}), summary_with({})})[1].verdict.decision == Decision::hold);
}

TEST_CASE("runs must finish in 99 % of the draws") {
    const Plan plan = plan_with({});
    const auto finishing = [&](double share) {
        OptionSummary summary = summary_with({});
        summary.p_not_finished = {share, 0, 1};
        summary.p_no_qualified_output = {0.5, 0, 1};
        return gate_named(judge(plan, {summary})[0].gates, "finishing");
    };
    CHECK(finishing(0).answer == Answer::yes);
    CHECK(finishing(0.01).answer == Answer::yes);
    CHECK(finishing(0.011).answer == Answer::no);
    CHECK(finishing(0.25).evidence.find("in 25 % of cases") == 0);
    // What is missing is exposure: three median passes on all nodes without a failure.
    Plan four = plan_with({});
    four.options[0].nodes = 4;
    OptionSummary uncertain = summary_with({});
    uncertain.p_not_finished = {0.25, 0.2, 0.3};
    uncertain.median_pass_s = 1800;
    const auto given_up = [&](double exposure_node_h) {
        four.options[0].failure_exposure_node_h = exposure_node_h;
        return gate_named(judge(four, {uncertain})[0].gates, "finishing");
    };
    CHECK(given_up(5).evidence.find("5 of about 6 node hours") != std::string::npos);
    CHECK_FALSE(given_up(5).remedy.empty());
    CHECK(given_up(6).evidence.find("node hours") == std::string::npos);
    CHECK(given_up(6).remedy.empty());
    OptionSummary nothing = summary_with({});
    nothing.simulated = false;
    CHECK(gate_named(judge(plan, {nothing})[0].gates, "finishing").answer == Answer::unknown);
}

TEST_CASE("the weight of an unknown downtime stands in its gate alone") {
    Plan plan = plan_with({});
    OptionSummary summary = summary_with({});
    summary.p_unknown_downtime = 0.25;
    summary.p_held = 0.5;
    summary.downtime_hour_adds = 12.5;
    const auto evidence = [&](const char* name, Answer answer) {
        plan.options[0].gates = {{name, answer, "as written", ""}};
        return judge(plan, {summary})[0].gates[0].evidence;
    };
    const std::string weight = evidence("unknown costs", Answer::unknown);
    CHECK(weight.find("in 25 % of cases") != std::string::npos);
    CHECK(weight.find("12.5 USD") != std::string::npos);
    CHECK(evidence("unknown costs", Answer::no) == "as written");
    CHECK(evidence("price", Answer::unknown) == "as written");
    plan.options[0].instance_price.reset();
    CHECK(evidence("unknown costs", Answer::unknown) == "as written");
}
