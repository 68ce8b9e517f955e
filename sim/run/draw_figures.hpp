// What a draw of one option says: its figures, their parts, and what the inverse questions ask, one
// number for each column of a sample.
//
// Money in the plan's currency, times in seconds or hours as named. No randomness, no errors.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "models/job/time_parts.hpp"
#include "sim/run/draw_runs.hpp"
#include "sim/run/figure.hpp"
#include "sim/run/figure_limit.hpp"

namespace trialcost {

// Of the billed time, what the failures of a class took.
double class_share_of(const DrawResult& result, std::size_t failure_class, std::uint32_t nodes);

// Unit cost: infinite without qualified output. Billed time is per node.
std::array<double, figure_count> figures_of(const DrawResult& result, std::uint32_t nodes);

class DrawFigures {
  public:
    // Both outlive it.
    DrawFigures(const Plan& plan, const OptionPlan& option);

    std::size_t columns() const { return columns_; }
    // The first so many say what happened in the draw; the others what was asked of it.
    std::size_t columns_of_draw() const { return minus_runs_; }
    // values[c]: of column c.
    void write(const DrawResult& result, std::span<double> values) const;

    // The columns.
    std::size_t of(Figure figure) const { return static_cast<std::size_t>(figure); }
    std::size_t part_s(std::size_t part) const { return first_part_ + part; }
    std::size_t item_cost(std::size_t item) const { return first_item_ + item; }
    std::size_t item_reruns(std::size_t item) const { return first_item_reruns_ + item; }
    std::size_t class_share(std::size_t failure_class) const {
        return first_class_ + failure_class;
    }
    std::size_t output_units() const { return output_units_; }  // qualified
    std::size_t expected_failures() const { return expected_failures_; }
    // Minus the number of qualified runs that fit under the ceiling on the total.
    std::size_t minus_runs_that_fit() const { return minus_runs_; }
    // max(figure - limit, 0) of a ceiling, in the unit of the figure.
    std::size_t overrun(std::size_t ceiling) const { return first_overrun_ + ceiling; }
    // What is left under a ceiling: of money, or of seconds.
    std::size_t room(std::size_t ceiling) const { return first_room_ + ceiling; }
    // For each hour of a node: of ceilings on cost.
    std::size_t room_per_node_hour(std::size_t ceiling) const {
        return first_room_per_hour_ + ceiling;
    }
    // The total if each failure of unknown downtime took an hour more; absent where there is none.
    std::optional<std::size_t> total_with_downtime() const { return total_with_downtime_; }

    const std::vector<FigureLimit>& limits() const { return limits_; }  // of the ceilings
    std::size_t items() const { return items_; }
    std::size_t failure_classes() const { return classes_; }

  private:
    const OptionPlan& option_;
    std::vector<FigureLimit> limits_;
    std::size_t items_, classes_;
    std::size_t first_part_, first_item_, first_item_reruns_, first_class_;
    std::size_t output_units_, expected_failures_, minus_runs_;
    std::size_t first_overrun_, first_room_, first_room_per_hour_, columns_;
    std::optional<std::size_t> total_with_downtime_;
};

}  // namespace trialcost
