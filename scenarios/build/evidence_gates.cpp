#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "scenarios/build/build_option.hpp"

namespace trialcost {
namespace {

constexpr std::size_t trials_needed = 3;
constexpr double unexplained_limit = 0.05;
constexpr double spread_limit = 0.25;  // standard deviation of the log of seconds per unit

Gate gate(std::string name, Answer answer, std::string evidence, std::string remedy = {}) {
    return {std::move(name), answer, std::move(evidence), answer == Answer::yes ? "" : std::move(remedy)};
}

// The steps of a port that a run to the quality bar goes through.
Gate port(const WrittenOption& option, const MeasuredRuns& runs) {
    for (const WrittenGate& written : option.gates)
        if (written.name.starts_with("port.") && written.answer == Answer::no)
            return gate("port", Answer::no, fmt::format("{} fails: {}", written.name.substr(5), written.evidence),
                        "the port passed");
    for (const WrittenGate& written : option.gates)
        if (written.name.starts_with("port.") && written.answer == Answer::unknown)
            return gate("port", Answer::unknown, fmt::format("{} unknown: {}", written.name.substr(5), written.evidence),
                        "the port was checked whole");
    if (runs.target_load && runs.passed > 0)
        return gate("port", Answer::yes, fmt::format("{} runs to the quality bar", runs.passed));
    return gate("port", Answer::unknown, "no run to the quality bar", "the port was shown by a run to the quality bar");
}

Gate own_records(const WrittenOption& option, const MeasuredRuns& runs) {
    if (runs.runs.empty())
        return gate("target load", Answer::unknown, "no trial records", "it had target-load trials");
    if (runs.stand_in)
        return gate("target load", Answer::no, runs.closeness, fmt::format("trials ran on {} itself", option.instance));
    if (!runs.target_load)
        return gate("target load", Answer::no, "no record is of target load", "it had target-load trials");
    return gate("target load", Answer::yes, fmt::format("{} target-load trials", runs.runs.size()));
}

Gate quality(const MeasuredRuns& runs) {
    if (runs.runs.empty() || !runs.target_load)
        return gate("quality", Answer::unknown, "no target-load trial tells whether the quality bar is met",
                    "the quality bar was met at target load");
    const std::string share = fmt::format("{} of {} target-load trials met the bar", runs.passed, runs.runs.size());
    return gate("quality", runs.passed > 0 ? Answer::yes : Answer::no, share, "the quality bar was met");
}

Gate repeatable(const MeasuredRuns& runs, const OptionPlan& plan, const InputBook& book) {
    const std::string_view name = "repeatable";
    if (runs.runs.size() < trials_needed)
        return gate(std::string(name), Answer::no,
                    fmt::format("{} of {} target-load trials", runs.runs.size(), trials_needed),
                    fmt::format("it had {} target-load trials", trials_needed));
    if (runs.basis != RunBasis::billed && runs.largest_unexplained > unexplained_limit)
        return gate(std::string(name), Answer::no,
                    fmt::format("{:.0f} % of a run's billed time is unexplained", 100 * runs.largest_unexplained),
                    "the time of its trials was explained");
    for (const RecordGroup& group : plan.groups)
        for (std::size_t f = 0; f < group.predictive.fields && group.varies == Varies::per_attempt; ++f)
            if (group.predictive.sd(f) > spread_limit)
                return gate(std::string(name), Answer::no,
                            fmt::format("its trials spread by {:.0f} %", 100 * group.predictive.sd(f)),
                            "its trials repeated each other");
    if (runs.basis == RunBasis::billed)
        return gate(std::string(name), Answer::unknown, "only billed time is recorded: its parts cannot be explained",
                    "the parts of its time were recorded");
    if (book.spread_unmeasured())
        return gate(std::string(name), Answer::unknown, "an input rests on too few records to show its spread",
                    "its spread was measured");
    return gate(std::string(name), Answer::yes, fmt::format("{} trials, explained and alike", runs.runs.size()));
}

Gate price(const OptionPlan& plan) {
    if (plan.unverified_prices.empty()) return gate("price", Answer::yes, "every price is quoted and fresh");
    const Answer answer = plan.instance_price ? Answer::no : Answer::unknown;
    return gate("price", answer, fmt::format("price of {}", fmt::join(plan.unverified_prices, "; ")),
                plan.instance_price ? "its quote were renewed" : "its price were known");
}

Gate stated(const WrittenOption& option, const std::string& name) {
    for (const WrittenGate& written : option.gates)
        if (written.name == name)
            return gate(name, written.answer, fmt::format("{}: {}", name, written.evidence), name + " were confirmed");
    return gate(name, Answer::unknown, name + ": not stated", name + " were confirmed");
}

// Options compare only on the same job; a field nobody recorded leaves that open.
Gate comparable(const MeasuredRuns& runs, const MeasuredRuns* baseline) {
    if (baseline == nullptr) return gate("comparable", Answer::yes, "it is the baseline");
    if (runs.runs.empty() || baseline->runs.empty())
        return gate("comparable", Answer::unknown, "no records to compare with the baseline's",
                    "it had records to compare");
    std::vector<std::string> open;
    const auto check = [&](std::string_view field, auto&& get) -> std::optional<Gate> {
        std::set<std::string> values;
        for (const MeasuredRuns* side : {&runs, baseline})
            for (const TrialRecord* run : side->runs) values.insert(get(*run));
        if (values.contains("")) {
            open.emplace_back(field);
            return std::nullopt;
        }
        if (values.size() == 1) return std::nullopt;
        return gate("comparable", Answer::no, fmt::format("{} differs from the baseline's", field),
                    "it ran the baseline's job");
    };
    for (const auto& answer :
         {check("count basis", [](const TrialRecord& r) { return r.count_basis ? std::string(to_text(*r.count_basis)) : ""; }),
          check("global batch", [](const TrialRecord& r) { return r.global_batch ? fmt::format("{}", *r.global_batch) : ""; }),
          check("precision", [](const TrialRecord& r) { return r.precision.value_or(""); })})
        if (answer) return *answer;
    if (!open.empty())
        return gate("comparable", Answer::unknown, fmt::format("not recorded: {}", fmt::join(open, ", ")),
                    fmt::format("its {} were recorded", fmt::join(open, " and ")));
    return gate("comparable", Answer::yes, "same job as the baseline");
}

Gate unknown_costs(const OptionPlan& plan) {
    if (!plan.missing.empty())
        return gate("unknown costs", Answer::no, fmt::format("{}", fmt::join(plan.missing, "; ")),
                    "what is unknown were measured");
    if (plan.unknown_downtime)
        return gate("unknown costs", Answer::unknown, "the downtime after a failure is unknown",
                    "its downtime were known");
    return gate("unknown costs", Answer::yes, "no cost is left out");
}

}  // namespace

std::vector<Gate> evidence_gates(const WrittenOption& option, const MeasuredRuns& runs, const MeasuredRuns* baseline,
                                 const OptionPlan& plan, const InputBook& book) {
    return {price(plan),
            own_records(option, runs),
            port(option, runs),
            quality(runs),
            repeatable(runs, plan, book),
            unknown_costs(plan),
            stated(option, "quota"),
            stated(option, "network"),
            stated(option, "availability"),
            comparable(runs, baseline)};
}

}  // namespace trialcost
