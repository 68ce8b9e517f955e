// A function of one variable as polynomials of degree 9 on equal intervals.
#pragma once

#include <array>
#include <cstddef>
#include <functional>
#include <optional>
#include <vector>

namespace trialcost {

class PiecewisePolynomial {
  public:
    // The error of an approximate value against the exact one, on the scale that matters.
    using ErrorOf = double (*)(double approximate, double exact);

    // Interpolates at Chebyshev points (interval ends included, so the pieces join), doubling the
    // number of intervals until the error half-way between neighbouring points is at most
    // `tolerance` everywhere. Empty if `most_intervals` do not suffice.
    static std::optional<PiecewisePolynomial> fit(const std::function<double(double)>& function,
                                                  double low, double high, ErrorOf error_of,
                                                  double tolerance, std::size_t most_intervals);

    // Outside the fitted range the value at its end.
    double operator()(double x) const {
        if (!(x > low_)) x = low_;
        if (!(x < high_)) x = high_;
        const double position = (x - low_) * intervals_per_unit_;
        auto index = static_cast<std::size_t>(position);
        if (index >= pieces_.size()) index = pieces_.size() - 1;
        const Piece& c = pieces_[index];
        const double t = 2.0 * (position - static_cast<double>(index)) - 1.0;
        // Even and odd powers apart: two short chains instead of a long one.
        const double w = t * t;
        const double even = c[0] + w * (c[2] + w * (c[4] + w * (c[6] + w * c[8])));
        const double odd = c[1] + w * (c[3] + w * (c[5] + w * (c[7] + w * c[9])));
        return even + t * odd;
    }

    std::size_t intervals() const { return pieces_.size(); }
    // The largest error found between the points.
    double measured_error() const { return measured_error_; }

  private:
    static constexpr std::size_t degree = 9;
    using Piece = std::array<double, degree + 1>;  // coefficients on [-1, 1]

    PiecewisePolynomial(double low, double high, std::size_t intervals);
    bool fit_piece(std::size_t index, const std::function<double(double)>& function,
                   ErrorOf error_of, double tolerance);

    double low_, high_, intervals_per_unit_;
    double measured_error_ = 0.0;
    std::vector<Piece> pieces_;
};

}  // namespace trialcost
