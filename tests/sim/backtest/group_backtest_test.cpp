#include "sim/backtest/group_backtest.hpp"

#include <algorithm>
#include <stdexcept>

#include "sim/backtest/one_field.hpp"
#include "tests/catch_compat.hpp"

using namespace trialcost;

namespace {

BacktestGroup group_of(const std::vector<double>& values) {
    BacktestGroup group{"group", {}};
    for (const double value : values) group.runs.push_back({value});
    return group;
}

Predictor always(const Prediction& prediction) {
    return [prediction](const FieldRecords&, PredictiveKind) { return prediction; };
}

double sum_between(const GroupScore& score, std::size_t from, std::size_t to) {
    double sum = 0;
    for (std::size_t i = from; i < to; ++i) sum += score.places[i];
    return sum;
}

}  // namespace

// Runs 1 ... 10, of which two predict; over many shuffles each is among the later ones in 8 of 10.
// n = 2,000 shuffles x 8 runs: coverage of a percentile at 3 is .3, s.e. .0033 (each shuffle
// leaves out two of ten: hypergeometric); bound 4 s.e.
TEST_CASE("coverage, interval score and places against figures by hand") {
    const BacktestGroup group = group_of({1, 2, 3, 4, 5, 6, 7, 8, 9, 10});
    const BacktestDesign design{2, 2000, PredictiveKind::ranked, 1};
    Prediction prediction{{1, 2, 3, 5, 7, 9, 10}, {}};
    for (int i = 0; i < 50; ++i) prediction.values.push_back(2.5);
    for (int i = 0; i < 50; ++i) prediction.values.push_back(8.5);
    const GroupScore score = backtest_group(group, design, always(prediction));
    const double expected[] = {.1, .2, .3, .5, .7, .9, 1};
    for (std::size_t i = 0; i < score.coverage.size(); ++i)
        CHECK(score.coverage[i] == Approx(expected[i]).margin(4 * 0.0033));
    // Nothing lies outside [1, 10].
    CHECK(score.interval_score == Approx(9));
    CHECK(score.log_t_interval_score == Approx(9));
    // Two runs below all values, six between the halves, two above: the places 0, 50 and 100 of
    // 101, each a hundredth wide and a bit.
    CHECK(score.places[0] == Approx(.2).margin(.02));
    CHECK(sum_between(score, 49, 51) == Approx(.6).margin(.02));
    CHECK(score.places[99] == Approx(.2).margin(.02));

    // Below 3 lie two runs, off by 1 and 2; above 6 four, off by 1 + 2 + 3 + 4; 20 for each unit.
    prediction.percentiles = {3, 3, 3, 3, 3, 3, 6};
    CHECK(backtest_group(group, design, always(prediction)).interval_score ==
          Approx(3 + 20 * (3 + 10) / 10.0).epsilon(0.02));
}

// n = 2,000 x 4 later runs at two values, half of them each: the place in a tenth is .1, s.e. .0034
// without that of the shuffles, which leave the halves even. Without random places all runs would
// stand at two.
TEST_CASE("runs that equal an atom get a uniform place within it") {
    const BacktestGroup group = group_of({1, 1, 1, 2, 2, 2});
    Prediction prediction;
    prediction.values.assign(500, 2.0);
    prediction.values.insert(prediction.values.end(), 500, 1.0);
    const GroupScore score =
        backtest_group(group, {2, 2000, PredictiveKind::ranked, 1}, always(prediction));
    for (std::size_t tenth = 0; tenth < 10; ++tenth)
        CHECK(sum_between(score, 10 * tenth, 10 * tenth + 10) == Approx(.1).margin(4 * .0045));
    CHECK(sum_between(score, 0, 100) == Approx(1));
}

TEST_CASE("a percentile that is a record covers it, in every unit") {
    // Exact ranks: of the others of a group of 7, P50 of 3 records covers those up to the middle.
    std::vector<double> values{11.3, 12.1, 13.7, 11.3, 19.9, 12.1, 11.3};
    const BacktestDesign design{3, 50, PredictiveKind::ranked, 1};
    const GroupScore score = backtest_group(group_of(values), design, one_field_predictor(3));
    std::vector<double> scaled = values;
    for (double& value : scaled) value *= 1000;
    std::reverse(scaled.begin(), scaled.end());
    const GroupScore same = backtest_group(group_of(scaled), design, one_field_predictor(3));
    CHECK(same.coverage == score.coverage);
    CHECK(same.places == score.places);
    CHECK(same.interval_score == Approx(1000 * score.interval_score));
    // All equal: every percentile is that value, however exp and log round it.
    for (const double value : {3254.874, 3245.423, 52.019, 17.3, 0.3, 7.0, 1e-3, 123456.7}) {
        const BacktestGroup equal = group_of(std::vector<double>(9, value));
        const GroupScore all = backtest_group(equal, design, one_field_predictor(3));
        for (const double share : all.coverage) CHECK(share == Approx(1));
        CHECK(all.interval_score == Approx(0).margin(1e-6));
    }
}

TEST_CASE("a group without later runs is a fault of the caller") {
    const auto of_three = group_of({1, 2, 3});
    const Predictor predictor = one_field_predictor(3);
    CHECK_THROWS_AS(backtest_group(of_three, {3, 10}, predictor), std::logic_error);
    CHECK_THROWS_AS(backtest_group(of_three, {1, 10}, predictor), std::logic_error);
    CHECK_THROWS_AS(backtest_group(of_three, {2, 0}, predictor), std::logic_error);
}
