#include "models/distribution/marginal.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <stdexcept>

#include "models/distribution/portable_math.hpp"
#include "models/distribution/special_functions.hpp"

namespace trialcost {

namespace {

constexpr double largest_score = 8.5;
constexpr double tolerance = 1e-10;
// A table of x is used up to this size; beyond, one of log x is smaller although it costs an exp.
constexpr std::size_t few_intervals = 64;
constexpr std::size_t most_intervals = 1024;

double relative_error(double approximate, double exact) {
    return std::abs(approximate / exact - 1.0);
}
double absolute_error(double approximate, double exact) {
    return std::abs(approximate - exact);
}

using Function = std::function<double(double)>;

std::optional<PiecewisePolynomial> fit(const Function& function,
                                       PiecewisePolynomial::ErrorOf error_of,
                                       std::size_t intervals) {
    return PiecewisePolynomial::fit(function, -largest_score, largest_score, error_of, tolerance,
                                    intervals);
}

PiecewisePolynomial fit_or_throw(const Function& function) {
    auto polynomial = fit(function, absolute_error, most_intervals);
    if (!polynomial)
        throw std::runtime_error("this distribution cannot be tabulated to a relative 1e-10");
    return *std::move(polynomial);
}

// log of -log P(Z > z), the cumulative hazard at the normal score z.
double log_hazard(double z) {
    return portable::log(z < 0.0 ? -portable::log1p(-normal_cdf(z))
                                 : -portable::log(normal_cdf(-z)));
}

}  // namespace

struct Marginal::Compiler {
    Form operator()(const Constant& f) const { return Linear{f.value, 0.0}; }
    Form operator()(const Normal& f) const { return Linear{f.mean, f.sd}; }
    Form operator()(const Lognormal& f) const { return ExpLinear{f.mu, f.sigma}; }
    Form operator()(const Uniform& f) const { return f; }
    Form operator()(const Triangular& f) const { return f; }
    Form operator()(const Discrete& f) const { return detail::Steps(f); }
    Form operator()(const Quantiles& f) const { return detail::Polyline(f); }
    Form operator()(const Pert& f) const { return (*this)(as_beta(f)); }

    Form operator()(const Gamma& f) const {
        const double log_scale = portable::log(f.scale);
        return positive([&, log_scale](double z) {
            const Tail tail = z < 0.0 ? Tail::lower : Tail::upper;
            return log_scale + log_gamma_quantile(f.shape, normal_cdf(-std::abs(z)), tail);
        });
    }

    Form operator()(const Weibull& f) const {
        const double log_scale = portable::log(f.scale);
        return positive([&, log_scale](double z) { return log_scale + log_hazard(z) / f.shape; });
    }

    Form operator()(const Beta& f) const {
        return ShareTable{fit_or_throw([&](double z) {
                              const Tail tail = z < 0.0 ? Tail::lower : Tail::upper;
                              return beta_quantile(f.a, f.b, normal_cdf(-std::abs(z)), tail);
                          }),
                          f.low, f.high};
    }

  private:
    static Form positive(const Function& log_value) {
        const Function value = [&](double z) { return portable::exp(log_value(z)); };
        if (auto table = fit(value, relative_error, few_intervals)) return Table{*std::move(table)};
        return ExpTable{fit_or_throw(log_value)};
    }
};

struct Marginal::Evaluator {
    double z;

    double operator()(const Linear& f) const { return f.offset + f.slope * z; }
    double operator()(const ExpLinear& f) const { return portable::exp(f.offset + f.slope * z); }

    double operator()(const Uniform& f) const { return f.low + (f.high - f.low) * normal_cdf(z); }

    double operator()(const Triangular& f) const {
        const double range = f.high - f.low;
        const double tail = normal_cdf(-std::abs(z));  // keeps its digits on either side
        const double below = z < 0.0 ? tail : 1.0 - tail, above = z < 0.0 ? 1.0 - tail : tail;
        if (below * range <= f.mode - f.low)
            return f.low + std::sqrt(below * range * (f.mode - f.low));
        return f.high - std::sqrt(above * range * (f.high - f.mode));
    }

    double operator()(const detail::Steps& f) const { return f(z); }
    double operator()(const detail::Polyline& f) const { return f(z); }
    double operator()(const Table& f) const { return f.value(z); }
    double operator()(const ExpTable& f) const { return portable::exp(f.log_value(z)); }

    double operator()(const ShareTable& f) const {
        return f.low + (f.high - f.low) * std::clamp(f.share(z), 0.0, 1.0);
    }
};

Marginal::Marginal(Form form, double lower, double upper)
    : form_(std::move(form)), lower_(lower), upper_(upper) {
    if (const auto* table = std::get_if<Table>(&form_))
        measured_error_ = table->value.measured_error();
    if (const auto* table = std::get_if<ExpTable>(&form_))
        measured_error_ = table->log_value.measured_error();
    if (const auto* table = std::get_if<ShareTable>(&form_))
        measured_error_ = table->share.measured_error();
}

Marginal Marginal::compile(const Distribution& distribution) {
    return {std::visit(Compiler{}, distribution.family), distribution.lower, distribution.upper};
}

double Marginal::operator()(double normal_score) const {
    return std::clamp(std::visit(Evaluator{normal_score}, form_), lower_, upper_);
}

}  // namespace trialcost
