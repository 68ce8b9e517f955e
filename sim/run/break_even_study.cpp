#include "sim/run/break_even_study.hpp"

namespace trialcost {
namespace {

bool is_fully_priced(const OptionSummary& summary) {
    return summary.simulated && summary.priced && !summary.total_is_lower_bound;
}

}  // namespace

std::vector<std::size_t> BreakEvenStudy::order() const {
    std::vector<std::size_t> order{plan_.baseline};
    for (std::size_t i = 0; i < plan_.options.size(); ++i)
        if (i != plan_.baseline) order.push_back(i);
    return order;
}

BreakEvenStudy::Columns BreakEvenStudy::columns(std::size_t option, const SampleColumns& columns,
                                                Figure figure) const {
    const auto drawn = columns.column(figure);
    return {{drawn.begin(), drawn.end()}, columns.doubled(figure, plan_.options[option].nodes)};
}

void BreakEvenStudy::add(std::size_t option, const SampleColumns& drawn, OptionSummary& summary) {
    if (option == plan_.baseline) {
        if (is_fully_priced(summary))
            baseline_unit_cost_ = columns(option, drawn, Figure::unit_cost);
        return;
    }
    if (baseline_unit_cost_.drawn.empty() || !is_fully_priced(summary) || !summary.has_migration ||
        summary.migration_is_lower_bound)
        return;
    const Columns migration = columns(option, drawn, Figure::migration_cost),
                  unit_cost = columns(option, drawn, Figure::unit_cost);
    summary.break_even = break_even(
        break_even_units(migration.drawn, baseline_unit_cost_.drawn, unit_cost.drawn),
        break_even_units(migration.doubled, baseline_unit_cost_.doubled, unit_cost.doubled),
        plan_.sampling);
}

}  // namespace trialcost
