// One option of the scenario -> its part of the plan.
#pragma once

#include <vector>

#include "models/pricing/quote_choice.hpp"
#include "scenarios/build/input_book.hpp"
#include "scenarios/build/measured_runs.hpp"
#include "scenarios/build/scenario.hpp"
#include "scenarios/records/quotes.hpp"
#include "sim/plan/plan.hpp"

namespace trialcost {

Day to_day(const Date& date);

struct QuoteShelf {
    std::vector<QuoteRecord> rows;
    Day as_of;
    std::chrono::days max_age{30};
};

// `baseline`: the runs of the option that this one is compared with; null for the baseline itself.
OptionPlan build_option(const Scenario& scenario, const WrittenOption& option,
                        const MeasuredRuns& runs, const MeasuredRuns* baseline,
                        const QuoteShelf& quotes, Complaints& complaints);

// The parts of it, each in a file of its own name.
void add_job_inputs(const Scenario& scenario, const WrittenOption& option, const MeasuredRuns& runs,
                    InputBook& book, OptionPlan& plan, Complaints& complaints);
void add_failure_inputs(const Scenario& scenario, const WrittenOption& option,
                        const MeasuredRuns& runs, InputBook& book, OptionPlan& plan);
void add_prices(const Scenario& scenario, const WrittenOption& option, const QuoteShelf& quotes,
                InputBook& book, OptionPlan& plan, Complaints& complaints);

// The gates that need no simulation.
std::vector<Gate> evidence_gates(const WrittenOption& option, const MeasuredRuns& runs,
                                 const MeasuredRuns* baseline, const OptionPlan& plan,
                                 const InputBook& book);

}  // namespace trialcost
