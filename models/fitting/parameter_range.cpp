#include "models/fitting/parameter_range.hpp"

#include <cmath>

#include "models/distribution/portable_math.hpp"
#include "models/distribution/special_functions.hpp"
#include "models/distribution/stirling.hpp"
#include "models/fitting/covariance.hpp"
#include "models/fitting/digamma.hpp"
#include "models/fitting/grid_posterior.hpp"
#include "models/fitting/weibull_logs.hpp"

namespace trialcost {
namespace {

constexpr double tail = 0.025;
constexpr double grid_step = 0.25;  // standard deviations

double count(const std::vector<double>& values) {
    return static_cast<double>(values.size());
}

// ---- normal and lognormal

ParameterRange centre_range(const Normal& fit, double n) {
    const double half = student_t_quantile(n - 1, 1 - tail) * fit.sd / std::sqrt(n - 1);
    return {fit.mean - half, fit.mean, fit.mean + half};
}

ParameterRange spread_range(const Normal& fit, double n) {
    const auto at = [&](double probability) {
        return fit.sd * std::sqrt(n / chi_square_quantile(n - 1, probability, Tail::upper));
    };
    return {at(tail), at(0.5), at(1 - tail)};
}

ParameterRange exp_of(const ParameterRange& logs) {
    return {portable::exp(logs.low), portable::exp(logs.median), portable::exp(logs.high)};
}

// ---- exponential

ParameterRange exponential_range(double scale, const Sample& sample) {
    const double observed = count(sample.observed);
    const double shape = observed + (sample.censored.empty() ? 0.0 : 0.5);
    const auto at = [&](double probability) {
        return scale * observed / gamma_quantile(shape, probability, Tail::upper);
    };
    return {at(tail), at(0.5), at(1 - tail)};
}

// ---- on a grid of the log of a parameter

ParameterRange range_of(const GridPosterior& log_parameter) {
    return exp_of({log_parameter.quantile(tail), log_parameter.quantile(0.5),
                   log_parameter.quantile(1 - tail)});
}

// Of a parameter whose distribution function is a mixture over the grid: `below(i, x)` is its value
// at exp(x) given the i-th point.
template <typename Below>
ParameterRange mixture_range(const GridPosterior& grid, const Below& below, double guess,
                             double width) {
    const auto at = [&](double probability) {
        return root_of_increasing(
            [&](double x) {
                double sum = -probability;
                for (std::size_t i = 0; i < grid.points().size(); ++i)
                    sum += grid.weights()[i] * below(i, x);
                return sum;
            },
            guess + width * normal_quantile(probability), width, 1e-7 * width);
    };
    return exp_of({at(tail), at(0.5), at(1 - tail)});
}

// The power of the shape by which the prior for it grows where a share `observed` of the values is
// seen whole and observation ends at given times. If it ends for all at one time the condition for
// matching (Peers, JRSS B 27 (1965) 9) gives 0 (all seen), .55 (.9), .79 (.7), .89 (.5), .97 (.2),
// 1 (none).
double censoring_power(double observed) {
    return std::sqrt(1 - observed * observed * observed);
}

// With S(k) = sum x^k: the shape has the density k^(d-2) prod x^k / S(k)^d under the prior
// d(log scale) d(log shape), and scale^-k is Gamma(d, 1 / S(k)) given the shape.
std::vector<ParameterRange> weibull_ranges(const Weibull& fit, const Sample& sample) {
    const WeibullLogs logs(sample);
    const double observed = count(sample.observed);
    const Covariance spread = covariance(fit, FitFamily::weibull, sample);
    const auto grid = [&](double power) {
        return GridPosterior(
            [&](double x) {
                const double k = portable::exp(x);
                return (observed - 1 + power) * x +
                       observed * (k * logs.observed_mean() - portable::log(logs.sums(k).s0));
            },
            portable::log(fit.shape), grid_step * std::sqrt(spread[0][0]) / fit.shape);
    };
    const GridPosterior log_shape = grid(0.0);
    std::vector<double> shapes, log_sums;
    for (const double x : log_shape.points()) {
        shapes.push_back(portable::exp(x));
        log_sums.push_back(portable::log(logs.sums(shapes.back()).s0) +
                           shapes.back() * logs.log_largest());
    }
    const auto scale_below = [&](std::size_t i, double x) {
        return incomplete_gamma(observed, portable::exp(log_sums[i] - shapes[i] * x), Tail::upper);
    };
    const double share = observed / static_cast<double>(sample.size());
    return {range_of(grid(censoring_power(share))),
            mixture_range(log_shape, scale_below, portable::log(fit.scale),
                          std::sqrt(spread[1][1]) / fit.scale)};
}

// Given the shape a, 1 / scale is Gamma(n a, 1 / sum x). The marginal likelihood of a under
// d(log scale) is Gamma(n a) / (Gamma(a) n^a)^n exp(-n a s), s the mean of log(mean / x); by
// Stirling's series with its remainder r it is a^((n-1)/2) exp(r(n a) - n r(a) - n a s). The priors
// are sqrt(e) for the shape and sqrt(a e trigamma(a)) for the scale, with e = trigamma(a) - 1/a.
std::vector<ParameterRange> gamma_ranges(const Gamma& fit, const Sample& sample) {
    const double n = count(sample.observed), s = log_unevenness(sample.observed);
    const double total = n * fit.shape * fit.scale;
    const Covariance spread = covariance(fit, FitFamily::gamma, sample);
    const auto marginal = [&](double x, double a) {
        return 0.5 * (n + 1) * x + detail::stirling_error(n * a) - n * detail::stirling_error(a) -
               n * a * s;
    };
    const double mode = portable::log(fit.shape);
    const double step = grid_step * std::sqrt(spread[0][0]) / fit.shape;
    const GridPosterior for_shape(
        [&](double x) {
            const double a = portable::exp(x);
            return marginal(x, a) + 0.5 * portable::log(trigamma_excess(a));
        },
        mode, step);
    const GridPosterior for_scale(
        [&](double x) {
            const double a = portable::exp(x), excess = trigamma_excess(a);
            return marginal(x, a) + 0.5 * portable::log(excess * (1 + a * excess));
        },
        mode, step);
    const auto scale_below = [&](std::size_t i, double x) {
        return incomplete_gamma(n * portable::exp(for_scale.points()[i]), total * portable::exp(-x),
                                Tail::upper);
    };
    return {range_of(for_shape), mixture_range(for_scale, scale_below, portable::log(fit.scale),
                                               std::sqrt(spread[1][1]) / fit.scale)};
}

// Means over the sample of log x and log(1 - x), at the maximum of the likelihood.
struct BetaMeans {
    double log_x, log_rest;
};

// Of the parameter p that goes with `means.log_x`; q is the other one. The prior is
// sqrt(I_qq det I) / |digamma(q) - digamma(p + q)|: a multiple of it by any function of the mean of
// log(1 - x), which is orthogonal to p, would match as well; this one is that of the gamma family
// in the limit of large q.
ParameterRange beta_range(double p_best, double q_best, const BetaMeans& means, double n,
                          const Covariance& spread) {
    const auto log_density = [&](double x, double y) {
        const double p = portable::exp(x), q = portable::exp(y), c = p + q;
        const BetaInformation one = beta_information(p, q);
        const double pull = portable::log(c / q) + log_minus_digamma(q) - log_minus_digamma(c);
        return n * (log_gamma(c) - log_gamma(p) - log_gamma(q) + p * means.log_x +
                    q * means.log_rest) +
               0.5 * portable::log(one.bb * one.determinant) - portable::log(pull) + x + y;
    };
    const double x_best = portable::log(p_best), y_best = portable::log(q_best);
    const double sd_x = std::sqrt(spread[0][0]) / p_best;
    const double slope = spread[0][1] / spread[0][0] * p_best / q_best;
    const double sd_y_given_x =
        std::sqrt(spread[1][1] - spread[0][1] * spread[0][1] / spread[0][0]) / q_best;
    return range_of(GridPosterior(
        [&](double x) {
            return GridPosterior([&](double y) { return log_density(x, y); },
                                 y_best + slope * (x - x_best), 2 * grid_step * sd_y_given_x)
                .log_total();
        },
        x_best, grid_step * sd_x));
}

std::vector<ParameterRange> beta_ranges(const Beta& fit, const Sample& sample) {
    const double c = fit.a + fit.b;
    const double delta_c = log_minus_digamma(c);
    const BetaMeans means{portable::log(fit.a / c) - log_minus_digamma(fit.a) + delta_c,
                          portable::log(fit.b / c) - log_minus_digamma(fit.b) + delta_c};
    const Covariance spread = covariance(fit, FitFamily::beta, sample);
    const Covariance swapped{{{spread[1][1], spread[0][1]}, {spread[0][1], spread[0][0]}}};
    const double n = count(sample.observed);
    return {beta_range(fit.a, fit.b, means, n, spread),
            beta_range(fit.b, fit.a, {means.log_rest, means.log_x}, n, swapped)};
}

}  // namespace

std::vector<ParameterRange> parameter_ranges(const Family& likeliest, FitFamily family,
                                             const Sample& sample) {
    const double n = count(sample.observed);
    if (const auto* fit = std::get_if<Normal>(&likeliest))
        return {centre_range(*fit, n), spread_range(*fit, n)};
    if (const auto* fit = std::get_if<Lognormal>(&likeliest)) {
        const Normal logs{fit->mu, fit->sigma};
        return {exp_of(centre_range(logs, n)), spread_range(logs, n)};
    }
    if (const auto* fit = std::get_if<Gamma>(&likeliest)) return gamma_ranges(*fit, sample);
    if (const auto* fit = std::get_if<Beta>(&likeliest)) return beta_ranges(*fit, sample);
    const auto& fit = std::get<Weibull>(likeliest);
    if (family == FitFamily::exponential) return {exponential_range(fit.scale, sample)};
    return weibull_ranges(fit, sample);
}

}  // namespace trialcost
