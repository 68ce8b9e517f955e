// One draw of one option: runs, each beginning where one of the parallel jobs is free first, until
// the wanted number is done, and on, beyond it, until the budget is used up (how many runs fit
// under it?).
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
#include "sim/run/usage_tally.hpp"

namespace trialcost {

struct DrawResult {
    TimeParts parts;    // of all jobs together
    double wall_s = 0;  // until the last job has ended
    double billed_node_h = 0;
    double total_cost = 0;           // of the known items
    std::vector<double> item_costs;  // instances first, then the option's items
    // Of them, what failures and failed attempts caused: the cost less that of the same runs had
    // nothing failed and each first pass met the bar.
    std::vector<double> item_reruns;
    double reruns_cost = 0;
    double migration_cost = 0;  // of the known tasks; not in the total
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

    // When one of the jobs side by side is free again: as it happened, and had nothing failed.
    struct Lane {
        double free_s = 0;
        double clean_free_s = 0;
    };

    RunEnd run_once(std::uint32_t run);
    bool may_begin(double left_s);
    void bill(const AttemptResult& result, const Lane& lane);
    void count_first_pass(const AttemptResult& result, const Lane& lane);
    void count_tolls(std::span<const FailureToll> tolls);
    double last(double Lane::*free_s) const;
    double price_so_far();
    void add_costs(DrawResult& result);
    double migration_cost();

    const Plan& plan_;
    const OptionPlan& option_;
    JobDraw job_;
    std::optional<double> budget_;
    double latest_end_s_;

    DrawResult sum_;
    std::vector<Lane> lanes_;
    double spot_start_h_ = 0;  // in the history of the price
    std::vector<double> class_billed_s_;
    UsageTally used_;
    UsageTally clean_;       // of the qualified runs, had nothing failed
    UsageTally first_pass_;  // of the run that goes on
    double first_pass_s_ = 0;
};

}  // namespace trialcost
