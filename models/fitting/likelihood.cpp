#include "models/fitting/likelihood.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <stdexcept>

#include "models/distribution/portable_math.hpp"
#include "models/distribution/special_functions.hpp"
#include "models/distribution/stirling.hpp"
#include "models/fitting/covariance.hpp"
#include "models/fitting/digamma.hpp"
#include "models/fitting/weibull_logs.hpp"

namespace trialcost {
namespace {

constexpr int most_steps = 200;
constexpr double converged = 1e-11;  // relative change of a parameter

double count(const std::vector<double>& values) {
    return static_cast<double>(values.size());
}

double mean_of(const std::vector<double>& values) {
    return std::accumulate(values.begin(), values.end(), 0.0) / count(values);
}

std::vector<double> logs_of(const std::vector<double>& values) {
    std::vector<double> logs;
    logs.reserve(values.size());
    for (const double value : values) logs.push_back(portable::log(value));
    return logs;
}

double mean_log(const std::vector<double>& values) {
    return mean_of(logs_of(values));
}

double mean_log_complement(const std::vector<double>& shares) {
    double sum = 0.0;
    for (const double share : shares) sum += portable::log1p(-share);
    return sum / count(shares);
}

Normal likeliest_normal(const std::vector<double>& values) {
    const double mean = mean_of(values);
    double squares = 0.0;
    for (const double value : values) squares += (value - mean) * (value - mean);
    return {mean, std::sqrt(squares / count(values))};
}

// log a - digamma(a) = log(mean / geometric mean): Newton in log a from the start of Minka,
// "Estimating a gamma distribution", 2002.
std::optional<Family> likeliest_gamma(const std::vector<double>& values) {
    const double s = log_unevenness(values);
    double a = (3 - s + std::sqrt((s - 3) * (s - 3) + 24 * s)) / (12 * s);
    for (int step = 0; step < most_steps; ++step) {
        const double move =
            std::clamp((log_minus_digamma(a) - s) / (a * trigamma_excess(a)), -1.0, 1.0);
        a *= portable::exp(move);
        if (std::fabs(move) < converged) return Gamma{a, mean_of(values) / a};
    }
    return std::nullopt;
}

// The profile equation 1/k + mean log of the observed = weighted mean log, which falls with k.
std::optional<Family> likeliest_weibull(const Sample& sample) {
    const WeibullLogs logs(sample);
    const double observed = count(sample.observed);
    double k = 1.0 / std::max(-logs.observed_mean(), 1e-300);
    for (int step = 0; step < most_steps; ++step) {
        const auto [s0, s1, s2] = logs.sums(k);
        const double mean = s1 / s0;
        const double value = 1.0 / k + logs.observed_mean() - mean;
        const double slope = -1.0 / (k * k) - (s2 / s0 - mean * mean);
        const double move = std::clamp(-value / (slope * k), -1.0, 1.0);
        k *= portable::exp(move);
        if (std::fabs(move) < converged) {
            const double log_scale =
                logs.log_largest() + portable::log(logs.sums(k).s0 / observed) / k;
            return Weibull{k, portable::exp(log_scale)};
        }
    }
    return std::nullopt;
}

// Newton on the two equations digamma(a) - digamma(a + b) = mean log x, and its mirror image; the
// log likelihood is concave in (a, b).
std::optional<Family> likeliest_beta(const std::vector<double>& values) {
    const double mean_log_x = mean_log(values), mean_log_rest = mean_log_complement(values);
    const Normal moments = likeliest_normal(values);
    const double size = moments.mean * (1 - moments.mean) / (moments.sd * moments.sd) - 1;
    double a = std::max(moments.mean * size, 1e-3), b = std::max((1 - moments.mean) * size, 1e-3);
    double last_move = 1.0;
    for (int step = 0; step < most_steps; ++step) {
        const BetaInformation one = beta_information(a, b);
        const double delta_c = log_minus_digamma(a + b);
        const double wanted_a =
            mean_log_x - portable::log(a / (a + b)) + log_minus_digamma(a) - delta_c;
        const double wanted_b =
            mean_log_rest - portable::log(b / (a + b)) + log_minus_digamma(b) - delta_c;
        const double move_a = (one.bb * wanted_a - one.ab * wanted_b) / (one.determinant * a);
        const double move_b = (one.aa * wanted_b - one.ab * wanted_a) / (one.determinant * b);
        a *= 1 + std::clamp(move_a, -0.75, 3.0);
        b *= 1 + std::clamp(move_b, -0.75, 3.0);
        const double move = std::max(std::fabs(move_a), std::fabs(move_b));
        // Large parameters leave fewer digits: there the steps end in rounding, which is enough.
        if (move < converged || (move < 1e-7 && move >= 0.5 * last_move)) return Beta{a, b};
        last_move = move;
    }
    return std::nullopt;
}

double weibull_log_likelihood(const Weibull& fit, const Sample& sample) {
    double sum = -count(sample.observed);  // the hazards add up to the number of events
    for (const double value : sample.observed) {
        const double log_value = portable::log(value);
        sum += portable::log(fit.shape) - log_value +
               fit.shape * (log_value - portable::log(fit.scale));
    }
    return sum;
}

double normal_log_likelihood(double sd, double n) {
    return -0.5 * n * (detail::log_two_pi + 1) - n * portable::log(sd);
}

}  // namespace

double log_unevenness(const std::vector<double>& values) {
    const double mean = mean_of(values);
    double sum = 0.0;
    for (const double value : values) sum -= detail::log1p_minus((value - mean) / mean);
    return sum / count(values);
}

std::string_view name_of(FitFamily family) {
    switch (family) {
        case FitFamily::normal:
            return "normal";
        case FitFamily::lognormal:
            return "lognormal";
        case FitFamily::gamma:
            return "gamma";
        case FitFamily::weibull:
            return "weibull";
        case FitFamily::beta:
            return "beta";
        case FitFamily::exponential:
            return "exponential";
    }
    throw std::logic_error("no such family");
}

std::size_t parameter_count(FitFamily family) {
    return family == FitFamily::exponential ? 1 : 2;
}

std::string why_not(FitFamily family, const Sample& sample) {
    const auto& values = sample.observed;
    const bool all_seen = sample.censored.empty();
    if (values.size() < 3)
        return fmt::format("3 {}values are needed at least; there are {}",
                           all_seen ? "" : "uncensored ", values.size());
    const double largest =
        all_seen ? values.back() : std::max(values.back(), sample.censored.back());
    if (values.front() == largest)
        return fmt::format("values that differ are needed; all are {:.6g}", largest);
    if (!all_seen && family != FitFamily::exponential && family != FitFamily::weibull)
        return "censored values are not taken";
    if (family == FitFamily::normal) return {};
    const double smallest =
        all_seen ? values.front() : std::min(values.front(), sample.censored.front());
    if (!(smallest > 0))
        return fmt::format("values above 0 are needed; the smallest is {:.6g}", smallest);
    if (family == FitFamily::beta && !(largest < 1))
        return fmt::format("values between 0 and 1 are needed; the largest is {:.6g}", largest);
    return {};
}

std::optional<Family> likeliest(FitFamily family, const Sample& sample) {
    const auto& values = sample.observed;
    switch (family) {
        case FitFamily::normal:
            return likeliest_normal(values);
        case FitFamily::lognormal: {
            const Normal logs = likeliest_normal(logs_of(values));
            return Lognormal{logs.mean, logs.sd};
        }
        case FitFamily::gamma:
            return likeliest_gamma(values);
        case FitFamily::weibull:
            return likeliest_weibull(sample);
        case FitFamily::beta:
            return likeliest_beta(values);
        case FitFamily::exponential: {
            const double exposure = std::accumulate(sample.censored.begin(), sample.censored.end(),
                                                    mean_of(values) * count(values));
            return Weibull{1.0, exposure / count(values)};
        }
    }
    throw std::logic_error("no such family");
}

double log_likelihood(const Family& likeliest, FitFamily family, const Sample& sample) {
    const auto& values = sample.observed;
    const double n = count(values);
    if (const auto* fit = std::get_if<Normal>(&likeliest)) return normal_log_likelihood(fit->sd, n);
    if (const auto* fit = std::get_if<Lognormal>(&likeliest))
        return normal_log_likelihood(fit->sigma, n) - n * fit->mu;
    if (const auto* fit = std::get_if<Gamma>(&likeliest))
        return n * ((fit->shape - 1) * mean_log(values) - log_gamma(fit->shape) -
                    fit->shape * (portable::log(fit->scale) + 1));
    if (const auto* fit = std::get_if<Beta>(&likeliest))
        return n * (log_gamma(fit->a + fit->b) - log_gamma(fit->a) - log_gamma(fit->b) +
                    (fit->a - 1) * mean_log(values) + (fit->b - 1) * mean_log_complement(values));
    const auto& fit = std::get<Weibull>(likeliest);
    if (family == FitFamily::exponential) return -n * (portable::log(fit.scale) + 1);
    return weibull_log_likelihood(fit, sample);
}

}  // namespace trialcost
