// One spread for a field of several sets of records, each with its own mean: the options of one
// workload, taken to vary alike (docs/methods.md, "A spread pooled over options").
//
// With s_i the standard deviation of set i on the log scale and v_i = n_i - 1 its degrees of
// freedom, s^2 = sum v_i s_i^2 / v with v = sum v_i. A set of n records then predicts m + s sqrt(1
// + 1/n) t_v: its own mean, its own n, its own correlations, the spread of all. A field of one
// record, or of equal ones, has no correlations of its own and is drawn apart from the others.
// Log scale, unbent: ranks of a set's own records would bring its own spread back. One k serves a
// group (joint_predictive.hpp), so a group takes the least v of its fields.
// Errors: none. No randomness. Pooled variance: Snedecor and Cochran, Statistical Methods, 8th ed.
// 1989, 12.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "models/calibration/field_groups.hpp"

namespace trialcost {

struct PooledSpread {
    double sd = 0;                  // on the log scale
    double degrees = 0;             // of freedom
    std::vector<std::string> sets;  // that it rests on: those with a degree of freedom
};

using PooledSpreads = std::map<std::string, PooledSpread>;  // by field

struct NamedFields {
    std::string name;
    CalibratedFields fields;
};

PooledSpreads pool_spreads(const std::vector<NamedFields>& sets);

// As calibrate_fields, but that groups for which a pooled spread with two degrees of freedom or
// more rests on more than their own records follow it, whatever the kind.
CalibratedFields calibrate_fields(const std::vector<MeasuredField>& fields, PredictiveKind kind,
                                  const PooledSpreads& pooled);

// The predictive with other spreads: `sd` by field, those of 0 as they are. Log scale.
JointPredictive with_spreads(const JointPredictive& own, const std::vector<double>& sd,
                             double degrees);

}  // namespace trialcost
