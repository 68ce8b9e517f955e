#include "sim/fitting/goodness_of_fit.hpp"

#include <cmath>

#include "sim/fitting/fit_families.hpp"
#include "tests/catch_compat.hpp"
#include "tests/models/fitting/drawn_sample.hpp"
#include "tests/models/fitting/fixed_samples.hpp"

using namespace trialcost;

namespace {

FamilyFit fitted(FitFamily family, const Sample& sample) {
    return std::get<FamilyFit>(fit_family(family, sample));
}

struct Null {
    const char* name;
    FitFamily family;
    Family truth;
    Censoring censoring;
    int samples;
};

}  // namespace

// stats.goodness_of_fit(stats.FAMILY, x, known_params={"loc": 0}, statistic=…, n_mc_samples=9999):
// Weibull .6622 and .6392; exponential .0006 and .0032. Bound: 4 s.e. of the difference of shares
// of 9,999 and 4,999 (6e-5 of the seeds are outside). For a given distribution the first p-value
// would be .92.
TEST_CASE("p-values that an independent program gives") {
    const Sample sample = fixed_samples::positive();
    const BootstrapSize size{4999, 500};
    const auto near = [](double found, double expected) {
        return std::fabs(found - expected) < 4 * std::sqrt(expected * (1 - expected) * 3e-4) + 2e-4;
    };
    const auto weibull = goodness_of_fit(fitted(FitFamily::weibull, sample), sample, 1, size);
    CHECK(near(weibull->largest_gap_p, .6622));
    CHECK(near(weibull->anderson_darling_p, .6392));
    const auto waits = goodness_of_fit(fitted(FitFamily::exponential, sample), sample, 1, size);
    CHECK(near(waits->largest_gap_p, .0006));
    CHECK(near(waits->anderson_darling_p, .0032));
}

// Samples of n = 20 from the family itself, 99 replicates: p <= .05 in 5 % of them. Bound: 4 s.e.
// (s.e. .0069 to .011; 6e-5 of the seeds are outside); mean p .5, s.e. .289 / sqrt(samples).
// Caught: p-values for a given distribution (KS never rejects, mean p above .8), censoring that is
// not drawn (mean p far from .5).
TEST_CASE("p-values are uniform where the family is right") {
    const std::vector<Null> nulls{
        {"null normal", FitFamily::normal, Normal{10, 2}, {}, 1000},
        {"null lognormal", FitFamily::lognormal, Lognormal{1, .7}, {}, 1000},
        {"null gamma", FitFamily::gamma, Gamma{2, 3}, {}, 400},
        {"null Weibull", FitFamily::weibull, Weibull{1.5, 10}, {}, 400},
        {"null Weibull, censored", FitFamily::weibull, Weibull{1.5, 10}, {11}, 600},
        {"null beta", FitFamily::beta, Beta{2, 4}, {}, 400},
        {"null exponential, censored", FitFamily::exponential, Weibull{1, 10}, {14}, 1000},
    };
    for (const Null& null : nulls) {
        const DrawnSamples drawn(null.name, null.truth, 20, null.censoring);
        double gap_rejects = 0, area_rejects = 0, gap_p = 0, area_p = 0;
        for (int i = 0; i < null.samples; ++i) {
            const auto draw = static_cast<std::uint64_t>(i);
            const Sample sample = drawn.at(draw);
            const auto best = likeliest(null.family, sample);
            const FamilyFit fit{null.family, {*best}, {*best}, {}, {}, 0};
            const auto goodness = goodness_of_fit(fit, sample, draw, {99, 500});
            REQUIRE(goodness.has_value());
            gap_rejects += goodness->largest_gap_p <= .05;
            area_rejects += goodness->anderson_darling_p <= .05;
            gap_p += goodness->largest_gap_p;
            area_p += goodness->anderson_darling_p;
        }
        CAPTURE(null.name);
        const double n = null.samples;
        const double share_bound = 4 * std::sqrt(.05 * .95 / n),
                     mean_bound = 4 * .289 / std::sqrt(n);
        CHECK(std::fabs(gap_rejects / n - .05) < share_bound);
        CHECK(std::fabs(area_rejects / n - .05) < share_bound);
        CHECK(std::fabs(gap_p / n - .505) < mean_bound);
        CHECK(std::fabs(area_p / n - .505) < mean_bound);
    }
}

// From 3,000 values, samples of 500 are drawn; the p-values are those of samples of 3,000, within 4
// s.e. of a share of 400 (s.e. .035 for the difference).
TEST_CASE("large samples are judged by smaller ones of the same law") {
    const Sample sample = DrawnSamples("large", Weibull{2, 10}, 3000).at(0);
    const FamilyFit fit = fitted(FitFamily::weibull, sample);
    const auto few = goodness_of_fit(fit, sample, 1, {400, 500});
    const auto all = goodness_of_fit(fit, sample, 2, {400, 3000});
    CHECK(few->agreement.largest_gap == all->agreement.largest_gap);
    CHECK(std::fabs(few->largest_gap_p - all->largest_gap_p) < .14);
    CHECK(std::fabs(few->anderson_darling_p - all->anderson_darling_p) < .14);
}

TEST_CASE("families in the order of their criterion, the rest with a reason") {
    const auto outcomes = fit_families(all_fit_families, fixed_samples::positive(), 1, {99, 500});
    REQUIRE(outcomes.size() == 6);
    CHECK(outcomes.front().family == FitFamily::lognormal);
    CHECK(outcomes[4].family == FitFamily::exponential);
    for (std::size_t i = 1; i < 5; ++i) CHECK(*outcomes[i - 1].aicc <= *outcomes[i].aicc);
    CHECK(outcomes.back().family == FitFamily::beta);
    CHECK_FALSE(outcomes.back().fit.has_value());
    CHECK_FALSE(outcomes.back().why_not.empty());
    // Without the criterion nothing is ranked.
    const auto few = fit_families(all_fit_families, sorted_sample({1, 2, 5}), 1, {99, 500});
    CHECK(few.front().family == FitFamily::normal);
    CHECK_FALSE(few.front().aicc.has_value());
    // The same sample, the same figures.
    const auto again = fit_families(all_fit_families, fixed_samples::positive(), 1, {99, 500});
    CHECK(again.front().goodness->largest_gap_p == outcomes.front().goodness->largest_gap_p);
}
