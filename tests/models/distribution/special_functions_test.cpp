// Against Boost.Math in long double, closed forms and published values.
#include "models/distribution/special_functions.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "models/distribution/stirling.hpp"
#include "tests/catch_compat.hpp"
#include "tests/models/distribution/boost_reference.hpp"

using namespace trialcost;

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

double relative(double ours, double expected) {
    return std::abs(ours / expected - 1.0);
}

struct TailPoint {
    double probability;
    Tail tail;
};

// The probability of a normal score, counted in the smaller tail; i runs from 0 to 40.
TailPoint tail_point(int i) {
    const double score = -8.0 + 0.4 * i;
    return {reference::normal_cdf(-std::abs(score)), score < 0.0 ? Tail::lower : Tail::upper};
}

}  // namespace

TEST_CASE("the normal distribution function keeps its digits in both tails") {
    double worst = 0.0, worst_density = 0.0;
    for (int i = 0; i < 20'000; ++i) {
        const double x = -37.4 + 46.0 * (i + 0.382) / 20'000;
        worst = std::max(worst, relative(normal_cdf(x), reference::normal_cdf(x)));
        const long double density =
            std::exp(-0.5L * x * x) / std::sqrt(2.0L * 3.14159265358979323846L);
        worst_density =
            std::max(worst_density, relative(normal_density(x), static_cast<double>(density)));
    }
    CAPTURE(worst, worst_density);
    CHECK(worst < 1e-15);
    CHECK(worst_density < 1e-15);
    CHECK(normal_cdf(0.0) == 0.5);
    CHECK(normal_cdf(-infinity) == 0.0);
    CHECK(normal_cdf(infinity) == 1.0);
    CHECK(std::isnan(normal_cdf(std::nan(""))));
    CHECK(normal_density(-infinity) == 0.0);
}

