#include "models/calibration/node_scaling.hpp"

#include <algorithm>
#include <cmath>

#include "models/calibration/joint_predictive.hpp"
#include "models/distribution/marginal.hpp"
#include "models/distribution/special_functions.hpp"
#include "sim/random/stream.hpp"
#include "tests/catch_compat.hpp"

using namespace trialcost;

namespace {

using Records = std::vector<CountedRecord>;

Records at_counts(const std::vector<double>& counts, double (*seconds)(double)) {
    Records out;
    for (double count : counts) out.push_back({count, seconds(count)});
    return out;
}

double power_law(double nodes) {
    return 300 * std::pow(nodes, -0.9);
}
// A tenth of the time on one node is serial.
double amdahl(double nodes) {
    return 50 * (0.1 + 0.9 / nodes);
}

double estimate(const NodeScaling& scaling) {
    return std::exp(scaling.log_at_nodes);
}

// Standard normal scores of one repeat.
struct Scores {
    DrawKey key;
    std::uint32_t event = 0;
    double next() { return normal_quantile(uniform_pair(key, 11, event++).first); }
};

// Draws of the next value at the node count that was asked for: the moved records' predictive,
// times what is left open.
std::vector<double> draws_of(const Records& records, double nodes, std::size_t count,
                             Scores& scores) {
    const NodeScaling scaling = fit_node_scaling(records, nodes);
    std::vector<double> moved;
    for (const auto& [from, seconds] : records) moved.push_back(scaling.moved(from, seconds));
    const JointPredictive fit =
        predictive_of_records(moved.size(), 1, moved, PredictiveKind::ranked, 1);
    const Marginal chi_square = Marginal::compile({Gamma{fit.degrees / 2, 2}});
    std::vector<double> out;
    for (std::size_t i = 0; i < count; ++i) {
        const double k = std::sqrt(fit.degrees / chi_square(scores.next()));
        const double a = scores.next(), g = scores.next();
        const double x = fit.chance(0, fit.knowledge_mean(0, k, {&a, 1}), k, {&g, 1});
        out.push_back(fit.value(0, x) * std::exp(scaling.sigma * scores.next()));
    }
    std::sort(out.begin(), out.end());
    return out;
}

// Share of repeats in which the 90 % interval holds the next value at `nodes`.
double coverage(const std::vector<double>& counts, double nodes, std::size_t repeats) {
    constexpr double noise = 0.05;
    // Of 199 draws and one more value, the 10th and the 190th enclose it with chance .9.
    constexpr std::size_t draws = 199, low = 10 - 1, high = 190 - 1;
    std::size_t held = 0;
    for (std::size_t repeat = 0; repeat < repeats; ++repeat) {
        Scores scores{{20261130, 0, repeat}};
        const auto measured = [&](double count) {
            return power_law(count) * std::exp(noise * scores.next());
        };
        Records records;
        for (double count : counts) records.push_back({count, measured(count)});
        const double truth = measured(nodes);
        const auto drawn = draws_of(records, nodes, draws, scores);
        held += drawn[low] <= truth && truth <= drawn[high] ? 1 : 0;
    }
    return static_cast<double>(held) / static_cast<double>(repeats);
}

}  // namespace

TEST_CASE("the counts that speak: neighbours on both sides, else three or more") {
    using Counts = std::vector<double>;
    CHECK(counts_for({16, 4, 64, 4}, 8) == Counts{4, 16});
    CHECK(counts_for({16, 4, 64}, 32) == Counts{16, 64});
    CHECK(counts_for({16, 4, 64, 4}, 100) == Counts{4, 16, 64});
    CHECK(counts_for({16, 4, 64}, 2) == Counts{4, 16, 64});
    CHECK(counts_for({16, 4, 4}, 32).empty());
    CHECK(counts_for({16, 4}, 2).empty());
    CHECK(counts_for({4}, 8).empty());
    CHECK(counts_for({}, 8).empty());
}

