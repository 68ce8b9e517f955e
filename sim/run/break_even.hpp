// After how many units of qualified output a migration is paid back: its cost over what a unit
// costs less than with the baseline, draw by draw. Infinite where a unit does not cost less; zero
// where there is nothing to pay back.
#pragma once

#include <span>
#include <vector>

#include "sim/analysis/column.hpp"
#include "sim/analysis/estimate.hpp"

namespace trialcost {

struct BreakEven {
    std::vector<Estimate> units;  // at reported_percentiles; may be infinite, or refused
    Estimate p_never;
};

// Columns of the same draws: cost of the migration, unit costs of the baseline and of the option.
std::vector<double> break_even_units(std::span<const double> migration_cost,
                                     std::span<const double> baseline_unit_cost,
                                     std::span<const double> unit_cost);

// `doubled`: the same draws under doubled default bounds (sim/analysis/settled_column.hpp).
BreakEven break_even(std::span<const double> units, std::span<const double> doubled,
                     const SamplingDesign& design);

}  // namespace trialcost
