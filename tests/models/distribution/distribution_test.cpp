#include "models/distribution/distribution.hpp"

#include <cmath>
#include <functional>
#include <stdexcept>
#include <string>
#include <vector>

#include "models/distribution/special_functions.hpp"
#include "tests/catch_compat.hpp"
#include "tests/models/distribution/boost_reference.hpp"

using namespace trialcost;

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();

std::string message_of(const std::function<void()>& action) {
    try {
        action();
    } catch (const std::invalid_argument& error) {
        return error.what();
    }
    return "nothing thrown";
}

const Family continuous_families[] = {
    Uniform{3.0, 20.0},
    Triangular{3.0, 5.0, 20.0},
    Triangular{3.0, 3.0, 20.0},
    Pert{1.0, 2.0, 7.0},
    Normal{3.0, 2.0},
    Lognormal{3.0, 0.4},
    Gamma{0.5, 2.0},
    Gamma{20.0, 0.1},
    Weibull{0.7, 12.0},
    Weibull{3.0, 2.0},
    Beta{2.0, 18.0},
    Beta{0.5, 0.5, -1.0, 4.0},
};

const Discrete three_values{{30.0, 10.0, 20.0}, {1.0, 5.0, 2.0}};
const Quantiles three_percentiles{{0.1, 0.5, 0.9}, {1.0, 2.0, 5.0}};

}  // namespace

TEST_CASE("quantile and distribution function agree with Boost.Math") {
    for (const Family& family : continuous_families) {
        CAPTURE(describe({family}));
        for (int i = -12; i <= 12; ++i) {
            const double score = 0.5 * i + 0.1;
            CAPTURE(score);
            const double expected = reference::quantile_at_score(family, score);
            CHECK(quantile_at_score({family}, score) == Approx(expected).epsilon(1e-13));
            // Further out, rounding x alone moves the probability at a steep end.
            if (std::abs(score) < 4.0)
                CHECK(cdf({family}, expected) ==
                      Approx(reference::cdf(family, expected)).epsilon(1e-12).margin(1e-15));
            const double p = normal_cdf(score);
            if (score < 4.0) CHECK(quantile({family}, p) == Approx(expected).epsilon(1e-10));
        }
    }
}

TEST_CASE("quantiles of 0 and 1 are the ends") {
    CHECK(lower_end({Uniform{3.0, 20.0}}) == 3.0);
    CHECK(upper_end({Uniform{3.0, 20.0}}) == 20.0);
    CHECK(lower_end({Triangular{3.0, 5.0, 20.0}}) == 3.0);
    CHECK(upper_end({Pert{1.0, 2.0, 7.0}}) == 7.0);
    CHECK(lower_end({Normal{3.0, 2.0}}) == -infinity);
    CHECK(lower_end({Normal{3.0, 0.0}}) == 3.0);
    CHECK(lower_end({Lognormal{3.0, 1.0}}) == 0.0);
    CHECK(upper_end({Lognormal{3.0, 1.0}}) == infinity);
    CHECK(lower_end({Gamma{2.0, 1.0}}) == 0.0);
    CHECK(upper_end({Gamma{2.0, 1.0}}) == infinity);
    CHECK(lower_end({Weibull{2.0, 1.0}}) == 0.0);
    CHECK(upper_end({Weibull{2.0, 1.0}}) == infinity);
    CHECK(lower_end({Beta{2.0, 3.0, -4.0, 5.0}}) == -4.0);
    CHECK(upper_end({Beta{2.0, 3.0, -4.0, 5.0}}) == 5.0);
    CHECK(lower_end({three_values}) == 10.0);
    CHECK(upper_end({three_values}) == 30.0);
    CHECK(upper_end({three_percentiles}) == infinity);
    CHECK(upper_end({Quantiles{{0.1, 0.5, 0.9}, {1.0, 2.0, 2.0}}}) == 2.0);
    CHECK(upper_end({Lognormal{3.0, 1.0}, 1.0, 50.0}) == 50.0);
    CHECK(lower_end({Lognormal{3.0, 1.0}, 1.0, 50.0}) == 1.0);
    CHECK(std::isnan(quantile({Normal{3.0, 2.0}}, 1.5)));
}

TEST_CASE("a value beyond a bound is held at it") {
    const Distribution bounded{Normal{10.0, 2.0}, 8.0, 14.0};
    CHECK(quantile(bounded, 0.01) == 8.0);
    CHECK(quantile(bounded, 0.99) == 14.0);
    CHECK(quantile(bounded, 0.5) == 10.0);
    CHECK(cdf(bounded, 7.999) == 0.0);
    CHECK(cdf(bounded, 8.0) == Approx(normal_cdf(-1.0)));
    CHECK(cdf(bounded, 13.999) == Approx(normal_cdf(1.9995)));
    CHECK(cdf(bounded, 14.0) == 1.0);
}

