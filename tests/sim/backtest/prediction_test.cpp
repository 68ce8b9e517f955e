#include "sim/backtest/prediction.hpp"

#include <algorithm>

#include "models/calibration/predictive_percentile.hpp"
#include "sim/backtest/field_sum.hpp"
#include "sim/backtest/one_field.hpp"
#include "tests/catch_compat.hpp"

using namespace trialcost;

namespace {

double share_at_or_below(double x, const Prediction& prediction) {
    const auto count = std::count_if(prediction.values.begin(), prediction.values.end(),
                                     [x](double value) { return value <= x; });
    return static_cast<double>(count) / static_cast<double>(prediction.values.size());
}

double largest(const Prediction& prediction) {
    return *std::max_element(prediction.values.begin(), prediction.values.end());
}

}  // namespace

TEST_CASE("percentiles of one field are those of the predictive, in closed form") {
    const std::vector<std::vector<double>> cases{
        {130, 100, 104},
        {7, 7, 7, 7},
        {3254.874, 3245.423, 3246.659, 3248.36, 3243.007, 3290, 3300, 3251},
        {900, 400},
        {0, 3, 4, 3.5, 0, 5},
        {0, 0, 2},
        {0, 0, 0}};
    for (const auto& records : cases)
        for (const PredictiveKind kind : all_predictive_kinds) {
            const Prediction prediction = one_field_predictor(records.size())({records}, kind);
            const double bound = 10 * *std::max_element(records.begin(), records.end());
            for (std::size_t i = 0; i < predicted_probabilities.size(); ++i) {
                const double p = predicted_probabilities[i];
                CHECK(prediction.percentiles[i] ==
                      Approx(std::min(bound, predictive_percentile(records, p, kind)))
                          .epsilon(1e-12)
                          .margin(0));
            }
            CHECK(largest(prediction) <= bound);
        }
}

TEST_CASE("values of one field have its percentiles") {
    const Prediction prediction =
        one_field_predictor(5)({{10, 12, 11, 13, 10.5}}, PredictiveKind::ranked);
    for (std::size_t i = 0; i < predicted_probabilities.size(); ++i)
        CHECK(share_at_or_below(prediction.percentiles[i] * (1 + 1e-12), prediction) ==
              Approx(predicted_probabilities[i]).margin(0.5 / 512 + 1e-9));
}

// b = 2 a: the sum is 3 a. Bound: what 2,048 points of this scramble leave, .004; a wrong factor
// for what is not known of the mean, 1 + 1/n, shifts P5 by .016.
TEST_CASE("fields that move together add up in closed form") {
    const std::vector<double> a{10, 12, 11, 13, 10.5};
    std::vector<double> b;
    for (const double x : a) b.push_back(2 * x);
    for (const PredictiveKind kind : {PredictiveKind::ranked, PredictiveKind::log_t}) {
        const Prediction of_sum = field_sum_predictor(2, 5)({a, b}, kind);
        for (const double p : predicted_probabilities)
            CHECK(share_at_or_below(3 * predictive_percentile(a, p, kind) * (1 + 1e-12), of_sum) ==
                  Approx(p).margin(0.004));
    }
}

// joint_percentiles() of tests/independent/compare_predictives.py at 2^18 points. Bound: twice what
// 2,048 points leave; fields drawn as independent shift P10 by .02.
TEST_CASE("two fields drawn jointly agree with an independent program") {
    const FieldRecords records{{520.0, 610.5, 490.1, 750.2, 550.5},
                               {254.9, 245.4, 390.0, 302.2, 248.4}};
    const Prediction ranked = field_sum_predictor(2, 5)(records, PredictiveKind::ranked);
    const Prediction log_t = field_sum_predictor(2, 5)(records, PredictiveKind::log_t);
    const double of_ranked[] = {685.3844, 735.339,  783.7814, 860.9948,
                                978.2715, 1097.363, 1202.917};
    const double of_log_t[] = {670.8416, 720.3012, 793.7946, 872.2654,
                               962.4184, 1075.028, 1173.374};
    for (std::size_t i = 0; i < predicted_probabilities.size(); ++i) {
        CHECK(share_at_or_below(of_ranked[i], ranked) ==
              Approx(predicted_probabilities[i]).margin(0.006));
        CHECK(share_at_or_below(of_log_t[i], log_t) ==
              Approx(predicted_probabilities[i]).margin(0.006));
    }
}

// 2 of 3 records are not 0: Jeffreys' share of 0 is 1 - 2.5/4. Equal ones have no spread.
TEST_CASE("a field that is sometimes 0 is left out of that share of the sums") {
    const Prediction prediction =
        field_sum_predictor(2, 3)({{0, 5, 5}, {100, 100, 100}}, PredictiveKind::ranked);
    CHECK(share_at_or_below(100.5, prediction) == Approx(1.5 / 4).margin(0.01));
    CHECK(share_at_or_below(104.5, prediction) == share_at_or_below(100.5, prediction));
    CHECK(largest(prediction) == Approx(105));
    const Prediction never =
        field_sum_predictor(2, 3)({{0, 0, 0}, {100, 100, 100}}, PredictiveKind::ranked);
    CHECK(largest(never) == Approx(100));
}

// A million draws in NumPy by the rules of docs/methods.md, Student-t on the log, each field by
// itself. Bound: twice what 2,048 points leave; with one score for both fields P25 and P50 shift by
// .046.
TEST_CASE("fields of other records are drawn by themselves") {
    const Prediction prediction =
        field_sum_predictor(2, 5)({{0, 5, 6, 9, 7}, {10, 11, 9, 13, 10.5}}, PredictiveKind::log_t);
    const double expected[] = {9.20065, 10.1409, 12.7916, 16.2659, 18.7949, 21.577, 23.9664};
    for (std::size_t i = 0; i < predicted_probabilities.size(); ++i)
        CHECK(share_at_or_below(expected[i], prediction) ==
              Approx(predicted_probabilities[i]).margin(0.012));
}

TEST_CASE("each field of a sum is held at ten times its largest record") {
    const Prediction prediction =
        field_sum_predictor(2, 2)({{1, 3}, {100, 500}}, PredictiveKind::log_t);
    CHECK(largest(prediction) == Approx(10 * 3 + 10 * 500));
}

TEST_CASE("the same records predict the same, in any order and any unit") {
    const FieldRecords records{{520.0, 610.5, 490.1, 750.2}, {254.9, 245.4, 390.0, 302.2}};
    FieldRecords turned = records, scaled = records;
    for (auto& field : turned) std::rotate(field.begin(), field.begin() + 1, field.end());
    for (auto& field : scaled)
        for (double& x : field) x *= 1000;
    const Predictor sum = field_sum_predictor(2, 4), one = one_field_predictor(4);
    for (const PredictiveKind kind : all_predictive_kinds)
        for (const Predictor& predictor : {sum, one}) {
            const auto percentiles = predictor(records, kind).percentiles;
            CHECK(predictor(turned, kind).percentiles == percentiles);
            const auto in_other_unit = predictor(scaled, kind).percentiles;
            for (std::size_t i = 0; i < percentiles.size(); ++i)
                CHECK(in_other_unit[i] == Approx(1000 * percentiles[i]).epsilon(1e-11));
        }
}
