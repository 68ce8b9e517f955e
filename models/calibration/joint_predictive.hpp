// The joint predictive of the fields of one set of trial records (docs/methods.md, "Records,
// jointly").
//
// On the scales of its fields (field_scale.hpp), with centred rows z_i of n >= 2 records and mean
// m:
//   knowledge, once per draw:  k = (n-1)/chi2_{n-1},  mu = m + sqrt(k/n) * sum a_i z_i / sqrt(n-1)
//   chance, once per attempt:  x = mu + sqrt(k) * sum g_i z_i / sqrt(n-1)
// with independent standard normal a_i, g_i. Every field and every linear combination of them then
// has exactly the Student-t(n-1) predictive, for any n >= 2 and any number of fields: the
// scaled-mixture form of the predictive under the reference prior p(mu, sigma) ~ 1/sigma, with
// nothing inverted. The singular values of the centred rows leave rank = min(n-1, fields)
// coordinates. Each field goes from x to its value by its own scale, which bends the margins and
// leaves the dependence.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "models/calibration/field_scale.hpp"

namespace trialcost {

struct JointPredictive {
    std::size_t records = 0;  // n of the means
    double degrees = 1;       // of freedom of the spreads: n - 1, unless they are known otherwise
    std::size_t fields = 0;
    std::size_t rank = 0;
    std::vector<double> mean;  // [field], latent scale
    std::vector<double>
        loading;  // [field * rank + coordinate]; loading * loading^T = sample covariance
    std::vector<FieldScale> scales;  // [field]

    double load(std::size_t field, std::size_t coordinate) const {
        return loading[field * rank + coordinate];
    }
    // Sample standard deviation of one field on its scale; 0: all records equal, or one record.
    double sd(std::size_t field) const;

    // mu of one field, given sqrt(k) and the knowledge scores a[rank].
    double knowledge_mean(std::size_t field, double sqrt_k, std::span<const double> a) const;
    // x of one field, given its mu and the chance scores g[rank].
    double chance(std::size_t field, double mu, double sqrt_k, std::span<const double> g) const;
    // The value that x stands for, in the unit of the field; infinite beyond a pole.
    double value(std::size_t field, double x) const { return scales[field].value(x); }
};

// `values[field * records + record]`, positive and finite. The same records in another order give
// the same bits. `fitted`: parameters fitted to a field beside its mean, each one degree of freedom
// less. Throws std::logic_error on other values, on no records or no fields.
JointPredictive predictive_of_records(std::size_t records, std::size_t fields,
                                      std::span<const double> values, PredictiveKind kind,
                                      std::size_t fitted = 0);

// The same from values that are on the log scale already, in the order given.
JointPredictive fit_joint_predictive(std::size_t records, std::size_t fields,
                                     std::span<const double> log_values);

}  // namespace trialcost
