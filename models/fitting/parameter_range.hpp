// Median and 95 % interval of each parameter of a fit, good for small samples.
//
// They are quantiles of a posterior under a prior that makes posterior intervals cover as often as
// they say ("probability matching"):
// - normal, lognormal: Student's t and chi-square, exact for every n;
// - exponential: gamma with shape d, exact; d + 1/2 where values are censored (Cox, "Some simple
//   approximate tests for Poisson variates", Biometrika 40 (1953) 354);
// - Weibull: the prior d(log scale) d(log shape), exact without censoring or when the d smallest
//   are observed (Lawless, Statistical Models and Methods for Lifetime Data, 2nd ed., 2003, 5.1);
// - gamma, beta: for each parameter the prior of Tibshirani, "Noninformative priors for one
//   parameter of many", Biometrika 76 (1989) 604; coverage errs in the order 1/n.
// The median is as often too large as too small, where the maximum of the likelihood is biased.
#pragma once

#include <vector>

#include "models/distribution/distribution.hpp"
#include "models/fitting/likelihood.hpp"
#include "models/fitting/sample.hpp"

namespace trialcost {

struct ParameterRange {
    double low, median, high;  // 2.5 %, 50 %, 97.5 %
};

// One for each parameter, in the order of covariance(). Throws std::domain_error if a posterior has
// no bounded range on the grid that is searched.
std::vector<ParameterRange> parameter_ranges(const Family& likeliest, FitFamily family,
                                             const Sample& sample);

}  // namespace trialcost
