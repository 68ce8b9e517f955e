#include "scenarios/build/build_option.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "scenarios/build/correlations.hpp"

namespace trialcost {
namespace {

// Which records the inputs rest on, and which rows were left out.
void show_records(const MeasuredRuns& runs, const RunLedger& ledger, OptionPlan& plan) {
    if (runs.runs.empty() && runs.left_out.empty()) return;
    const std::size_t count = runs.runs.size();
    const std::string left_out = runs.left_out.empty() ? "" : "left out: " + runs.left_out;
    const std::string distinct =
        ledger.distinct == count ? "" : fmt::format(", {} distinct", ledger.distinct);
    plan.evidence.push_back(
        {.input = "records",
         .evidence_class = count > 0 ? runs.class_of("records") : EvidenceClass::unknown,
         .value = fmt::format("{} run{}", count, count == 1 ? "" : "s") + distinct,
         .observations = ledger.distinct,
         .source = count > 0 ? runs.source : "no record fits the option",
         .closeness = left_out});
}

}  // namespace

OptionPlan build_option(const Scenario& scenario, const WrittenOption& option,
                        const MeasuredRuns& runs, const MeasuredRuns* baseline,
                        const QuoteShelf& quotes, Complaints& complaints) {
    OptionPlan plan;
    plan.name = option.name;
    plan.nodes = option.nodes;
    plan.purchase = option.purchase.option;
    plan.most_spent = option.limits.most_spent;
    plan.records = runs.runs.size();
    plan.target_load_trials = runs.target_load ? runs.runs.size() - runs.stage_unknown : 0;
    plan.stand_in = runs.stand_in;

    const RunLedger ledger = examine_runs(option, runs);
    warn_of_duplicates(runs, ledger, complaints);
    show_records(runs, ledger, plan);
    InputBook book(scenario, plan, runs, amount_columns({&option, 1}));
    add_job_inputs(scenario, option, runs, book, plan, complaints);
    add_failure_inputs(scenario, option, runs, book, plan);
    add_prices(scenario, option, quotes, book, plan, complaints);
    add_migration(scenario, option, book, plan, complaints);
    add_dependence(runs, book, plan);
    add_correlations(scenario, option, plan, complaints);
    plan.ledger = ledger_rows(scenario, runs, ledger);
    add_stage(scenario, option, runs, plan);
    plan.gates = evidence_gates(option, runs, baseline, ledger, plan, book);
    return plan;
}

}  // namespace trialcost
