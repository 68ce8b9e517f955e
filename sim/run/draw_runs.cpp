#include "sim/run/draw_runs.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "models/units/measure.hpp"

namespace trialcost {
namespace {

// Of sums of seconds: they may end a little before the deadline that stopped them.
constexpr double rounding_s = 1e-6;

// The time parts add up to the wall time of the clock, what the failures of each class took to the
// time lost to failures, the launches to the wall time less what is not billed of it; and no more
// was productive than was billed.
bool balanced(const AttemptResult& result, double used_s) {
    const AttemptOutcome& outcome = result.outcome;
    const double off_s = rounding_s + 1e-9 * outcome.wall_s;
    double tolls_s = 0;
    for (const FailureToll& toll : result.tolls) tolls_s += toll.lost_s;
    return std::fabs(outcome.parts.total_s() - outcome.wall_s) <= off_s &&
           std::fabs(tolls_s - outcome.lost_to_failures_s()) <= off_s &&
           std::fabs(used_s + outcome.unbilled_s - outcome.wall_s) <= off_s &&
           outcome.parts[TimePart::productive] <= used_s + off_s;
}

double jobs_end_s(const OptionPlan& option) {
    const double end_s = option.job.deadline_s.value_or(std::numeric_limits<double>::infinity());
    if (!option.instance_price) return end_s;
    const InstancePrice& price = *option.instance_price;
    switch (price.purchase) {
        case PurchaseOption::capacity_block:
            return std::fmin(end_s, latest_end_s(price.block));
        case PurchaseOption::commitment:
            return std::fmin(end_s, latest_end_s(price.commitment));
        default:
            return end_s;
    }
}

}  // namespace

DrawRuns::DrawRuns(const Plan& plan, const JobSampler& sampler, RunsDrawn drawn)
    : plan_(plan),
      option_(sampler.option()),
      job_(sampler),
      latest_end_s_(jobs_end_s(option_)),
      lanes_(plan.jobs_at_once()),
      class_billed_s_(option_.job.failures.size()),
      used_(option_, static_cast<double>(lanes_.size()) * option_.nodes, plan.period_s),
      clean_(used_),
      first_pass_(used_) {
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
    used_.clear();
    clean_.clear();
    std::fill(lanes_.begin(), lanes_.end(), Lane{});
    std::fill(class_billed_s_.begin(), class_billed_s_.end(), 0.0);
    job_.start(scores, replicate, draw, default_bound_factor);
    if (option_.instance_price && option_.instance_price->spot)
        spot_start_h_ = job_.spot_start() * option_.instance_price->spot->length_h();

    std::uint32_t fit = 0;
    bool within = budget_.has_value();
    RunEnd end = RunEnd::qualified;
    std::uint32_t run = 0;
    const auto next = [&] {
        end = run_once(run++);
        within = within && price_so_far() <= *budget_;
        if (within) fit = sum_.qualified_runs;
    };
    while (run < plan_.runs && end != RunEnd::stopped) next();
    DrawResult result = sum_;
    add_costs(result);
    result.held = job_.held();  // pricing draws the amounts that are settled last
    for (const std::uint32_t most = most_runs(plan_);
         within && run < most && end != RunEnd::stopped;)
        next();
    result.runs_that_fit = fit;
    return result;
}

void DrawRuns::add_costs(DrawResult& result) {
    result.wall_s = last(&Lane::free_s);
    result.total_cost = price_so_far();
    result.item_costs = used_.item_costs();
    result.billed_node_h = used_.billed_node_h();
    result.class_billed_s = class_billed_s_;
    result.migration_cost = migration_cost();

    clean_.price(last(&Lane::clean_free_s), job_);
    std::vector<double> clean = clean_.item_costs();
    // Of a price that moves, as much as of the hours: what another time would have cost is no
    // matter of reruns.
    if (option_.instance_price && option_.instance_price->purchase == PurchaseOption::spot)
        clean[0] = used_.billed_node_h() > 0
                       ? used_.item_costs()[0] *
                             std::fmin(1.0, clean_.billed_node_h() / used_.billed_node_h())
                       : 0;
    for (std::size_t i = 0; i < clean.size(); ++i) {
        result.item_reruns.push_back(std::fmax(0.0, result.item_costs[i] - clean[i]));
        result.reruns_cost += result.item_reruns[i];
    }
}

double DrawRuns::migration_cost() {
    double cost = 0;
    if (option_.migration)
        for (const MigrationTask& task : option_.migration->tasks)
            cost += job_.value(task.amount) * task.price;
    return cost;
}

DrawRuns::RunEnd DrawRuns::run_once(std::uint32_t run) {
    const JobPlan& job = option_.job;
    Lane& lane = *std::min_element(lanes_.begin(), lanes_.end(), [](const Lane& a, const Lane& b) {
        return a.free_s < b.free_s;
    });
    for (std::uint32_t attempt = 0; attempt < job.max_attempts; ++attempt) {
        const double left_s = latest_end_s_ - lane.free_s;
        if (!may_begin(left_s)) {
            sum_.finished = false;
            return RunEnd::stopped;
        }
        const AttemptResult result = job_.run_attempt(run, attempt, left_s, lane.free_s);
        if (attempt == 0) count_first_pass(result, lane);
        bill(result, lane);
        lane.free_s += result.outcome.wall_s;
        if (result.passed) {
            ++sum_.qualified_runs;
            sum_.output_units += result.output_units;
            first_pass_.add({.runs = 1, .output_units = result.output_units}, job_);
            clean_.add(first_pass_);
            lane.clean_free_s += first_pass_s_;
            return RunEnd::qualified;
        }
        if (result.outcome.end == AttemptEnd::given_up) {
            sum_.finished = false;
            return lane.free_s >= latest_end_s_ - rounding_s ? RunEnd::stopped
                                                             : RunEnd::unqualified;
        }
    }
    return RunEnd::unqualified;
}

bool DrawRuns::may_begin(double left_s) {
    if (!(left_s > rounding_s)) return false;
    return !option_.most_spent || used_.attempts() == 0 || price_so_far() < *option_.most_spent;
}

// Each attempt is one launch, or more: their minimum and rounding are their own.
void DrawRuns::bill(const AttemptResult& result, const Lane& lane) {
    const AttemptOutcome& outcome = result.outcome;
    const double wall_s = outcome.wall_s;
    const double start_h = spot_start_h_ + lane.free_s / seconds_per_hour;
    double used_s = 0;
    for (const Launch& launch : result.launches) {
        used_.add(launch, start_h);
        used_s += launch.used_s();
    }
    sum_.balanced = sum_.balanced && balanced(result, used_s);
    sum_.parts += outcome.parts;
    sum_.failures += static_cast<double>(outcome.failures);
    sum_.expected_failures += outcome.expected_failures;
    count_tolls(result.tolls);
    used_.add({.wall_h = wall_s / seconds_per_hour,
               .wall_node_h = wall_s / seconds_per_hour * option_.nodes,
               .checkpoints = static_cast<double>(outcome.saves),
               .failures = static_cast<double>(outcome.failures),
               .attempts = 1,
               .runs = result.passed ? 1.0 : 0.0,
               .output_units = result.output_units},
              job_);
}

// What the run would have used had its first pass met no failure, and the bar.
void DrawRuns::count_first_pass(const AttemptResult& result, const Lane& lane) {
    first_pass_.clear();
    first_pass_s_ = result.failure_free_s;
    const double hours = first_pass_s_ / seconds_per_hour;
    first_pass_.add(Launch{.start_s = 0, .end_s = first_pass_s_},
                    spot_start_h_ + lane.clean_free_s / seconds_per_hour);
    first_pass_.add({.wall_h = hours,
                     .wall_node_h = hours * option_.nodes,
                     .checkpoints = result.failure_free_saves,
                     .attempts = 1},
                    job_);
}

void DrawRuns::count_tolls(std::span<const FailureToll> tolls) {
    const bool in_block = option_.instance_price &&
                          option_.instance_price->purchase == PurchaseOption::capacity_block;
    for (std::size_t i = 0; i < tolls.size(); ++i) {
        const FailureClassPlan& plan = option_.job.failures[i];
        // A block is paid for as a whole, whatever the class says of its downtime.
        class_billed_s_[i] += tolls[i].lost_s - (in_block ? 0 : tolls[i].unbilled_s);
        const bool billed = plan.downtime_billed && plan.instances == Instances::kept;
        if (!plan.downtime.present() && (in_block || billed))
            sum_.open_failures += static_cast<double>(tolls[i].failures);
    }
}

// When the last of the jobs is free.
double DrawRuns::last(double Lane::*free_s) const {
    double last_s = 0;
    for (const Lane& lane : lanes_) last_s = std::fmax(last_s, lane.*free_s);
    return last_s;
}

double DrawRuns::price_so_far() {
    used_.price(last(&Lane::free_s), job_);
    return used_.total_cost();
}

}  // namespace trialcost
