#include <algorithm>
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

// A point of [0, 1] with its distance y to 1 and both logarithms.
struct Point {
    double x, y, log_x, log_y;

    Point reflected() const { return {y, x, log_y, log_x}; }
};

Point point_from_logit(double t) {
    if (t > 0.0) return point_from_logit(-t).reflected();
    const double odds = portable::exp(t);
    const double log_sum = portable::log1p(odds);
    return {odds / (1.0 + odds), 1.0 / (1.0 + odds), t - log_sum, -log_sum};
}

Point point_from_x(double x) {
    return {x, 1.0 - x, portable::log(x), x < 0.5 ? portable::log1p(-x) : portable::log(1.0 - x)};
}

// The distribution Beta(a, b), with what depends on a and b alone computed once.
class BetaLaw {
  public:
    BetaLaw(double a, double b)
        : a_(a),
          b_(b),
          log_a_share_(portable::log(a / (a + b))),
          log_b_share_(portable::log(b / (a + b))),
          log_peak_(0.5 * (portable::log(a) + log_b_share_ - detail::log_two_pi) +
                    detail::stirling_error(a + b) - detail::stirling_error(a) -
                    detail::stirling_error(b)) {}

    BetaLaw reflected() const { return {b_, a_}; }

    // Of the logit of X: log(x^a y^b / B(a, b)).
    double log_density(const Point& at) const {
        // x = (a + w) / (a + b) and y = (b - w) / (a + b): the terms linear in w cancel.
        const double w = at.x * b_ - at.y * a_;
        return log_peak_ + excess(a_, w, at.log_x - log_a_share_) +
               excess(b_, -w, at.log_y - log_b_share_);
    }

    double log_tail(const Point& at, Tail tail) const {
        const bool below = at.x < (a_ + 1.0) / (a_ + b_ + 2.0);
        const double factor =
            below ? lower_fraction(a_, b_, at) : lower_fraction(b_, a_, at.reflected());
        const double log_natural = log_density(at) + portable::log(factor);
        if (below == (tail == Tail::lower)) return log_natural;
        return portable::log(-portable::expm1(std::min(log_natural, 0.0)));
    }

  private:
    // a (log(1 + w / a) - w / a).
    static double excess(double a, double w, double log_ratio) {
        const double relative = w / a;
        if (relative > -0.5 && relative < 0.5) return a * detail::log1p_minus(relative);
        return a * log_ratio - w;
    }

    // P(X <= x) over the density of the logit, for x below about the mean: the continued fraction
    // of DiDonato and Morris (1992, BFRAC), which has no cancellation, by the modified Lentz rule.
    static double lower_fraction(double a, double b, const Point& at) {
        const double excess = (a * at.y - b * at.x) + 1.0;
        double fraction = a * excess / (a + 1.0);
        double c = fraction, d = 0.0;
        for (int i = 1; i < 1'000'000; ++i) {
            const double m = static_cast<double>(i);
            const double before = a + 2.0 * m - 1.0;
            const double numerator =
                (a + m - 1.0) / before * ((a + b + m - 1.0) / before) * (m * (b - m) * at.x * at.x);
            const double denominator = m + m * (b - m) * at.x / before +
                                       (a + m) * (excess + m * (1.0 + at.y)) / (before + 2.0);
            d = 1.0 / (denominator + numerator * d);
            c = denominator + numerator / c;
            const double factor = c * d;
            fraction *= factor;
            if (std::abs(factor - 1.0) < 2.3e-16) return 1.0 / fraction;
        }
        throw std::logic_error("the incomplete beta function did not converge");
    }

    double a_, b_, log_a_share_, log_b_share_, log_peak_;
};

// Mean and variance of log G for G ~ Gamma(shape, 1), roughly.
struct LogGammaMoments {
    double mean, variance;
};

LogGammaMoments log_gamma_moments(double shape) {
    const double next = shape + 1.0;
    return {portable::log(next) - 0.5 / next - 1.0 / shape,
            1.0 / next + 0.5 / (next * next) + 1.0 / (shape * shape)};
}

bool is_positive(double x) {
    return x > 0.0 && x < infinity;
}

}  // namespace

double incomplete_beta(double a, double b, double x, Tail tail) {
    if (!is_positive(a) || !is_positive(b) || x != x) return not_a_number;
    if (x <= 0.0 || x >= 1.0) return (x > 0.0) == (tail == Tail::lower) ? 1.0 : 0.0;
    return portable::exp(BetaLaw(a, b).log_tail(point_from_x(x), tail));
}

double logit_beta_quantile(double a, double b, double probability, Tail tail) {
    if (!is_positive(a) || !is_positive(b) || !(probability >= 0.0 && probability <= 1.0))
        return not_a_number;
    if (probability > 0.5) {  // exact, and the smaller tail keeps its digits
        probability = 1.0 - probability;
        tail = tail == Tail::lower ? Tail::upper : Tail::lower;
    }
    if (probability == 0.0) return tail == Tail::lower ? -infinity : infinity;
    // The logit is the difference of the logarithms of two gamma variables.
    const LogGammaMoments up = log_gamma_moments(a), down = log_gamma_moments(b);
    const double guess =
        up.mean - down.mean +
        normal_quantile(probability, tail) * std::sqrt(up.variance + down.variance);
    const BetaLaw law(a, b);
    return detail::solve_log_tail(
        [&](double logit) {
            const Point at = point_from_logit(logit);
            return detail::LogTailAt{law.log_tail(at, tail), law.log_density(at)};
        },
        portable::log(probability), tail == Tail::lower ? 1.0 : -1.0, guess, 1e6);
}

double beta_quantile(double a, double b, double probability, Tail tail) {
    const double logit = logit_beta_quantile(a, b, probability, tail);
    if (logit == infinity) return 1.0;
    return logit == -infinity ? 0.0 : point_from_logit(logit).x;
}

double student_t_quantile(double degrees_of_freedom, double probability, Tail tail) {
    if (!is_positive(degrees_of_freedom) || !(probability >= 0.0 && probability <= 1.0))
        return not_a_number;
    const double smaller = std::min(probability, 1.0 - probability);
    const double sign = (probability < 0.5) == (tail == Tail::lower) ? -1.0 : 1.0;
    // P(|T| > t) = P(B <= dof / (dof + t^2)) for B ~ Beta(dof / 2, 1 / 2).
    const double half = 0.5 * degrees_of_freedom;
    const double logit = smaller < 0.25
                             ? logit_beta_quantile(half, 0.5, 2.0 * smaller)
                             : logit_beta_quantile(half, 0.5, 1.0 - 2.0 * smaller, Tail::upper);
    return sign * std::sqrt(degrees_of_freedom) * portable::exp(-0.5 * logit);
}

}  // namespace trialcost
