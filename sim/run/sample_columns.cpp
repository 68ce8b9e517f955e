#include "sim/run/sample_columns.hpp"

#include <limits>

#include "models/units/measure.hpp"

namespace trialcost {

void SampleColumns::resize(std::size_t draws, std::size_t items, std::size_t failure_classes) {
    for (auto& column : figures) column.resize(draws);
    for (auto& column : parts_s) column.resize(draws);
    item_costs.resize(items);
    for (auto& column : item_costs) column.resize(draws);
    item_reruns.resize(items);
    for (auto& column : item_reruns) column.resize(draws);
    class_shares.resize(failure_classes);
    for (auto& column : class_shares) column.resize(draws);
    open_failures.resize(draws);
    not_finished.resize(draws);
    no_output.resize(draws);
    runs_that_fit.resize(draws);
    expected_failures.resize(draws);
    output_units.resize(draws);
}

void SampleColumns::store(std::size_t draw, const DrawResult& result, std::uint32_t nodes) {
    const auto values = figures_of(result, nodes);
    for (std::size_t i = 0; i < figure_count; ++i) figures[i][draw] = values[i];
    for (std::size_t i = 0; i < time_part_count; ++i) parts_s[i][draw] = result.parts.seconds[i];
    for (std::size_t i = 0; i < item_costs.size(); ++i) item_costs[i][draw] = result.item_costs[i];
    for (std::size_t i = 0; i < item_reruns.size(); ++i)
        item_reruns[i][draw] = result.item_reruns[i];
    for (std::size_t i = 0; i < class_shares.size(); ++i)
        class_shares[i][draw] = class_share_of(result, i, nodes);
    open_failures[draw] = result.open_failures;
    not_finished[draw] = result.finished ? 0 : 1;
    no_output[draw] = result.output_units > 0 ? 0 : 1;
    runs_that_fit[draw] = result.runs_that_fit;
    expected_failures[draw] = result.expected_failures;
    output_units[draw] = result.output_units;
}

namespace {

template <class Get>
std::vector<double> patched(std::vector<double> column, const std::vector<HeldDraw>& held,
                            const Get& get) {
    for (const HeldDraw& draw : held) column[draw.draw] = get(draw.result);
    return column;
}

}  // namespace

std::vector<double> SampleColumns::doubled(Figure figure, std::uint32_t nodes) const {
    const auto number = static_cast<std::size_t>(figure);
    return patched(figures[number], held,
                   [&](const DrawResult& result) { return figures_of(result, nodes)[number]; });
}

std::vector<double> SampleColumns::doubled_part_s(std::size_t part) const {
    return patched(parts_s[part], held,
                   [&](const DrawResult& result) { return result.parts.seconds[part]; });
}

std::vector<double> SampleColumns::doubled_item_cost(std::size_t item) const {
    return patched(item_costs[item], held,
                   [&](const DrawResult& result) { return result.item_costs[item]; });
}

std::vector<double> SampleColumns::doubled_item_reruns(std::size_t item) const {
    return patched(item_reruns[item], held,
                   [&](const DrawResult& result) { return result.item_reruns[item]; });
}

std::vector<double> SampleColumns::doubled_class_share(std::size_t failure_class,
                                                       std::uint32_t nodes) const {
    return patched(class_shares[failure_class], held, [&](const DrawResult& result) {
        return class_share_of(result, failure_class, nodes);
    });
}

std::vector<double> SampleColumns::doubled_output_units() const {
    return patched(output_units, held,
                   [](const DrawResult& result) { return result.output_units; });
}

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

}  // namespace trialcost
