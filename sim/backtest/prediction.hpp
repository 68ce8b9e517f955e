// What a few runs say of the next one: percentiles, and values that share the chance evenly.
//
// Units of the fields that are added up. No randomness.
#pragma once

#include <array>
#include <cstddef>
#include <functional>
#include <vector>

#include "models/calibration/field_scale.hpp"

namespace trialcost {

inline constexpr std::array predicted_probabilities{0.05, 0.10, 0.25, 0.50, 0.75, 0.90, 0.95};
using PredictedPercentiles = std::array<double, predicted_probabilities.size()>;

struct Prediction {
    PredictedPercentiles percentiles{};
    std::vector<double> values;  // in no order, each as likely as the others
};

using FieldRecords = std::vector<std::vector<double>>;  // [field][run], >= 0 and finite

// Of a fixed number of fields and records.
using Predictor = std::function<Prediction(const FieldRecords&, PredictiveKind)>;

}  // namespace trialcost
