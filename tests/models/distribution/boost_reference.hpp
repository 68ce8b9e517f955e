// Independent values: Boost.Math in long double, kept to one source because it compiles slowly.
#pragma once

#include "models/distribution/distribution.hpp"
#include "models/distribution/special_functions.hpp"

namespace trialcost::reference {

double normal_cdf(double x);
double normal_quantile(double probability);
double log_gamma(double x);

double incomplete_gamma(double shape, double x, Tail tail);
double log_gamma_quantile(double shape, double probability, Tail tail);
double incomplete_beta(double a, double b, double x, Tail tail);
double beta_quantile(double a, double b, double probability, Tail tail);
double logit_beta_quantile(double a, double b, double probability, Tail tail);
double student_t_quantile(double degrees_of_freedom, double probability);

// Of the families that Boost knows: uniform, triangular, normal, lognormal, gamma, Weibull, beta.
double quantile_at_score(const Family& family, double score);
double cdf(const Family& family, double x);

}  // namespace trialcost::reference
