// One option of the scenario -> its part of the plan.
#pragma once

#include <vector>

#include "models/pricing/quote_choice.hpp"
#include "scenarios/build/input_book.hpp"
#include "scenarios/build/measured_runs.hpp"
#include "scenarios/build/run_ledger.hpp"
#include "scenarios/build/scenario.hpp"
#include "scenarios/records/quotes.hpp"
#include "sim/plan/plan.hpp"

namespace trialcost {

struct QuoteShelf {
    std::vector<QuoteRecord> rows;
    std::vector<PricedQuote> priced;  // the same, one for each row
    Day as_of;
    QuoteAges ages;
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
// The migration ledger; none is unknown, but for the baseline, which has none.
void add_migration(const Scenario& scenario, const WrittenOption& option, InputBook& book,
                   OptionPlan& plan, Complaints& complaints);
// Says how well the records show which of their fields go together.
void add_dependence(const MeasuredRuns& runs, const InputBook& book, OptionPlan& plan);

// How far the trials have come, and what they lack.
void add_stage(const Scenario& scenario, const WrittenOption& option, const MeasuredRuns& runs,
               OptionPlan& plan);

// The gates that need no simulation.
std::vector<Gate> evidence_gates(const WrittenOption& option, const MeasuredRuns& runs,
                                 const MeasuredRuns* baseline, const RunLedger& ledger,
                                 const OptionPlan& plan, const InputBook& book);

}  // namespace trialcost
