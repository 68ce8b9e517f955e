#include "scenarios/build/run_times.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "models/pricing/purchase.hpp"
#include "models/units/measure.hpp"

namespace trialcost {
namespace {

constexpr double rounding_s = 1, rounding_share = 0.01;

// Sums of rounded times may pass the whole by this much.
double slack_s(double whole_s) {
    return rounding_s + rounding_share * whole_s;
}

std::optional<double> sum_of_known(const std::optional<double>& a, const std::optional<double>& b) {
    if (!a && !b) return std::nullopt;
    return a.value_or(0) + b.value_or(0);
}

std::optional<double> recorded_startup_s(const MeasuredRun& run) {
    return run.startup_s ? run.startup_s : sum_of_known(run.compile_s, run.warmup_s);
}

std::optional<double> recorded_wait_s(const MeasuredRun& run) {
    return sum_of_known(run.data_wait_s, run.idle_s);
}

double lost_s(const MeasuredRun& run) {
    return run.lost_s.value_or(0);
}

// What is known to lie within in-training time.
double training_parts_s(const MeasuredRun& run) {
    return run.productive_s.value_or(0) + recorded_wait_s(run).value_or(0) + lost_s(run);
}

double billed_downtime_s(const MeasuredRun& run) {
    return std::fmax(0.0, run.downtime_s.value_or(0) - run.unbilled_downtime_s);
}

double explained_s(const MeasuredRun& run) {
    return recorded_startup_s(run).value_or(0) + run.in_training_s.value_or(training_parts_s(run)) +
           run.checkpoint_s.value_or(0) + run.validation_s.value_or(0) + billed_downtime_s(run) +
           run.restore_s.value_or(0);
}

// Start and training, which every run has. What else may be blank is not in every run.
bool tells_its_parts(const MeasuredRun& run) {
    const bool tells_training =
        run.in_training_s || (run.productive_s && recorded_wait_s(run).has_value());
    return tells_training && recorded_startup_s(run).has_value();
}

// Time of a pass without what its failures cost.
std::optional<double> pass_s(const MeasuredRun& run, RunBasis basis) {
    switch (basis) {
        case RunBasis::productive:
            return productive_s(run);
        case RunBasis::end_to_end:
            return run.in_training_s ? std::optional(*run.in_training_s - lost_s(run))
                                     : std::nullopt;
        case RunBasis::billed:
            return run.billed_s - rounded_up_s(run) - lost_s(run) - billed_downtime_s(run) -
                   run.restore_s.value_or(0);
    }
    return std::nullopt;
}

BillingRule rule_of(const QuoteRecord& quote) {
    BillingRule rule;
    rule.granularity_s = quote.granularity_s.value_or(rule.granularity_s);
    rule.minimum_s = quote.minimum_s.value_or(rule.minimum_s);
    return rule;
}

}  // namespace

void find_rounding(std::vector<MeasuredRun>& runs, std::span<const QuoteRecord> quotes) {
    for (const QuoteRecord& quote : quotes) {
        const BillingRule rule = rule_of(quote);
        const bool may_have_billed =
            std::all_of(runs.begin(), runs.end(), [&](const MeasuredRun& run) {
                return run.instance == quote.item &&
                       billed_launch_s(run.billed_s, rule) == run.billed_s;
            });
        if (!may_have_billed) continue;
        for (MeasuredRun& run : runs) {
            const bool is_least = run.billed_s <= rule.minimum_s;
            run.most_rounding_s =
                std::fmax(run.most_rounding_s, is_least ? rule.minimum_s : rule.granularity_s);
        }
    }
}

std::optional<double> work_of(const MeasuredRun& run) {
    std::optional<double> work = run.output_units;
    if (run.count_basis) switch (*run.count_basis) {
            case TrialRecord::CountBasis::samples:
                work = run.samples;
                break;
            case TrialRecord::CountBasis::tokens:
                work = run.tokens;
                break;
            case TrialRecord::CountBasis::steps:
                work = run.steps;
                break;
        }
    return work && *work > 0 ? work : std::nullopt;
}

std::optional<double> productive_s(const MeasuredRun& run) {
    if (run.productive_s) return run.productive_s;
    const auto wait = recorded_wait_s(run);
    if (!run.in_training_s || !wait) return std::nullopt;
    return *run.in_training_s - *wait - lost_s(run);
}

std::optional<double> wait_s(const MeasuredRun& run) {
    if (!run.productive_s || !run.in_training_s) return recorded_wait_s(run);
    return std::fmax(0.0, *run.in_training_s - *run.productive_s - lost_s(run));
}

std::optional<double> seconds_per_unit(const MeasuredRun& run, RunBasis basis) {
    const auto work = work_of(run);
    const auto seconds = pass_s(run, basis);
    return work && seconds ? std::optional(*seconds / *work) : std::nullopt;
}

// The plan rounds each launch up itself: what was rounded up in a record must not pass for time
// that was used. Where the run tells its parts and rounding can fill what they leave, it does.
// Elsewhere the time used lies anywhere in the last step before what was billed, if not below the
// parts: its middle is taken. To the second, records round their times themselves, up and down.
double rounded_up_s(const MeasuredRun& run) {
    const double rest_s = run.billed_s - explained_s(run);
    if (rest_s <= 0 || run.most_rounding_s <= rounding_s) return 0;
    if (tells_its_parts(run) && rest_s <= run.most_rounding_s + rounding_s) return rest_s;
    return std::fmin(rest_s, run.most_rounding_s) / 2;
}

double unexplained_s(const MeasuredRun& run) {
    return run.billed_s - rounded_up_s(run) - explained_s(run);
}

std::optional<double> startup_with_rest_s(const MeasuredRun& run) {
    const double rest_s = unexplained_s(run) > rounding_s ? unexplained_s(run) : 0;
    const auto startup = recorded_startup_s(run);
    if (!startup && rest_s == 0) return std::nullopt;
    return startup.value_or(0) + rest_s;
}

double exposure_node_h(const MeasuredRun& run, std::uint32_t nodes) {
    const double used_s = run.billed_s - rounded_up_s(run) - billed_downtime_s(run);
    return std::fmax(0.0, used_s) / seconds_per_hour * nodes;
}

void check_times(const MeasuredRun& run, RunBasis basis, Complaints& complaints) {
    const auto check_sum = [&](const char* field, double parts_s, double whole_s) {
        if (parts_s <= whole_s + slack_s(whole_s)) return true;
        complaints.error(
            run.where, field,
            fmt::format("its parts add up to {:.1f} s, more than its {:.1f} s", parts_s, whole_s),
            "parts of a run cannot exceed it", "check the units and what each part includes");
        return false;
    };
    bool good = check_sum("billed_s", explained_s(run), run.billed_s);
    if (run.in_training_s)
        good = check_sum("in_training_s", training_parts_s(run), *run.in_training_s) && good;
    constexpr double longest_s = 1e12;  // 30 thousand years: further sums stay finite
    if (run.billed_s > longest_s) {
        complaints.error(run.where, "billed_s", "is longer than any run", "", "check the unit");
        return;
    }
    const auto each_s = seconds_per_unit(run, basis);
    if (!good || !each_s || (*each_s > 0 && std::isfinite(*each_s))) return;
    complaints.error(run.where, basis == RunBasis::billed ? "billed_s" : "in_training_s",
                     "leaves no time for the run's work",
                     "data wait, idle and failures take all of it",
                     "check the units and what each part includes");
}

}  // namespace trialcost
