#include "sim/run/draw_runs.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "models/units/measure.hpp"

namespace trialcost {
namespace {

// Drivers that grow with each attempt; the others are settled when the runs are over.
bool counted_by_attempt(Driver driver) {
    switch (driver) {
        case Driver::fixed:
        case Driver::held:
        case Driver::held_checkpoint:
        case Driver::per_billed_node_hour:
            return false;
        default:
            return true;
    }
}

// The time parts add up to the wall time of the clock, what the failures of each class took to the
// time lost to failures, and no more was productive than was billed.
bool balanced(const AttemptResult& result, double billed_s) {
    const AttemptOutcome& outcome = result.outcome;
    const double rounding_s = 1e-6 + 1e-9 * outcome.wall_s;
    double tolls_s = 0;
    for (const FailureToll& toll : result.tolls) tolls_s += toll.lost_s;
    return std::fabs(outcome.parts.total_s() - outcome.wall_s) <= rounding_s &&
           std::fabs(tolls_s - outcome.lost_to_failures_s()) <= rounding_s &&
           outcome.parts[TimePart::productive] <= billed_s + rounding_s;
}

}  // namespace

DrawRuns::DrawRuns(const Plan& plan, const JobSampler& sampler, RunsDrawn drawn)
    : plan_(plan),
      option_(sampler.option()),
      job_(sampler),
      class_billed_s_(option_.job.failures.size()),
      item_costs_(1 + option_.items.size()),
      item_amounts_(option_.items.size()) {
    if (const BudgetCeiling* ceiling = plan.ceiling(CeilingFigure::total);
        drawn == RunsDrawn::that_fit && ceiling != nullptr && option_.has_known_cost() &&
        option_.cost_is_complete())
        budget_ = ceiling->value;
}

std::uint32_t DrawRuns::most_runs(const Plan& plan) {
    return plan.most_runs();
}

DrawResult DrawRuns::operator()(const ScoreView& scores, std::uint16_t replicate,
                                std::uint64_t draw, double default_bound_factor) {
    sum_ = {};
    billed_s_ = saves_ = attempts_ = 0;
    std::fill(item_amounts_.begin(), item_amounts_.end(), 0.0);
    std::fill(class_billed_s_.begin(), class_billed_s_.end(), 0.0);
    job_.start(scores, replicate, draw, default_bound_factor);

    std::uint32_t fit = 0;
    bool within = budget_.has_value();
    RunEnd end = RunEnd::qualified;
    std::uint32_t run = 0;
    const auto next = [&] {
        end = run_once(run++);
        within = within && price(usage()) <= *budget_;
        if (within) fit = sum_.qualified_runs;
    };
    while (run < plan_.runs && end != RunEnd::stopped) next();
    DrawResult result = sum_;
    const Usage used = usage();
    result.total_cost = price(used);
    result.held = job_.held();  // pricing draws the amounts that are settled last
    result.item_costs = item_costs_;
    result.class_billed_s = class_billed_s_;
    result.billed_node_h = used.billed_node_h;
    for (const std::uint32_t most = most_runs(plan_);
         within && run < most && end != RunEnd::stopped;)
        next();
    result.runs_that_fit = fit;
    return result;
}

DrawRuns::RunEnd DrawRuns::run_once(std::uint32_t run) {
    // Sums of seconds may end a little before the deadline that stopped them.
    constexpr double rounding_s = 1e-6;
    const JobPlan& job = option_.job;
    for (std::uint32_t attempt = 0; attempt < job.max_attempts; ++attempt) {
        const double left_s = job.deadline_s ? *job.deadline_s - sum_.wall_s
                                             : std::numeric_limits<double>::infinity();
        if (!(left_s > rounding_s)) {
            sum_.finished = false;
            return RunEnd::stopped;
        }
        const AttemptResult result = job_.run_attempt(run, attempt, left_s);
        bill(result);
        if (result.passed) {
            ++sum_.qualified_runs;
            sum_.output_units += result.output_units;
            return RunEnd::qualified;
        }
        if (result.outcome.end == AttemptEnd::given_up) {
            sum_.finished = false;
            const bool deadline = job.deadline_s && sum_.wall_s >= *job.deadline_s - rounding_s;
            return deadline ? RunEnd::stopped : RunEnd::unqualified;
        }
    }
    return RunEnd::unqualified;
}

// Each attempt is one launch: its minimum and rounding are its own.
void DrawRuns::bill(const AttemptResult& result) {
    const AttemptOutcome& outcome = result.outcome;
    const double wall_s = outcome.wall_s;
    const BillingRule rule =
        option_.instance_price ? option_.instance_price->billing : BillingRule{};
    const double billed_s = billed_launch_s(wall_s - outcome.unbilled_s, rule);
    sum_.balanced = sum_.balanced && balanced(result, billed_s);
    billed_s_ += billed_s;
    sum_.parts += outcome.parts;
    sum_.wall_s += wall_s;
    sum_.failures += static_cast<double>(outcome.failures);
    sum_.expected_failures += outcome.expected_failures;
    count_tolls(result.tolls);
    saves_ += static_cast<double>(outcome.saves);
    ++attempts_;

    const Usage attempt{.billed_node_h = 0,
                        .wall_h = wall_s / seconds_per_hour,
                        .wall_node_h = wall_s / seconds_per_hour * option_.nodes,
                        .held_h = 0,
                        .checkpoints = static_cast<double>(outcome.saves),
                        .failures = static_cast<double>(outcome.failures),
                        .attempts = 1,
                        .runs = result.passed ? 1.0 : 0.0,
                        .output_units = result.output_units};
    for (std::size_t i = 0; i < option_.items.size(); ++i)
        if (counted_by_attempt(option_.items[i].driver) && option_.items[i].price)
            item_amounts_[i] +=
                job_.value(option_.items[i].amount) *
                driver_units(option_.items[i].driver, attempt, option_.items[i].keep);
}

void DrawRuns::count_tolls(std::span<const FailureToll> tolls) {
    const bool in_block = option_.instance_price &&
                          option_.instance_price->purchase == PurchaseOption::capacity_block;
    for (std::size_t i = 0; i < tolls.size(); ++i) {
        const FailureClassPlan& plan = option_.job.failures[i];
        // A block is paid for as a whole, whatever the class says of its downtime.
        class_billed_s_[i] += tolls[i].lost_s - (in_block ? 0 : tolls[i].unbilled_s);
        if (!plan.downtime.present() && (in_block || plan.downtime_billed))
            sum_.open_failures += static_cast<double>(tolls[i].failures);
    }
}

Usage DrawRuns::usage() const {
    const double wall_h = sum_.wall_s / seconds_per_hour;
    double node_h = billed_s_ / seconds_per_hour * option_.nodes;
    if (option_.instance_price &&
        option_.instance_price->purchase == PurchaseOption::capacity_block)
        node_h = capacity_block_s(sum_.wall_s, option_.instance_price->block) / seconds_per_hour *
                 option_.nodes;
    return {.billed_node_h = node_h,
            .wall_h = wall_h,
            .wall_node_h = wall_h * option_.nodes,
            .held_h = std::fmax(sum_.wall_s, plan_.period_s) / seconds_per_hour,
            .checkpoints = saves_,
            .failures = sum_.failures,
            .attempts = attempts_,
            .runs = static_cast<double>(sum_.qualified_runs),
            .output_units = sum_.output_units};
}

double DrawRuns::price(const Usage& used) {
    if (option_.instance_price)
        item_costs_[0] = used.billed_node_h * option_.instance_price->per_node_hour;
    double total = item_costs_[0];
    for (std::size_t i = 0; i < option_.items.size(); ++i) {
        const CostItemPlan& item = option_.items[i];
        if (!item.price) continue;
        const double quantity =
            counted_by_attempt(item.driver)
                ? item_amounts_[i]
                : job_.value(item.amount) * driver_units(item.driver, used, item.keep);
        item_costs_[1 + i] = item.price->cost(metered(item.driver), quantity, used.held_h);
        total += item_costs_[1 + i];
    }
    return total;
}

}  // namespace trialcost
