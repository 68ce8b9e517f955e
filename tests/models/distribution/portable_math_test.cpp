// Against the C library in long double (64 bits of mantissa), over about 1e5 points each.
#include "models/distribution/portable_math.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

#include "tests/catch_compat.hpp"

namespace portable = trialcost::portable;

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();
constexpr int points = 100'000;

double error_in_ulp(double ours, long double exact) {
    const double rounded = static_cast<double>(exact);
    const double spacing = std::nextafter(std::abs(rounded), infinity) - std::abs(rounded);
    return static_cast<double>(std::abs(static_cast<long double>(ours) - exact) /
                               static_cast<long double>(spacing));
}

// Evenly spread, with a step that no binary fraction shares.
double spread(double low, double high, int i) {
    return low + (high - low) * (static_cast<double>(i) + 0.382) / points;
}

// A hash of the results' bits (FNV-1a over 64-bit words).
std::uint64_t mixed(std::uint64_t hash, double value) {
    return (hash ^ std::bit_cast<std::uint64_t>(value)) * 0x100000001b3;
}

}  // namespace

TEST_CASE("exp is within one unit in the last place") {
    double worst = 0.0;
    for (int i = 0; i < points; ++i) {
        for (const double range : {708.0, 30.0, 1.0, 1e-5}) {
            const double x = spread(-range, range, i);
            worst = std::max(worst, error_in_ulp(portable::exp(x), std::exp((long double)x)));
        }
    }
    CAPTURE(worst);
    CHECK(worst < 0.95);
}

TEST_CASE("exp goes gradually to zero and to infinity") {
    CHECK(portable::exp(0.0) == 1.0);
    CHECK(portable::exp(-0.0) == 1.0);
    CHECK(portable::exp(infinity) == infinity);
    CHECK(portable::exp(-infinity) == 0.0);
    CHECK(std::isnan(portable::exp(not_a_number)));
    CHECK(portable::exp(709.79) == infinity);
    CHECK(portable::exp(1e300) == infinity);
    CHECK(portable::exp(-746.0) == 0.0);
    CHECK(portable::exp(-1e300) == 0.0);
    CHECK(error_in_ulp(portable::exp(709.78), std::exp((long double)709.78)) < 1.0);
    for (int i = 0; i < points; ++i) {
        const double x = spread(-745.0, -708.0, i);
        REQUIRE(error_in_ulp(portable::exp(x), std::exp((long double)x)) < 1.5);
    }
}

TEST_CASE("log is within one unit in the last place") {
    double worst = 0.0;
    for (int i = 0; i < points; ++i) {
        const double magnitudes[] = {std::exp(spread(-700.0, 700.0, i)), spread(0.5, 2.0, i),
                                     spread(0.99, 1.01, i), spread(1e-3, 1e3, i)};
        for (const double x : magnitudes)
            worst = std::max(worst, error_in_ulp(portable::log(x), std::log((long double)x)));
    }
    CAPTURE(worst);
    CHECK(worst < 0.95);
}

TEST_CASE("log of the special values and of subnormal numbers") {
    CHECK(portable::log(1.0) == 0.0);
    CHECK(portable::log(0.0) == -infinity);
    CHECK(portable::log(-0.0) == -infinity);
    CHECK(portable::log(infinity) == infinity);
    CHECK(std::isnan(portable::log(-1.0)));
    CHECK(std::isnan(portable::log(-infinity)));
    CHECK(std::isnan(portable::log(not_a_number)));
    const double smallest = std::numeric_limits<double>::denorm_min();
    for (const double x : {smallest, 3 * smallest, 1e-310, 2.2e-308, 1e308})
        CHECK(error_in_ulp(portable::log(x), std::log((long double)x)) < 1.0);
}

