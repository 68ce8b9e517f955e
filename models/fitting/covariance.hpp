// How uncertain maximum-likelihood estimates are: the inverse of the observed information.
#pragma once

#include <array>

#include "models/distribution/distribution.hpp"
#include "models/fitting/likelihood.hpp"
#include "models/fitting/sample.hpp"

namespace trialcost {

// In the order normal mean, sd; lognormal median, sigma; gamma and Weibull shape, scale; beta a, b;
// exponential scale (the first element alone). Units: products of those of the parameters.
using Covariance = std::array<std::array<double, 2>, 2>;

// `likeliest` has to be the maximum for the sample.
Covariance covariance(const Family& likeliest, FitFamily family, const Sample& sample);

// The information of one value about the parameters a and b of a beta distribution.
struct BetaInformation {
    double aa, ab, bb, determinant;
};
BetaInformation beta_information(double a, double b);

}  // namespace trialcost
