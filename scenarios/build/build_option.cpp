#include "scenarios/build/build_option.hpp"

namespace trialcost {

OptionPlan build_option(const Scenario& scenario, const WrittenOption& option, const MeasuredRuns& runs,
                        const MeasuredRuns* baseline, const QuoteShelf& quotes, Complaints& complaints) {
    OptionPlan plan;
    plan.name = option.name;
    plan.nodes = option.nodes;
    plan.records = runs.runs.size();
    plan.target_load_trials = runs.target_load ? runs.runs.size() : 0;
    if (runs.stand_in) plan.stand_in = runs.closeness;

    std::vector<std::string> amount_columns;
    for (const WrittenCostItem& item : option.cost_items)
        if (item.amount.kind == InputValue::Kind::measured_column) amount_columns.push_back(item.amount.column);

    InputBook book(scenario, plan, runs, amount_columns);
    add_job_inputs(scenario, option, runs, book, plan, complaints);
    add_failure_inputs(scenario, option, runs, book, plan);
    add_prices(scenario, option, quotes, book, plan, complaints);
    plan.gates = evidence_gates(option, runs, baseline, plan, book);
    return plan;
}

}  // namespace trialcost
