#include "models/fitting/family_fit.hpp"
#include "models/fitting/parameter_range.hpp"

#include <cmath>

#include "models/fitting/agreement.hpp"
#include "tests/catch_compat.hpp"
#include "tests/models/fitting/fixed_samples.hpp"

using namespace trialcost;
using Catch::Matchers::WithinRel;

namespace {

FamilyFit fitted(FitFamily family, const Sample& sample) {
    const auto fit = fit_family(family, sample);
    REQUIRE(std::holds_alternative<FamilyFit>(fit));
    return std::get<FamilyFit>(fit);
}

std::string refusal(FitFamily family, const Sample& sample) {
    const auto fit = fit_family(family, sample);
    REQUIRE(std::holds_alternative<std::string>(fit));
    return std::get<std::string>(fit);
}

struct Expected {
    FitFamily family;
    Sample sample;
    std::vector<double> likeliest;
    double log_likelihood;
    std::vector<double> covariance;  // first, mixed, second
    double largest_gap, anderson_darling;
    std::vector<ParameterRange> ranges;
};

}  // namespace

// Likeliest values: minimise(-stats.FAMILY.logpdf(x, …).sum(), method="Nelder-Mead"), which
// stats.FAMILY.fit(x, floc=0) repeats with fewer digits; with censored values plus -stats.FAMILY
// .logsf(c, …).sum(). Covariance: inverse of the Hessian there by central differences. D: stats
// .kstest(x, cdf).statistic; A^2: -n - sum (2i - 1)(log u_i + log(1 - u_(n+1-i))) / n; censored:
// the Kaplan-Meier steps and integrate.quad. Ranges: stats.t, chi2 and gamma .ppf; gamma, Weibull,
// beta: the posterior on 1,500 x 1,500 points, summed.
TEST_CASE("fits of fixed samples") {
    const Sample positive = fixed_samples::positive(), shares = fixed_samples::shares();
    const Sample censored = fixed_samples::censored();
    const std::vector<Expected> all{
        {FitFamily::normal,
         positive,
         {17.4, 5.868986284},
         -38.2634454927,
         {2.8704167, 0, 1.4352083},
         .153074367744,
         .329770512006,
         {{13.50521161, 17.4, 21.29478839}, {4.342431283, 6.322261993, 10.40791797}}},
        {FitFamily::lognormal,
         positive,
         {16.4934787, .3237722635},
         -37.1302642695,
         {2.3764165, 0, .0043678535},
         .0917274894886,
         .135067885628,
         {{13.30450475, 16.4934787, 20.44682196}, {.2395573469, .3487779565, .5741698722}}},
        {FitFamily::gamma,
         positive,
         {9.508515978, 1.829938571},
         -37.3598995942,
         {14.559373, -2.8019892, .56859813},
         .109803051501,
         .179312528705,
         {{3.14839, 8.23292, 17.2512}, {.998547, 2.13103, 5.90267}}},
        {FitFamily::weibull,
         positive,
         {3.133683913, 19.46244538},
         -38.1533803135,
         {.44975789, .42903076, 3.623683},
         .148751441546,
         .295505298359,
         {}},
        {FitFamily::exponential,
         positive,
         {17.4},
         -46.2776424746,
         {25.23},
         .430626355458,
         2.56504657794,
         {{10.60865722, 17.89454076, 33.67429574}}},
        {FitFamily::beta,
         shares,
         {6.512700402, 2.656001764},
         6.92980987781,
         {7.094864, 2.3987609, 1.0555261},
         .125421695664,
         .204731834467,
         {{2.08775, 5.62204, 11.9152}, {.948804, 2.32394, 4.74984}}},
        {FitFamily::weibull,
         censored,
         {2.20945824541, 12.8144860191},
         -33.910571724,
         {.33835075, -.13925797, 3.4211204},
         .0834944220288,
         .0685949291702,
         {{1.16277, 2.12217, 3.41936}, {9.8362, 13.2236, 20.8552}}},
        {FitFamily::exponential,
         censored,
         {15.13},
         -37.166795278,
         {22.89169},
         -1,
         -1,
         {{8.529018811, 14.87911757, 29.42750248}}},
    };
    for (const Expected& expected : all) {
        CAPTURE(name_of(expected.family), expected.sample.censored.size());
        const FamilyFit fit = fitted(expected.family, expected.sample);
        CHECK_THAT(fit.log_likelihood, WithinRel(expected.log_likelihood, 1e-10));
        REQUIRE(fit.parameters.size() == expected.likeliest.size());
        for (std::size_t i = 0; i < fit.parameters.size(); ++i) {
            const FittedParameter& p = fit.parameters[i];
            CHECK_THAT(p.likeliest, WithinRel(expected.likeliest[i], 2e-7));
            CHECK_THAT(p.standard_error, WithinRel(std::sqrt(expected.covariance[2 * i]), 2e-6));
            if (expected.ranges.empty()) continue;
            CHECK_THAT(p.low, WithinRel(expected.ranges[i].low, 2e-4));
            CHECK_THAT(p.estimate, WithinRel(expected.ranges[i].median, 2e-4));
            CHECK_THAT(p.high, WithinRel(expected.ranges[i].high, 2e-4));
        }
        if (fit.parameters.size() == 2 && expected.covariance[1] != 0) {
            CHECK_THAT(fit.covariance[0][1], WithinRel(expected.covariance[1], 1e-5));
            CHECK(fit.covariance[1][0] == fit.covariance[0][1]);
        }
        if (expected.largest_gap < 0) continue;
        const Agreement found = agreement(expected.sample, fit.likeliest);
        CHECK_THAT(found.largest_gap, WithinRel(expected.largest_gap, 1e-6));
        CHECK_THAT(found.anderson_darling, WithinRel(expected.anderson_darling, 1e-6));
    }
}

