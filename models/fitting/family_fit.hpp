// A family fitted to a sample: its parameters with their uncertainty, and its likelihood.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "models/distribution/distribution.hpp"
#include "models/fitting/covariance.hpp"
#include "models/fitting/likelihood.hpp"
#include "models/fitting/sample.hpp"

namespace trialcost {

enum class ParameterUnit { none, of_the_values };

// `estimate` is the median of parameter_ranges(), `standard_error` that of the likeliest value by
// the observed information; 95 % of intervals from `low` to `high` hold the true value.
struct FittedParameter {
    std::string_view name;
    ParameterUnit unit;
    double likeliest, standard_error;
    double estimate, low, high;
};

struct FamilyFit {
    FitFamily family;
    Distribution likeliest;  // by which likelihood and agreement are judged
    Distribution estimated;  // with the estimates, less biased: the one to use
    std::vector<FittedParameter> parameters;
    Covariance covariance;  // of the likeliest values
    double log_likelihood;
};

// The fit, or why there is none. Throws nothing.
std::variant<FamilyFit, std::string> fit_family(FitFamily family, const Sample& sample);

// Akaike's criterion with the correction for small samples (Hurvich and Tsai, Biometrika 76 (1989)
// 297), n being the observed values. Empty below n = 5, where the correction, 2 k (k + 1) /
// (n - k - 1), outweighs what it corrects.
inline constexpr std::size_t fewest_for_aicc = 5;
std::optional<double> aicc(const FamilyFit& fit, const Sample& sample);

}  // namespace trialcost
