// Predictions of the sum of several fields from a fixed number of records, the fields drawn jointly
// as a job draws its inputs for one attempt (models/calibration/field_groups.hpp), with shares of
// zeros, each field held at its default bound.
//
// Of n records, knowledge and chance of one attempt together are one normal of variance 1 + 1/n
// for each coordinate, times sqrt(k). They are taken at 2,048 Sobol' points under one fixed
// scramble, the same for every prediction: no randomness. The p-percentile is the value of rank
// ceil(2048 p).
#pragma once

#include <cstddef>

#include "sim/backtest/prediction.hpp"

namespace trialcost {

Predictor field_sum_predictor(std::size_t fields, std::size_t records);

}  // namespace trialcost
