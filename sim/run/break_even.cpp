#include "sim/run/break_even.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "sim/analysis/figure_summary.hpp"

namespace trialcost {
namespace {

bool is_fully_priced(const OptionPlan& option) {
    return option.job.can_run() && option.has_known_cost() && option.cost_is_complete();
}

// A column with the held rows as they are under doubled bounds.
std::vector<double> doubled(const SampleColumns& columns, Figure figure) {
    const auto drawn = columns.column(figure);
    std::vector<double> values(drawn.begin(), drawn.end());
    const SampleColumns::HeldValues held = columns.held(columns.figures().of(figure));
    for (std::size_t i = 0; i < held.doubled.size(); ++i)
        values[columns.held_rows()[i]] = held.doubled[i];
    return values;
}

}  // namespace

double break_even_units(double migration_cost, double baseline_unit_cost, double unit_cost) {
    if (!(migration_cost > 0)) return 0;
    // Both may be infinite: not less either.
    return unit_cost < baseline_unit_cost ? migration_cost / (baseline_unit_cost - unit_cost)
                                          : std::numeric_limits<double>::infinity();
}

BreakEvenTally::BreakEvenTally(const Plan& plan)
    : units_(plan.sampling, reported_figures(plan.confidence)), never_(plan.sampling) {}

bool BreakEvenTally::is_known(const Plan& plan, const OptionPlan& option) {
    const OptionPlan& baseline = plan.options[plan.baseline];
    return &option != &baseline && is_fully_priced(baseline) && is_fully_priced(option) &&
           option.migration && option.migration->unknown.empty();
}

void BreakEvenTally::add(std::uint32_t replicate, const SampleColumns& baseline,
                         const SampleColumns& option) {
    const auto costs = option.column(Figure::migration_cost),
               before = baseline.column(Figure::unit_cost),
               after = option.column(Figure::unit_cost);
    std::vector<double> units(costs.size()), moved;
    for (std::size_t i = 0; i < units.size(); ++i)
        units[i] = break_even_units(costs[i], before[i], after[i]);

    std::vector<std::size_t> rows(baseline.held_rows().begin(), baseline.held_rows().end());
    rows.insert(rows.end(), option.held_rows().begin(), option.held_rows().end());
    std::sort(rows.begin(), rows.end());
    rows.erase(std::unique(rows.begin(), rows.end()), rows.end());
    const auto doubled_costs = doubled(option, Figure::migration_cost),
               doubled_before = doubled(baseline, Figure::unit_cost),
               doubled_after = doubled(option, Figure::unit_cost);
    std::vector<double> held;
    for (const std::size_t row : rows) {
        held.push_back(units[row]);
        moved.push_back(
            break_even_units(doubled_costs[row], doubled_before[row], doubled_after[row]));
    }

    const std::lock_guard lock(*lock_);
    units_.add(replicate, units);
    units_.add_doubled(held, moved);
    never_.add(replicate, static_cast<std::uint64_t>(std::count_if(
                              units.begin(), units.end(), [](double u) { return std::isinf(u); })));
}

void BreakEvenTally::merge(const BreakEvenTally& other) {
    units_.merge(other.units_);
    never_.merge(other.never_);
}

BreakEven BreakEvenTally::result() const {
    return {percentiles_of(units_), never_.probability(units_.design())};
}

void BreakEvenTally::write(StateWriter& out) const {
    units_.write(out);
    never_.write(out);
}

void BreakEvenTally::read(StateReader& in) {
    units_.read(in);
    never_.read(in);
}

}  // namespace trialcost
