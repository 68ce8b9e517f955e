#include "models/calibration/posterior.hpp"

#include <cmath>
#include <vector>

#include "sim/random/stream.hpp"
#include "tests/catch_compat.hpp"

using namespace trialcost;

namespace {

// Whether the 90 % interval, from the 5th percentile to the 95th, holds the rate after k events.
bool covers(double events, double exposure, double rate) {
    const Distribution posterior{rate_posterior(events, 1, exposure)};
    return quantile(posterior, .05) <= rate && rate <= quantile(posterior, .95);
}

double poisson(double mean, std::uint64_t repeat) {
    double count = -1;
    std::uint32_t event = 0;
    for (double left = mean; left > 0; ++count)
        left += std::log(uniform_pair({5, 0, repeat}, 1, event++).first);
    return count;
}

}  // namespace

// Values: Gamma(k + 1/2, T), computed with an independent program.
TEST_CASE("posterior of a rate under the Jeffreys prior") {
    struct Row {
        double events, exposure, mean, p5, p50, p95;
    };
    for (const Row& row : {Row{0, 1000, .0005, 1.96607e-6, 2.2746821e-4, .0019207294},
                           Row{3, 1000, .0035, .001083675, .0031729056, .0070335702},
                           Row{10, 500, .021, .011591305, .020337228, .032670573}}) {
        const Distribution posterior{rate_posterior(row.events, 1, row.exposure)};
        CHECK(mean(posterior.family) == Approx(row.mean).epsilon(1e-12));
        CHECK(quantile(posterior, .05) == Approx(row.p5).epsilon(1e-6));
        CHECK(quantile(posterior, .5) == Approx(row.p50).epsilon(1e-7));
        CHECK(quantile(posterior, .95) == Approx(row.p95).epsilon(2e-8));
    }
}

TEST_CASE("the total rate does not depend on how its classes are cut") {
    for (std::size_t classes : {1, 3, 18}) {
        double shape = 0;
        for (std::size_t i = 0; i < classes; ++i)
            shape += rate_posterior(i == 0 ? 2 : 0, classes, 50).shape;
        CHECK(shape == Approx(2.5));
        CHECK(rate_posterior(0, classes, 50).scale == 1.0 / 50);
    }
}

// Coverage of the 90 % interval at true means of events: exactly, as a sum over the Poisson law,
// and in 2,000 repeats, within 3 standard errors of a share (.006 to .009; false-alarm rate .003
// each; a coverage off by .03 is seen).
TEST_CASE("coverage of the interval of a rate") {
    constexpr int repeats = 2'000;
    for (const auto& [mean, coverage] :
         {std::pair{.5, .9098}, {1, .9197}, {2, .8120}, {5, .8915}, {10, .8842}}) {
        INFO("mean " << mean);
        const double exposure = 40;
        double exact = 0, term = std::exp(-mean);
        std::vector<bool> within;
        for (int k = 0; k < 60; ++k) {
            within.push_back(covers(k, exposure, mean / exposure));
            exact += within.back() ? term : 0;
            term *= mean / (k + 1);
        }
        CHECK(exact == Approx(coverage).margin(5e-5));
        int covered = 0;
        for (int i = 0; i < repeats; ++i)
            covered +=
                within[static_cast<std::size_t>(poisson(mean, static_cast<std::uint64_t>(i)))];
        CHECK(std::fabs(covered / static_cast<double>(repeats) - coverage) <
              3 * std::sqrt(coverage * (1 - coverage) / repeats));
    }
}

TEST_CASE("posterior of a share under the Jeffreys prior") {
    struct Row {
        double hits, trials, low, high;
    };
    for (const Row& row : {Row{0, 10, .00004789, .21719627}, Row{3, 20, .04413134, .34857771},
                           Row{18, 20, .71614674, .97862751}}) {
        const Distribution posterior{share_posterior(row.hits, row.trials)};
        CHECK(quantile(posterior, .025) == Approx(row.low).epsilon(1e-3));
        CHECK(quantile(posterior, .975) == Approx(row.high).epsilon(1e-7));
    }
}

TEST_CASE("counts that cannot be are faults of the program") {
    CHECK_THROWS_AS(rate_posterior(1, 1, 0), std::logic_error);
    CHECK_THROWS_AS(rate_posterior(-1, 1, 1), std::logic_error);
    CHECK_THROWS_AS(rate_posterior(1, 0, 1), std::logic_error);
    CHECK_THROWS_AS(share_posterior(3, 2), std::logic_error);
    CHECK_THROWS_AS(share_posterior(-1, 2), std::logic_error);
    // All and none are counts like any other.
    CHECK(share_posterior(2, 2).a == 2.5);
    CHECK(share_posterior(2, 2).b == 0.5);
    CHECK(share_posterior(0, 0).a == 0.5);
}
