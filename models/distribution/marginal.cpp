#include "models/distribution/marginal.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <stdexcept>

#include "models/distribution/marginal_kernels.hpp"
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
        const Function share = [&](double z) {
            const Tail tail = z < 0.0 ? Tail::lower : Tail::upper;
            return beta_quantile(f.a, f.b, normal_cdf(-std::abs(z)), tail);
        };
        return ShareTable{CentralPolynomial::fit(share, absolute_error, tolerance),
                          fit_or_throw(share), f.low, f.high};
    }

  private:
    static Form positive(const Function& log_value) {
        const Function value = [&](double z) { return portable::exp(log_value(z)); };
        auto centre = CentralPolynomial::fit(value, relative_error, tolerance);
        const bool of_log = !centre;
        if (of_log) centre = CentralPolynomial::fit(log_value, absolute_error, tolerance);
        if (auto table = fit(value, relative_error, few_intervals))
            return Table{std::move(centre), of_log, *std::move(table), false};
        return Table{std::move(centre), of_log, fit_or_throw(log_value), true};
    }
};

struct Marginal::Evaluator {
    detail::Bounds bounds;
    std::span<const double> scores;
    std::span<double> out;

    void operator()(const Linear& f) const {
        detail::linear_values(f.offset, f.slope, bounds, scores, out);
    }
    void operator()(const ExpLinear& f) const {
        detail::exp_linear_values(f.offset, f.slope, bounds, scores, out);
    }
    void operator()(const Uniform& f) const { detail::uniform_values(f, bounds, scores, out); }
    void operator()(const Triangular& f) const {
        detail::triangular_values(f, bounds, scores, out);
    }
    void operator()(const detail::Steps& f) const { one_by_one(f); }
    void operator()(const detail::Polyline& f) const { one_by_one(f); }

    void operator()(const Table& f) const {
        using Of = detail::Tabulated::Of;
        detail::tabulated_values(
            {f.centre ? &*f.centre : nullptr, f.centre_of_log ? Of::log_value : Of::value, &f.table,
             f.table_of_log ? Of::log_value : Of::value},
            bounds, scores, out);
    }
    void operator()(const ShareTable& f) const {
        using Of = detail::Tabulated::Of;
        detail::share_values({f.centre ? &*f.centre : nullptr, Of::value, &f.table, Of::value},
                             f.low, f.high, bounds, scores, out);
    }

  private:
    template <class Points>
    void one_by_one(const Points& points) const {
        for (std::size_t i = 0; i < scores.size(); ++i)
            out[i] = std::clamp(points(scores[i]), bounds.lower, bounds.upper);
    }
};

Marginal::Marginal(Form form, double lower, double upper)
    : form_(std::move(form)), lower_(lower), upper_(upper) {
    const auto error_of = [](const auto& f) {
        const double central = f.centre ? f.centre->measured_error() : 0.0;
        return std::max(f.table.measured_error(), central);
    };
    if (const auto* table = std::get_if<Table>(&form_)) measured_error_ = error_of(*table);
    if (const auto* table = std::get_if<ShareTable>(&form_)) measured_error_ = error_of(*table);
}

Marginal Marginal::compile(const Distribution& distribution) {
    return {std::visit(Compiler{}, distribution.family), distribution.lower, distribution.upper};
}

double Marginal::operator()(double normal_score) const {
    double value = 0.0;
    values({&normal_score, 1}, {&value, 1});
    return value;
}

void Marginal::values(std::span<const double> scores, std::span<double> out) const {
    if (scores.size() != out.size()) throw std::invalid_argument("two blocks differ in length");
    std::visit(Evaluator{{lower_, upper_}, scores, out}, form_);
}

}  // namespace trialcost
