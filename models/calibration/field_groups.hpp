// The measured fields of one option's records, cut into groups that were recorded in the same runs.
//
// Fields of the same runs belong together and get one joint predictive. A field that is blank in
// some runs (a cold start seen once, say) is calibrated from the runs that have it, in a group of
// its own; the dependence between two groups is then not measured, and is said not to be. A field
// that is 0 in some runs is a share of "not zero" times the positive part of the other runs.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "models/calibration/joint_predictive.hpp"

namespace trialcost {

// A field without a stated bound is held there, times its largest record: measured on few records
// it has no finite mean unless it is bounded somewhere.
inline constexpr double default_bound_factor = 10;

struct MeasuredField {
    std::string name;
    std::vector<std::optional<double>> by_run;  // >= 0; nothing where the run did not record it
    std::size_t fitted = 0;  // parameters fitted to it beside its mean (node_scaling.hpp)
};

struct CalibratedField {
    std::string name;
    std::size_t runs = 0;  // that recorded it
    std::size_t runs_above_zero = 0;
    double least = 0, largest = 0, least_above_zero = 0;
    double median = 0;     // of the predictive of its positive part
    double sd_of_log = 0;  // of its positive records; 0: equal, or one
    double degrees = 0;    // of freedom of that
    // Of the spread that is drawn, where it rests on other records too (pooled_spread.hpp); else 0.
    double pooled_degrees = 0;
    std::size_t group = 0;  // of its positive part
    std::size_t place = 0;  // in that group
    bool always_zero() const { return runs_above_zero == 0; }
    bool sometimes_zero() const { return runs_above_zero > 0 && runs_above_zero < runs; }
};

struct FieldGroup {
    std::vector<std::size_t> runs;  // numbers of the runs it rests on
    std::vector<std::string> field_names;
    JointPredictive predictive;
};

struct CalibratedFields {
    std::vector<FieldGroup> groups;
    std::vector<CalibratedField> fields;  // those recorded in at least one run, in the order given
    const CalibratedField* find(const std::string& name) const;
};

// Throws std::logic_error on a negative or non-finite value (readers refuse those).
CalibratedFields calibrate_fields(const std::vector<MeasuredField>& fields,
                                  PredictiveKind kind = PredictiveKind::ranked);

}  // namespace trialcost
