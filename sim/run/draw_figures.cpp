#include "sim/run/draw_figures.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "models/pricing/purchase.hpp"
#include "models/units/measure.hpp"

namespace trialcost {
namespace {

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

bool has_unknown_downtime(const OptionPlan& option) {
    const auto& classes = option.job.failures;
    return std::any_of(classes.begin(), classes.end(),
                       [](const FailureClassPlan& plan) { return !plan.downtime.present(); });
}

// What is left under a limit on a figure of what is known: of money, or of seconds.
double room_under(const FigureLimit& limit, const DrawResult& result) {
    switch (limit.figure) {
        case Figure::wall_time_s:
            return limit.limit - result.wall_s;
        case Figure::total_with_migration:
            return limit.limit - (result.total_cost + result.migration_cost);
        case Figure::unit_cost:
            return limit.limit * result.output_units - result.total_cost;
        default:
            return limit.limit - result.total_cost;
    }
}

}  // namespace

double class_share_of(const DrawResult& result, std::size_t failure_class, std::uint32_t nodes) {
    const double billed_s = result.billed_node_h / nodes * seconds_per_hour;
    return billed_s > 0 ? result.class_billed_s[failure_class] / billed_s : 0;
}

std::array<double, figure_count> figures_of(const DrawResult& result, std::uint32_t nodes) {
    const double billed_h = result.billed_node_h / nodes;
    const double productive_h = result.parts[TimePart::productive] / seconds_per_hour;
    const auto per_unit = [&](double cost) {
        return result.output_units > 0 ? cost / result.output_units
                                       : std::numeric_limits<double>::infinity();
    };
    const double with_migration = result.total_cost + result.migration_cost;
    return {result.total_cost,  per_unit(result.total_cost),
            result.wall_s,      billed_h,
            result.failures,    billed_h > 0 ? productive_h / billed_h : 0,
            result.reruns_cost, result.migration_cost,
            with_migration,     per_unit(with_migration)};
}

DrawFigures::DrawFigures(const Plan& plan, const OptionPlan& option)
    : option_(option),
      limits_(figure_limits(plan)),
      items_(1 + option.items.size()),
      classes_(option.job.failures.size()) {
    std::size_t next = figure_count;
    const auto take = [&](std::size_t columns) { return std::exchange(next, next + columns); };
    first_part_ = take(time_part_count);
    first_item_ = take(items_);
    first_item_reruns_ = take(items_);
    first_class_ = take(classes_);
    output_units_ = take(1);
    expected_failures_ = take(1);
    minus_runs_ = take(1);
    first_overrun_ = take(limits_.size());
    first_room_ = take(limits_.size());
    first_room_per_hour_ = take(limits_.size());
    if (option.instance_price && has_unknown_downtime(option)) total_with_downtime_ = take(1);
    columns_ = next;
}

void DrawFigures::write(const DrawResult& result, std::span<double> values) const {
    const auto figures = figures_of(result, option_.nodes);
    std::copy(figures.begin(), figures.end(), values.begin());
    for (std::size_t i = 0; i < time_part_count; ++i) values[part_s(i)] = result.parts.seconds[i];
    for (std::size_t i = 0; i < items_; ++i) {
        values[item_cost(i)] = result.item_costs[i];
        values[item_reruns(i)] = result.item_reruns[i];
    }
    for (std::size_t i = 0; i < classes_; ++i)
        values[class_share(i)] = class_share_of(result, i, option_.nodes);
    values[output_units_] = result.output_units;
    values[expected_failures_] = result.expected_failures;
    values[minus_runs_] = -static_cast<double>(result.runs_that_fit);
    for (std::size_t i = 0; i < limits_.size(); ++i) {
        const FigureLimit& limit = limits_[i];
        values[overrun(i)] = std::fmax(0.0, figures[of(limit.figure)] - limit.limit);
        values[room(i)] = room_under(limit, result);
        values[room_per_node_hour(i)] = values[room(i)] / result.billed_node_h;
    }
    if (total_with_downtime_)
        values[*total_with_downtime_] =
            result.total_cost + cost_of_longer(*option_.instance_price, option_.nodes,
                                               result.wall_s,
                                               result.open_failures * seconds_per_hour);
}

}  // namespace trialcost
