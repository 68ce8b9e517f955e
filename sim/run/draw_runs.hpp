// One draw of one option: runs one after another until the wanted number is done, and on, beyond
// it, until the budget is used up (how many runs fit under it?).
//
// Money in the plan's currency, times in seconds. Randomness is the JobDraw's alone.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "models/job/time_parts.hpp"
#include "sim/job/job_sampler.hpp"
#include "sim/plan/plan.hpp"

namespace trialcost {

struct DrawResult {
    TimeParts parts;
    double wall_s = 0;
    double billed_node_h = 0;
    double total_cost = 0;           // of the known items
    std::vector<double> item_costs;  // instances first, then the option's items
    double output_units = 0;
    double failures = 0;
    double expected_failures = 0;  // hazard spent
    // Billed time per node that the failures of each class took (FailureToll).
    std::vector<double> class_billed_s;
    double open_failures = 0;  // of unknown downtime that would have to be paid
    std::uint32_t qualified_runs = 0;
    bool finished = true;             // no attempt was given up, no deadline struck
    bool balanced = true;             // the identities of docs/model.md held on every attempt
    bool held = false;                // an input was held at a bound taken by default
    std::uint32_t runs_that_fit = 0;  // qualified runs done when the budget was used up
};

// The runs of a draw: those wanted, or beyond them as many as fit under the budget.
enum class RunsDrawn { wanted, that_fit };

class DrawRuns {
  public:
    DrawRuns(const Plan& plan, const JobSampler& sampler, RunsDrawn drawn = RunsDrawn::that_fit);

    // Runs simulated at most when asking how many fit under the budget.
    static std::uint32_t most_runs(const Plan& plan);

    DrawResult operator()(const ScoreView& scores, std::uint16_t replicate, std::uint64_t draw,
                          double default_bound_factor);

  private:
    enum class RunEnd { qualified, unqualified, stopped };

    RunEnd run_once(std::uint32_t run);
    void bill(const AttemptResult& result);
    void count_tolls(std::span<const FailureToll> tolls);
    Usage usage() const;
    double price(const Usage& used);  // of all that was used so far, into item_costs_

    const Plan& plan_;
    const OptionPlan& option_;
    JobDraw job_;
    std::optional<double> budget_;

    DrawResult sum_;
    double billed_s_ = 0;  // per node
    double saves_ = 0;
    double attempts_ = 0;
    std::vector<double> class_billed_s_;
    std::vector<double> item_costs_;
    std::vector<double> item_amounts_;  // amount times driver units, of drivers that attempts count
};

}  // namespace trialcost
