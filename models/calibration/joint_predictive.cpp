#include "models/calibration/joint_predictive.hpp"

#include <Eigen/SVD>
#include <algorithm>
#include <cmath>
#include <numeric>
#include <stdexcept>

namespace trialcost {
namespace {

// Singular vectors are known up to their sign: the largest entry of each is made positive, so that
// the same records always give the same draws.
double sign_of_largest(const Eigen::VectorXd& vector) {
    Eigen::Index at = 0;
    vector.cwiseAbs().maxCoeff(&at);
    return vector(at) < 0 ? -1.0 : 1.0;
}

// The records in an order of their own: sums and singular vectors are rounded in it.
std::vector<std::size_t> ordered_records(std::size_t records, std::size_t fields,
                                         std::span<const double> values) {
    std::vector<std::size_t> order(records);
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::sort(order.begin(), order.end(), [&](std::size_t left, std::size_t right) {
        for (std::size_t f = 0; f < fields; ++f)
            if (values[f * records + left] != values[f * records + right])
                return values[f * records + left] < values[f * records + right];
        return false;
    });
    return order;
}

}  // namespace

double JointPredictive::sd(std::size_t field) const {
    double sum = 0;
    for (std::size_t j = 0; j < rank; ++j) sum += load(field, j) * load(field, j);
    return std::sqrt(sum);
}

double JointPredictive::knowledge_mean(std::size_t field, double sqrt_k,
                                       std::span<const double> a) const {
    double sum = 0;
    for (std::size_t j = 0; j < rank; ++j) sum += load(field, j) * a[j];
    return mean[field] + sqrt_k * sum / std::sqrt(static_cast<double>(records));
}

double JointPredictive::chance(std::size_t field, double mu, double sqrt_k,
                               std::span<const double> g) const {
    double sum = 0;
    for (std::size_t j = 0; j < rank; ++j) sum += load(field, j) * g[j];
    return mu + sqrt_k * sum;
}

JointPredictive fit_joint_predictive(std::size_t records, std::size_t fields,
                                     std::span<const double> log_values) {
    if (records == 0 || fields == 0 || log_values.size() != records * fields)
        throw std::logic_error("fit_joint_predictive: a matrix of fields by records is needed");
    JointPredictive fit{.records = records,
                        .degrees = degrees_of_freedom(records, 0),
                        .fields = fields,
                        .rank = 0,
                        .mean = {},
                        .loading = {},
                        .scales = std::vector<FieldScale>(fields)};
    Eigen::MatrixXd rows(static_cast<Eigen::Index>(records), static_cast<Eigen::Index>(fields));
    for (std::size_t f = 0; f < fields; ++f) {
        const auto values = log_values.subspan(f * records, records);
        double sum = 0;
        for (double value : values) sum += value - values[0];
        // Centred on the first value, so equal records leave exact zeros.
        const double centre = sum / static_cast<double>(records);
        fit.mean.push_back(values[0] + centre);
        for (std::size_t i = 0; i < records; ++i)
            rows(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(f)) =
                values[i] - values[0] - centre;
    }
    if (records < 2) return fit;

    const Eigen::JacobiSVD<Eigen::MatrixXd> svd(rows, Eigen::ComputeThinV);
    const auto& singular = svd.singularValues();
    const double least =
        1e-13 * std::max(singular(0), 1e-300) * static_cast<double>(std::max(records, fields));
    while (fit.rank < static_cast<std::size_t>(singular.size()) &&
           singular(static_cast<Eigen::Index>(fit.rank)) > least)
        ++fit.rank;
    fit.loading.assign(fields * fit.rank, 0.0);
    const double scale = 1 / std::sqrt(static_cast<double>(records - 1));
    for (std::size_t j = 0; j < fit.rank; ++j) {
        const auto column = static_cast<Eigen::Index>(j);
        const double sign = sign_of_largest(svd.matrixV().col(column));
        for (std::size_t f = 0; f < fields; ++f) {
            // A field whose records are all equal has no spread, not one of rounding.
            if (rows.col(static_cast<Eigen::Index>(f)).isZero(0)) continue;
            fit.loading[f * fit.rank + j] = sign * scale * singular(column) *
                                            svd.matrixV()(static_cast<Eigen::Index>(f), column);
        }
    }
    return fit;
}

JointPredictive predictive_of_records(std::size_t records, std::size_t fields,
                                      std::span<const double> values, PredictiveKind kind,
                                      std::size_t fitted) {
    if (values.size() != records * fields)
        throw std::logic_error("predictive_of_records: a matrix of fields by records is needed");
    std::vector<FieldScale> scales;
    std::vector<double> latents;
    const std::vector<std::size_t> order = ordered_records(records, fields, values);
    for (std::size_t f = 0; f < fields; ++f) {
        const auto of_field = values.subspan(f * records, records);
        scales.emplace_back(of_field, kind, fitted);
        for (std::size_t record : order) latents.push_back(scales[f].latent(of_field[record]));
    }
    JointPredictive fit = fit_joint_predictive(records, fields, latents);
    fit.degrees = degrees_of_freedom(records, fitted);
    fit.scales = std::move(scales);
    return fit;
}

}  // namespace trialcost
