#include "models/calibration/joint_predictive.hpp"

#include <algorithm>
#include <cmath>

#include "models/calibration/predictive_percentile.hpp"
#include "models/distribution/marginal.hpp"
#include "models/distribution/special_functions.hpp"
#include "sim/random/stream.hpp"
#include "tests/catch_compat.hpp"

using namespace trialcost;

namespace {

// One predictive draw of all fields, scores from counter streams.
std::vector<double> draw(const JointPredictive& fit, const Marginal& chi_square,
                         std::uint64_t number) {
    const DrawKey key{20261130, 0, number};
    std::uint32_t event = 0;
    const auto normal = [&] { return normal_quantile(uniform_pair(key, 7, event++).first); };
    const double sqrt_k = std::sqrt(static_cast<double>(fit.records - 1) / chi_square(normal()));
    std::vector<double> a(fit.rank), g(fit.rank), x(fit.fields);
    for (double& score : a) score = normal();
    for (double& score : g) score = normal();
    for (std::size_t f = 0; f < fit.fields; ++f)
        x[f] = fit.chance(f, fit.knowledge_mean(f, sqrt_k, a), sqrt_k, g);
    return x;
}

double student_t2_cdf(double t) {
    return 0.5 + t / (2 * std::sqrt(2 + t * t));
}

double ks_distance(std::vector<double> values, double (*cdf)(double)) {
    std::sort(values.begin(), values.end());
    double distance = 0;
    const auto n = static_cast<double>(values.size());
    for (std::size_t i = 0; i < values.size(); ++i) {
        const double p = cdf(values[i]);
        distance = std::max(
            {distance, p - static_cast<double>(i) / n, static_cast<double>(i + 1) / n - p});
    }
    return distance;
}

// Five fields of three records, log scale; the fields differ in size and lean on each other.
const std::vector<double> three_records = {0.10, 0.25, -0.05, 3.0,  3.4, 2.7, -1.0, -1.2,
                                           -0.7, 5.00, 5.01,  5.03, 0.0, 0.9, 0.3};

}  // namespace

// n = 10^5 draws, Kolmogorov-Smirnov: rejected at sqrt(n) D > 2.4 (false-alarm rate 2e-5 for each
// of six tests, seed fixed); it sees a distribution function that is off by 0.8 %. Three records,
// five fields: the multivariate t would have no degrees of freedom left.
TEST_CASE("each field and the sum of three records with five fields are Student-t(2)") {
    const JointPredictive fit = fit_joint_predictive(3, 5, three_records);
    REQUIRE(fit.rank == 2);
    const Marginal chi_square = Marginal::compile({Gamma{1, 2}});
    constexpr std::size_t n = 100'000;
    std::vector<std::vector<double>> standardised(6, std::vector<double>(n));
    const double records = 3;
    std::vector<double> sum_of_record(3), sd(6), mean(6);
    for (std::size_t i = 0; i < 3; ++i)
        for (std::size_t f = 0; f < 5; ++f) sum_of_record[i] += three_records[f * 3 + i];
    for (std::size_t f = 0; f < 6; ++f) {
        const double* v = f < 5 ? &three_records[f * 3] : sum_of_record.data();
        mean[f] = (v[0] + v[1] + v[2]) / 3;
        sd[f] =
            std::sqrt(((v[0] - mean[f]) * (v[0] - mean[f]) + (v[1] - mean[f]) * (v[1] - mean[f]) +
                       (v[2] - mean[f]) * (v[2] - mean[f])) /
                      2);
    }
    for (std::size_t i = 0; i < n; ++i) {
        const std::vector<double> x = draw(fit, chi_square, i);
        double sum = 0;
        for (std::size_t f = 0; f < 5; ++f) {
            sum += x[f];
            standardised[f][i] = (x[f] - mean[f]) / (sd[f] * std::sqrt(1 + 1 / records));
        }
        standardised[5][i] = (sum - mean[5]) / (sd[5] * std::sqrt(1 + 1 / records));
    }
    for (std::size_t f = 0; f < 6; ++f) {
        INFO("field " << f);
        CHECK(std::sqrt(static_cast<double>(n)) * ks_distance(standardised[f], student_t2_cdf) <
              2.4);
    }
}

TEST_CASE("the loadings reproduce the sample covariance") {
    const JointPredictive fit = fit_joint_predictive(3, 5, three_records);
    for (std::size_t f = 0; f < 5; ++f)
        for (std::size_t h = 0; h < 5; ++h) {
            double covariance = 0, product = 0, mean_f = 0, mean_h = 0;
            for (std::size_t i = 0; i < 3; ++i)
                mean_f += three_records[f * 3 + i] / 3, mean_h += three_records[h * 3 + i] / 3;
            for (std::size_t i = 0; i < 3; ++i)
                covariance +=
                    (three_records[f * 3 + i] - mean_f) * (three_records[h * 3 + i] - mean_h) / 2;
            for (std::size_t j = 0; j < fit.rank; ++j) product += fit.load(f, j) * fit.load(h, j);
            CHECK(product == Approx(covariance).margin(1e-14));
        }
}

// Singular vectors are known up to their sign; which one a library returns must not decide a draw.
TEST_CASE("the largest loading of each coordinate is positive") {
    std::vector<double> reflected = three_records;
    for (double& value : reflected) value = -value;
    for (const auto& records :
         {three_records, reflected, {0, 1, 2, 0, -3, -6}, {0, -1, -2, 0, 3, 6}}) {
        const JointPredictive fit = fit_joint_predictive(3, records.size() / 3, records);
        for (std::size_t j = 0; j < fit.rank; ++j) {
            double largest = 0;
            for (std::size_t f = 0; f < fit.fields; ++f)
                if (std::fabs(fit.load(f, j)) > std::fabs(largest)) largest = fit.load(f, j);
            CHECK(largest > 0);
        }
    }
}

