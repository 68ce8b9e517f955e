// The normal functions of blocks against Boost.Math in long double.
#include <algorithm>
#include <boost/math/special_functions/erf.hpp>
#include <cmath>
#include <limits>
#include <vector>

#include "models/lanes/blocks.hpp"
#include "tests/catch_compat.hpp"

namespace {

using namespace trialcost;

constexpr double infinity = std::numeric_limits<double>::infinity();

double expected_quantile(double u) {
    const long double root_2 = std::sqrt(2.0L);
    // 2u - 1 is exact in long double.
    if (u > 0.1 && u < 0.9)
        return static_cast<double>(root_2 * boost::math::erf_inv(2.0L * u - 1.0L));
    return static_cast<double>(u < 0.5 ? -root_2 * boost::math::erfc_inv(2.0L * u)
                                       : root_2 * boost::math::erfc_inv(2.0L * (1.0L - u)));
}

double worst_error(const std::vector<double>& u) {
    std::vector<double> z(u.size());
    lanes::normal_quantiles(u, z);
    double worst = 0.0;
    for (std::size_t i = 0; i < u.size(); ++i)
        worst = std::max(worst, std::abs(z[i] / expected_quantile(u[i]) - 1.0));
    return worst;
}

TEST_CASE("the normal quantile of a block is right to a relative 4e-14") {
    std::vector<double> evenly, near_half, tails, about_the_joins;
    for (int i = 0; i < 40'000; ++i) evenly.push_back((i + 0.382) / 40'000);
    for (int i = 1; i < 5'000; ++i) near_half.push_back(0.5 + (i % 2 == 0 ? 1 : -1) * i * 1e-8);
    for (int i = 0; i < 10'000; ++i) tails.push_back(std::exp(-7.7 - 690.0 * (i + 0.382) / 10'000));
    for (int i = 12; i < 51; ++i) tails.push_back(1.0 - std::ldexp(0.75, -i));
    for (const double join : {4.886e-4, 1.0 - 4.886e-4, std::exp(-25.0)})
        for (int i = -500; i < 500; ++i) about_the_joins.push_back(join * (1.0 + 1e-7 * i));
    const double worst_even = worst_error(evenly), worst_half = worst_error(near_half);
    const double worst_tail = worst_error(tails), worst_join = worst_error(about_the_joins);
    CAPTURE(worst_even, worst_half, worst_tail, worst_join);
    CHECK(worst_even < 4e-14);
    CHECK(worst_half < 4e-14);
    CHECK(worst_tail < 1e-15);
    CHECK(worst_join < 4e-14);
}

TEST_CASE("the normal quantile of a block is odd, and nothing outside (0, 1)") {
    std::vector<double> u, mirrored;
    for (int i = 0; i < 4'096; ++i) {
        u.push_back((i + 0.5) * 0x1p-12);
        mirrored.push_back(1.0 - u.back());
    }
    std::vector<double> z(u.size()), mirrored_z(u.size());
    lanes::normal_quantiles(u, z);
    lanes::normal_quantiles(mirrored, mirrored_z);
    for (std::size_t i = 0; i < u.size(); ++i) REQUIRE(z[i] == -mirrored_z[i]);

    const std::vector<double> edges{0.0, 1.0, -0.1, 1.1, std::nan(""), 0.5, infinity, -infinity};
    std::vector<double> values(edges.size());
    lanes::normal_quantiles(edges, values);
    CHECK(values[0] == -infinity);
    CHECK(values[1] == infinity);
    CHECK(std::isnan(values[2]));
    CHECK(std::isnan(values[3]));
    CHECK(std::isnan(values[4]));
    CHECK(values[5] == 0.0);
    CHECK(std::isnan(values[6]));
    CHECK(std::isnan(values[7]));
}

TEST_CASE("the normal distribution function of a block keeps its digits in both tails") {
    std::vector<double> x;
    for (int i = 0; i < 40'000; ++i) x.push_back(-37.4 + 46.0 * (i + 0.382) / 40'000);
    for (int i = 0; i < 20'000; ++i) x.push_back(-4.0 + 8.0 * (i + 0.382) / 20'000);
    std::vector<double> p(x.size());
    lanes::normal_cdfs(x, p);
    double worst = 0.0, worst_near = 0.0;
    for (std::size_t i = 0; i < x.size(); ++i) {
        const long double expected = boost::math::erfc(-x[i] / std::sqrt(2.0L)) / 2.0L;
        const double error = static_cast<double>(std::abs(p[i] / expected - 1.0L));
        (std::abs(x[i]) < 8.5 ? worst_near : worst) =
            std::max(std::abs(x[i]) < 8.5 ? worst_near : worst, error);
    }
    CAPTURE(worst, worst_near);
    CHECK(worst_near < 1e-15);
    CHECK(worst < 4e-15);

    const std::vector<double> edges{0.0, -infinity, infinity, std::nan(""), -40.0, 40.0};
    std::vector<double> values(edges.size());
    lanes::normal_cdfs(edges, values);
    CHECK(values[0] == 0.5);
    CHECK(values[1] == 0.0);
    CHECK(values[2] == 1.0);
    CHECK(std::isnan(values[3]));
    CHECK(values[4] == 0.0);
    CHECK(values[5] == 1.0);
}

}  // namespace
