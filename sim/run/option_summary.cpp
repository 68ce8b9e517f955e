#include "sim/run/option_summary.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "models/distribution/portable_math.hpp"
#include "models/units/measure.hpp"
#include "sim/analysis/moment.hpp"
#include "sim/analysis/percentile.hpp"
#include "sim/run/draw_runs.hpp"
#include "sim/run/figure_limit.hpp"
#include "sim/run/runner.hpp"

namespace trialcost {
namespace {

PartSummary part_of(std::string name, const FigureTally& column) {
    return {std::move(name), percentiles_of(column), mean(column)};
}

Estimate scaled(Estimate estimate, double factor) {
    estimate.value *= factor;
    estimate.low *= factor;
    estimate.high *= factor;
    return estimate;
}

FigureSummary scaled(FigureSummary summary, double factor) {
    for (Estimate& estimate : summary.percentiles) estimate = scaled(estimate, factor);
    for (Estimate* estimate : {&summary.mean, &summary.sd, &summary.tail_mean})
        *estimate = scaled(*estimate, factor);
    summary.min *= factor;
    summary.max *= factor;
    return summary;
}

// E[max(figure - limit, 0)] in the unit of the ceiling.
Estimate expected_overrun(const FigureTally& overrun, double per_unit) {
    Estimate estimate = scaled(mean(overrun), per_unit);
    estimate.low = std::fmax(0.0, estimate.low);
    return estimate;
}

void add_ceilings(const Plan& plan, const OptionPlan& option, const OptionTally& tally,
                  OptionSummary& summary) {
    const std::vector<FigureLimit>& limits = tally.figures().limits();
    if (limits.empty()) return;
    // What an unknown leaves out can only add: probabilities of keeping are then upper bounds.
    const std::string left_out = "an unknown cost is left out";
    const std::string unpriced = "the price of instances is unknown";
    const std::string no_ledger = "there is no migration ledger";
    for (std::size_t i = 0; i < limits.size(); ++i) {
        const CeilingFigure figure = plan.ceilings[i].figure;
        const double per_unit = limits[i].per_unit;
        CeilingSummary out;
        out.p_kept = tally.ceiling(i).p_kept(plan.sampling);
        out.expected_overrun = expected_overrun(tally.column(tally.figures().overrun(i)), per_unit);
        out.headroom = plan.ceilings[i].value -
                       percentile(tally.column(limits[i].figure), plan.confidence).value * per_unit;
        if (concerns_cost(figure) && !option.instance_price)
            out.p_kept = refused_estimate(unpriced);
        if (concerns_cost(figure) && summary.total_is_lower_bound)
            out.expected_overrun = refused_estimate(left_out);
        if (figure == CeilingFigure::total_with_migration && summary.migration_is_lower_bound)
            out.expected_overrun = refused_estimate("an unknown task of the migration is left out");
        if (figure == CeilingFigure::total_with_migration && !option.migration) {
            out.p_kept = out.expected_overrun = refused_estimate(no_ledger);
            out.headroom = std::numeric_limits<double>::quiet_NaN();
        }
        summary.ceilings.push_back(std::move(out));
    }
    const bool any_migration = plan.ceiling(CeilingFigure::total_with_migration) != nullptr;
    const bool any_cost =
        std::any_of(plan.ceilings.begin(), plan.ceilings.end(),
                    [](const BudgetCeiling& ceiling) { return concerns_cost(ceiling.figure); });
    summary.p_kept_all = any_cost && !option.instance_price ? refused_estimate(unpriced)
                         : any_migration && !option.migration
                             ? refused_estimate(no_ledger)
                             : tally.all_ceilings().p_kept(plan.sampling);
}

void add_inverse_figures(const Plan& plan, const OptionTally& tally, OptionSummary& summary) {
    if (!summary.priced) {
        summary.budget_to_ask = refused_estimate("no cost item has a known price");
        return;
    }
    summary.budget_to_ask = percentile(tally.column(Figure::total_cost), plan.confidence);
    if (summary.total_is_lower_bound || plan.ceiling(CeilingFigure::total) == nullptr) return;
    const FigureTally& minus_runs = tally.column(tally.figures().minus_runs_that_fit());
    for (double p : reported_percentiles)
        summary.runs_that_fit.push_back(runs_that_fit(minus_runs, p));
}

// What an hour of each downtime that is unknown would add to the total that is asked for.
void weigh_downtime(const Plan& plan, const OptionTally& tally, OptionSummary& summary) {
    const double draws = static_cast<double>(plan.sampling.total());
    summary.p_any_failure = static_cast<double>(tally.any_failure().count()) / draws;
    summary.p_unknown_downtime = static_cast<double>(tally.open_failures().count()) / draws;
    const auto longer = tally.figures().total_with_downtime();
    if (!longer || !(summary.p_unknown_downtime > 0)) return;
    const auto total = [&](const FigureTally& column) {
        return column.pooled().percentile(plan.confidence);
    };
    summary.downtime_hour_adds =
        total(tally.column(*longer)) - total(tally.column(Figure::total_cost));
}

void add_counts(const Plan& plan, const OptionTally& tally, OptionSummary& summary) {
    summary.draws = plan.sampling.total();
    const double draws = static_cast<double>(summary.draws);
    summary.not_finished = tally.not_finished().count();
    summary.no_output = tally.no_output().count();
    summary.p_not_finished = tally.not_finished().probability(plan.sampling);
    summary.p_no_qualified_output = tally.no_output().probability(plan.sampling);
    summary.p_held = static_cast<double>(tally.held().count()) / draws;
    const double failures = std::round(tally.column(Figure::failures).pooled().mean() * draws);
    const double expected =
        tally.column(tally.figures().expected_failures()).pooled().mean() * draws;
    summary.failures = static_cast<std::uint64_t>(failures);
    summary.failure_z = expected > 0 ? (failures - expected) / std::sqrt(expected) : 0;
}

bool is_unknown(const OptionPlan& option, std::string_view begin, std::string_view end) {
    return std::any_of(option.evidence.begin(), option.evidence.end(), [&](const Evidence& row) {
        return row.evidence_class == EvidenceClass::unknown && row.input.starts_with(begin) &&
               row.input.ends_with(end);
    });
}

// Parts of time that the draws leave out, wholly or for some class of failures: 0 is not their
// time.
std::vector<TimePart> unknown_parts(const OptionPlan& option) {
    std::vector<TimePart> parts;
    const auto add = [&](bool unknown, std::initializer_list<TimePart> left_out) {
        if (unknown) parts.insert(parts.end(), left_out);
    };
    add(is_unknown(option, "startup", ""), {TimePart::startup});
    add(is_unknown(option, "utilization", ""), {TimePart::data_wait});
    add(is_unknown(option, "checkpoint_time", ""), {TimePart::checkpoint});
    add(is_unknown(option, "failure.", "downtime"), {TimePart::downtime});
    add(is_unknown(option, "failure.", "restart_time"), {TimePart::restart});
    add(is_unknown(option, "failure.", "rate"),
        {TimePart::lost_work, TimePart::downtime, TimePart::restart});
    return parts;
}

void leave_unknown(const OptionPlan& option, OptionSummary& summary) {
    for (const TimePart part : unknown_parts(option)) {
        PartSummary& time = summary.time_parts[static_cast<std::size_t>(part)];
        std::fill(time.percentiles.begin(), time.percentiles.end(), unknown_estimate());
        time.mean = unknown_estimate();
    }
    if (!is_unknown(option, "failure.", "rate")) return;
    FigureSummary& failures = summary.figures[static_cast<std::size_t>(Figure::failures)];
    std::fill(failures.percentiles.begin(), failures.percentiles.end(), unknown_estimate());
    failures.mean = failures.sd = failures.tail_mean = unknown_estimate();
    failures.min = failures.max = summary.p_any_failure = std::numeric_limits<double>::quiet_NaN();
}

}  // namespace

double carried_percentile(std::size_t records) {
    constexpr double confidence = 0.9;
    return records == 0 ? 0 : portable::pow(1 - confidence, 1 / static_cast<double>(records));
}

OptionSummary unknown_summary(const Plan& plan, const OptionPlan& option) {
    OptionSummary summary;
    summary.option = option.name;
    summary.total_is_lower_bound = true;
    summary.has_migration = option.migration.has_value();
    summary.migration_is_lower_bound = option.migration && !option.migration->unknown.empty();
    summary.ceilings.resize(plan.ceilings.size());
    const Estimate unknown = refused_estimate("unknown: the length of a run is not measured");
    for (CeilingSummary& ceiling : summary.ceilings) {
        ceiling = {unknown, unknown, std::numeric_limits<double>::quiet_NaN()};
    }
    for (Estimate* estimate : {&summary.p_kept_all, &summary.budget_to_ask,
                               &summary.p_no_qualified_output, &summary.p_not_finished})
        *estimate = unknown;
    summary.pending = pending_unknowns(plan, option, nullptr);
    return summary;
}

OptionSummary summarise_option(const Plan& plan, const OptionPlan& option,
                               const OptionTally& tally) {
    const DrawFigures& figures = tally.figures();
    OptionSummary summary;
    summary.option = option.name;
    summary.simulated = true;
    summary.priced = option.has_known_cost();
    summary.total_is_lower_bound = !option.cost_is_complete();
    summary.has_migration = option.migration.has_value();
    summary.migration_is_lower_bound = option.migration && !option.migration->unknown.empty();
    summary.most_runs = DrawRuns::most_runs(plan);
    for (std::size_t i = 0; i < figure_count; ++i)
        summary.figures[i] = summarise(tally.column(static_cast<Figure>(i)));
    if (plan.period_s > 0 && summary.priced)
        summary.cost_per_month = scaled(summary.figure(Figure::total_cost), 1 / months_of(plan));

    // Expected cost per qualified unit: the sum of the costs over the sum of the outputs.
    const FigureTally& output = tally.column(figures.output_units());
    summary.figures[static_cast<std::size_t>(Figure::unit_cost)].mean =
        ratio_of_sums(tally.column(Figure::total_cost), output);
    summary.figures[static_cast<std::size_t>(Figure::unit_cost_with_migration)].mean =
        ratio_of_sums(tally.column(Figure::total_with_migration), output);
    for (std::size_t i = 0; i < figures.items(); ++i) {
        const std::string name = i == 0 ? "instances" : option.items[i - 1].name;
        summary.items.push_back(part_of(name, tally.column(figures.item_cost(i))));
        summary.item_reruns.push_back(part_of(name, tally.column(figures.item_reruns(i))));
    }
    for (std::size_t i = 0; i < time_part_count; ++i)
        summary.time_parts.push_back(
            part_of(std::string(time_part_names[i]), tally.column(figures.part_s(i))));
    for (std::size_t i = 0; i < figures.failure_classes(); ++i)
        summary.failure_classes.push_back(
            part_of(option.job.failures[i].name, tally.column(figures.class_share(i))));

    add_ceilings(plan, option, tally, summary);
    add_inverse_figures(plan, tally, summary);
    add_counts(plan, tally, summary);
    weigh_downtime(plan, tally, summary);
    leave_unknown(option, summary);
    summary.pending = pending_unknowns(plan, option, &tally);
    summary.carried_percentile = carried_percentile(option.records);
    return summary;
}

std::vector<OptionSummary> summarise_run(const Plan& plan, const Runner& runner,
                                         const RunTally& tally) {
    std::vector<OptionSummary> summaries;
    for (std::size_t i = 0; i < plan.options.size(); ++i) {
        const OptionPlan& option = plan.options[i];
        if (!tally.option(i)) {
            summaries.push_back(unknown_summary(plan, option));
            continue;
        }
        OptionSummary summary = summarise_option(plan, option, *tally.option(i));
        summary.median_pass_s = runner.median_pass_s(i);
        if (tally.break_even(i)) summary.break_even = tally.break_even(i)->result();
        summaries.push_back(std::move(summary));
    }
    return summaries;
}

}  // namespace trialcost
