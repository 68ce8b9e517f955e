#include "sim/run/sample_columns.hpp"

namespace trialcost {

SampleColumns::SampleColumns(const DrawFigures& figures, std::size_t draws)
    : not_finished(draws),
      no_output(draws),
      open_failures(draws),
      figures_(&figures),
      values_(figures.columns() * draws),
      row_(figures.columns()) {}

void SampleColumns::store(std::size_t row, const DrawResult& result) {
    figures_->write(result, row_);
    for (std::size_t c = 0; c < row_.size(); ++c) values_[c * draws() + row] = row_[c];
    not_finished[row] = result.finished ? 0 : 1;
    no_output[row] = result.output_units > 0 ? 0 : 1;
    open_failures[row] = result.open_failures > 0 ? 1 : 0;
}

void SampleColumns::store_held(std::size_t row, const DrawResult& with_doubled_bounds) {
    figures_->write(with_doubled_bounds, row_);
    held_values_.insert(held_values_.end(), row_.begin(), row_.end());
    held_rows_.push_back(row);
}

SampleColumns::HeldValues SampleColumns::held(std::size_t number) const {
    HeldValues values;
    for (std::size_t i = 0; i < held_rows_.size(); ++i) {
        values.drawn.push_back(column(number)[held_rows_[i]]);
        values.doubled.push_back(held_values_[i * figures_->columns() + number]);
    }
    return values;
}

}  // namespace trialcost