TEST_CASE("the normal quantile inverts it") {
    double worst = 0.0;
    for (int i = 0; i < 20'000; ++i) {
        const double p = std::exp(-700.0 * (i + 0.382) / 20'000);
        worst = std::max(worst, relative(normal_quantile(p), reference::normal_quantile(p)));
        const double central = (i + 0.382) / 20'000;
        worst = std::max(worst,
                         relative(normal_quantile(central), reference::normal_quantile(central)));
        REQUIRE(normal_quantile(p, Tail::upper) == -normal_quantile(p));
    }
    CAPTURE(worst);
    CHECK(worst < 2e-15);
    CHECK(normal_quantile(0.5) == 0.0);
    CHECK(normal_quantile(0.0) == -infinity);
    CHECK(normal_quantile(1.0) == infinity);
    CHECK(normal_quantile(0.0, Tail::upper) == infinity);
    CHECK(std::isnan(normal_quantile(-0.1)));
    CHECK(std::isnan(normal_quantile(std::nan(""))));
}

TEST_CASE("the log of the gamma function") {
    for (int i = 0; i < 2'000; ++i) {
        const double x = std::exp(-8.0 + 0.015 * i);
        const double expected = reference::log_gamma(x);
        REQUIRE(std::abs(log_gamma(x) - expected) < 2e-15 * std::max(1.0, std::abs(expected)));
    }
    CHECK(std::isnan(log_gamma(-1.5)));
    CHECK(log_gamma(infinity) == infinity);
}

TEST_CASE("log(1 + f) - f near zero") {
    // -f^2/2 + f^3/3 - f^4/4 + ...
    CHECK(detail::log1p_minus(1e-8) == Approx(-4.9999999666666669e-17).epsilon(1e-15));
    for (const double f : {-0.9, -0.5, -0.3, -0.01, 0.02, 0.4, 0.5, 3.0}) {
        const long double exact = std::log1p(static_cast<long double>(f)) - f;
        CHECK(relative(detail::log1p_minus(f), static_cast<double>(exact)) < 1e-15);
    }
}

TEST_CASE("incomplete gamma function and quantile from shape 1/40 to 1e7") {
    for (const double shape :
         {1.0 / 40, 1.0 / 36, 0.1, 0.5, 1.0, 2.5, 8.0, 15.9, 16.1, 30.0, 100.0, 1e4, 1e6, 1e7}) {
        for (int i = 0; i <= 40; ++i) {
            const auto [p, tail] = tail_point(i);
            CAPTURE(shape, i, p);
            const double log_x = log_gamma_quantile(shape, p, tail);
            if (log_x < -650.0) {
                // Below, x^shape / Gamma(shape + 1) is the distribution function to all digits.
                const double power = shape * log_x - reference::log_gamma(shape + 1.0);
                CHECK(power == Approx(std::log(p)).epsilon(1e-13));
                continue;
            }
            const double expected = reference::log_gamma_quantile(shape, p, tail);
            CHECK(std::abs(log_x - expected) < 2e-15 * std::max(100.0, std::abs(expected)));
            const double x = std::exp(expected);
            for (const Tail side : {Tail::lower, Tail::upper})
                CHECK(relative(incomplete_gamma(shape, x, side),
                               reference::incomplete_gamma(shape, x, side)) < 2e-13);
        }
    }
}

TEST_CASE("the gamma quantile of tiny shapes does not underflow in logarithms") {
    // Shape 1/36 at 1e-16: x = (p Gamma(1 + 1/36))^36.
    const double expected = 36.0 * (std::log(1e-16) + std::lgamma(1.0 + 1.0 / 36));
    CHECK(log_gamma_quantile(1.0 / 36, 1e-16) == Approx(expected).epsilon(1e-13));
    CHECK(gamma_quantile(1.0 / 36, 1e-16) == 0.0);
}

TEST_CASE("incomplete beta function and quantile up to parameters of 1e7") {
    const std::pair<double, double> parameters[] = {
        {0.1, 0.1}, {0.5, 0.5}, {0.5, 1},   {0.5, 20},  {20, 0.5},  {2, 3},
        {1.2, 4.8}, {3, 1e3},   {0.5, 1e5}, {1e5, 0.5}, {1e5, 300}, {1e3, 1e3},
        {1e5, 1e5}, {1, 1e7},   {10, 1e7},  {1e7, 2},   {5e6, 5e6}, {1e5, 1e7}};
    for (const auto& [a, b] : parameters) {
        for (int i = 0; i <= 40; ++i) {
            const auto [p, tail] = tail_point(i);
            CAPTURE(a, b, i, p);
            const double expected = reference::logit_beta_quantile(a, b, p, tail);
            CHECK(std::abs(logit_beta_quantile(a, b, p, tail) - expected) < 2e-13);
            const double x = reference::beta_quantile(a, b, p, tail);
            CHECK(relative(beta_quantile(a, b, p, tail), x) < 2e-13);
            // Too close to 1 for a double, the reference values lose their digits as well; and
            // those of the arcsine law are taken from a rounded 1 - x.
            if (x > 1.0 - 1e-9 || (a == 0.5 && b == 0.5)) continue;
            for (const Tail side : {Tail::lower, Tail::upper})
                CHECK(relative(incomplete_beta(a, b, x, side),
                               reference::incomplete_beta(a, b, x, side)) < 5e-12);
        }
    }
}

TEST_CASE("beta functions with a closed form") {
    for (int i = 1; i < 100; ++i) {
        const double p = i / 100.0;
        // Beta(1, 1) is uniform; Beta(1/2, 1/2) is the arcsine law; Beta(a, 1) is a power.
        CHECK(logit_beta_quantile(1.0, 1.0, p) ==
              Approx(std::log(p / (1.0 - p))).epsilon(1e-13).margin(1e-15));
        const double sine = std::sin(std::acos(-1.0) / 2.0 * p);
        CHECK(beta_quantile(0.5, 0.5, p) == Approx(sine * sine).epsilon(1e-13));
        CHECK(incomplete_beta(0.5, 0.5, sine * sine) == Approx(p).epsilon(1e-13));
        CHECK(incomplete_beta(7.0, 1.0, p) == Approx(std::pow(p, 7.0)).epsilon(1e-13));
        CHECK(incomplete_beta(1.0, 7.0, p, Tail::upper) ==
              Approx(std::pow(1.0 - p, 7.0)).epsilon(1e-13));
    }
    CHECK(beta_quantile(2.0, 3.0, 0.0) == 0.0);
    CHECK(beta_quantile(2.0, 3.0, 1.0) == 1.0);
    CHECK(incomplete_beta(2.0, 3.0, -0.1) == 0.0);
    CHECK(incomplete_beta(2.0, 3.0, 1.0, Tail::upper) == 0.0);
    CHECK(std::isnan(beta_quantile(0.0, 3.0, 0.5)));
    CHECK(std::isnan(beta_quantile(2.0, 3.0, 1.5)));
}

TEST_CASE("posteriors of a failure rate with the Jeffreys prior") {
    // k events in an exposure T: Gamma(k + 1/2, 1/T); percentiles 5, 50 and 95.
    struct Case {
        double events, exposure, p5, p50, p95, classical_p95;
    };
    const Case cases[] = {{0, 1000, 1.96607e-6, 2.2746821e-4, .0019207294, .0029957323},
                          {3, 1000, .001083675, .0031729056, .0070335702, .0077536565},
                          {10, 500, .011591305, .020337228, .032670573, .033924438}};
    for (const Case& c : cases) {
        const double shape = c.events + 0.5;
        CHECK(gamma_quantile(shape, 0.05) / c.exposure == Approx(c.p5).epsilon(5e-7));
        CHECK(gamma_quantile(shape, 0.50) / c.exposure == Approx(c.p50).epsilon(5e-8));
        CHECK(gamma_quantile(shape, 0.95) / c.exposure == Approx(c.p95).epsilon(5e-8));
        const double chi_square = chi_square_quantile(2.0 * c.events + 2.0, 0.95);
        CHECK(chi_square / (2.0 * c.exposure) == Approx(c.classical_p95).epsilon(5e-8));
    }
}

TEST_CASE("posteriors of a share with the Jeffreys prior") {
    struct Case {
        double successes, trials, low, high;
    };
    const Case cases[] = {{0, 10, .00004789, .21719627},
                          {3, 20, .04413134, .34857771},
                          {18, 20, .71614674, .97862751}};
    for (const Case& c : cases) {
        const double a = c.successes + 0.5, b = c.trials - c.successes + 0.5;
        CHECK(beta_quantile(a, b, 0.025) == Approx(c.low).margin(5e-9));
        CHECK(beta_quantile(a, b, 0.975) == Approx(c.high).margin(5e-9));
    }
}

TEST_CASE("the exact interval of a share holds its digits at ten million trials") {
    const double n = 1e7;
    for (const double k : {0.0, 1.0, 30.0, 1e3, 5e5, 5e6, 9'999'990.0}) {
        CAPTURE(k);
        const double high = beta_quantile(k + 1.0, n - k, 0.025, Tail::upper);
        CHECK(relative(high, reference::beta_quantile(k + 1.0, n - k, 0.025, Tail::upper)) < 1e-12);
        if (k == 0.0) continue;
        const double low = beta_quantile(k, n - k + 1.0, 0.025);
        CHECK(relative(low, reference::beta_quantile(k, n - k + 1.0, 0.025, Tail::lower)) < 1e-12);
    }
}

TEST_CASE("Student t quantiles") {
    for (const double dof : {0.5, 1.0, 2.0, 3.0, 15.0, 100.0, 1e6})
        for (const double p : {1e-12, 0.001, 0.025, 0.2, 0.249, 0.251, 0.45, 0.4999, 0.7, 0.975}) {
            CAPTURE(dof, p);
            CHECK(relative(student_t_quantile(dof, p), reference::student_t_quantile(dof, p)) <
                  1e-13);
        }
    CHECK(student_t_quantile(15.0, 0.5) == 0.0);
    CHECK(student_t_quantile(15.0, 0.025, Tail::upper) == -student_t_quantile(15.0, 0.025));
    CHECK(student_t_quantile(15.0, 0.0) == -infinity);
    CHECK(student_t_quantile(15.0, 1.0) == infinity);
    // One degree of freedom: the Cauchy distribution.
    CHECK(student_t_quantile(1.0, 0.9) == Approx(std::tan(0.4 * std::acos(-1.0))).epsilon(1e-14));
}
