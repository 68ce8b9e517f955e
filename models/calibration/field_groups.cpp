#include "models/calibration/field_groups.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace trialcost {
namespace {

std::vector<std::size_t> positive_runs(const MeasuredField& field) {
    std::vector<std::size_t> runs;
    for (std::size_t i = 0; i < field.by_run.size(); ++i)
        if (field.by_run[i] && *field.by_run[i] > 0) runs.push_back(i);
    return runs;
}

CalibratedField describe(const MeasuredField& field) {
    CalibratedField out{.name = field.name};
    out.least = HUGE_VAL;
    std::vector<double> positive;
    for (const auto& value : field.by_run) {
        if (!value) continue;
        if (!std::isfinite(*value) || *value < 0)
            throw std::logic_error("calibrate_fields: " + field.name +
                                   " has a value that is not a finite one >= 0");
        ++out.runs;
        if (*value > 0) positive.push_back(*value);
        out.least = std::min(out.least, *value);
        out.largest = std::max(out.largest, *value);
    }
    out.runs_above_zero = positive.size();
    if (positive.empty()) return out;
    out.least_above_zero = *std::min_element(positive.begin(), positive.end());
    out.sd_of_log = FieldScale(positive, PredictiveKind::log_t).latent_sd();
    if (positive.size() > field.fitted + 1)
        out.degrees = degrees_of_freedom(positive.size(), field.fitted);
    return out;
}

JointPredictive fit(const FieldGroup& group, const std::vector<const MeasuredField*>& members,
                    PredictiveKind kind) {
    std::vector<double> values;
    std::size_t fitted = 0;
    for (const MeasuredField* member : members) {
        fitted = std::max(fitted, member->fitted);
        for (std::size_t run : group.runs) values.push_back(*member->by_run[run]);
    }
    return predictive_of_records(group.runs.size(), members.size(), values, kind, fitted);
}

}  // namespace

const CalibratedField* CalibratedFields::find(const std::string& name) const {
    const auto at =
        std::find_if(fields.begin(), fields.end(), [&](const auto& f) { return f.name == name; });
    return at == fields.end() ? nullptr : &*at;
}

CalibratedFields calibrate_fields(const std::vector<MeasuredField>& measured, PredictiveKind kind) {
    CalibratedFields out;
    std::vector<std::vector<const MeasuredField*>> members;
    for (const MeasuredField& field : measured) {
        CalibratedField calibrated = describe(field);
        if (calibrated.runs == 0) continue;
        if (!calibrated.always_zero()) {
            const auto runs = positive_runs(field);
            auto group = std::find_if(out.groups.begin(), out.groups.end(),
                                      [&](const FieldGroup& g) { return g.runs == runs; });
            if (group == out.groups.end()) {
                out.groups.push_back({runs, {}, {}});
                members.emplace_back();
                group = out.groups.end() - 1;
            }
            calibrated.group = static_cast<std::size_t>(group - out.groups.begin());
            calibrated.place = group->field_names.size();
            group->field_names.push_back(field.name);
            members[calibrated.group].push_back(&field);
        }
        out.fields.push_back(std::move(calibrated));
    }
    for (std::size_t i = 0; i < out.groups.size(); ++i)
        out.groups[i].predictive = fit(out.groups[i], members[i], kind);
    for (CalibratedField& field : out.fields) {
        if (field.always_zero()) continue;
        const JointPredictive& predictive = out.groups[field.group].predictive;
        field.median = predictive.value(field.place, predictive.mean[field.place]);
    }
    return out;
}

}  // namespace trialcost
