// The joint predictive of the fields of one set of trial records (docs/methods.md, "Records,
// jointly").
//
// On the log scale, with centred rows z_i of n >= 2 records and mean m:
//   knowledge, once per draw:  k = (n-1)/chi2_{n-1},  mu = m + sqrt(k/n) * sum a_i z_i / sqrt(n-1)
//   chance, once per attempt:  x = mu + sqrt(k) * sum g_i z_i / sqrt(n-1)
// with independent standard normal a_i, g_i. Every field and every linear combination of them then
// has exactly the Student-t(n-1) predictive, for any n >= 2 and any number of fields: the
// scaled-mixture form of the predictive under the reference prior p(mu, sigma) ~ 1/sigma, with
// nothing inverted. The singular values of the centred rows leave rank = min(n-1, fields)
// coordinates.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace trialcost {

struct JointPredictive {
    std::size_t records = 0;
    std::size_t fields = 0;
    std::size_t rank = 0;
    std::vector<double> mean;  // [field], log scale
    std::vector<double>
        loading;  // [field * rank + coordinate]; loading * loading^T = sample covariance

    double load(std::size_t field, std::size_t coordinate) const {
        return loading[field * rank + coordinate];
    }
    // Sample standard deviation of one field on the log scale; 0: all records equal, or one record.
    double sd(std::size_t field) const;

    // mu of one field, given sqrt(k) and the knowledge scores a[rank].
    double knowledge_mean(std::size_t field, double sqrt_k, std::span<const double> a) const;
    // x of one field, given its mu and the chance scores g[rank]; log scale.
    double chance(std::size_t field, double mu, double sqrt_k, std::span<const double> g) const;
};

// `log_values[field * records + record]`, finite. Throws std::logic_error on no records or no
// fields.
JointPredictive fit_joint_predictive(std::size_t records, std::size_t fields,
                                     std::span<const double> log_values);

}  // namespace trialcost
