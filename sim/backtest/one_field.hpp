// Predictions of one field from a fixed number of records, in closed form: what
// models/calibration/predictive_percentile.hpp says, with the Student-t quantiles taken once for
// all predictions, held at the default bound.
#pragma once

#include <cstddef>

#include "sim/backtest/prediction.hpp"

namespace trialcost {

Predictor one_field_predictor(std::size_t records);

}  // namespace trialcost
