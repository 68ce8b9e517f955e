#include "tests/models/distribution/boost_reference.hpp"

#include <boost/math/distributions/beta.hpp>
#include <boost/math/distributions/gamma.hpp>
#include <boost/math/distributions/lognormal.hpp>
#include <boost/math/distributions/normal.hpp>
#include <boost/math/distributions/students_t.hpp>
#include <boost/math/distributions/triangular.hpp>
#include <boost/math/distributions/uniform.hpp>
#include <boost/math/distributions/weibull.hpp>
#include <cmath>
#include <stdexcept>

namespace trialcost::reference {

namespace {

namespace bm = boost::math;
using Real = long double;

const bm::normal_distribution<Real> standard_normal;

// A Boost distribution at low + range * x.
template <typename Law>
struct Scaled {
    Law law;
    Real low, range;

    double quantile_at_score(double score) const {
        const Real z = score;
        const Real standard =
            z < 0 ? bm::quantile(law, bm::cdf(standard_normal, z))
                  : bm::quantile(bm::complement(law, bm::cdf(bm::complement(standard_normal, z))));
        return static_cast<double>(low + range * standard);
    }
    double cdf(double x) const {
        return static_cast<double>(bm::cdf(law, (static_cast<Real>(x) - low) / range));
    }
};

// Calls `use` with the Boost counterpart of the family.
template <typename Use>
struct WithBoost {
    Use use;

    template <typename Law>
    double standard(const Law& law) const {
        return use(Scaled<Law>{law, 0.0L, 1.0L});
    }
    double operator()(const Uniform& f) const {
        return standard(bm::uniform_distribution<Real>(f.low, f.high));
    }
    double operator()(const Triangular& f) const {
        return standard(bm::triangular_distribution<Real>(f.low, f.mode, f.high));
    }
    double operator()(const Normal& f) const {
        return standard(bm::normal_distribution<Real>(f.mean, f.sd));
    }
    double operator()(const Lognormal& f) const {
        return standard(bm::lognormal_distribution<Real>(f.mu, f.sigma));
    }
    double operator()(const Gamma& f) const {
        return standard(bm::gamma_distribution<Real>(f.shape, f.scale));
    }
    double operator()(const Weibull& f) const {
        return standard(bm::weibull_distribution<Real>(f.shape, f.scale));
    }
    double operator()(const Beta& f) const {
        using Law = bm::beta_distribution<Real>;
        return use(Scaled<Law>{Law(f.a, f.b), f.low, static_cast<Real>(f.high) - f.low});
    }
    double operator()(const Pert& f) const {
        // Written out once more, on purpose not by as_beta().
        const double range = f.high - f.low;
        return (*this)(Beta{(f.high + 4 * f.mode - 5 * f.low) / range,
                            (5 * f.high - 4 * f.mode - f.low) / range, f.low, f.high});
    }
    template <typename Other>
    double operator()(const Other&) const {
        throw std::logic_error("Boost.Math has no such family");
    }
};

}  // namespace

double normal_cdf(double x) {
    return static_cast<double>(bm::cdf(standard_normal, static_cast<Real>(x)));
}
double normal_quantile(double probability) {
    return static_cast<double>(bm::quantile(standard_normal, static_cast<Real>(probability)));
}
double log_gamma(double x) {
    return static_cast<double>(bm::lgamma(static_cast<Real>(x)));
}

double incomplete_gamma(double shape, double x, Tail tail) {
    const Real a = shape, at = x;
    return static_cast<double>(tail == Tail::lower ? bm::gamma_p(a, at) : bm::gamma_q(a, at));
}
double log_gamma_quantile(double shape, double probability, Tail tail) {
    const Real a = shape, p = probability;
    return static_cast<double>(
        std::log(tail == Tail::lower ? bm::gamma_p_inv(a, p) : bm::gamma_q_inv(a, p)));
}
double incomplete_beta(double a, double b, double x, Tail tail) {
    const Real ra = a, rb = b, at = x;
    return static_cast<double>(tail == Tail::lower ? bm::ibeta(ra, rb, at)
                                                   : bm::ibetac(ra, rb, at));
}
double beta_quantile(double a, double b, double probability, Tail tail) {
    const Real ra = a, rb = b, p = probability;
    return static_cast<double>(tail == Tail::lower ? bm::ibeta_inv(ra, rb, p)
                                                   : bm::ibetac_inv(ra, rb, p));
}
double logit_beta_quantile(double a, double b, double probability, Tail tail) {
    const Real ra = a, rb = b, p = probability;
    Real y = 0;
    const Real x =
        tail == Tail::lower ? bm::ibeta_inv(ra, rb, p, &y) : bm::ibetac_inv(ra, rb, p, &y);
    return static_cast<double>(std::log(x / y));
}
double student_t_quantile(double degrees_of_freedom, double probability) {
    const bm::students_t_distribution<Real> law(degrees_of_freedom);
    return static_cast<double>(bm::quantile(law, static_cast<Real>(probability)));
}

double quantile_at_score(const Family& family, double score) {
    const auto use = [&](const auto& law) { return law.quantile_at_score(score); };
    return std::visit(WithBoost<decltype(use)>{use}, family);
}
double cdf(const Family& family, double x) {
    const auto use = [&](const auto& law) { return law.cdf(x); };
    return std::visit(WithBoost<decltype(use)>{use}, family);
}

}  // namespace trialcost::reference
