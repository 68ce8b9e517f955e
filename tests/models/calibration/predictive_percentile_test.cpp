#include "models/calibration/predictive_percentile.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "tests/catch_compat.hpp"

using namespace trialcost;

namespace {

using Records = std::vector<double>;
constexpr double percents[] = {0.05, 0.10, 0.50, 0.90, 0.95};
const Records eight{3254.874, 3245.423, 3246.659, 3248.36, 3243.007, 3290, 3300, 3251};

}  // namespace

// Student-t quantiles: t(2) and t(1) in closed form, t(4) of SciPy, scipy.stats.t.ppf.
TEST_CASE("log_t is Student's t on the log, in closed form") {
    const Records five{10, 12, 11, 15, 10.5};
    double mean = 0, squares = 0;
    for (double x : five) mean += std::log(x) / 5;
    for (double x : five) squares += (std::log(x) - mean) * (std::log(x) - mean);
    const double scale = std::sqrt(squares / 4 * 1.2);
    const auto at = [&](double t) { return std::exp(mean + scale * t); };
    CHECK(predictive_percentile(five, 0.95, PredictiveKind::log_t) ==
          Approx(at(2.1318467863266477)).epsilon(1e-12));
    CHECK(predictive_percentile(five, 0.10, PredictiveKind::log_t) ==
          Approx(at(-1.5332062740589438)).epsilon(1e-12));
    CHECK(predictive_percentile(five, 0.50, PredictiveKind::log_t) == Approx(at(0)).epsilon(1e-12));
    // Two records, half the difference of the logs away from their mean each: t(1) = tan.
    const double sd = std::log(2.25) / std::sqrt(2.0);
    for (const PredictiveKind kind : {PredictiveKind::log_t, PredictiveKind::ranked})
        CHECK(predictive_percentile(Records{900, 400}, 0.95, kind) ==
              Approx(600 * std::exp(sd * std::sqrt(1.5) * 6.313751514675041)).epsilon(1e-12));
}

// Expected values: the function `ranked` of tests/independent/compare_predictives.py, which is
// NumPy with SciPy's Student t (good to 1e-9).
TEST_CASE("ranked agrees with an independent program") {
    const double of_three[] = {72.8196542943369, 83.2558009350915, 104, 152.342137339508,
                               184.729537619278};
    const double of_five[] = {8.11556041170174, 9.68306752171678, 11, 16.2334502754298,
                              16.9158022291073};
    const double of_eight[] = {3225.10278337394, 3242.670629179, 3249.67612745887, 3301.4308187772,
                               3307.41365625847};
    for (std::size_t i = 0; i < 5; ++i) {
        CHECK(predictive_percentile(Records{130, 100, 104}, percents[i]) ==
              Approx(of_three[i]).epsilon(1e-8));
        CHECK(predictive_percentile(Records{10, 12, 11, 15, 10.5}, percents[i]) ==
              Approx(of_five[i]).epsilon(1e-8));
        CHECK(predictive_percentile(eight, percents[i]) == Approx(of_eight[i]).epsilon(1e-8));
    }
}

TEST_CASE("inverse_t agrees with an independent program and is infinite beyond its pole") {
    const Records records{10, 12.5, 20};
    const auto percentile = [&](double p) {
        return predictive_percentile(records, p, PredictiveKind::inverse_t);
    };
    CHECK(percentile(0.05) == Approx(6.19120367).epsilon(1e-8));
    CHECK(percentile(0.50) == Approx(13.04347826).epsilon(1e-8));
    CHECK(percentile(0.95) == std::numeric_limits<double>::infinity());
}

TEST_CASE("with many records the percentiles inside them are those of their ranks") {
    Records records;
    for (int i = 1; i <= 29; ++i) records.push_back(100 + i * i);
    // rank p (n + 1): 3, 15 and 27 of 29
    CHECK(predictive_percentile(records, 0.1) == Approx(109).epsilon(1e-12));
    CHECK(predictive_percentile(records, 0.5) == Approx(325).epsilon(1e-12));
    CHECK(predictive_percentile(records, 0.9) == Approx(829).epsilon(1e-12));
}

TEST_CASE("scaled records scale the percentiles, and their order does not matter") {
    for (const PredictiveKind kind : all_predictive_kinds)
        for (double p : percents) {
            const double percentile = predictive_percentile(eight, p, kind);
            Records scaled = eight, shuffled = eight;
            for (double& x : scaled) x *= 1.0 / 3600;
            std::rotate(shuffled.begin(), shuffled.begin() + 3, shuffled.end());
            std::swap(shuffled[1], shuffled[6]);
            CHECK(predictive_percentile(scaled, p, kind) ==
                  Approx(percentile / 3600).epsilon(1e-11));
            CHECK(predictive_percentile(shuffled, p, kind) == percentile);
        }
}

TEST_CASE("a field that is sometimes zero is zero with Jeffreys' share") {
    const Records records{0, 4, 2, 0, 3};  // not zero: (3 + 1/2) / 6
    const double zero = 1 - 3.5 / 6;
    CHECK(predictive_percentile(records, zero - 0.001) == 0);
    CHECK(predictive_percentile(records, 0.05) == 0);
    CHECK(predictive_percentile(records, zero + 0.001) > 0);
    CHECK(predictive_percentile(records, zero + 3.5 / 6 * 0.5) == Approx(3));
    CHECK(predictive_percentile(records, zero + 3.5 / 6 * 0.9) ==
          Approx(predictive_percentile(Records{2, 3, 4}, 0.9)));
    CHECK(predictive_percentile(Records{0, 0}, 0.99) == 0);
}

TEST_CASE("one record and equal records give their value: the spread is not measured") {
    for (const PredictiveKind kind : all_predictive_kinds)
        for (double p : percents) {
            CHECK(predictive_percentile(Records{0.1}, p, kind) == 0.1);
            CHECK(predictive_percentile(Records{7.3, 7.3, 7.3}, p, kind) == 7.3);
        }
}

TEST_CASE("what has no percentile is a fault of the program") {
    CHECK_THROWS_AS(predictive_percentile(Records{}, 0.5), std::logic_error);
    CHECK_THROWS_AS(predictive_percentile(Records{1, -1}, 0.5), std::logic_error);
    CHECK_THROWS_AS(predictive_percentile(Records{1, NAN}, 0.5), std::logic_error);
    CHECK_THROWS_AS(predictive_percentile(Records{1, 2}, 0), std::logic_error);
    CHECK_THROWS_AS(predictive_percentile(Records{1, 2}, 1), std::logic_error);
}
