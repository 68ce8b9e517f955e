// A percentile of the next value of one measured field, in closed form.
//
// What the draws of the joint predictive converge to for that field taken alone. A field that is 0
// in some records is 0 with probability 1 - (k + 1/2)/(n + 1), k of n records not 0 (Jeffreys'
// posterior mean), and beyond that follows its positive records.
#pragma once

#include <span>

#include "models/calibration/field_scale.hpp"

namespace trialcost {

// `records` >= 0 and finite, in any order, at least one; 0 < probability < 1; else throws
// std::logic_error. Unit of the records. One positive record, or equal ones, give that value: their
// spread is not measured. Infinite beyond the pole of inverse_t; no bound is applied.
double predictive_percentile(std::span<const double> records, double probability,
                             PredictiveKind kind = PredictiveKind::ranked);

}  // namespace trialcost