TEST_CASE("expm1 and log1p keep their digits near zero") {
    double worst_expm1 = 0.0, worst_log1p = 0.0;
    for (int i = 0; i < points; ++i) {
        for (const double range : {40.0, 1.5, 0.4, 1e-9}) {
            const double x = spread(-range, range, i);
            worst_expm1 =
                std::max(worst_expm1, error_in_ulp(portable::expm1(x), std::expm1((long double)x)));
        }
        const double values[] = {spread(-0.9999, 3.0, i), spread(-1e-9, 1e-9, i),
                                 std::exp(spread(-30.0, 80.0, i))};
        for (const double x : values)
            worst_log1p =
                std::max(worst_log1p, error_in_ulp(portable::log1p(x), std::log1p((long double)x)));
    }
    CAPTURE(worst_expm1, worst_log1p);
    CHECK(worst_expm1 < 1.8);
    CHECK(worst_log1p < 1.2);

    CHECK(std::signbit(portable::expm1(-0.0)));
    CHECK(std::signbit(portable::log1p(-0.0)));
    CHECK(portable::expm1(-infinity) == -1.0);
    CHECK(portable::expm1(infinity) == infinity);
    CHECK(std::isnan(portable::expm1(not_a_number)));
    CHECK(portable::log1p(-1.0) == -infinity);
    CHECK(portable::log1p(infinity) == infinity);
    CHECK(std::isnan(portable::log1p(-1.5)));
    CHECK(std::isnan(portable::log1p(not_a_number)));
}

TEST_CASE("pow stays accurate where the exponent is large") {
    double worst_moderate = 0.0, worst = 0.0;
    for (int i = 0; i < points; ++i) {
        const double base = std::exp(spread(-20.0, 20.0, (i * 7919) % points));
        const double power = spread(-700.0, 700.0, i) / std::log(base);
        const double error =
            error_in_ulp(portable::pow(base, power), std::pow((long double)base, power));
        worst = std::max(worst, error);
        if (std::abs(power * std::log(base)) < 32.0)
            worst_moderate = std::max(worst_moderate, error);
    }
    CAPTURE(worst_moderate, worst);
    CHECK(worst_moderate < 1.25);
    CHECK(worst < 4.0);
}

TEST_CASE("pow of the special values") {
    CHECK(portable::pow(2.0, 10.0) == 1024.0);
    CHECK(portable::pow(9.0, 0.5) == Approx(3.0).epsilon(1e-15));
    CHECK(portable::pow(0.0, 2.0) == 0.0);
    CHECK(portable::pow(0.0, -2.0) == infinity);
    CHECK(portable::pow(0.0, 0.0) == 1.0);
    CHECK(portable::pow(not_a_number, 0.0) == 1.0);
    CHECK(portable::pow(1.0, infinity) == 1.0);
    CHECK(portable::pow(2.0, infinity) == infinity);
    CHECK(portable::pow(2.0, -infinity) == 0.0);
    CHECK(portable::pow(0.5, infinity) == 0.0);
    CHECK(portable::pow(infinity, -1.0) == 0.0);
    CHECK(portable::pow(1e200, 2.0) == infinity);
    CHECK(portable::pow(1e-200, 2.0) == 0.0);
    CHECK(std::isnan(portable::pow(-2.0, 2.0)));
    CHECK(std::isnan(portable::pow(not_a_number, 1.0)));
    CHECK(portable::pow(5e-324, 0.5) == Approx(std::pow(5e-324, 0.5)).epsilon(1e-14));
    const double above_one = 1.0 + std::numeric_limits<double>::epsilon();
    CHECK(portable::pow(above_one, 1e300) == infinity);
    CHECK(portable::pow(above_one, 1e16) == Approx(std::pow(above_one, 1e16)).epsilon(1e-14));
}

TEST_CASE("the bits are the ones recorded for this version") {
    // A change of compiler, flags or processor must not move them; a change of the code may, and
    // is then a change of every result.
    std::uint64_t hash = 0xcbf29ce484222325;
    for (int i = 0; i < points; ++i) {
        const double x = spread(-30.0, 30.0, i);
        const double y = portable::exp(x);
        hash = mixed(hash, y);
        hash = mixed(hash, portable::log(y + 0.3));
        hash = mixed(hash, portable::expm1(x * 0.01));
        hash = mixed(hash, portable::log1p(y));
        hash = mixed(hash, portable::pow(y, 0.37));
    }
    CHECK(hash == 0x733422cab22cd507);
}
