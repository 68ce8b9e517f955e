// The event loop against exact laws of the checkpointed job under exponential failures. Means,
// standard deviations and failures: closed forms (models/job/renewal.hpp, themselves checked
// against an independent simulation). Percentiles: by transform of the exact law.
//
// For each case n jobs, seed fixed. Mean and failures within 4 standard errors (false-alarm rate
// 6e-5 each); sd within 1 % (C, with 20,000 jobs, 2.5 %): at n = 10^5 the smallest shift of a mean
// that is always seen is 5 standard errors, 0.01 % of case F.
#include <cmath>
#include <vector>

#include "models/job/renewal.hpp"
#include "sim/job/event_loop.hpp"
#include "tests/catch_compat.hpp"
#include "tests/sim/job/stream_chance.hpp"

using namespace trialcost;

namespace {

struct Sample {
    std::vector<double> wall;
    double mean = 0, sd = 0, failures = 0, failures_sd = 0, expected = 0;
    std::size_t without_failure = 0;
    double worst_imbalance = 0;
};

AttemptShape shape_of(const RenewalJob& job) {
    return {.work_s = job.work,
            .checkpoint_interval_s = job.checkpoint_interval,
            .checkpoint_s = job.checkpoint_time};
}

template <class Shape>
Sample simulate(std::size_t n, const Shape& shape, double rate, double downtime, double restart) {
    const std::vector<FailureHazard> classes{{.rate_per_s = rate}};
    std::vector<FailureToll> tolls(classes.size());
    std::vector<Launch> launches;
    const AttemptLimits limits{1e300, 100'000'000};
    Sample sample;
    double sum_failures = 0, sum_failures2 = 0;
    for (std::size_t i = 0; i < n; ++i) {
        StreamChance chance{{4, 0, i}, downtime, restart};
        const AttemptOutcome out = simulate_attempt(shape, classes, RestartFailure::possible,
                                                    limits, chance, tolls, launches);
        sample.wall.push_back(out.wall_s);
        const auto failures = static_cast<double>(out.failures);
        sum_failures += failures;
        sum_failures2 += failures * failures;
        sample.expected += out.expected_failures;
        sample.without_failure += out.failures == 0;
        sample.worst_imbalance =
            std::fmax(sample.worst_imbalance, std::fabs(out.parts.total_s() / out.wall_s - 1));
    }
    const auto count = static_cast<double>(n);
    for (double wall : sample.wall) sample.mean += wall / count;
    for (double wall : sample.wall)
        sample.sd += (wall - sample.mean) * (wall - sample.mean) / count;
    sample.sd = std::sqrt(sample.sd);
    sample.failures = sum_failures / count;
    sample.failures_sd = std::sqrt(sum_failures2 / count - sample.failures * sample.failures);
    return sample;
}

void check_case(const char* name, std::size_t n, const RenewalJob& job, double sd_tolerance) {
    INFO("case " << name);
    const RenewalMoments exact = renewal_moments(job);
    const Sample sample = simulate(n, shape_of(job), 1 / job.mtbf, job.downtime, job.restart_time);
    const double root_n = std::sqrt(static_cast<double>(n));
    CHECK(std::fabs(sample.mean - exact.mean) < 4 * exact.sd / root_n);
    CHECK(std::fabs(sample.failures - exact.failures) < 4 * sample.failures_sd / root_n);
    CHECK(sample.sd == Approx(exact.sd).epsilon(sd_tolerance));
    const double p = exact.p_no_failure;
    const double atom = static_cast<double>(sample.without_failure) / static_cast<double>(n);
    CHECK(std::fabs(atom - p) <= 4 * std::sqrt(p * (1 - p)) / root_n);
    // Failures less their hazard have mean zero and variance equal to the hazard.
    CHECK(std::fabs(sample.failures * static_cast<double>(n) - sample.expected) <
          4 * std::sqrt(sample.expected));
    CHECK(sample.worst_imbalance < 1e-9);
}

// P(X <= exact percentile) is the percentile's probability, within 4 standard errors of a binomial
// share.
void check_percentiles(const Sample& sample, const std::vector<std::pair<double, double>>& exact) {
    const auto n = static_cast<double>(sample.wall.size());
    for (const auto& [p, value] : exact) {
        double below = 0;
        for (double wall : sample.wall) below += wall <= value ? 1 / n : 0;
        INFO("P" << 100 * p);
        CHECK(std::fabs(below - p) < 4 * std::sqrt(p * (1 - p) / n));
    }
}

}  // namespace

TEST_CASE("case A, Daly 2006 figure 3") {
    check_case("A", 100'000, {30000, 117, 5, 10, 0, 1440}, 0.01);
}
TEST_CASE("case B, Daly 2006 figure 4") {
    check_case("B", 100'000, {30000, 57, 5, 10, 0, 360}, 0.01);
}
TEST_CASE("case C, Daly 2006 figure 5") {
    check_case("C", 20'000, {30000, 9.1, 5, 10, 0, 15}, 0.025);
}
TEST_CASE("case D, a small job with downtime") {
    check_case("D", 200'000, {10, 1, 0.1, 0.2, 0.3, 5}, 0.01);
}
TEST_CASE("case E, no checkpoint") {
    check_case("E", 1'000'000, {4, 4, 0, 0.1, 0.5, 3}, 0.01);
}
TEST_CASE("case F, 54 days of a large run, in minutes") {
    check_case("F", 100'000, {77760, 30, 1, 5, 5, 185.5847255}, 0.01);
}

TEST_CASE("exact percentiles of cases D and E") {
    const RenewalJob d{10, 1, 0.1, 0.2, 0.3, 5}, e{4, 4, 0, 0.1, 0.5, 3};
    check_percentiles(simulate(400'000, shape_of(d), 1 / d.mtbf, d.downtime, d.restart_time),
                      {{.5, 13.2882}, {.9, 16.1495}, {.95, 17.1314}, {.99, 19.1735}});
    check_percentiles(simulate(400'000, shape_of(e), 1 / e.mtbf, e.downtime, e.restart_time),
                      {{.5, 7.8096}, {.9, 19.7108}, {.95, 24.8568}, {.99, 36.8055}});
}

// n = 200,000; a start of length S that fails is repeated after downtime D: mean (1/rate +
// D)(e^(rate S) - 1). Validation of length V is one more segment without a save.
TEST_CASE("startup and validation follow the same law") {
    const double rate = 0.3, downtime = 0.4, restart = 0.5, start = 2, validation = 1.5;
    const AttemptShape shape{.startup_s = start, .work_s = 1e-9, .validation_s = validation};
    const Sample sample = simulate(200'000, shape, rate, downtime, restart);
    const double start_mean = (1 / rate + downtime) * std::expm1(rate * start);
    const double validation_mean =
        std::exp(rate * restart) * (1 / rate + downtime) * std::expm1(rate * validation);
    const double error = sample.sd / std::sqrt(200'000.0);
    CHECK(std::fabs(sample.mean - start_mean - validation_mean) < 4 * error);
    CHECK(sample.worst_imbalance < 1e-9);
}
