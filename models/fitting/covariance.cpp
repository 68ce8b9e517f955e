#include "models/fitting/covariance.hpp"

#include "models/distribution/portable_math.hpp"
#include "models/fitting/digamma.hpp"

namespace trialcost {
namespace {

Covariance inverse(double i00, double i01, double i11, double determinant) {
    return {{{i11 / determinant, -i01 / determinant}, {-i01 / determinant, i00 / determinant}}};
}

Covariance diagonal(double first, double second) {
    return {{{first, 0}, {0, second}}};
}

// The information about log shape and log scale, with w = shape * log(x / scale) and d observed
// values, is d + sum w^2 e^w, -shape * sum w e^w, shape^2 d.
Covariance weibull_covariance(const Weibull& fit, const Sample& sample) {
    const auto observed = static_cast<double>(sample.observed.size());
    double first = 0.0, second = 0.0;
    for (const auto* values : {&sample.observed, &sample.censored}) {
        for (const double value : *values) {
            const double w = fit.shape * portable::log(value / fit.scale);
            first += w * portable::exp(w);
            second += w * w * portable::exp(w);
        }
    }
    const double i00 = (observed + second) / (fit.shape * fit.shape);
    const double i01 = -first / fit.scale;
    const double i11 = fit.shape * fit.shape * observed / (fit.scale * fit.scale);
    return inverse(i00, i01, i11, i00 * i11 - i01 * i01);
}

}  // namespace

BetaInformation beta_information(double a, double b) {
    // trigamma(x) = 1/x + e(x); the terms in 1/x alone cancel in the determinant.
    const double c = a + b;
    const double excess_a = trigamma_excess(a), excess_b = trigamma_excess(b);
    const double excess_c = trigamma_excess(c);
    return {b / (a * c) + excess_a - excess_c, -(1 / c + excess_c),
            a / (b * c) + excess_b - excess_c,
            excess_a * a / (b * c) + excess_b * b / (a * c) + excess_a * excess_b -
                excess_c * (c / (a * b) + excess_a + excess_b)};
}

Covariance covariance(const Family& likeliest, FitFamily family, const Sample& sample) {
    const auto n = static_cast<double>(sample.observed.size());
    if (const auto* fit = std::get_if<Normal>(&likeliest))
        return diagonal(fit->sd * fit->sd / n, fit->sd * fit->sd / (2 * n));
    if (const auto* fit = std::get_if<Lognormal>(&likeliest)) {
        const double spread = portable::exp(fit->mu) * fit->sigma;
        return diagonal(spread * spread / n, fit->sigma * fit->sigma / (2 * n));
    }
    if (const auto* fit = std::get_if<Gamma>(&likeliest)) {
        const double excess = trigamma_excess(fit->shape), b = fit->scale;
        return inverse(n * (1 / fit->shape + excess), n / b, n * fit->shape / (b * b),
                       n * n * fit->shape * excess / (b * b));
    }
    if (const auto* fit = std::get_if<Beta>(&likeliest)) {
        const BetaInformation one = beta_information(fit->a, fit->b);
        return inverse(n * one.aa, n * one.ab, n * one.bb, n * n * one.determinant);
    }
    const auto& fit = std::get<Weibull>(likeliest);
    if (family == FitFamily::exponential) return diagonal(fit.scale * fit.scale / n, 0);
    return weibull_covariance(fit, sample);
}

}  // namespace trialcost
