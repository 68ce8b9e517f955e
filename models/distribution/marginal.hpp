// A distribution compiled into a function of the normal score: x = marginal(z) has the
// distribution if z is standard normal. One uniform number per input, so low-discrepancy points,
// common random numbers and a Gaussian copula all work; one or two nanoseconds per value of a
// block.
//
// Constant, normal, lognormal, uniform, triangular, discrete and quantile families are evaluated
// in closed form. Gamma, Weibull, beta and PERT become polynomials on equal intervals of z in
// [-8.5, 8.5] (beyond, the end is held), of x or of log x, refined until the error found between
// the nodes is at most 1e-10: relative to x for gamma and Weibull, to the range for beta and PERT;
// where one polynomial for |z| <= 3.2 is as good (most shapes), it takes that range over.
// Increasing in z within that error. The same bits on every machine, of a block and one by one.
//
// compile() needs a distribution without faults and throws std::runtime_error if the error is not
// reached: gamma shapes from 1/40 to 1e6 and beta parameters from 0.5 to 1e5 are tested.
#pragma once

#include <optional>
#include <span>
#include <variant>

#include "models/distribution/central_polynomial.hpp"
#include "models/distribution/distribution.hpp"
#include "models/distribution/piecewise_polynomial.hpp"
#include "models/distribution/point_families.hpp"

namespace trialcost {

class Marginal {
  public:
    static Marginal compile(const Distribution& distribution);

    double operator()(double normal_score) const;
    // out[i] = the value at scores[i]; `out` may be the same block and must be as long
    // (std::invalid_argument otherwise).
    void values(std::span<const double> scores, std::span<double> out) const;

    // The largest error found between the nodes; 0 for a closed form.
    double measured_error() const { return measured_error_; }

  private:
    struct Linear {  // constant and normal
        double offset, slope;
    };
    struct ExpLinear {  // lognormal
        double offset, slope;
    };
    struct Table {
        std::optional<CentralPolynomial> centre;
        bool centre_of_log;
        PiecewisePolynomial table;
        bool table_of_log;
    };
    struct ShareTable {  // the share of the range, held in [0, 1]
        std::optional<CentralPolynomial> centre;
        PiecewisePolynomial table;
        double low, high;
    };
    using Form = std::variant<Linear, ExpLinear, Uniform, Triangular, detail::Steps,
                              detail::Polyline, Table, ShareTable>;
    struct Compiler;
    struct Evaluator;

    Marginal(Form form, double lower, double upper);

    Form form_;
    double lower_, upper_;
    double measured_error_ = 0.0;
};

}  // namespace trialcost
