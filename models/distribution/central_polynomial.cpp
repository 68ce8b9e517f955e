#include "models/distribution/central_polynomial.hpp"

namespace trialcost {

namespace {

struct Direction {
    double cosine, sine;
};

// pi / (2 terms); written out, since the C library's cosine may differ between machines.
template <std::size_t terms>
constexpr Direction half_step() {
    static_assert(terms == 18 || terms == 28);
    if (terms == 18) return {0.99619469809174553230, 0.087155742747658173558};
    return {0.99842681501781656213, 0.056070447237191788119};
}

// The cosine of `multiple` half steps, by squaring: a few roundings, not one per step.
template <std::size_t terms>
double cosine(std::size_t multiple) {
    Direction product{1.0, 0.0}, power = half_step<terms>();
    for (multiple %= 4 * terms; multiple != 0; multiple /= 2) {
        const auto times = [](const Direction& a, const Direction& b) {
            return Direction{a.cosine * b.cosine - a.sine * b.sine,
                             a.cosine * b.sine + a.sine * b.cosine};
        };
        if (multiple % 2 != 0) product = times(product, power);
        power = times(power, power);
    }
    return product.cosine;
}

// Coefficients of the Chebyshev polynomials through the values at the zeros of the next one.
template <std::size_t terms>
std::array<double, terms> chebyshev_coefficients(const std::array<double, terms>& values) {
    std::array<double, terms> coefficients{};
    for (std::size_t k = 0; k < terms; ++k) {
        double sum = 0.0;
        for (std::size_t j = 0; j < terms; ++j) sum += values[j] * cosine<terms>(k * (2 * j + 1));
        coefficients[k] = sum * (k == 0 ? 1.0 : 2.0) / terms;
    }
    return coefficients;
}

// The same polynomial in powers of half_width times its argument, by T(k+1) = 2 t T(k) - T(k-1).
template <std::size_t terms>
std::array<double, terms> power_coefficients(const std::array<double, terms>& chebyshev) {
    std::array<double, terms> powers{}, before{}, current{};
    before[0] = 1.0;
    current[1] = 1.0;
    powers[0] = chebyshev[0];
    for (std::size_t k = 1; k < terms; ++k) {
        for (std::size_t i = 0; i < terms; ++i) powers[i] += chebyshev[k] * current[i];
        std::array<double, terms> next{};
        for (std::size_t i = 0; i < terms; ++i)
            next[i] = (i > 0 ? 2.0 * current[i - 1] : 0.0) - before[i];
        before = current;
        current = next;
    }
    double scale = 1.0;
    for (double& power : powers) {
        power /= scale;
        scale *= CentralPolynomial::half_width;
    }
    return powers;
}

template <std::size_t terms>
double value_at(const std::array<double, terms>& powers, double z) {
    double sum = 0.0;
    for (std::size_t i = terms; i-- > 0;) sum = sum * z + powers[i];
    return sum;
}

template <std::size_t terms>
struct Fit {
    std::array<double, terms> powers;
    double error = 0.0;

    Fit(const std::function<double(double)>& function, PiecewisePolynomial::ErrorOf error_of) {
        std::array<double, terms> values{};
        for (std::size_t j = 0; j < terms; ++j)
            values[j] = function(CentralPolynomial::half_width * cosine<terms>(2 * j + 1));
        powers = power_coefficients(chebyshev_coefficients(values));
        for (std::size_t j = 0; j <= terms; ++j) {
            const double z = CentralPolynomial::half_width * cosine<terms>(2 * j);
            const double found = error_of(value_at(powers, z), function(z));
            if (error == error && !(found <= error)) error = found;  // NaN stays
        }
    }
};

}  // namespace

std::optional<CentralPolynomial> CentralPolynomial::fit(
    const std::function<double(double)>& function, PiecewisePolynomial::ErrorOf error_of,
    double tolerance) {
    if (const Fit<18> fit(function, error_of); fit.error <= tolerance)
        return CentralPolynomial(fit.powers, fit.error);
    if (const Fit<28> fit(function, error_of); fit.error <= tolerance)
        return CentralPolynomial(fit.powers, fit.error);
    return std::nullopt;
}

}  // namespace trialcost
