#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "models/distribution/log_tail_newton.hpp"
#include "models/distribution/portable_math.hpp"
#include "models/distribution/special_functions.hpp"
#include "models/distribution/stirling.hpp"

namespace trialcost {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();

// Taylor coefficients of eta / mu in eta, where eta^2 / 2 = mu - log(1 + mu) (Temme 1979). From
// eta (1 + mu) = mu dmu/deta the coefficients of mu follow one by one; they are then divided into
// eta. The radius of convergence is 2 sqrt(pi).
constexpr int temme_terms = 30;
constexpr std::array<double, temme_terms> temme_coefficients() {
    std::array<double, temme_terms + 2> mu{};
    mu[1] = 1.0;
    for (std::size_t n = 2; n < mu.size(); ++n) {
        double sum = mu[n - 1];
        for (std::size_t j = 2; j < n; ++j)
            sum -= static_cast<double>(n + 1 - j) * mu[j] * mu[n + 1 - j];
        mu[n] = sum / static_cast<double>(n + 1);
    }
    std::array<double, temme_terms> quotient{};
    quotient[0] = 1.0;
    for (std::size_t n = 1; n < quotient.size(); ++n)
        for (std::size_t k = 1; k <= n; ++k) quotient[n] -= mu[k + 1] * quotient[n - k];
    return quotient;
}

// A point x = exp(log_x); log_x is exact where x underflows.
struct Point {
    double log_x, x;
};

Point point_from_log(double log_x) {
    return {log_x, portable::exp(log_x)};
}

// The distribution Gamma(shape, 1), with what depends on the shape alone computed once.
class GammaLaw {
  public:
    explicit GammaLaw(double shape)
        : shape_(shape),
          log_shape_(portable::log(shape)),
          stirling_(detail::stirling_error(shape)),
          log_peak_(0.5 * (log_shape_ - detail::log_two_pi) - stirling_) {}

    // Of log X: log(x^shape exp(-x) / Gamma(shape)).
    double log_density(const Point& at) const { return log_peak_ - shape_ * divergence(at); }

    double log_tail(const Point& at, Tail tail) const {
        if (at.x == infinity) return tail == Tail::lower ? 0.0 : -infinity;
        const double mu = (at.x - shape_) / shape_;
        const double exponent = shape_ * divergence(at);
        if (shape_ >= 16.0 && mu > -0.6 && mu < 1.2 && exponent < 600.0)
            return log_tail_near_mean(mu, exponent, tail);
        const bool below = at.x < shape_ + 1.0;
        const double factor = below ? lower_series(at.x) : upper_fraction(at.x);
        const double log_natural = log_peak_ - exponent + portable::log(factor);
        if (below == (tail == Tail::lower)) return log_natural;
        return portable::log(-portable::expm1(std::min(log_natural, 0.0)));
    }

  private:
    // lambda - 1 - log(lambda) for lambda = x / shape.
    double divergence(const Point& at) const {
        const double mu = (at.x - shape_) / shape_;
        if (mu > -0.5 && mu < 0.5) return -detail::log1p_minus(mu);
        return mu - (at.log_x - log_shape_);
    }

    // P(X <= x) over the density of log X, for x not far above the shape.
    double lower_series(double x) const {
        double term = 1.0, sum = 1.0, divisor = shape_;
        while (term > 1e-17 * sum) {
            divisor += 1.0;
            term *= x / divisor;
            sum += term;
        }
        return sum / shape_;
    }

    // P(X > x) over the density of log X by Legendre's continued fraction (modified Lentz).
    double upper_fraction(double x) const {
        double b = x + 1.0 - shape_;
        double c = 1e300, d = 1.0 / b, fraction = d;
        for (int i = 1; i < 100'000; ++i) {
            const double a = -static_cast<double>(i) * (static_cast<double>(i) - shape_);
            b += 2.0;
            d = 1.0 / (a * d + b);
            c = b + a / c;
            const double factor = c * d;
            fraction *= factor;
            if (std::abs(factor - 1.0) < 2.3e-16) return fraction;
        }
        throw std::logic_error("the incomplete gamma function did not converge");
    }

