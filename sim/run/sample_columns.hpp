// The draws of one option in structure-of-arrays form: one column per figure, replicate after
// replicate (sim/analysis/column.hpp). Money in the plan's currency, times in seconds or hours as
// named.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "models/job/time_parts.hpp"
#include "sim/run/draw_runs.hpp"

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

struct HeldDraw {
    std::uint64_t draw;  // index in the columns
    DrawResult result;   // with the bounds taken by default doubled
};

struct SampleColumns {
    std::array<std::vector<double>, figure_count> figures;
    std::array<std::vector<double>, time_part_count> parts_s;
    std::vector<std::vector<double>> item_costs;   // instances first, then the option's items
    std::vector<std::vector<double>> item_reruns;  // of them, what reruns cost
    std::vector<std::uint8_t> not_finished;
    std::vector<std::uint8_t> no_output;
    std::vector<std::uint32_t> runs_that_fit;
    std::vector<double> expected_failures;
    std::vector<std::vector<double>> class_shares;  // of the billed time, by failure class
    std::vector<double> open_failures;  // of unknown downtime that would have to be paid
    std::vector<double> output_units;   // qualified
    double median_pass_s = 0;    // failure-free time of one attempt, all scores at their median
    std::vector<HeldDraw> held;  // in order of draw: those in which a default bound held an input

    void resize(std::size_t draws, std::size_t items, std::size_t failure_classes);
    void store(std::size_t draw, const DrawResult& result, std::uint32_t nodes);

    std::span<const double> column(Figure figure) const {
        return figures[static_cast<std::size_t>(figure)];
    }
    // The same columns with the default bounds doubled.
    std::vector<double> doubled(Figure figure, std::uint32_t nodes) const;
    std::vector<double> doubled_part_s(std::size_t part) const;
    std::vector<double> doubled_item_cost(std::size_t item) const;
    std::vector<double> doubled_item_reruns(std::size_t item) const;
    std::vector<double> doubled_class_share(std::size_t failure_class, std::uint32_t nodes) const;
    std::vector<double> doubled_output_units() const;
};

// Of the billed time, what the failures of a class took.
double class_share_of(const DrawResult& result, std::size_t failure_class, std::uint32_t nodes);

// Unit cost: infinite without qualified output. Billed time is per node.
std::array<double, figure_count> figures_of(const DrawResult& result, std::uint32_t nodes);

}  // namespace trialcost
