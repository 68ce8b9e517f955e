#include "models/fitting/family_fit.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "models/distribution/portable_math.hpp"
#include "models/fitting/parameter_range.hpp"

namespace trialcost {
namespace {

struct ParameterName {
    std::string_view name;
    ParameterUnit unit;
};

std::vector<ParameterName> parameter_names(FitFamily family) {
    constexpr auto none = ParameterUnit::none;
    constexpr auto own = ParameterUnit::of_the_values;
    switch (family) {
        case FitFamily::normal:
            return {{"mean", own}, {"sd", own}};
        case FitFamily::lognormal:
            return {{"median", own}, {"sigma", none}};
        case FitFamily::gamma:
        case FitFamily::weibull:
            return {{"shape", none}, {"scale", own}};
        case FitFamily::beta:
            return {{"a", none}, {"b", none}};
        case FitFamily::exponential:
            return {{"scale", own}};
    }
    throw std::logic_error("no such family");
}

std::vector<double> values_of(const Family& family, FitFamily kind) {
    if (const auto* f = std::get_if<Normal>(&family)) return {f->mean, f->sd};
    if (const auto* f = std::get_if<Lognormal>(&family)) return {portable::exp(f->mu), f->sigma};
    if (const auto* f = std::get_if<Gamma>(&family)) return {f->shape, f->scale};
    if (const auto* f = std::get_if<Beta>(&family)) return {f->a, f->b};
    const auto& f = std::get<Weibull>(family);
    if (kind == FitFamily::exponential) return {f.scale};
    return {f.shape, f.scale};
}

Family family_of(FitFamily kind, const std::vector<FittedParameter>& parameters) {
    const double first = parameters.front().estimate, second = parameters.back().estimate;
    switch (kind) {
        case FitFamily::normal:
            return Normal{first, second};
        case FitFamily::lognormal:
            return Lognormal{portable::log(first), second};
        case FitFamily::gamma:
            return Gamma{first, second};
        case FitFamily::weibull:
            return Weibull{first, second};
        case FitFamily::beta:
            return Beta{first, second};
        case FitFamily::exponential:
            return Weibull{1.0, second};
    }
    throw std::logic_error("no such family");
}

bool is_usable(const FamilyFit& fit) {
    const bool all_finite =
        std::isfinite(fit.log_likelihood) &&
        std::all_of(fit.parameters.begin(), fit.parameters.end(), [](const FittedParameter& p) {
            return std::isfinite(p.likeliest) && std::isfinite(p.standard_error) &&
                   std::isfinite(p.low) && std::isfinite(p.estimate) && std::isfinite(p.high);
        });
    return all_finite && faults(fit.estimated).empty() &&
           std::isfinite(quantile(fit.estimated, 0.99));
}

FamilyFit described(FitFamily family, const Family& best, const Sample& sample) {
    FamilyFit fit{family,
                  {best},
                  {best},
                  {},
                  covariance(best, family, sample),
                  log_likelihood(best, family, sample)};
    const auto names = parameter_names(family);
    const auto values = values_of(best, family);
    const auto ranges = parameter_ranges(best, family, sample);
    for (std::size_t i = 0; i < names.size(); ++i)
        fit.parameters.push_back({names[i].name, names[i].unit, values[i],
                                  std::sqrt(fit.covariance[i][i]), ranges[i].median, ranges[i].low,
                                  ranges[i].high});
    fit.estimated.family = family_of(family, fit.parameters);
    return fit;
}

}  // namespace

std::variant<FamilyFit, std::string> fit_family(FitFamily family, const Sample& sample) {
    if (std::string why = why_not(family, sample); !why.empty()) return why;
    const std::string no_maximum = "no best fit to these values can be computed";
    const auto best = likeliest(family, sample);
    if (!best || !faults({*best}).empty()) return no_maximum;
    try {
        FamilyFit fit = described(family, *best, sample);
        if (is_usable(fit)) return fit;
    } catch (const std::domain_error&) {
    }
    return no_maximum;
}

std::optional<double> aicc(const FamilyFit& fit, const Sample& sample) {
    const std::size_t observed = sample.observed.size();
    if (observed < fewest_for_aicc) return std::nullopt;
    const auto n = static_cast<double>(observed);
    const auto k = static_cast<double>(parameter_count(fit.family));
    return -2 * fit.log_likelihood + 2 * k + 2 * k * (k + 1) / (n - k - 1);
}

}  // namespace trialcost
