// Maximum likelihood: the best parameters of a family for a sample, and what surrounds them.
//
// Values and scale parameters have the unit of the sample; shapes are dimensionless. Right-censored
// values are taken by the exponential and the Weibull family alone. No randomness.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "models/distribution/distribution.hpp"
#include "models/fitting/sample.hpp"

namespace trialcost {

// The exponential distribution is a Weibull distribution of shape 1.
enum class FitFamily { normal, lognormal, gamma, weibull, beta, exponential };

inline constexpr std::array all_fit_families{FitFamily::normal, FitFamily::lognormal,
                                             FitFamily::gamma,  FitFamily::weibull,
                                             FitFamily::beta,   FitFamily::exponential};

// "normal", "lognormal", …
std::string_view name_of(FitFamily family);

// 1 for the exponential family, else 2.
std::size_t parameter_count(FitFamily family);

// Why the family cannot be fitted to the sample, "values above 0 are needed; the smallest
// is -3"; empty if it can. The other functions need a sample that can be.
std::string why_not(FitFamily family, const Sample& sample);

// Empty if the likelihood has no maximum that can be found.
std::optional<Family> likeliest(FitFamily family, const Sample& sample);

// The log of the likelihood at its maximum.
double log_likelihood(const Family& likeliest, FitFamily family, const Sample& sample);

// mean of log(mean / x), what the shape of a gamma distribution is read from; without cancellation
// for values close together.
double log_unevenness(const std::vector<double>& values);

}  // namespace trialcost