TEST_CASE("a spread that is small beside another is kept, one of rounding is not") {
    const std::vector<double> small{1, 2, 4, 1e-7, -1e-7, 3e-7};
    CHECK(fit_joint_predictive(3, 2, small).rank == 2);
    const std::vector<double> thrice{0.1, 0.7, 0.4, 0.3, 2.1, 1.2};
    CHECK(fit_joint_predictive(3, 2, thrice).rank == 1);
}

TEST_CASE(
    "one record has no spread, equal records have none, and the order of fields does not matter") {
    CHECK(fit_joint_predictive(1, 2, std::vector<double>{1, 2}).rank == 0);
    CHECK(fit_joint_predictive(1, 2, std::vector<double>{1, 2}).mean == std::vector<double>{1, 2});
    const JointPredictive equal = fit_joint_predictive(3, 1, std::vector<double>{0.1, 0.1, 0.1});
    CHECK(equal.rank == 0);
    CHECK(equal.sd(0) == 0);
    CHECK(equal.mean[0] == 0.1);
    const JointPredictive two = fit_joint_predictive(3, 2, std::vector<double>{1, 2, 4, 0, 0, 0});
    CHECK(two.rank == 1);
    CHECK(two.sd(0) == Approx(std::sqrt(7.0 / 3)));
    CHECK(two.sd(1) == 0);
    const JointPredictive three = fit_joint_predictive(
        4, 3, std::vector<double>{1, 2, 4, 3, 7.1, 7.1, 7.1, 7.1, 0.3, 0.1, 0.2, 0.5});
    CHECK(three.sd(1) == 0);
    CHECK(three.rank == 2);
}

// n = 10^5 draws, Kolmogorov-Smirnov as above, against the closed form: the share of draws at or
// below its percentiles, 9 of them for each of 2 fields. Standard error at most .0016; 4.5 of them
// are a false alarm in 1e-4 cases over all 18; it sees a probability that is off by 1 %.
TEST_CASE("drawn values have the closed percentiles of their field") {
    const std::vector<double> records{100, 112, 104, 101, 7, 6.5, 6.2, 6.9};
    for (const PredictiveKind kind : all_predictive_kinds) {
        const JointPredictive fit = predictive_of_records(4, 2, records, kind);
        const Marginal chi_square = Marginal::compile({Gamma{1.5, 2}});
        constexpr std::size_t n = 100'000;
        std::vector<double> values[2];
        for (std::size_t i = 0; i < n; ++i) {
            const std::vector<double> x = draw(fit, chi_square, i);
            for (std::size_t f = 0; f < 2; ++f) values[f].push_back(fit.value(f, x[f]));
        }
        for (std::size_t f = 0; f < 2; ++f)
            for (double p : {0.05, 0.1, 0.15, 0.3, 0.5, 0.7, 0.86, 0.9, 0.95}) {
                INFO(name_of(kind) << ", field " << f << ", P" << 100 * p);
                const double percentile =
                    predictive_percentile(std::span(records).subspan(f * 4, 4), p, kind);
                const auto below = std::count_if(values[f].begin(), values[f].end(),
                                                 [&](double value) { return value <= percentile; });
                CHECK(std::fabs(static_cast<double>(below) / n - p) <
                      4.5 * std::sqrt(p * (1 - p) / n));
            }
    }
}

TEST_CASE("the same records in another order give the same bits; scaled ones scale the values") {
    const std::vector<double> records{100, 112, 104, 101, 7, 6.5, 6.2, 6.9};
    const std::vector<double> shuffled{104, 100, 101, 112, 6.2, 7, 6.9, 6.5};
    std::vector<double> scaled = records;
    for (std::size_t i = 0; i < 4; ++i) scaled[i] *= 1.0 / 3600;
    const Marginal chi_square = Marginal::compile({Gamma{1.5, 2}});
    for (const PredictiveKind kind : all_predictive_kinds) {
        const JointPredictive fit = predictive_of_records(4, 2, records, kind);
        const JointPredictive other = predictive_of_records(4, 2, shuffled, kind);
        const JointPredictive in_hours = predictive_of_records(4, 2, scaled, kind);
        CHECK(fit.mean == other.mean);
        CHECK(fit.loading == other.loading);
        for (std::size_t i = 0; i < 100; ++i) {
            const auto x = draw(fit, chi_square, i), y = draw(other, chi_square, i),
                       z = draw(in_hours, chi_square, i);
            for (std::size_t f = 0; f < 2; ++f) CHECK(fit.value(f, x[f]) == other.value(f, y[f]));
            CHECK(in_hours.value(0, z[0]) * 3600 == Approx(fit.value(0, x[0])).epsilon(1e-9));
            CHECK(in_hours.value(1, z[1]) == Approx(fit.value(1, x[1])).epsilon(1e-9));
        }
    }
}

TEST_CASE("a matrix of another size is a fault of the program") {
    CHECK_THROWS_AS(
        predictive_of_records(2, 2, std::vector<double>{1, 2, 3}, PredictiveKind::ranked),
        std::logic_error);
    CHECK_THROWS_AS(predictive_of_records(2, 1, std::vector<double>{1, -2}, PredictiveKind::ranked),
                    std::logic_error);

    CHECK_THROWS_AS(fit_joint_predictive(3, 2, std::vector<double>{1, 2, 3}), std::logic_error);
    CHECK_THROWS_AS(fit_joint_predictive(3, 0, std::vector<double>{}), std::logic_error);
    CHECK_THROWS_AS(fit_joint_predictive(0, 1, std::vector<double>{}), std::logic_error);
}
