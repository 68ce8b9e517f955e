// Consecutive draws of one option in structure-of-arrays form: one column for each thing that
// DrawFigures says of a draw, in its units.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "sim/run/draw_figures.hpp"

namespace trialcost {

class SampleColumns {
  public:
    // `figures` outlives it.
    SampleColumns(const DrawFigures& figures, std::size_t draws);

    std::size_t draws() const { return not_finished.size(); }
    const DrawFigures& figures() const { return *figures_; }

    void store(std::size_t row, const DrawResult& result);
    // Bounds taken by default held an input in the draw; rows in ascending order.
    void store_held(std::size_t row, const DrawResult& with_doubled_bounds);

    std::span<const double> column(std::size_t number) const {
        return std::span(values_).subspan(number * draws(), draws());
    }
    std::span<const double> column(Figure figure) const { return column(figures_->of(figure)); }

    std::span<const std::size_t> held_rows() const { return held_rows_; }
    // A column at the held rows: as drawn, and with the bounds doubled.
    struct HeldValues {
        std::vector<double> drawn, doubled;
    };
    HeldValues held(std::size_t column) const;

    std::vector<std::uint8_t> not_finished;
    std::vector<std::uint8_t> no_output;
    // Failures of unknown downtime that would have to be paid.
    std::vector<std::uint8_t> open_failures;

  private:
    const DrawFigures* figures_;
    std::vector<double> values_;  // column after column
    std::vector<double> row_;
    std::vector<std::size_t> held_rows_;
    std::vector<double> held_values_;  // with doubled bounds: row after row
};

}  // namespace trialcost
