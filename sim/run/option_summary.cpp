#include "sim/run/option_summary.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "models/distribution/portable_math.hpp"
#include "models/pricing/purchase.hpp"
#include "models/units/measure.hpp"
#include "sim/analysis/ceiling.hpp"
#include "sim/analysis/moment.hpp"
#include "sim/analysis/percentile.hpp"
#include "sim/analysis/probability.hpp"
#include "sim/run/draw_runs.hpp"
#include "sim/run/figure_limit.hpp"
#include "sim/run/runner.hpp"

namespace trialcost {
namespace {

// The columns of one option under the plan's design, with their twins under doubled default bounds.
class Reader {
  public:
    Reader(const Plan& plan, const OptionPlan& option, const SampleColumns& columns)
        : plan_(plan), option_(option), columns_(columns) {
        for (std::size_t i = 0; i < figure_count; ++i)
            if (!columns.held.empty())
                doubled_[i] = columns.doubled(static_cast<Figure>(i), option.nodes);
    }

    SettledColumn settled(Figure figure) const {
        const auto draws = columns_.column(figure);
        const auto& twin = doubled_[static_cast<std::size_t>(figure)];
        return {plan_.sampling, draws,
                columns_.held.empty() ? draws : std::span<const double>(twin)};
    }

    ColumnSummary figure(Figure figure) const {
        const auto infinite =
            figure == Figure::unit_cost || figure == Figure::unit_cost_with_migration
                ? InfiniteDraws::defined
                : InfiniteDraws::undefined;
        ColumnSummary summary = summarise(settled(figure), infinite);
        if (summary.non_finite.count > 0)
            throw SelfCheckError(
                "option " + option_.name + ": " + std::to_string(summary.non_finite.count) +
                " draws are not finite, the first is draw " +
                std::to_string(summary.non_finite.first_draw) +
                "; its largest inputs: " + largest_inputs(summary.non_finite.first_draw));
        return summary;
    }

    PartSummary time_part(std::size_t part) const {
        return settled_part(std::string(time_part_names[part]), columns_.parts_s[part],
                            [&] { return columns_.doubled_part_s(part); });
    }

    PartSummary failure_class(std::size_t number) const {
        return settled_part(option_.job.failures[number].name, columns_.class_shares[number],
                            [&] { return columns_.doubled_class_share(number, option_.nodes); });
    }

    PartSummary item(std::string name, std::size_t number) const {
        return settled_part(std::move(name), columns_.item_costs[number],
                            [&] { return columns_.doubled_item_cost(number); });
    }

    PartSummary item_reruns(std::string name, std::size_t number) const {
        return settled_part(std::move(name), columns_.item_reruns[number],
                            [&] { return columns_.doubled_item_reruns(number); });
    }

    // Expected cost per qualified unit: the sum of the costs over the sum of the outputs.
    Estimate cost_per_output(Figure total) const {
        const auto cost = columns_.column(total);
        const Estimate base = ratio_of_sums(cost, columns_.output_units, plan_.sampling);
        if (columns_.held.empty()) return base;
        const auto& doubled_cost = doubled_[static_cast<std::size_t>(total)];
        return settle_moment(
            base, ratio_of_sums(doubled_cost, columns_.doubled_output_units(), plan_.sampling));
    }

  private:
    // Prices and times of a draw, the largest first: what does not fit a double is among them.
    std::string largest_inputs(std::size_t draw) const {
        std::vector<std::pair<double, std::string>> inputs{
            {columns_.column(Figure::wall_time_s)[draw], "wall time in s"},
            {columns_.column(Figure::billed_time_h)[draw], "billed time in h"}};
        if (option_.instance_price)
            inputs.emplace_back(option_.instance_price->per_node_hour, "price of instances");
        for (const CostItemPlan& item : option_.items)
            if (item.price)
                inputs.emplace_back(item.price->ladder.tiers[0].price, "price of " + item.name);
        std::stable_sort(inputs.begin(), inputs.end(),
                         [](const auto& a, const auto& b) { return a.first > b.first; });
        constexpr std::size_t few = 3;
        inputs.resize(std::min(inputs.size(), few));
        std::string text;
        for (const auto& [value, name] : inputs)
            text += fmt::format("{}{} {:.4g}", text.empty() ? "" : ", ", name, value);
        return text;
    }