    // Temme's uniform expansion: P(X > x) = Phi(-eta sqrt(shape)) + R, with
    // R = exp(-shape eta^2 / 2) S(eta) / sqrt(2 pi shape). Differentiating gives
    // eta S = S' / shape + (eta / mu) / G - 1, G = exp(stirling error): a recurrence for the
    // Taylor coefficients of S, stable downwards.
    double log_tail_near_mean(double mu, double exponent, Tail tail) const {
        static constexpr std::array<double, temme_terms> quotient = temme_coefficients();
        const double eta = (mu < 0.0 ? -1.0 : 1.0) * std::sqrt(2.0 * exponent / shape_);
        const double inverse_g = portable::exp(-stirling_);
        double above = 0.0, current = 0.0, sum = 0.0;  // coefficients n + 1 and n of S
        for (int n = temme_terms - 1; n >= 1; --n) {
            const double next = quotient[static_cast<std::size_t>(n)] * inverse_g +
                                static_cast<double>(n + 1) / shape_ * above;
            above = current;
            current = next;
            sum = sum * eta + current;
        }
        const double remainder =
            portable::exp(-exponent - 0.5 * (detail::log_two_pi + log_shape_)) * sum;
        const double score = eta * std::sqrt(shape_);
        return portable::log(tail == Tail::upper ? normal_cdf(-score) + remainder
                                                 : normal_cdf(score) - remainder);
    }

    double shape_, log_shape_, stirling_, log_peak_;
};

// A lower bound from P(X <= x) <= x^shape / Gamma(shape + 1), and the approximation of Wilson and
// Hilferty (1931) where it is of use.
double guess_log_quantile(double shape, double probability, Tail tail) {
    const double log_lower =
        tail == Tail::lower ? portable::log(probability) : portable::log1p(-probability);
    const double bound = (log_lower + log_gamma(shape) + portable::log(shape)) / shape;
    const double root =
        1.0 - 1.0 / (9.0 * shape) + normal_quantile(probability, tail) / (3.0 * std::sqrt(shape));
    if (root < 0.3) return bound;
    return std::max(bound, portable::log(shape) + 3.0 * portable::log(root));
}

bool is_positive(double x) {
    return x > 0.0 && x < infinity;
}

}  // namespace

double log_gamma(double x) {
    if (!is_positive(x)) return x == infinity ? infinity : not_a_number;
    return (x - 0.5) * portable::log(x) - x + 0.5 * detail::log_two_pi + detail::stirling_error(x);
}

double incomplete_gamma(double shape, double x, Tail tail) {
    if (!is_positive(shape) || x != x) return not_a_number;
    if (x <= 0.0 || x == infinity) return (x > 0.0) == (tail == Tail::lower) ? 1.0 : 0.0;
    return portable::exp(GammaLaw(shape).log_tail({portable::log(x), x}, tail));
}

double log_gamma_quantile(double shape, double probability, Tail tail) {
    if (!is_positive(shape) || !(probability >= 0.0 && probability <= 1.0)) return not_a_number;
    if (probability > 0.5) {  // exact, and the smaller tail keeps its digits
        probability = 1.0 - probability;
        tail = tail == Tail::lower ? Tail::upper : Tail::lower;
    }
    if (probability == 0.0) return tail == Tail::lower ? -infinity : infinity;
    const GammaLaw law(shape);
    return detail::solve_log_tail(
        [&](double log_x) {
            const Point at = point_from_log(log_x);
            return detail::LogTailAt{law.log_tail(at, tail), law.log_density(at)};
        },
        portable::log(probability), tail == Tail::lower ? 1.0 : -1.0,
        guess_log_quantile(shape, probability, tail), tail == Tail::lower ? 1e6 : 1.0);
}

double gamma_quantile(double shape, double probability, Tail tail) {
    return portable::exp(log_gamma_quantile(shape, probability, tail));
}

double chi_square_quantile(double degrees_of_freedom, double probability, Tail tail) {
    return 2.0 * gamma_quantile(0.5 * degrees_of_freedom, probability, tail);
}

}  // namespace trialcost
