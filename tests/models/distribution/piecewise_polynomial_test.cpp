#include "models/distribution/piecewise_polynomial.hpp"

#include <algorithm>
#include <cmath>

#include "tests/catch_compat.hpp"

using trialcost::PiecewisePolynomial;

namespace {

double absolute(double approximate, double exact) {
    return std::abs(approximate - exact);
}

}  // namespace

TEST_CASE("a polynomial of degree nine is reproduced") {
    const auto function = [](double x) { return 1.0 + x * (2.0 - x * x * x * x * x * x * x * x); };
    const auto fitted = PiecewisePolynomial::fit(function, -1.0, 2.0, absolute, 1e-10, 16);
    REQUIRE(fitted);
    CHECK(fitted->intervals() == 16);
    CHECK(fitted->measured_error() < 1e-12);
    for (int i = 0; i <= 3000; ++i) {
        const double x = -1.0 + 0.001 * i;
        REQUIRE(absolute((*fitted)(x), function(x)) < 1e-12);
    }
}

TEST_CASE("intervals are doubled until the measured error is small enough") {
    const auto function = [](double x) { return std::sin(20.0 * x); };
    const auto fitted = PiecewisePolynomial::fit(function, 0.0, 10.0, absolute, 1e-10, 1024);
    REQUIRE(fitted);
    CHECK(fitted->intervals() > 16);
    double worst = 0.0;
    for (int i = 0; i <= 100'000; ++i)
        worst = std::max(worst, absolute((*fitted)(1e-4 * i), function(1e-4 * i)));
    CHECK(worst <= 1.1 * fitted->measured_error());
    CHECK(worst > 0.8 * fitted->measured_error());
    // Coarser by one step, the interpolation error is 2^10 times as large.
    CHECK_FALSE(
        PiecewisePolynomial::fit(function, 0.0, 10.0, absolute, 1e-10, fitted->intervals() / 2));
}

TEST_CASE("the pieces join, and the ends are held") {
    const auto function = [](double x) { return std::exp(x); };
    const auto fitted = PiecewisePolynomial::fit(function, -2.0, 2.0, absolute, 1e-6, 16);
    REQUIRE(fitted);
    for (int i = 1; i < 16; ++i) {
        const double joint = -2.0 + 0.25 * i;
        CHECK((*fitted)(joint) == Approx((*fitted)(joint - 1e-13)).epsilon(1e-12));
        CHECK((*fitted)(joint) == Approx(std::exp(joint)).epsilon(1e-13));
    }
    CHECK((*fitted)(5.0) == (*fitted)(2.0));
    CHECK((*fitted)(-1e300) == (*fitted)(-2.0));
    CHECK((*fitted)(2.0) == Approx(std::exp(2.0)).epsilon(1e-13));
    CHECK((*fitted)(-2.0) == Approx(std::exp(-2.0)).epsilon(1e-13));
}
