// The figures of one option, from its tallied draws. A figure that does not exist carries its
// reason (Estimate::refusal). Money in the plan's currency.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "models/job/time_parts.hpp"
#include "sim/analysis/figure_summary.hpp"
#include "sim/plan/plan.hpp"
#include "sim/run/knowledge_study.hpp"
#include "sim/run/pending.hpp"
#include "sim/run/run_tally.hpp"

namespace trialcost {

// One part of a whole: percentiles at reported_percentiles, and the mean.
struct PartSummary {
    std::string name;
    std::vector<Estimate> percentiles;
    Estimate mean;
};

struct CeilingSummary {
    Estimate p_kept;
    Estimate expected_overrun;
    double headroom = 0;  // ceiling less the figure at the confidence
};

struct OptionSummary {
    std::string option;
    bool simulated = false;  // false: an input without which no run has a length is unknown
    bool priced = false;     // at least one cost item is known
    bool total_is_lower_bound = false;
    bool has_migration = false;  // there is a ledger, or nothing to port
    bool migration_is_lower_bound = false;

    std::array<FigureSummary, figure_count> figures;  // by Figure; costs only if priced
    std::optional<FigureSummary> cost_per_month;
    std::vector<PartSummary> items;  // instances first
    std::vector<PartSummary> item_reruns;
    std::vector<PartSummary> time_parts;
    std::vector<PartSummary> failure_classes;  // share of the billed time that each took

    std::vector<CeilingSummary> ceilings;  // in the order of the plan
    Estimate p_kept_all{};
    Estimate budget_to_ask{};
    std::vector<Estimate> runs_that_fit;  // with each reported percentile as confidence
    std::uint32_t most_runs = 0;          // the search for runs that fit ends here

    Estimate p_no_qualified_output{}, p_not_finished{};
    double p_held = 0;
    std::uint64_t draws = 0, not_finished = 0, no_output = 0, failures = 0;
    double median_pass_s = 0;  // failure-free time of one attempt, all inputs at their median
    double p_any_failure = 0;  // share of draws in which something failed
    // Share of draws with a failure whose downtime is unknown and would have to be paid, and what
    // an hour of it for each would add to the total at the confidence.
    double p_unknown_downtime = 0, downtime_hour_adds = 0;
    double carried_percentile =
        0;  // highest percentile that the records carry with 90 % confidence
    double failure_z =
        0;  // (failures - hazard spent) / sqrt(hazard spent): beyond 6 the loop is wrong

    std::optional<BreakEven> break_even;  // against the baseline

    std::vector<PendingUnknown> pending;
    std::optional<KnowledgeStudy> knowledge;  // from a sample of its own (study_knowledge)

    // Whether a figure is known at all.
    bool gives(Figure which) const {
        if (which == Figure::migration_cost) return simulated && has_migration;
        return simulated && (!is_cost(which) || priced) &&
               (!is_with_migration(which) || has_migration);
    }
    const FigureSummary& figure(Figure which) const {
        return figures[static_cast<std::size_t>(which)];
    }
};

// The highest percentile that `records` carry with 90 % confidence: the largest of n lies beyond
// the p-percentile with probability 1 - p^n (Wilks 1941). 0 without records.
double carried_percentile(std::size_t records);

// An option that cannot run has a summary without figures.
OptionSummary unknown_summary(const Plan& plan, const OptionPlan& option);

// `tally` is finished.
OptionSummary summarise_option(const Plan& plan, const OptionPlan& option,
                               const OptionTally& tally);

// Of all options, in the plan's order. `tally` is finished; `runner` is of the same plan.
std::vector<OptionSummary> summarise_run(const Plan& plan, const Runner& runner,
                                         const RunTally& tally);

}  // namespace trialcost
