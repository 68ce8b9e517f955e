#include "models/distribution/piecewise_polynomial.hpp"

#include <algorithm>

namespace trialcost {

namespace {

constexpr std::size_t nodes = 10;

// cos(m pi / 9); written out, since the C library's cosine may differ between machines.
double cosine_of_ninths(std::size_t m) {
    constexpr std::array<double, nodes> table = {
        1.0,  0.93969262078590838405,  0.76604444311897803520,
        0.5,  0.17364817766693034885,  -0.17364817766693034885,
        -0.5, -0.76604444311897803520, -0.93969262078590838405,
        -1.0};
    m %= 18;
    return table[m <= 9 ? m : 18 - m];
}

// Values at cos(j pi / 9) to coefficients of the Chebyshev polynomials.
std::array<double, nodes> chebyshev_coefficients(const std::array<double, nodes>& values) {
    std::array<double, nodes> coefficients{};
    for (std::size_t k = 0; k < nodes; ++k) {
        double sum = 0.5 * (values.front() + values.back() * cosine_of_ninths(9 * k));
        for (std::size_t j = 1; j + 1 < nodes; ++j) sum += values[j] * cosine_of_ninths(j * k);
        coefficients[k] = sum * (k == 0 || k == nodes - 1 ? 1.0 : 2.0) / 9.0;
    }
    return coefficients;
}

// The same polynomial in powers of its argument, by T(k+1) = 2 t T(k) - T(k-1).
std::array<double, nodes> power_coefficients(const std::array<double, nodes>& chebyshev) {
    std::array<double, nodes> powers{}, before{}, current{};
    before[0] = 1.0;
    current[1] = 1.0;
    powers[0] = chebyshev[0];
    for (std::size_t k = 1; k < nodes; ++k) {
        for (std::size_t i = 0; i < nodes; ++i) powers[i] += chebyshev[k] * current[i];
        std::array<double, nodes> next{};
        for (std::size_t i = 0; i < nodes; ++i)
            next[i] = (i > 0 ? 2.0 * current[i - 1] : 0.0) - before[i];
        before = current;
        current = next;
    }
    return powers;
}

}  // namespace

PiecewisePolynomial::PiecewisePolynomial(double low, double high, std::size_t intervals)
    : low_(low),
      high_(high),
      intervals_per_unit_(static_cast<double>(intervals) / (high - low)),
      pieces_(intervals) {}

bool PiecewisePolynomial::fit_piece(std::size_t index,
                                    const std::function<double(double)>& function, ErrorOf error_of,
                                    double tolerance) {
    const double centre = low_ + (static_cast<double>(index) + 0.5) / intervals_per_unit_;
    const double half_width = 0.5 / intervals_per_unit_;
    std::array<double, nodes> values{};
    for (std::size_t j = 0; j < nodes; ++j)
        values[j] = function(centre + half_width * cosine_of_ninths(j));
    pieces_[index] = power_coefficients(chebyshev_coefficients(values));
    for (std::size_t j = 0; j + 1 < nodes; ++j) {
        const double x =
            centre + half_width * 0.5 * (cosine_of_ninths(j) + cosine_of_ninths(j + 1));
        const double error = error_of((*this)(x), function(x));
        if (!(error <= tolerance)) return false;
        measured_error_ = std::max(measured_error_, error);
    }
    return true;
}

std::optional<PiecewisePolynomial> PiecewisePolynomial::fit(
    const std::function<double(double)>& function, double low, double high, ErrorOf error_of,
    double tolerance, std::size_t most_intervals) {
    for (std::size_t intervals = 16; intervals <= most_intervals; intervals *= 2) {
        PiecewisePolynomial polynomial(low, high, intervals);
        std::size_t index = 0;
        while (index < intervals && polynomial.fit_piece(index, function, error_of, tolerance))
            ++index;
        if (index == intervals) return polynomial;
    }
    return std::nullopt;
}

}  // namespace trialcost