TEST_CASE("a constant and a distribution without spread") {
    CHECK(quantile({Constant{4.0}}, 0.3) == 4.0);
    CHECK(cdf({Constant{4.0}}, 3.999) == 0.0);
    CHECK(cdf({Constant{4.0}}, 4.0) == 1.0);
    CHECK(quantile({Normal{4.0, 0.0}}, 1.0) == 4.0);
    CHECK(cdf({Normal{4.0, 0.0}}, 4.0) == 1.0);
    CHECK(cdf({Lognormal{0.0, 0.0}}, 0.999) == 0.0);
}

TEST_CASE("discrete values in any order, weights of any sum") {
    // 10 with 5/8, 20 with 2/8, 30 with 1/8.
    CHECK(quantile({three_values}, 0.0) == 10.0);
    CHECK(quantile({three_values}, 0.625) == 10.0);
    CHECK(quantile({three_values}, 0.62500001) == 20.0);
    CHECK(quantile({three_values}, 0.875) == 20.0);
    CHECK(quantile({three_values}, 0.8750001) == 30.0);
    CHECK(cdf({three_values}, 9.99) == 0.0);
    CHECK(cdf({three_values}, 10.0) == 0.625);
    CHECK(cdf({three_values}, 25.0) == 0.875);
    CHECK(cdf({three_values}, 30.0) == 1.0);
    CHECK(mean(three_values) == Approx(120.0 / 8.0));
    // A rare large value keeps its probability to all digits.
    const Discrete rare{{0.0, 1.0}, {1.0, 3e-16}};
    CHECK(quantile_at_score({rare}, normal_quantile(3.003e-16, Tail::upper)) == 0.0);
    CHECK(quantile_at_score({rare}, normal_quantile(2.997e-16, Tail::upper)) == 1.0);
}

TEST_CASE("percentiles joined on the normal score") {
    const Distribution distribution{three_percentiles};
    CHECK(quantile(distribution, 0.1) == Approx(1.0));
    CHECK(quantile(distribution, 0.5) == Approx(2.0));
    CHECK(quantile(distribution, 0.9) == Approx(5.0));
    // Beyond the outer two the line goes on: at twice the score of P90, 3 further.
    CHECK(quantile_at_score(distribution, 2.0 * normal_quantile(0.9)) == Approx(8.0));
    CHECK(quantile_at_score(distribution, 3.0 * normal_quantile(0.1)) == Approx(-1.0));
    for (const double p : {0.001, 0.1, 0.3, 0.5, 0.7, 0.9, 0.999})
        CHECK(cdf(distribution, quantile(distribution, p)) == Approx(p).epsilon(1e-12));
    // Two percentiles make a normal distribution.
    const Quantiles two{{0.16, 0.8}, {3.0, 7.0}};
    const Normal normal = normal_from_quantiles(0.16, 3.0, 0.8, 7.0);
    for (const double p : {0.01, 0.5, 0.95})
        CHECK(quantile({two}, p) == Approx(quantile({normal}, p)).epsilon(1e-13));
    CHECK(mean(two) == Approx(normal.mean).epsilon(1e-13));
    // A flat piece is a jump of the distribution function.
    const Distribution flat{Quantiles{{0.2, 0.4, 0.6, 0.8}, {1.0, 2.0, 2.0, 3.0}}};
    CHECK(cdf(flat, 1.9999) == Approx(0.4).epsilon(1e-4));
    CHECK(cdf(flat, 2.0) == Approx(0.6));
    CHECK(quantile(flat, 0.5) == 2.0);
    const Distribution flat_end{Quantiles{{0.2, 0.5, 0.8}, {1.0, 2.0, 2.0}}};
    CHECK(cdf(flat_end, 1.9999) == Approx(0.5).epsilon(1e-4));
    CHECK(cdf(flat_end, 2.0) == 1.0);
}

TEST_CASE("the mean is the integral of the quantile") {
    // The trapezoidal rule over the score, which is coarse only where the quantile jumps.
    std::vector<Family> families(std::begin(continuous_families), std::end(continuous_families));
    families.insert(families.end(), {Constant{4.0}, three_values, three_percentiles,
                                     Quantiles{{0.3, 0.5, 0.9, 0.95}, {-1.0, -1.0, 5.0, 9.0}}});
    const double step = 2e-3;
    for (const Family& family : families) {
        CAPTURE(describe({family}));
        double sum = 0.0;
        for (double score = -8.5; score < 8.5; score += step)
            sum += step * quantile_at_score({family}, score) * normal_density(score);
        const bool jumps = std::holds_alternative<Discrete>(family);
        CHECK(mean(family) == Approx(sum).epsilon(jumps ? 1e-3 : 1e-6));
    }
}

