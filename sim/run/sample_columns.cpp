#include "sim/run/sample_columns.hpp"

#include <limits>

#include "models/units/measure.hpp"

namespace trialcost {

void SampleColumns::resize(std::size_t draws, std::size_t items) {
    for (auto& column : figures) column.resize(draws);
    for (auto& column : parts_s) column.resize(draws);
    item_costs.resize(items);
    for (auto& column : item_costs) column.resize(draws);
    not_finished.resize(draws);
    no_output.resize(draws);
    runs_that_fit.resize(draws);
    expected_failures.resize(draws);
}

void SampleColumns::store(std::size_t draw, const DrawResult& result, std::uint32_t nodes) {
    const auto values = figures_of(result, nodes);
    for (std::size_t i = 0; i < figure_count; ++i) figures[i][draw] = values[i];
    for (std::size_t i = 0; i < time_part_count; ++i) parts_s[i][draw] = result.parts.seconds[i];
    for (std::size_t i = 0; i < item_costs.size(); ++i) item_costs[i][draw] = result.item_costs[i];
    not_finished[draw] = result.finished ? 0 : 1;
    no_output[draw] = result.output_units > 0 ? 0 : 1;
    runs_that_fit[draw] = result.runs_that_fit;
    expected_failures[draw] = result.expected_failures;
}

std::vector<double> SampleColumns::doubled(Figure figure) const {
    const auto number = static_cast<std::size_t>(figure);
    std::vector<double> out = figures[number];
    for (const HeldDraw& draw : held) out[draw.draw] = draw.figures[number];
    return out;
}

std::array<double, figure_count> figures_of(const DrawResult& result, std::uint32_t nodes) {
    const double billed_h = result.billed_node_h / nodes;
    const double productive_h = result.parts[TimePart::productive] / seconds_per_hour;
    return {result.total_cost,
            result.output_units > 0 ? result.total_cost / result.output_units
                                    : std::numeric_limits<double>::infinity(),
            result.wall_s,
            billed_h,
            result.failures,
            billed_h > 0 ? productive_h / billed_h : 0};
}

}  // namespace trialcost
