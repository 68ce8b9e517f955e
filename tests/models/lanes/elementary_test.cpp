// exp and log of blocks against the C library in long double (64 bits of fraction on x86-64).
#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <vector>

#include "models/lanes/blocks.hpp"
#include "tests/catch_compat.hpp"

namespace {

using namespace trialcost;

constexpr double infinity = std::numeric_limits<double>::infinity();

double ulps(double ours, long double expected) {
    const double nearest = static_cast<double>(expected);
    const double ulp = std::nextafter(std::abs(nearest), infinity) - std::abs(nearest);
    return static_cast<double>(std::abs(ours - expected) / ulp);
}

template <class Function>
std::vector<double> block_of(Function function, const std::vector<double>& in) {
    std::vector<double> out(in.size());
    function(in, out);
    return out;
}

TEST_CASE("exp of a block is within 1.1 ulp") {
    std::vector<double> x;
    for (int i = 0; i < 100'000; ++i) x.push_back(-708.3 + 1417.9 * (i + 0.382) / 100'000);
    for (int i = 0; i < 100'000; ++i) x.push_back(-2.0 + 4.0 * (i + 0.382) / 100'000);
    const std::vector<double> y = block_of(lanes::exps, x);
    double worst = 0.0;
    for (std::size_t i = 0; i < x.size(); ++i)
        worst = std::max(worst, ulps(y[i], std::exp(static_cast<long double>(x[i]))));
    CAPTURE(worst);
    CHECK(worst < 1.1);
}

TEST_CASE("exp of a block at its edges") {
    const std::vector<double> x{0.0,    -0.0,  709.78, 709.79,    infinity,     -745.13, -745.14,
                                -1e300, 1e300, -720.0, -infinity, std::nan(""), 1.0};
    const std::vector<double> y = block_of(lanes::exps, x);
    CHECK(y[0] == 1.0);
    CHECK(y[1] == 1.0);
    CHECK(y[2] == Approx(std::exp(709.78)).epsilon(1e-15));
    CHECK(y[3] == infinity);
    CHECK(y[4] == infinity);
    CHECK(y[5] == std::numeric_limits<double>::denorm_min());
    CHECK(y[6] == 0.0);
    CHECK(y[7] == 0.0);
    CHECK(y[8] == infinity);
    CHECK(std::abs(y[9] - std::exp(-720.0)) <= std::numeric_limits<double>::denorm_min());
    CHECK(y[10] == 0.0);
    CHECK(std::isnan(y[11]));
    CHECK(y[12] == Approx(2.718281828459045).epsilon(1e-15));
}

TEST_CASE("log of a block is within an ulp") {
    std::vector<double> x;
    for (int i = 0; i < 100'000; ++i) x.push_back((i + 0.382) / 100'000);
    for (int i = 0; i < 100'000; ++i) x.push_back(0.7 + 0.8 * (i + 0.382) / 100'000);
    for (int i = 0; i < 20'000; ++i) x.push_back(std::ldexp(1.0 + i / 20'000.0, i % 2097 - 1073));
    for (int i = 1; i < 1'000; ++i) x.push_back(1.0 - i * 0x1p-53);
    const std::vector<double> y = block_of(lanes::logs, x);
    double worst = 0.0;
    for (std::size_t i = 0; i < x.size(); ++i)
        worst = std::max(worst, x[i] == 1.0 ? (y[i] == 0.0 ? 0.0 : 1e9)
                                            : ulps(y[i], std::log(static_cast<long double>(x[i]))));
    CAPTURE(worst);
    CHECK(worst < 0.85);
}

TEST_CASE("log of a block at its edges") {
    const std::vector<double> x{0.0, -0.0, infinity, -1.0, -infinity, std::nan(""), 0x1p-1074, 1.0};
    const std::vector<double> y = block_of(lanes::logs, x);
    CHECK(y[0] == -infinity);
    CHECK(y[1] == -infinity);
    CHECK(y[2] == infinity);
    CHECK(std::isnan(y[3]));
    CHECK(std::isnan(y[4]));
    CHECK(std::isnan(y[5]));
    CHECK(y[6] == Approx(-1074 * std::log(2.0)).epsilon(1e-15));
    CHECK(y[7] == 0.0);
}

TEST_CASE("blocks that differ in length are refused") {
    const std::vector<double> in(3, 0.5);
    std::vector<double> out(4);
    CHECK_THROWS_AS(lanes::exps(in, out), std::invalid_argument);
    CHECK_THROWS_AS(lanes::normal_quantiles(in, out), std::invalid_argument);
    CHECK_NOTHROW(lanes::logs({}, {}));
}

}  // namespace
