#include "models/calibration/drift.hpp"

#include <cmath>
#include <vector>

#include "models/distribution/special_functions.hpp"
#include "sim/random/stream.hpp"
#include "tests/catch_compat.hpp"

using namespace trialcost;
using Catch::Matchers::WithinAbs;
using Catch::Matchers::WithinRel;

namespace {

using Run = std::vector<MeasuredBlock>;

Run at_rates(const std::vector<double>& rates) {
    Run out;
    for (const double rate : rates) out.push_back({2, 2 * rate});
    return out;
}

double change_of(const Run& run) {
    const auto drift = drift_inside(std::vector<Run>{run});
    REQUIRE(drift);
    CHECK(drift->rests_on == DriftRestsOn::too_little);
    CHECK(drift->p_value == 1);
    return drift->change;
}

// Blocks whose logs are an autoregression of order 1 with the given coefficient, from its
// stationary law.
Run correlated(std::size_t blocks, double r, std::uint64_t set, std::uint32_t run) {
    Run out;
    double x = 0;
    for (std::uint32_t i = 0; i < blocks; ++i) {
        const double e = normal_quantile(uniform_pair({72, 0, set}, run, i).first);
        x = i == 0 ? e : r * x + std::sqrt(1 - r * r) * e;
        out.push_back({1, std::exp(0.05 * x)});
    }
    return out;
}

double false_alarms(std::uint64_t sets, std::size_t runs, std::size_t blocks, double r) {
    double alarms = 0;
    for (std::uint64_t set = 0; set < sets; ++set) {
        std::vector<Run> all;
        for (std::uint32_t run = 0; run < runs; ++run)
            all.push_back(
                correlated(blocks, r, set, run + 100 * static_cast<std::uint32_t>(blocks)));
        alarms += drift_inside(all)->p_value <= 0.01 ? 1.0 / static_cast<double>(sets) : 0;
    }
    return alarms;
}

}  // namespace

TEST_CASE("the last third against the first, in training time") {
    CHECK_THAT(change_of(at_rates({5, 5, 5, 5, 4.5, 4.5})), WithinAbs(-0.1, 1e-14));
    CHECK_THAT(change_of(at_rates({4, 5, 6})), WithinAbs(0.5, 1e-14));
    // The middle third says nothing.
    CHECK_THAT(change_of(at_rates({5, 5, 1, 9, 5, 5})), WithinAbs(0, 1e-14));
    // Blocks of 4, 1 and 1 s: the first third lies in the first of them, the last is the other two.
    CHECK_THAT(change_of({{4, 8}, {1, 1}, {1, 3}}), WithinAbs(0, 1e-14));
    // Blocks of 1, 4 and 1 s at rates 1, 2 and 3: early (1 + 2) / 2, late (2 + 3) / 2.
    CHECK_THAT(change_of({{1, 1}, {4, 8}, {1, 3}}), WithinRel(2.0 / 3, 1e-12));
}

TEST_CASE("a run of fewer than three blocks says nothing") {
    CHECK_FALSE(drift_inside(std::vector<Run>{}));
    CHECK_FALSE(drift_inside(std::vector<Run>{at_rates({1, 2})}));
    const auto drift = drift_inside(std::vector<Run>{at_rates({1, 2}), at_rates({4, 5, 6})});
    REQUIRE(drift);
    CHECK(drift->runs == 1);
    CHECK(drift->blocks == 3);
}

// SciPy 1.10: stats.ttest_1samp of the four logs.
TEST_CASE("from four runs on their scatter says how sure it is") {
    std::vector<Run> runs;
    for (const double late : {0.95, 0.93, 0.96, 0.94}) runs.push_back(at_rates({1, 1, late}));
    const auto drift = drift_inside(runs);
    REQUIRE(drift);
    CHECK(drift->rests_on == DriftRestsOn::runs);
    CHECK_THAT(drift->change, WithinRel(-0.05506614284370743, 1e-10));
    CHECK_THAT(drift->low, WithinRel(-0.0753874159432398, 1e-10));
    CHECK_THAT(drift->high, WithinRel(-0.034298245777006096, 1e-10));
    CHECK_THAT(drift->p_value, WithinRel(0.0036754261755009995, 1e-9));
    runs.pop_back();
    CHECK(drift_inside(runs)->rests_on == DriftRestsOn::too_little);
}

// NumPy and SciPy: the formulas of docs/methods.md, stats.t for the interval.
TEST_CASE("one long run: blocks count as their effective number") {
    std::vector<double> rates;
    for (int i = 0; i < 90; ++i)
        rates.push_back(100 + (i / 4) * (i / 4) * 5 % 11 + i * i % 3 * 2 - (i >= 60 ? 8 : 0));
    const auto drift = drift_inside(std::vector<Run>{at_rates(rates)});
    REQUIRE(drift);
    CHECK(drift->rests_on == DriftRestsOn::blocks);
    CHECK(drift->blocks == 90);
    CHECK_THAT(drift->effective_blocks, WithinRel(13.507933609051022, 1e-9));
    CHECK_THAT(drift->change, WithinRel(-0.07428571428571429, 1e-9));
    CHECK_THAT(drift->low, WithinRel(-0.12493287082171144, 1e-9));
    CHECK_THAT(drift->high, WithinRel(-0.02070720039477852, 1e-9));
    CHECK_THAT(drift->p_value, WithinRel(0.01146858517225388, 1e-8));
}

// Sets of runs without a drift; share with p <= .01. With 3,000 sets the standard error at .01 is
// .0018, at .02 .0026. Seed 72.
TEST_CASE("the false-alarm rate of the drift is about its level, for blocks that hang together") {
    // The scatter of runs: exact whatever the blocks; within 4 standard errors.
    CHECK_THAT(false_alarms(3000, 4, 6, 0.8), WithinAbs(0.01, 0.0073));
    CHECK_THAT(false_alarms(3000, 8, 6, 0.5), WithinAbs(0.01, 0.0073));
    // Effective blocks: up to .02 while r <= .8. Taking them for independent would say .12 at r =
    // .5 and .36 at .8.
    CHECK(false_alarms(3000, 1, 30, 0.0) < 0.012);
    CHECK(false_alarms(3000, 1, 30, 0.5) < 0.02);
    CHECK(false_alarms(3000, 3, 30, 0.8) < 0.028);
    CHECK_THAT(false_alarms(3000, 1, 200, 0.5), WithinAbs(0.01, 0.0073));
    CHECK(false_alarms(3000, 2, 100, 0.8) < 0.028);
}

// 100 blocks at r = .5, a fall of 3 or 6 scatters of a block in the last third; 400 sets. A larger
// fall must not hide behind the correlation that it feigns.
TEST_CASE("a drift is found") {
    for (const double fall : {0.15, 0.30}) {
        double found = 0;
        for (std::uint64_t set = 0; set < 400; ++set) {
            Run run = correlated(100, 0.5, set, 7);
            for (std::size_t i = 67; i < run.size(); ++i) run[i].units *= std::exp(-fall);
            found += drift_inside(std::vector<Run>{run})->p_value <= 0.01 ? 1.0 / 400 : 0;
        }
        CHECK(found > 0.6);
    }
}
