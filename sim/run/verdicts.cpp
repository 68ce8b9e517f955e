#include "sim/run/verdicts.hpp"

#include <fmt/format.h>

#include <cmath>

#include "models/units/measure.hpp"

namespace trialcost {
namespace {

constexpr double most_unfinished = 0.01;

// Counted in draws: none or all of them is no certainty.
std::string percent(double share) {
    if (share < 0.0005) return "under 0.1 %";
    if (share > 0.9995) return "over 99.9 %";
    return fmt::format("{:.3g} %", 100 * share);
}

std::string money(double amount) {
    return std::fabs(amount) >= 100 ? fmt::format("{:.0f}", amount) : fmt::format("{:.3g}", amount);
}

std::string limit_text(const Plan& plan, const BudgetCeiling& ceiling) {
    switch (ceiling.figure) {
        case CeilingFigure::total:
            return fmt::format("{:g} {}", ceiling.value, plan.currency);
        case CeilingFigure::total_with_migration:
            return fmt::format("{:g} {} with migration", ceiling.value, plan.currency);
        case CeilingFigure::unit_cost:
            return fmt::format("{:g} {}/{}", ceiling.value, plan.currency, plan.output_unit);
        case CeilingFigure::wall_time:
            return fmt::format("{:g} h", ceiling.value / seconds_per_hour);
        case CeilingFigure::cost_per_month:
            return fmt::format("{:g} {}/month", ceiling.value, plan.currency);
    }
    return "";
}

// What the probability may turn out to be once more is known.
std::string band_text(const KeptByKnowledge* known) {
    if (known == nullptr) return "";
    const std::string low = fmt::format("{:.0f}", 100 * known->band.low),
                      high = fmt::format("{:.0f}", 100 * known->band.high);
    return low == high ? "" : fmt::format(" ({} to {} %)", low, high);
}

// Yes and no need the whole interval on one side of the confidence. Where a cost is left out the
// probability is an upper bound, and can only say no.
Gate ceiling_gate(const std::string& name, const std::string& what, const Estimate& p_kept,
                  double confidence, bool upper_bound, const KeptByKnowledge* known) {
    Gate gate{name, Answer::unknown, "", ""};
    if (p_kept.refused()) {
        gate.evidence = p_kept.refusal;
        gate.remedy = "what is unknown were measured";
        return gate;
    }
    const std::string share =
        fmt::format("{} kept in {}{}{} of cases, {} wanted", what, upper_bound ? "at most " : "",
                    percent(p_kept.value), band_text(known), percent(confidence));
    gate.evidence = share;
    if (p_kept.high < confidence) {
        gate.answer = Answer::no;
    } else if (upper_bound) {
        gate.remedy = "what is unknown were measured";
    } else if (p_kept.low >= confidence) {
        gate.answer = Answer::yes;
    } else {
        gate.evidence = fmt::format("too close: {} kept in {} to {}, {} wanted", what,
                                    percent(p_kept.low), percent(p_kept.high), percent(confidence));
    }
    return gate;
}

// Three passes without a failure say, with 95 % confidence, that one fails at most once on average.
constexpr double passes_that_show_a_rate = 3;

Gate finishing_gate(const OptionPlan& option, const OptionSummary& summary) {
    if (!summary.simulated) return {"finishing", Answer::unknown, "nothing could be simulated", ""};
    if (summary.p_not_finished.value <= most_unfinished)
        return {"finishing", Answer::yes, "the runs finish", ""};
    const double needed_node_h =
        passes_that_show_a_rate * summary.median_pass_s / seconds_per_hour * option.nodes;
    const std::string given_up =
        fmt::format("in {} of cases a run is given up", percent(summary.p_not_finished.value));
    if (option.failure_exposure_node_h >= needed_node_h)
        return {"finishing", Answer::no, given_up, ""};
    return {
        "finishing", Answer::no,
        fmt::format("{}: the failure rate is not known well enough, from an exposure of {:.3g} of "
                    "about {:.3g} node hours needed",
                    given_up, option.failure_exposure_node_h, needed_node_h),
        "its failure rate were known from a longer exposure"};
}

std::string downtime_weight(const Plan& plan, const OptionSummary& summary) {
    return fmt::format(
        "downtime after a failure is unknown: it matters in {} of cases, each hour of it adds "
        "{} {} "
        "to the budget to ask for",
        percent(summary.p_unknown_downtime), money(summary.downtime_hour_adds), plan.currency);
}

std::vector<Gate> gates_of(const Plan& plan, const OptionPlan& option,
                           const OptionSummary& summary) {
    std::vector<Gate> gates = option.gates;
    for (Gate& gate : gates)
        if (gate.name == "unknown costs" && gate.answer == Answer::unknown && option.instance_price)
            gate.evidence = downtime_weight(plan, summary);
    gates.push_back(finishing_gate(option, summary));
    const KnowledgeStudy* study = summary.knowledge ? &*summary.knowledge : nullptr;
    for (std::size_t i = 0; i < plan.ceilings.size(); ++i) {
        const CeilingFigure figure = plan.ceilings[i].figure;
        const bool bound =
            figure == CeilingFigure::wall_time
                ? !option.time_is_complete
                : summary.total_is_lower_bound || (figure == CeilingFigure::total_with_migration &&
                                                   summary.migration_is_lower_bound);
        gates.push_back(ceiling_gate("ceiling." + name_of(figure),
                                     limit_text(plan, plan.ceilings[i]), summary.ceilings[i].p_kept,
                                     plan.confidence, bound,
                                     study ? &study->ceilings[i] : nullptr));
    }
    if (plan.ceilings.size() > 1)
        gates.push_back(ceiling_gate(
            "ceiling.all", "all ceilings together", summary.p_kept_all, plan.confidence,
            summary.total_is_lower_bound || (plan.ceiling(CeilingFigure::total_with_migration) &&
                                             summary.migration_is_lower_bound),
            study ? &study->all_ceilings : nullptr));
    return gates;
}

}  // namespace

std::string verdict_text(const Verdict& verdict) {
    return std::string(name_of(verdict.decision)) +
           (verdict.switch_to.empty() ? "" : " to " + verdict.switch_to);
}

std::vector<JudgedOption> judge(const Plan& plan, const std::vector<OptionSummary>& summaries) {
    std::vector<OptionEvidence> evidence;
    for (std::size_t i = 0; i < plan.options.size(); ++i)
        evidence.push_back({plan.options[i].name, gates_of(plan, plan.options[i], summaries[i]),
                            plan.options[i].target_load_trials});
    const std::vector<Verdict> verdicts = decide(evidence);
    std::vector<JudgedOption> out;
    for (std::size_t i = 0; i < evidence.size(); ++i)
        out.push_back({std::move(evidence[i].gates), verdicts[i]});
    return out;
}

}  // namespace trialcost
