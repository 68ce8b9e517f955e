// The figures of a draw, by name. Money in the plan's currency; times in seconds or hours as named,
// billed time per node.
#pragma once

#include <array>
#include <cstddef>
#include <string_view>

namespace trialcost {

enum class Figure {
    total_cost,
    unit_cost,
    wall_time_s,
    billed_time_h,
    failures,
    productive_share,
    reruns_cost,
    migration_cost,
    total_with_migration,
    unit_cost_with_migration
};

inline constexpr std::size_t figure_count = 10;

inline constexpr std::array<std::string_view, figure_count> figure_names = {
    "total_cost",
    "unit_cost",
    "wall_time",
    "billed_time",
    "failures",
    "productive_share",
    "reruns_cost",
    "migration_cost",
    "total_with_migration",
    "unit_cost_with_migration"};

constexpr bool is_with_migration(Figure figure) {
    return figure == Figure::migration_cost || figure == Figure::total_with_migration ||
           figure == Figure::unit_cost_with_migration;
}

// Of something that is priced.
constexpr bool is_cost(Figure figure) {
    return figure == Figure::total_cost || figure == Figure::unit_cost ||
           figure == Figure::reruns_cost || is_with_migration(figure);
}

}  // namespace trialcost
