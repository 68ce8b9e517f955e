#include "models/distribution/distribution.hpp"

#include <algorithm>
#include <cmath>

#include "models/distribution/point_families.hpp"
#include "models/distribution/portable_math.hpp"
#include "models/distribution/special_functions.hpp"

namespace trialcost {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

// A probability as its normal score and from both sides, so that neither tail loses its digits.
struct Level {
    double score, below, above;

    Tail tail() const { return below <= 0.5 ? Tail::lower : Tail::upper; }
    double tail_probability() const { return below <= 0.5 ? below : above; }
};

// Without 0 * infinity at the ends of a distribution that has no spread.
double located(double centre, double spread, double score) {
    return spread == 0.0 ? centre : centre + spread * score;
}

double quantile_of(const Constant& f, const Level&) {
    return f.value;
}

double quantile_of(const Uniform& f, const Level& level) {
    return level.below <= 0.5 ? f.low + (f.high - f.low) * level.below
                              : f.high - (f.high - f.low) * level.above;
}

double quantile_of(const Triangular& f, const Level& level) {
    const double range = f.high - f.low;
    return level.below * range <= f.mode - f.low
               ? f.low + std::sqrt(level.below * range * (f.mode - f.low))
               : f.high - std::sqrt(level.above * range * (f.high - f.mode));
}

double quantile_of(const Normal& f, const Level& level) {
    return located(f.mean, f.sd, level.score);
}

double quantile_of(const Lognormal& f, const Level& level) {
    return portable::exp(located(f.mu, f.sigma, level.score));
}

double quantile_of(const Gamma& f, const Level& level) {
    return f.scale * gamma_quantile(f.shape, level.tail_probability(), level.tail());
}

double quantile_of(const Weibull& f, const Level& level) {
    const double hazard =
        level.below <= 0.5 ? -portable::log1p(-level.below) : -portable::log(level.above);
    return f.scale * portable::pow(hazard, 1.0 / f.shape);
}

double quantile_of(const Beta& f, const Level& level) {
    return f.low +
           (f.high - f.low) * beta_quantile(f.a, f.b, level.tail_probability(), level.tail());
}

double quantile_of(const Pert& f, const Level& level) {
    return quantile_of(as_beta(f), level);
}

double quantile_of(const Discrete& f, const Level& level) {
    return detail::Steps(f)(level.score);
}

double quantile_of(const Quantiles& f, const Level& level) {
    return detail::Polyline(f)(level.score);
}

double quantile_at(const Distribution& distribution, const Level& level) {
    const double x = std::visit([&](const auto& family) { return quantile_of(family, level); },
                                distribution.family);
    return std::clamp(x, distribution.lower, distribution.upper);
}

// P(X <= mean + distance) of a normal variable, which may have no spread.
double normal_cdf_at(double distance, double spread) {
    if (spread == 0.0) return distance >= 0.0 ? 1.0 : 0.0;
    return normal_cdf(distance / spread);
}

double cdf_of(const Constant& f, double x) {
    return x >= f.value ? 1.0 : 0.0;
}

double cdf_of(const Uniform& f, double x) {
    return std::clamp((x - f.low) / (f.high - f.low), 0.0, 1.0);
}

double cdf_of(const Triangular& f, double x) {
    if (x <= f.low || x >= f.high) return x >= f.high ? 1.0 : 0.0;
    const double range = f.high - f.low;
    if (x < f.mode) return (x - f.low) / range * ((x - f.low) / (f.mode - f.low));
    return 1.0 - (f.high - x) / range * ((f.high - x) / (f.high - f.mode));
}

double cdf_of(const Normal& f, double x) {
    return normal_cdf_at(x - f.mean, f.sd);
}

double cdf_of(const Lognormal& f, double x) {
    return x <= 0.0 ? 0.0 : normal_cdf_at(portable::log(x) - f.mu, f.sigma);
}

double cdf_of(const Gamma& f, double x) {
    return incomplete_gamma(f.shape, x / f.scale);
}

double cdf_of(const Weibull& f, double x) {
    return x <= 0.0 ? 0.0 : -portable::expm1(-portable::pow(x / f.scale, f.shape));
}

double cdf_of(const Beta& f, double x) {
    return incomplete_beta(f.a, f.b, (x - f.low) / (f.high - f.low));
}

double cdf_of(const Pert& f, double x) {
    return cdf_of(as_beta(f), x);
}

double cdf_of(const Discrete& f, double x) {
    double below = 0.0, total = 0.0;
    for (std::size_t i = 0; i < f.values.size(); ++i) {
        total += f.weights[i];
        if (f.values[i] <= x) below += f.weights[i];
    }
    return below / total;
}

double cdf_of(const Quantiles& f, double x) {
    return normal_cdf(detail::Polyline(f).inverse(x));
}

double mean_of(const Constant& f) {
    return f.value;
}
double mean_of(const Uniform& f) {
    return 0.5 * (f.low + f.high);
}
double mean_of(const Triangular& f) {
    return (f.low + f.mode + f.high) / 3.0;
}
double mean_of(const Pert& f) {
    return (f.low + 4.0 * f.mode + f.high) / 6.0;
}
double mean_of(const Normal& f) {
    return f.mean;
}
double mean_of(const Lognormal& f) {
    return portable::exp(f.mu + 0.5 * f.sigma * f.sigma);
}
double mean_of(const Gamma& f) {
    return f.shape * f.scale;
}
double mean_of(const Weibull& f) {
    return f.scale * portable::exp(log_gamma(1.0 + 1.0 / f.shape));
}
double mean_of(const Beta& f) {
    return f.low + (f.high - f.low) * f.a / (f.a + f.b);
}
double mean_of(const Quantiles& f) {
    return detail::Polyline(f).mean();
}

double mean_of(const Discrete& f) {
    double sum = 0.0, total = 0.0;
    for (std::size_t i = 0; i < f.values.size(); ++i) {
        total += f.weights[i];
        sum += f.weights[i] * f.values[i];
    }
    return sum / total;
}

}  // namespace

double quantile(const Distribution& distribution, double probability) {
    if (!(probability >= 0.0 && probability <= 1.0))
        return std::numeric_limits<double>::quiet_NaN();
    return quantile_at(distribution,
                       {normal_quantile(probability), probability, 1.0 - probability});
}

double quantile_at_score(const Distribution& distribution, double normal_score) {
    return quantile_at(distribution,
                       {normal_score, normal_cdf(normal_score), normal_cdf(-normal_score)});
}

double cdf(const Distribution& distribution, double x) {
    if (x < distribution.lower) return 0.0;
    if (x >= distribution.upper) return 1.0;
    return std::visit([&](const auto& family) { return cdf_of(family, x); }, distribution.family);
}

double mean(const Family& family) {
    return std::visit([](const auto& f) { return mean_of(f); }, family);
}

double lower_end(const Distribution& distribution) {
    return quantile_at_score(distribution, -infinity);
}

double upper_end(const Distribution& distribution) {
    return quantile_at_score(distribution, infinity);
}

Beta as_beta(const Pert& pert) {
    const double range = pert.high - pert.low;
    return {1.0 + 4.0 * (pert.mode - pert.low) / range, 1.0 + 4.0 * (pert.high - pert.mode) / range,
            pert.low, pert.high};
}

}  // namespace trialcost