    template <class Twin>
    PartSummary settled_part(std::string name, const std::vector<double>& draws,
                             const Twin& twin) const {
        const std::vector<double> doubled = columns_.held.empty() ? std::vector<double>{} : twin();
        const SettledColumn column(plan_.sampling, draws, columns_.held.empty() ? draws : doubled);
        PartSummary summary{std::move(name), {}, column.mean()};
        for (double p : reported_percentiles) summary.percentiles.push_back(column.percentile(p));
        return summary;
    }

    const Plan& plan_;
    const OptionPlan& option_;
    const SampleColumns& columns_;
    std::array<std::vector<double>, figure_count> doubled_;
};

Estimate scaled(Estimate estimate, double factor) {
    estimate.value *= factor;
    estimate.low *= factor;
    estimate.high *= factor;
    return estimate;
}

ColumnSummary scaled(ColumnSummary summary, double factor) {
    for (Estimate& estimate : summary.percentiles) estimate = scaled(estimate, factor);
    for (Estimate* estimate : {&summary.mean, &summary.sd, &summary.tail_mean})
        *estimate = scaled(*estimate, factor);
    summary.min *= factor;
    summary.max *= factor;
    return summary;
}

void add_ceilings(const Plan& plan, const OptionPlan& option, const Reader& reader,
                  const SampleColumns& columns, OptionSummary& summary) {
    const std::vector<FigureLimit> limits = figure_limits(plan);
    std::vector<Ceiling> asked;
    for (const FigureLimit& limit : limits)
        asked.push_back({columns.column(limit.figure), limit.limit});
    if (asked.empty()) return;
    const CeilingsKept kept = ceilings_kept(asked, plan.sampling);
    // What an unknown leaves out can only add: probabilities of keeping are then upper bounds.
    const std::string left_out = "an unknown cost is left out";
    const std::string unpriced = "the price of instances is unknown";
    const std::string no_ledger = "there is no migration ledger";
    for (std::size_t i = 0; i < asked.size(); ++i) {
        const CeilingFigure figure = plan.ceilings[i].figure;
        const SettledColumn column = reader.settled(limits[i].figure);
        const double per_unit = limits[i].per_unit;
        CeilingSummary out;
        out.p_kept = kept.each[i];
        out.expected_overrun = scaled(column.expected_overrun(asked[i].limit), per_unit);
        out.headroom = plan.ceilings[i].value - column.percentile(plan.confidence).value * per_unit;
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
    summary.p_kept_all = any_cost && !option.instance_price   ? refused_estimate(unpriced)
                         : any_migration && !option.migration ? refused_estimate(no_ledger)
                                                              : kept.together;
}

void add_inverse_figures(const Plan& plan, const Reader& reader, const SampleColumns& columns,
                         OptionSummary& summary) {
    if (!summary.priced) {
        summary.budget_to_ask = refused_estimate("no cost item has a known price");
        return;
    }
    summary.budget_to_ask = budget_to_ask(reader.settled(Figure::total_cost), plan.confidence);
    if (summary.total_is_lower_bound || plan.ceiling(CeilingFigure::total) == nullptr) return;
    for (double p : reported_percentiles)
        summary.runs_that_fit.push_back(runs_that_fit(columns.runs_that_fit, plan.sampling, p));
}

double share_above_zero(std::span<const double> column) {
    const auto above =
        std::count_if(column.begin(), column.end(), [](double value) { return value > 0; });
    return static_cast<double>(above) / static_cast<double>(column.size());
}

// What more time of `nodes` costs behind `wall_s`.
double cost_of_longer(const InstancePrice& price, double nodes, double wall_s, double more_s) {
    const double more_h = nodes * more_s / seconds_per_hour;
    switch (price.purchase) {
        case PurchaseOption::capacity_block:
            return instance_bill(price, nodes, wall_s + more_s, {}).cost -
                   instance_bill(price, nodes, wall_s, {}).cost;
        case PurchaseOption::commitment:
            return more_h * (1 - covered_share(nodes, wall_s, price.commitment)) *
                   price.on_demand_per_node_hour.value_or(0);
        case PurchaseOption::spot:
            return price.spot ? more_h * price.spot->mean(0, price.spot->length_h()) : 0;
        case PurchaseOption::on_demand:
            break;
    }
    return more_h * price.per_node_hour;
}

// What an hour of each downtime that is unknown would add to the total that is asked for.
void weigh_downtime(const Plan& plan, const OptionPlan& option, const SampleColumns& columns,
                    OptionSummary& summary) {
    summary.p_any_failure = share_above_zero(columns.column(Figure::failures));
    summary.p_unknown_downtime = share_above_zero(columns.open_failures);
    if (!option.instance_price || !(summary.p_unknown_downtime > 0)) return;
    const auto wall_s = columns.column(Figure::wall_time_s);
    const std::vector<double>& failures = columns.open_failures;
    std::vector<double> total(columns.column(Figure::total_cost).begin(),
                              columns.column(Figure::total_cost).end());
    for (std::size_t i = 0; i < total.size(); ++i) {
        total[i] += cost_of_longer(*option.instance_price, option.nodes, wall_s[i],
                                   failures[i] * seconds_per_hour);
    }
    summary.downtime_hour_adds =
        percentile(SortedColumn(total, plan.sampling), plan.confidence).value -
        percentile(SortedColumn(columns.column(Figure::total_cost), plan.sampling), plan.confidence)
            .value;
}

void add_counts(const Plan& plan, const SampleColumns& columns, OptionSummary& summary) {
    const auto total = [](const std::vector<std::uint8_t>& events) {
        return std::accumulate(events.begin(), events.end(), std::uint64_t{0});
    };
    summary.draws = plan.sampling.total();
    summary.not_finished = total(columns.not_finished);
    summary.no_output = total(columns.no_output);
    summary.p_not_finished =
        probability(count_events(columns.not_finished, plan.sampling), plan.sampling);
    summary.p_no_qualified_output =
        probability(count_events(columns.no_output, plan.sampling), plan.sampling);
    summary.p_held = static_cast<double>(columns.held.size()) / static_cast<double>(summary.draws);
    double failures = 0, expected = 0;
    for (double count : columns.column(Figure::failures)) failures += count;
    for (double hazard : columns.expected_failures) expected += hazard;
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
    ColumnSummary& failures = summary.figures[static_cast<std::size_t>(Figure::failures)];
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
                               const SampleColumns& columns) {
    const Reader reader(plan, option, columns);
    OptionSummary summary;
    summary.option = option.name;
    summary.simulated = true;
    summary.priced = option.has_known_cost();
    summary.total_is_lower_bound = !option.cost_is_complete();
    summary.has_migration = option.migration.has_value();
    summary.migration_is_lower_bound = option.migration && !option.migration->unknown.empty();
    summary.most_runs = DrawRuns::most_runs(plan);
    for (std::size_t i = 0; i < figure_count; ++i)
        summary.figures[i] = reader.figure(static_cast<Figure>(i));
    if (plan.period_s > 0 && summary.priced)
        summary.cost_per_month = scaled(summary.figure(Figure::total_cost), 1 / months_of(plan));

    summary.figures[static_cast<std::size_t>(Figure::unit_cost)].mean =
        reader.cost_per_output(Figure::total_cost);
    summary.figures[static_cast<std::size_t>(Figure::unit_cost_with_migration)].mean =
        reader.cost_per_output(Figure::total_with_migration);
    for (std::size_t i = 0; i <= option.items.size(); ++i) {
        const std::string name = i == 0 ? "instances" : option.items[i - 1].name;
        summary.items.push_back(reader.item(name, i));
        summary.item_reruns.push_back(reader.item_reruns(name, i));
    }
    for (std::size_t i = 0; i < time_part_count; ++i)
        summary.time_parts.push_back(reader.time_part(i));
    for (std::size_t i = 0; i < option.job.failures.size(); ++i)
        summary.failure_classes.push_back(reader.failure_class(i));

    add_ceilings(plan, option, reader, columns, summary);
    add_inverse_figures(plan, reader, columns, summary);
    add_counts(plan, columns, summary);
    weigh_downtime(plan, option, columns, summary);
    leave_unknown(option, summary);
    summary.pending = pending_unknowns(plan, option, &columns);
    summary.median_pass_s = columns.median_pass_s;
    summary.carried_percentile = carried_percentile(option.records);
    return summary;
}

}  // namespace trialcost
