// Checkpointed jobs under competing Weibull clocks against an independent event-by-event program,
// tests/independent/weibull_events.py, with 400,000 jobs for each case. Mean, failures, P50, P95
// and P99, each within 4 standard errors of the difference (its own and ours, which is scaled from
// it by the number of jobs): false-alarm rate 6e-5 each; a mean that is off by 0.2 % is seen.
#include <algorithm>
#include <cmath>
#include <vector>

#include "models/job/renewal.hpp"
#include "sim/job/event_loop.hpp"
#include "tests/catch_compat.hpp"
#include "tests/sim/job/stream_chance.hpp"

using namespace trialcost;

namespace {

struct ClassTimes : StreamChance {
    std::vector<double> down, up;
    double downtime_s(std::size_t i) const { return down[i]; }
    double restart_s(std::size_t i) const { return up[i]; }
};

struct Figure {
    double value, error;
};

struct Reference {
    Figure mean, failures, p50, p95, p99;
};

constexpr double reference_jobs = 400'000;

struct Sample {
    std::vector<double> wall;
    double failures = 0, expected = 0;
};

Sample simulate(std::size_t n, const AttemptShape& shape, const std::vector<FailureHazard>& classes,
                const std::vector<double>& down, const std::vector<double>& up) {
    Sample sample;
    std::vector<FailureToll> tolls(classes.size());
    std::vector<Launch> launches;
    for (std::size_t i = 0; i < n; ++i) {
        ClassTimes chance{{{7, 0, i}}, down, up};
        const AttemptOutcome out = simulate_attempt(shape, classes, RestartFailure::possible,
                                                    {1e300, 100'000'000}, chance, tolls, launches);
        sample.wall.push_back(out.wall_s);
        sample.failures += static_cast<double>(out.failures);
        sample.expected += out.expected_failures;
    }
    std::sort(sample.wall.begin(), sample.wall.end());
    return sample;
}

void check(const char* name, const Sample& sample, const Reference& reference) {
    INFO(name);
    const auto n = static_cast<double>(sample.wall.size());
    const double errors = 4 * std::sqrt(1 + reference_jobs / n);
    const auto close = [&](const char* what, double value, const Figure& expected) {
        INFO(what << " " << value << ", reference " << expected.value);
        CHECK(std::fabs(value - expected.value) < errors * expected.error);
    };
    double mean = 0;
    for (double wall : sample.wall) mean += wall / n;
    const auto at = [&](double p) {
        return sample.wall[static_cast<std::size_t>(std::ceil(p * n)) - 1];
    };
    close("mean", mean, reference.mean);
    close("failures", sample.failures / n, reference.failures);
    close("P50", at(0.5), reference.p50);
    close("P95", at(0.95), reference.p95);
    close("P99", at(0.99), reference.p99);
    // Failures less their hazard have mean zero and variance equal to the hazard.
    CHECK(std::fabs(sample.failures - sample.expected) < 4 * std::sqrt(sample.expected));
}

// Case D of the closed forms with another shape.
Sample case_d(std::size_t n, double shape) {
    return simulate(n, {.work_s = 10, .checkpoint_interval_s = 1, .checkpoint_s = 0.1},
                    {{.clock = weibull_clock(1 / 5.0, shape)}}, {0.3}, {0.2});
}

Sample three_classes(std::size_t n, Renews first) {
    const std::vector<FailureHazard> classes{
        {.clock = weibull_clock(1 / 6.0, 0.7), .renews = first},
        {.rate_per_s = 1 / 9.0},
        {.clock = weibull_clock(1 / 40.0, 1.8),
         .stages = StageSet{}.with(Stage::work),
         .lost_work = LostWork::all}};
    return simulate(n, {.work_s = 20, .checkpoint_interval_s = 2, .checkpoint_s = 0.1}, classes,
                    {0.3, 0.1, 1.0}, {0.5, 0.2, 0.4});
}

}  // namespace

TEST_CASE("case D with Weibull times between failures") {
    check("shape 0.7", case_d(100'000, 0.7),
          {{13.89765, 0.00365},
           {3.14328, 0.00398},
           {13.49272, 0.00465},
           {18.26685, 0.01103},
           {20.84414, 0.02163}});
    check("shape 2", case_d(100'000, 2),
          {{13.23023, 0.00194},
           {2.10520, 0.00164},
           {13.10084, 0.00155},
           {15.48451, 0.00652},
           {16.72596, 0.01343}});
}

// Shape 1 is the exponential law, whose mean is known exactly.
TEST_CASE("a clock of shape 1 has the law of a constant hazard") {
    const RenewalMoments exact = renewal_moments({10, 1, 0.1, 0.2, 0.3, 5});
    const Sample sample = case_d(100'000, 1);
    double mean = 0;
    for (double wall : sample.wall) mean += wall / 100'000;
    CHECK(std::fabs(mean - exact.mean) < 4 * exact.sd / std::sqrt(100'000.0));
}

TEST_CASE("three classes, of which one renews all or its own clock alone") {
    check("all", three_classes(60'000, Renews::all),
          {{37.19663, 0.01921},
           {10.46965, 0.00955},
           {34.18362, 0.01640},
           {61.75968, 0.10329},
           {81.69770, 0.23465}});
    check("its own", three_classes(60'000, Renews::struck),
          {{43.60399, 0.03332},
           {12.38473, 0.01344},
           {36.17282, 0.02210},
           {86.28438, 0.12952},
           {121.41799, 0.32005}});
}
