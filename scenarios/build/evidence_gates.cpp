#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <set>

#include "scenarios/build/build_option.hpp"

namespace trialcost {
namespace {

constexpr std::size_t trials_needed = 3;
constexpr double unexplained_limit = 0.05;
constexpr double spread_limit = 0.25;  // standard deviation of the log of seconds per unit

Gate gate(std::string name, Answer answer, std::string evidence, std::string remedy = {}) {
    return {std::move(name), answer, std::move(evidence),
            answer == Answer::yes ? "" : std::move(remedy)};
}

const WrittenGate* written(const WrittenOption& option, const std::string& name) {
    for (const WrittenGate& gate : option.gates)
        if (gate.name == name) return &gate;
    return nullptr;
}

// A run to the quality bar goes through all steps of a port; so do statements about each.
Gate port(const WrittenOption& option, const MeasuredRuns& runs) {
    std::size_t passed = 0;
    const WrittenGate* open = nullptr;
    for (const std::string_view step : port_steps) {
        const WrittenGate* stated = written(option, "port." + std::string(step));
        if (stated == nullptr) continue;
        if (stated->answer == Answer::no)
            return gate("port", Answer::no, fmt::format("{} fails: {}", step, stated->evidence),
                        "the port passed");
        if (stated->answer == Answer::yes)
            ++passed;
        else
            open = stated;
    }
    if (open != nullptr)
        return gate("port", Answer::unknown,
                    fmt::format("{} unknown: {}", open->name.substr(5), open->evidence),
                    "the port was checked whole");
    if (runs.target_load && runs.passed > 0)
        return gate("port", Answer::yes, fmt::format("{} runs to the quality bar", runs.passed));
    if (passed == port_steps.size())
        return gate("port", Answer::yes, "each of its steps is stated to pass");
    return gate("port", Answer::unknown, "no run to the quality bar",
                "the port was shown by a run to the quality bar");
}

Gate own_records(const WrittenOption& option, const MeasuredRuns& runs) {
    const std::string name = "target load";
    if (runs.runs.empty())
        return gate(name, Answer::unknown, "no trial records", "it had target-load trials");
    if (!runs.stand_in.empty())
        return gate(name, Answer::no, runs.stand_in,
                    fmt::format("trials ran on {} itself", option.instance));
    if (!runs.other_nodes.empty())
        return gate(name, Answer::no, runs.other_nodes,
                    fmt::format("it had target-load trials on {} nodes", option.nodes));
    if (!runs.target_load)
        return gate(name, Answer::no, "no record is of target load", "it had target-load trials");
    const std::size_t all = runs.runs.size();
    if (runs.stage_unknown > 0)
        return gate(name, Answer::unknown,
                    fmt::format("{} of {} trials do not say their stage", runs.stage_unknown, all),
                    "the stage of its trials was recorded");
    return gate(name, Answer::yes, fmt::format("{} target-load trials", all));
}

Gate quality(const MeasuredRuns& runs) {
    if (runs.runs.empty() || !runs.target_load)
        return gate("quality", Answer::unknown,
                    "no target-load trial tells whether the quality bar is met",
                    "the quality bar was met at target load");
    const std::string share =
        fmt::format("{} of {} target-load trials met the bar", runs.passed, runs.runs.size());
    return gate("quality", runs.passed > 0 ? Answer::yes : Answer::no, share,
                "the quality bar was met");
}

// "throughput falls by 7 % from early to late in a run"
std::string moves(std::string_view what, double change, std::string_view from_where) {
    return fmt::format("{} {} by {:.0f} % {}", what, change < 0 ? "falls" : "rises",
                       100 * std::fabs(change), from_where);
}

// Trials that did not show that they change; empty: those that could be told do not.
std::string not_told(const RunLedger& ledger) {
    std::vector<std::string> open;
    if (!ledger.drift || ledger.drift->rests_on == DriftRestsOn::too_little)
        open.emplace_back("drift inside a run");
    if (!ledger.trend) open.emplace_back("trend over trials");
    return open.empty() ? "" : fmt::format("; not measured: {}", fmt::join(open, ", "));
}

// Whether trials change in a way that a mean and a spread do not show.
std::optional<Gate> changing(const std::string& name, const RunLedger& ledger) {
    const std::string held = "its throughput held through a run";
    if (ledger.trend_is_shown())
        return gate(name, Answer::no,
                    moves("the time per unit of work", ledger.trend->change,
                          "from the first trial to the last"),
                    "its trials showed no trend");
    if (ledger.drift_is_shown())
        return gate(name, Answer::no,
                    moves("throughput", ledger.drift->change, "from early to late in a run"), held);
    if (ledger.drift_is_open())
        return gate(name, Answer::unknown,
                    moves("throughput", ledger.drift->change,
                          "from early to late in a run, which may be chance"),
                    held);
    return std::nullopt;
}

Gate repeatable(const MeasuredRuns& runs, const RunLedger& ledger, const InputBook& book) {
    const std::string name = "repeatable";
    // Records of one run are one trial.
    const std::size_t trials = runs.target_load ? ledger.distinct : 0;
    const std::string repeats =
        runs.target_load && !ledger.duplicates.empty()
            ? fmt::format("; {} more with the times of another", ledger.duplicates.size())
            : "";
    // Too few trials show neither that they repeat nor that they do not.
    if (trials < trials_needed)
        return gate(name, Answer::unknown,
                    fmt::format("{} of {} target-load trials{}", trials, trials_needed, repeats),
                    fmt::format("it had {} target-load trials", trials_needed));
    if (runs.largest_unexplained > unexplained_limit)
        return gate(name, Answer::no,
                    fmt::format("{:.0f} % of a run's billed time is unexplained",
                                100 * runs.largest_unexplained),
                    "the time of its trials was explained");
    const double spread = book.spread_of("seconds_per_unit");
    if (spread > spread_limit)
        return gate(name, Answer::no,
                    fmt::format("the time per unit of work spreads by {:.0f} %", 100 * spread),
                    "its trials repeated each other");
    if (const auto found = changing(name, ledger)) return *found;
    if (runs.basis == RunBasis::billed)
        return gate(name, Answer::unknown,
                    "only billed time is recorded: its parts cannot be explained",
                    "the parts of its time were recorded");
    if (book.spread_unmeasured())
        return gate(name, Answer::unknown, "an input rests on too few records to show its spread",
                    "its spread were measured");
    return gate(name, Answer::yes,
                fmt::format("{} trials, explained and alike{}", trials, not_told(ledger)));
}

Gate price(const OptionPlan& plan) {
    if (plan.unverified_prices.empty())
        return gate("price", Answer::yes, "every price is quoted and fresh");
    auto unknown = static_cast<std::size_t>(
        std::count_if(plan.items.begin(), plan.items.end(),
                      [](const CostItemPlan& item) { return !item.price; }));
    if (!plan.instance_price) ++unknown;
    const bool only_unknown = unknown == plan.unverified_prices.size();
    return gate("price", only_unknown ? Answer::unknown : Answer::no,
                fmt::format("price of {}", fmt::join(plan.unverified_prices, "; ")),
                unknown > 0 ? "its price were known" : "its prices were quoted and fresh");
}

Gate stated(const WrittenOption& option, const std::string& name) {
    const std::string remedy = name + " were confirmed";
    if (const WrittenGate* gate_of_name = written(option, name))
        return gate(name, gate_of_name->answer, fmt::format("{}: {}", name, gate_of_name->evidence),
                    remedy);
    return gate(name, Answer::unknown, name + ": not stated", remedy);
}

struct ComparedField {
    const char* name;
    std::string (*of)(const MeasuredRun&);  // empty: not recorded
};

constexpr std::array<ComparedField, 3> compared_fields = {{
    {"count basis",
     [](const MeasuredRun& run) {
         return run.count_basis ? std::string(to_text(*run.count_basis)) : "";
     }},
    {"global batch",
     [](const MeasuredRun& run) {
         return run.global_batch ? fmt::format("{}", *run.global_batch) : "";
     }},
    {"precision", [](const MeasuredRun& run) { return run.precision.value_or(""); }},
}};

// Options compare only on the same job; a field that some run does not record leaves that open.
Gate comparable(const MeasuredRuns& runs, const MeasuredRuns* baseline) {
    const std::string name = "comparable";
    if (baseline == nullptr) return gate(name, Answer::yes, "it is the baseline");
    if (runs.runs.empty() || baseline->runs.empty())
        return gate(name, Answer::unknown, "no records to compare with the baseline's",
                    "it had records to compare");
    std::vector<std::string> open;
    for (const ComparedField& field : compared_fields) {
        std::set<std::string> values;
        for (const MeasuredRuns* side : {&runs, baseline})
            for (const MeasuredRun& run : side->runs) values.insert(field.of(run));
        if (values.erase("") > 0) open.emplace_back(field.name);
        if (values.size() > 1)
            return gate(name, Answer::no, fmt::format("{} differs from the baseline's", field.name),
                        "it ran the baseline's job");
    }
    if (!open.empty())
        return gate(name, Answer::unknown, fmt::format("not recorded: {}", fmt::join(open, ", ")),
                    fmt::format("its {} were recorded", fmt::join(open, " and ")));
    return gate(name, Answer::yes, "same job as the baseline");
}

Gate unknown_costs(const OptionPlan& plan) {
    if (!plan.missing.empty()) {
        const bool only_prices =
            std::all_of(plan.missing.begin(), plan.missing.end(),
                        [](const auto& m) { return m.starts_with("price of "); });
        return gate("unknown costs", Answer::no, fmt::format("{}", fmt::join(plan.missing, "; ")),
                    only_prices ? "its price were known" : "what is unknown were measured");
    }
    if (plan.unknown_downtime)
        return gate("unknown costs", Answer::unknown, "the downtime after a failure is unknown",
                    "its downtime were known");
    return gate("unknown costs", Answer::yes, "no cost is left out");
}

}  // namespace

std::vector<Gate> evidence_gates(const WrittenOption& option, const MeasuredRuns& runs,
                                 const MeasuredRuns* baseline, const RunLedger& ledger,
                                 const OptionPlan& plan, const InputBook& book) {
    return {price(plan),
            own_records(option, runs),
            port(option, runs),
            quality(runs),
            repeatable(runs, ledger, book),
            unknown_costs(plan),
            stated(option, "quota"),
            stated(option, "network"),
            stated(option, "availability"),
            comparable(runs, baseline)};
}

}  // namespace trialcost
