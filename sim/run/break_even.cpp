#include "sim/run/break_even.hpp"

#include <cmath>
#include <limits>

#include "sim/analysis/column_summary.hpp"
#include "sim/analysis/probability.hpp"

namespace trialcost {

std::vector<double> break_even_units(std::span<const double> migration_cost,
                                     std::span<const double> baseline_unit_cost,
                                     std::span<const double> unit_cost) {
    std::vector<double> units(migration_cost.size());
    for (std::size_t i = 0; i < units.size(); ++i) {
        const double saved = baseline_unit_cost[i] - unit_cost[i];
        if (migration_cost[i] > 0)  // both may be infinite: not less either
            units[i] = unit_cost[i] < baseline_unit_cost[i]
                           ? migration_cost[i] / saved
                           : std::numeric_limits<double>::infinity();
    }
    return units;
}

BreakEven break_even(std::span<const double> units, std::span<const double> doubled,
                     const SamplingDesign& design) {
    std::vector<std::uint8_t> never(units.size());
    for (std::size_t i = 0; i < units.size(); ++i) never[i] = std::isinf(units[i]) ? 1 : 0;
    const SettledColumn column(design, units, doubled);
    return {summarise(column, InfiniteDraws::defined).percentiles,
            probability(count_events(never, design), design)};
}

}  // namespace trialcost