TEST_CASE("PERT is the beta distribution with weight four on the mode") {
    const Beta beta = as_beta(Pert{1.0, 2.0, 7.0});
    CHECK(beta.a == Approx(1.0 + 4.0 / 6.0));
    CHECK(beta.b == Approx(1.0 + 20.0 / 6.0));
    CHECK(mean(beta) == Approx((1.0 + 4.0 * 2.0 + 7.0) / 6.0));
}

TEST_CASE("distributions from percentiles go through them") {
    const Normal normal = normal_from_quantiles(0.1, 4.0, 0.9, 10.0);
    CHECK(normal.mean == Approx(7.0));
    CHECK(quantile({normal}, 0.1) == Approx(4.0));
    CHECK(quantile({normal}, 0.9) == Approx(10.0));
    const Lognormal lognormal = lognormal_from_quantiles(0.5, 12.0, 0.9, 40.0);
    CHECK(quantile({lognormal}, 0.5) == Approx(12.0));
    CHECK(quantile({lognormal}, 0.9) == Approx(40.0));
    const Lognormal swapped = lognormal_from_quantiles(0.9, 40.0, 0.5, 12.0);
    CHECK(swapped.mu == lognormal.mu);
    CHECK(swapped.sigma == lognormal.sigma);

    CHECK(message_of([] { normal_from_quantiles(0.1, 12.0, 0.5, 8.0); }) ==
          "P10 is 12, above P50 which is 8");
    CHECK(message_of([] { lognormal_from_quantiles(0.975, 8.0, 0.025, 12.0); }) ==
          "P2.5 is 12, above P97.5 which is 8");
    CHECK(message_of([] { lognormal_from_quantiles(0.1, 0.0, 0.5, 8.0); }) ==
          "a lognormal value has to be above 0, but P10 is 0");
    CHECK(message_of([] { normal_from_quantiles(0.1, 1.0, 0.1, 8.0); }) ==
          "both values are given for P10");
    CHECK(message_of([] { normal_from_quantiles(10.0, 1.0, 0.5, 8.0); }) ==
          "probability 10 is not between 0 and 1");
    CHECK(message_of([] { normal_from_quantiles(0.1, 1.0, 0.5, infinity); }) ==
          "the values 1 and inf have to be finite");
}

TEST_CASE("distributions from mean and standard deviation have them") {
    const Lognormal lognormal = lognormal_from_mean_sd(10.0, 4.0);
    CHECK(mean(lognormal) == Approx(10.0));
    CHECK((std::exp(lognormal.sigma * lognormal.sigma) - 1.0) * 100.0 == Approx(16.0));
    CHECK(lognormal_from_mean_sd(10.0, 0.0).sigma == 0.0);
    const Gamma gamma = gamma_from_mean_sd(10.0, 4.0);
    CHECK(gamma.shape * gamma.scale == Approx(10.0));
    CHECK(gamma.shape * gamma.scale * gamma.scale == Approx(16.0));
    const Beta beta = beta_from_mean_sd(3.0, 0.5, 2.0, 6.0);
    CHECK(mean(beta) == Approx(3.0));
    const double sum = beta.a + beta.b;
    CHECK(16.0 * beta.a * beta.b / (sum * sum * (sum + 1.0)) == Approx(0.25));

    CHECK(message_of([] { lognormal_from_mean_sd(-1.0, 4.0); }) ==
          "the mean of a lognormal has to be above 0, but is -1");
    CHECK(message_of([] { lognormal_from_mean_sd(1.0, -4.0); }) ==
          "the standard deviation is -4, but cannot be negative");
    CHECK(message_of([] { gamma_from_mean_sd(1.0, 0.0); }) ==
          "mean and standard deviation of a gamma have to be above 0, but are 1 and 0");
    CHECK(message_of([] { beta_from_mean_sd(7.0, 1.0, 2.0, 6.0); }) ==
          "the mean 7 is not between 2 and 6");
    CHECK(message_of([] { beta_from_mean_sd(0.5, 0.5); }) ==
          "a beta with mean 0.5 between 0 and 1 has a standard deviation above 0 and below 0.5, "
          "not 0.5");
}