TEST_CASE("between: a straight line over the logs, as far known as a regression says") {
    // At equal numbers the mean of the records is the line's middle.
    const Records records = {{4, 100}, {4, 121}, {16, 25}, {16, 36}};
    const NodeScaling middle = fit_node_scaling(records, 8);
    CHECK(middle.reach == Reach::between);
    CHECK(estimate(middle) == Approx(std::sqrt(110 * 30.0)).epsilon(1e-12));
    CHECK(middle.slope == Approx(std::log(30 / 110.0) / std::log(4.0)).epsilon(1e-12));
    CHECK(middle.form_error == 0);
    CHECK(middle.sigma == 0);
    // Half the log distances within counts: residuals +-log(1.1)/2, twice, and +-log(1.2)/2... as
    // squares: SSE = (ln 1.21)^2/2 + (ln 1.44)^2/2; Sxx = 4 (ln 2)^2; n - 2 = 2; t_2(.95) = 2.92.
    const NodeScaling aside = fit_node_scaling(records, 5);
    const double sse = (std::log(1.21) * std::log(1.21) + std::log(1.44) * std::log(1.44)) / 2;
    const double away = std::log(5 / 8.0);
    CHECK(aside.sigma ==
          Approx(2.9199856 / 1.6448536 * std::sqrt(sse / 2) * std::fabs(away) / (2 * std::log(2.0)))
              .epsilon(1e-6));
    CHECK(std::log(estimate(aside)) ==
          Approx(std::log(estimate(middle)) + middle.slope * away).epsilon(1e-12));
    // The moved records have the mean of the estimate and the residual spread over n - 2.
    double mean = 0, squares = 0;
    for (const auto& [from, seconds] : records) mean += std::log(aside.moved(from, seconds)) / 4;
    for (const auto& [from, seconds] : records)
        squares += std::pow(std::log(aside.moved(from, seconds)) - mean, 2);
    CHECK(mean == Approx(aside.log_at_nodes).epsilon(1e-12));
    CHECK(squares / 3 == Approx(sse / 2).epsilon(1e-12));
}

TEST_CASE("moved records stand at their ranks of a t with one degree of freedom less") {
    std::vector<double> moved = {100, 130, 145, 210};
    const JointPredictive fit = predictive_of_records(4, 1, moved, PredictiveKind::ranked, 1);
    CHECK(fit.degrees == 2);
    CHECK(predictive_of_records(4, 1, moved, PredictiveKind::ranked).degrees == 3);
    for (std::size_t i = 0; i < 4; ++i) {
        const double rank = (static_cast<double>(i) + 1) / 5;
        const double at =
            fit.mean[0] + fit.sd(0) * std::sqrt(1 + 1 / 4.0) * student_t_quantile(2, rank);
        CHECK(fit.value(0, at) == Approx(moved[i]).epsilon(1e-12));
    }
}

TEST_CASE("one record at each of two counts: a value, and no spread") {
    const Records records = {{4, 100}, {16, 30}};
    const NodeScaling scaling = fit_node_scaling(records, 8);
    CHECK(scaling.sigma == 0);
    CHECK(scaling.moved(4, 100) == scaling.moved(16, 30));
    CHECK(scaling.moved(4, 100) == Approx(std::sqrt(3000.0)).epsilon(1e-12));
    // So do records that are equal at each count.
    const NodeScaling equal = fit_node_scaling(Records{{4, 100}, {4, 100}, {16, 30}}, 5);
    CHECK(equal.sigma == 0);
    CHECK(equal.moved(4, 100) == equal.moved(16, 30));
}

TEST_CASE("beyond: midway between the power law and Amdahl's, open by their difference") {
    const std::vector<double> counts = {1, 2, 4, 8};
    // An exact power law: Amdahl's best fit to it lies .13116498 above at 16 nodes, by SciPy's
    // bounded minimiser (serial share .0311981).
    const NodeScaling power = fit_node_scaling(at_counts(counts, power_law), 16);
    CHECK(power.reach == Reach::near);
    CHECK(power.slope == Approx(-0.9).epsilon(1e-12));
    const double line = std::log(power_law(16));
    CHECK(std::fabs(power.log_at_nodes - line) == Approx(power.form_error / 2).epsilon(1e-9));
    CHECK(power.form_error == Approx(0.131164977).epsilon(1e-6));
    CHECK(power.log_at_nodes > line);
    CHECK(power.sigma == Approx(power.form_error).epsilon(1e-6));

    // Amdahl's law exactly: midway between its value and the regression line at 16 nodes.
    const Records serial = at_counts(counts, amdahl);
    const NodeScaling curved = fit_node_scaling(serial, 16);
    double sxy = 0, sxx = 0, x = 0, y = 0;
    for (const auto& [n, s] : serial) x += std::log(n) / 4, y += std::log(s) / 4;
    for (const auto& [n, s] : serial) {
        sxy += (std::log(n) - x) * (std::log(s) - y);
        sxx += (std::log(n) - x) * (std::log(n) - x);
    }
    const double straight = y + sxy / sxx * (std::log(16.0) - x);
    CHECK(curved.form_error == Approx(std::log(amdahl(16)) - straight).epsilon(1e-7));
    CHECK(curved.log_at_nodes == Approx((std::log(amdahl(16)) + straight) / 2).epsilon(1e-8));
    CHECK(curved.sigma > curved.form_error);

    // No serial share fits a job that gets slower with nodes, or faster than ideal: the ends do.
    const NodeScaling slower =
        fit_node_scaling(at_counts(counts, [](double n) { return 5 * std::pow(n, 0.2); }), 16);
    CHECK(slower.form_error == Approx(0.2 * (std::log(16.0) - 1.5 * std::log(2.0))).epsilon(1e-9));
    const NodeScaling faster =
        fit_node_scaling(at_counts(counts, [](double n) { return 5 * std::pow(n, -1.1); }), 16);
    CHECK(faster.form_error == Approx(0.1 * (std::log(16.0) - 1.5 * std::log(2.0))).epsilon(1e-9));
}

