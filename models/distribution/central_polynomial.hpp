// A function of the normal score as one polynomial on [-3.2, 3.2], where all but 0.14 % of the
// draws lie.
#pragma once

#include <array>
#include <cstddef>
#include <functional>
#include <optional>
#include <variant>

#include "models/distribution/piecewise_polynomial.hpp"

namespace trialcost {

class CentralPolynomial {
  public:
    static constexpr double half_width = 3.2;

    // Powers of the score, from 0: degree 17, or 27 where that does not do.
    using Short = std::array<double, 18>;
    using Long = std::array<double, 28>;
    using Coefficients = std::variant<Short, Long>;

    // Interpolates at Chebyshev points. Empty if the error half-way between them and at the ends
    // exceeds `tolerance` in either degree.
    static std::optional<CentralPolynomial> fit(const std::function<double(double)>& function,
                                                PiecewisePolynomial::ErrorOf error_of,
                                                double tolerance);

    const Coefficients& coefficients() const { return coefficients_; }
    // The largest error found.
    double measured_error() const { return measured_error_; }

  private:
    CentralPolynomial(Coefficients coefficients, double measured_error)
        : coefficients_(coefficients), measured_error_(measured_error) {}

    Coefficients coefficients_;
    double measured_error_;
};

}  // namespace trialcost