TEST_CASE("faults are named with their values") {
    using Sentences = std::vector<std::string>;
    for (const Family& family : continuous_families) CHECK(faults({family}).empty());
    CHECK(faults({three_values}).empty());
    CHECK(faults({Gamma{1e9, 1.0}}).empty());
    CHECK(faults({Gamma{1e300, 1.0}}).size() == 1);
    CHECK(faults({Beta{1.0, 1e12}}).size() == 1);
    CHECK(faults({Weibull{1e12, 1.0}}).size() == 1);
    CHECK(faults({three_percentiles}).empty());
    CHECK(faults({Normal{1.0, 0.0}, 0.0, 0.0}).empty());

    CHECK(faults({Constant{not_a_number}}) == Sentences{"the value is nan, not a finite number"});
    CHECK(faults({Uniform{8.0, 2.0}}) == Sentences{"low 8 is above high 2"});
    CHECK(faults({Uniform{2.0, 2.0}}) == Sentences{"low and high are both 2: write a constant"});
    CHECK(faults({Triangular{2.0, 1.0, 7.0}}) == Sentences{"low 2 is above mode 1"});
    CHECK(faults({Pert{2.0, 9.0, 7.0}}) == Sentences{"mode 9 is above high 7"});
    CHECK(faults({Normal{infinity, -1.0}}) ==
          Sentences{"the mean is inf, not a finite number",
                    "the standard deviation is -1, but cannot be negative"});
    CHECK(faults({Lognormal{1.0, -0.5}}) == Sentences{"sigma is -0.5, but cannot be negative"});
    CHECK(faults({Gamma{0.0, 1.0}}) == Sentences{"the shape is 0, but has to be above 0"});
    CHECK(faults({Weibull{1.0, -2.0}}) == Sentences{"the scale is -2, but has to be above 0"});
    CHECK(faults({Beta{1.0, 0.0, 0.0, 1.0}}) == Sentences{"b is 0, but has to be above 0"});
    CHECK(faults({Beta{1.0, 1.0, 3.0, 2.0}}) == Sentences{"low 3 is above high 2"});
    CHECK(faults({Discrete{{1.0, 2.0}, {1.0, 0.0}}}) ==
          Sentences{"a weight is 0, but has to be above 0"});
    CHECK(faults({Discrete{{1.0, 2.0}, {1.0}}}) == Sentences{"2 values but 1 weights"});
    CHECK(faults({Discrete{{}, {}}}) == Sentences{"0 values given, at least 1 needed"});
    CHECK(faults({Quantiles{{0.1, 0.5}, {12.0, 8.0}}}) ==
          Sentences{"P10 is 12, above P50 which is 8"});
    CHECK(faults({Quantiles{{0.5, 0.1}, {2.0, 8.0}}}) ==
          Sentences{"the probabilities have to increase, but 0.1 follows 0.5"});
    CHECK(faults({Quantiles{{0.1, 1.0}, {2.0, 8.0}}}) ==
          Sentences{"probability 1 is not between 0 and 1"});
    CHECK(faults({Quantiles{{0.1}, {2.0}}}) ==
          Sentences{"1 probabilities given, at least 2 needed"});
    CHECK(faults({Normal{1.0, 1.0}, 5.0, 4.0}) ==
          Sentences{"the lower bound 5 is above the upper bound 4"});
    CHECK(faults({Normal{1.0, 1.0}, not_a_number}) == Sentences{"the lower bound is nan"});
    CHECK(faults({Normal{1.0, 1.0}, 0.0, -infinity}).size() == 2);
}

TEST_CASE("short descriptions") {
    CHECK(describe({Constant{5.0}}) == "5");
    CHECK(describe({Uniform{2.0, 8.0}}) == "uniform(2 to 8)");
    CHECK(describe({Triangular{2.0, 5.0, 9.0}}) == "triangular(2, 5, 9)");
    CHECK(describe({Pert{2.0, 5.0, 9.0}}) == "PERT(2, 5, 9)");
    CHECK(describe({Normal{5.0, 1.5}}) == "normal(mean 5, sd 1.5)");
    CHECK(describe({lognormal_from_quantiles(0.5, 12.0, 0.9, 40.0), 0.0, 120.0}) ==
          "lognormal(median 12, sigma 0.9395), at least 0, at most 120");
    CHECK(describe({Gamma{2.5, 2.0}}) == "gamma(shape 2.5, mean 5)");
    CHECK(describe({Weibull{0.7, 12.0}}) == "Weibull(shape 0.7, scale 12)");
    CHECK(describe({Beta{2.0, 3.0}}) == "beta(2, 3)");
    CHECK(describe({Beta{2.0, 3.0, 1.0, 5.0}}) == "beta(2, 3) on 1 to 5");
    CHECK(describe({three_values}) == "discrete(3 values, mean 15)");
    CHECK(describe({three_percentiles}) == "quantiles(P10 1, P50 2, P90 5)");
}
