#include "sim/backtest/field_sum.hpp"

#include <algorithm>
#include <cmath>
#include <memory>
#include <span>
#include <string>

#include "models/calibration/field_groups.hpp"
#include "models/calibration/posterior.hpp"
#include "models/distribution/marginal.hpp"
#include "models/distribution/special_functions.hpp"
#include "sim/sampling/points.hpp"

namespace trialcost {
namespace {

constexpr std::size_t point_count = 2048;

// Scores of one kind of coordinate, [point * fields + number]: there are as many coordinates of
// each kind as fields, though groups of fields may need fewer.
using Scores = std::vector<double>;

class FieldSum {
  public:
    FieldSum(std::size_t fields, std::size_t records) : fields_(fields) {
        std::vector<std::string> names;
        for (const char* kind : {"g", "k", "share", "zero"})
            for (std::size_t f = 1; f <= fields; ++f) names.push_back(kind + std::to_string(f));
        const Points points({.replicates = 1, .draws_per_replicate = point_count}, names);
        g_ = scores(points, 0);
        const Scores k = scores(points, fields), share = scores(points, 2 * fields);
        zero_ = scores(points, 3 * fields);
        for (double& z : zero_) z = normal_cdf(z);
        for (std::size_t n = 1; n <= records; ++n) {
            const auto count = static_cast<double>(n), all = static_cast<double>(records);
            spread_.emplace_back(k.size(), 1.0);
            not_zero_.emplace_back(share.size(), 1.0);
            if (n > 1) {
                const Marginal chi_square = Marginal::compile({Gamma{(count - 1) / 2, 2}});
                std::transform(k.begin(), k.end(), spread_.back().begin(), [&](double z) {
                    return std::sqrt((count - 1) / chi_square(z) * (1 + 1 / count));
                });
            }
            if (n < records) {
                const Marginal not_zero = Marginal::compile({share_posterior(count, all)});
                std::transform(share.begin(), share.end(), not_zero_.back().begin(), not_zero);
            }
        }
    }

    Prediction predict(const FieldRecords& records, PredictiveKind kind) const {
        std::vector<MeasuredField> measured;
        for (const std::vector<double>& field : records)
            measured.push_back({std::to_string(measured.size()), {field.begin(), field.end()}});
        const CalibratedFields calibrated = calibrate_fields(measured, kind);

        Prediction prediction;
        prediction.values.assign(point_count, 0.0);
        for (std::size_t f = 0; f < fields_; ++f)
            if (!calibrated.fields[f].always_zero()) add(calibrated, f, prediction.values);
        auto from = prediction.values.begin();
        for (std::size_t i = 0; i < predicted_probabilities.size(); ++i) {
            const double rank = std::ceil(predicted_probabilities[i] * point_count);
            const auto at = prediction.values.begin() + static_cast<std::ptrdiff_t>(rank) - 1;
            std::nth_element(from, at, prediction.values.end());
            prediction.percentiles[i] = *at;
            from = at;
        }
        return prediction;
    }

  private:
    Scores scores(const Points& points, std::size_t first_coordinate) const {
        Scores out(point_count * fields_);
        std::vector<double> column(point_count);
        for (std::size_t f = 0; f < fields_; ++f) {
            points.scores(first_coordinate + f, 0, 0, column);
            for (std::size_t i = 0; i < point_count; ++i) out[i * fields_ + f] = column[i];
        }
        return out;
    }

    // One field at each point, on top of `sums`.
    void add(const CalibratedFields& calibrated, std::size_t f, std::span<double> sums) const {
        const CalibratedField& field = calibrated.fields[f];
        const JointPredictive& predictive = calibrated.groups[field.group].predictive;
        const double bound = default_bound_factor * field.largest;
        std::size_t first_coordinate = 0;
        for (std::size_t group = 0; group < field.group; ++group)
            first_coordinate += calibrated.groups[group].predictive.rank;
        const Scores& spread = spread_[predictive.records - 1];
        const Scores& not_zero = not_zero_[field.runs_above_zero - 1];
        for (std::size_t i = 0; i < point_count; ++i) {
            const std::size_t row = i * fields_;
            if (zero_[row + f] >= not_zero[row + f]) continue;
            const auto g = std::span(g_).subspan(row + first_coordinate, predictive.rank);
            const double x = predictive.chance(field.place, predictive.mean[field.place],
                                               spread[row + field.group], g);
            sums[i] += std::min(predictive.value(field.place, x), bound);
        }
    }

    std::size_t fields_;
    Scores g_, zero_;
    std::vector<Scores> spread_;    // sqrt(k (1 + 1/n)), by the n records of the group
    std::vector<Scores> not_zero_;  // the share, by positive records
};

}  // namespace

Predictor field_sum_predictor(std::size_t fields, std::size_t records) {
    return
        [sum = std::make_shared<const FieldSum>(fields, records)](
            const FieldRecords& values, PredictiveKind kind) { return sum->predict(values, kind); };
}

}  // namespace trialcost