TEST_CASE("the estimates make the distribution to use") {
    const FamilyFit gamma = fitted(FitFamily::gamma, fixed_samples::positive());
    CHECK(std::get<Gamma>(gamma.estimated.family).shape == gamma.parameters[0].estimate);
    CHECK(std::get<Gamma>(gamma.estimated.family).scale == gamma.parameters[1].estimate);
    CHECK(std::get<Gamma>(gamma.likeliest.family).shape == gamma.parameters[0].likeliest);
    const FamilyFit logs = fitted(FitFamily::lognormal, fixed_samples::positive());
    CHECK_THAT(quantile(logs.estimated, .5), WithinRel(logs.parameters[0].estimate, 1e-14));
    const FamilyFit waits = fitted(FitFamily::exponential, fixed_samples::positive());
    CHECK(std::get<Weibull>(waits.estimated.family).shape == 1);
    CHECK(std::get<Weibull>(waits.estimated.family).scale == waits.parameters[0].estimate);
}

TEST_CASE("fits follow the unit of the values") {
    const Sample sample = fixed_samples::positive();
    Sample scaled = sample;
    for (double& value : scaled.observed) value *= 3600;
    for (const FitFamily family : {FitFamily::normal, FitFamily::lognormal, FitFamily::gamma,
                                   FitFamily::weibull, FitFamily::exponential}) {
        CAPTURE(name_of(family));
        const FamilyFit one = fitted(family, sample), other = fitted(family, scaled);
        for (std::size_t i = 0; i < one.parameters.size(); ++i) {
            const FittedParameter &p = one.parameters[i], &q = other.parameters[i];
            const double unit = p.unit == ParameterUnit::of_the_values ? 3600 : 1;
            CHECK_THAT(q.likeliest, WithinRel(unit * p.likeliest, 1e-9));
            CHECK_THAT(q.low, WithinRel(unit * p.low, 1e-6));
            CHECK_THAT(q.estimate, WithinRel(unit * p.estimate, 1e-6));
            CHECK_THAT(q.high, WithinRel(unit * p.high, 1e-6));
        }
    }
}