TEST_CASE("the reach ends at twice the largest count and half the smallest") {
    const Records records = at_counts({4, 8, 16}, power_law);
    for (const auto& [nodes, reach] : {std::pair{5.0, Reach::between},
                                       {32.0, Reach::near},
                                       {32.5, Reach::far},
                                       {2.0, Reach::near},
                                       {1.9, Reach::far}}) {
        INFO(nodes);
        if (reach == Reach::between) continue;  // 16 would not be needed
        CHECK(fit_node_scaling(records, nodes).reach == reach);
    }
}

TEST_CASE("records that do not speak for the count are a fault of the program") {
    CHECK_THROWS_AS(fit_node_scaling(at_counts({4, 16}, power_law), 32), std::logic_error);
    CHECK_THROWS_AS(fit_node_scaling(at_counts({4, 8, 16}, power_law), 6), std::logic_error);
    CHECK_THROWS_AS(fit_node_scaling(Records{{4, 100}, {16, 0}}, 8), std::logic_error);
    CHECK_THROWS_AS(fit_node_scaling(Records{{4, 100}, {16, HUGE_VAL}}, 8), std::logic_error);
    CHECK_THROWS_AS(fit_node_scaling(Records{}, 8), std::logic_error);
}

// 1,000 worlds: a power law with lognormal noise of 5 %. Standard error of a share of .9: .0095;
// 4 of them, a false alarm in 6e-5 cases each, see a coverage that is off by .038. The seed is
// fixed. Two counts with three records each, two with one and four, in the middle and off it.
TEST_CASE("the 90 % interval at a count between covers the next run") {
    constexpr std::size_t repeats = 1000;
    const double noise = 4 * std::sqrt(0.09 / repeats);
    CHECK(coverage({4, 4, 4, 16, 16, 16}, 8, repeats) == Approx(0.9).margin(noise));
    CHECK(coverage({4, 4, 4, 16, 16, 16}, 5, repeats) == Approx(0.9).margin(noise));
    CHECK(coverage({4, 16, 16, 16, 16}, 5, repeats) == Approx(0.9).margin(noise));
}

// Beyond the counts the form error comes on top, so that a truth of one of the two forms is covered
// more often than asked: at least .9 less 4 standard errors (.038 at 1,000).
TEST_CASE("the interval beyond the counts is wider than between them, and covers") {
    const std::vector<double> counts = {2, 2, 4, 4, 8, 8};
    CHECK(coverage(counts, 16, 1000) > 0.9 - 4 * std::sqrt(0.09 / 1000));

    Scores noise{{7, 0, 0}};
    Records records;
    for (double count : counts)
        records.push_back({count, power_law(count) * std::exp(0.05 * noise.next())});
    const auto width = [&](const Records& from, double nodes) {
        Scores scores{{8, 0, 0}};
        const auto drawn = draws_of(from, nodes, 4000, scores);
        return std::log(drawn[3800] / drawn[200]);
    };
    Records neighbours(records.begin() + 2, records.end());
    CHECK(width(records, 16) > 1.2 * width(neighbours, 6));
    CHECK(width(records, 64) > 1.2 * width(records, 16));
}