// A gamma of large shape is nearly normal: for symmetric values sd / mean = 1 / sqrt(shape) but for
// a part in shape. log(mean) - mean log, taken as a difference, would leave six digits here.
TEST_CASE("values close together keep their digits") {
    const Sample sample = sorted_sample({29998, 29999, 30000, 30001, 30002});
    const Gamma gamma = std::get<Gamma>(fitted(FitFamily::gamma, sample).likeliest.family);
    CHECK_THAT(gamma.shape * gamma.scale, WithinRel(30000, 1e-12));
    CHECK_THAT(gamma.scale * std::sqrt(gamma.shape), WithinRel(std::sqrt(2.0), 2e-8));
}

TEST_CASE("AICc by hand, and refused where its correction outweighs the rest") {
    const Sample sample = fixed_samples::positive();
    const FamilyFit gamma = fitted(FitFamily::gamma, sample);
    // 2 * 37.3598995942 + 4 + 12 / 9
    CHECK_THAT(aicc(gamma, sample).value(), WithinRel(80.0531325217, 1e-10));
    const FamilyFit waits = fitted(FitFamily::exponential, sample);
    // 2 * 46.2776424746 + 2 + 4 / 10
    CHECK_THAT(aicc(waits, sample).value(), WithinRel(94.9552849492, 1e-10));
    const Sample five = sorted_sample({1, 2, 3, 4, 6}), four = sorted_sample({1, 2, 3, 5});
    CHECK(aicc(fitted(FitFamily::normal, five), five).has_value());
    CHECK_FALSE(aicc(fitted(FitFamily::normal, four), four).has_value());
    const Sample four_seen = sorted_sample({1, 2, 3, 5}, {4, 6, 7});
    CHECK_FALSE(aicc(fitted(FitFamily::weibull, four_seen), four_seen).has_value());
}

TEST_CASE("what cannot be fitted says why") {
    using Catch::Matchers::Contains;
    CHECK_THAT(refusal(FitFamily::normal, sorted_sample({1, 2})), Contains("there are 2"));
    CHECK_THAT(refusal(FitFamily::weibull, sorted_sample({1, 2}, {3, 4})),
               Contains("3 uncensored values"));
    CHECK_THAT(refusal(FitFamily::normal, sorted_sample({5, 5, 5})), Contains("all are 5"));
    CHECK_THAT(refusal(FitFamily::weibull, sorted_sample({5, 5, 5}, {3})), Contains("all are 5"));
    CHECK_THAT(refusal(FitFamily::gamma, sorted_sample({-3, 2, 4})), Contains("smallest is -3"));
    CHECK_THAT(refusal(FitFamily::lognormal, sorted_sample({0, 2, 4})), Contains("smallest is 0"));
    CHECK_THAT(refusal(FitFamily::weibull, sorted_sample({1, 2, 4}, {-1})),
               Contains("smallest is -1"));
    CHECK_THAT(refusal(FitFamily::beta, sorted_sample({.2, .5, 1})), Contains("largest is 1"));
    for (const FitFamily family :
         {FitFamily::normal, FitFamily::lognormal, FitFamily::gamma, FitFamily::beta})
        CHECK_THAT(refusal(family, sorted_sample({.1, .2, .4}, {.3})), Contains("censored"));
    // Equal times of events are no fault where others went on.
    CHECK(std::holds_alternative<FamilyFit>(
        fit_family(FitFamily::weibull, sorted_sample({5, 5, 5}, {9}))));
    // Closer together than the largest shape that a distribution may have.
    CHECK_THAT(refusal(FitFamily::gamma, sorted_sample({1, 1 + 1e-9, 1 + 2e-9})),
               Contains("no best fit"));
}
