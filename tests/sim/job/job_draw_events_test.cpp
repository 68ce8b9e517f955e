// The events of an attempt: when failures come, which class struck, and the downtime and restart
// that follow.
//
// Event number f of attempt a of the draw is number a (max_failures + 2) + f of its streams; the
// first failure of the draw is read from a coordinate instead (docs/methods.md, "Names and
// streams").
#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "models/distribution/special_functions.hpp"
#include "tests/catch_compat.hpp"
#include "tests/sim/job/failing_job.hpp"

using namespace trialcost;
using namespace trialcost::fixtures;

namespace {

struct OneFailure {
    double downtime_s, restart_s, startup_s;
};

// The attempts of a draw in which one failure struck. Failures strike in work alone, which is the
// same for all, so what is seen of the other stages is no selection.
std::vector<OneFailure> one_failure_attempts(DrawnJob& drawn, std::uint32_t attempts) {
    std::vector<OneFailure> seen;
    JobDraw& draw = drawn.start();
    for (std::uint32_t run = 1; run < attempts; ++run) {
        const AttemptOutcome out = draw.run_attempt(run, 0, forever_s).outcome;
        if (out.failures == 1)
            seen.push_back({out.parts[TimePart::downtime], out.parts[TimePart::restart],
                            out.parts[TimePart::startup]});
    }
    return seen;
}

// Kolmogorov and Smirnov's distance of log x from the normal law, times the root of their number.
double distance_from_lognormal(std::vector<double> values, double mu, double sigma) {
    std::sort(values.begin(), values.end());
    const auto n = static_cast<double>(values.size());
    double distance = 0;
    for (std::size_t i = 0; i < values.size(); ++i) {
        const double p = normal_cdf((std::log(values[i]) - mu) / sigma);
        distance = std::max(
            {distance, p - static_cast<double>(i) / n, static_cast<double>(i + 1) / n - p});
    }
    return distance * std::sqrt(n);
}

// Startup is the second field of the second group; both groups have two coordinates.
struct RecordedStartup {
    OptionPlan option = long_option();
    std::size_t group;

    RecordedStartup() {
        add_group(option, "records1", {{1, 2, 4, 3}, {5, 3, 5, 6}});
        group = add_group(option, "records2", {{30, 20, 25}, {200, 300, 900}});
        option.job.startup_warm = field_of(group, 1);
        option.job.startup_cold = stated(option, "startup_cold", {Constant{5000}});
        option.job.failures = {failure_class(option, "all", 0.1)};
    }
};

}  // namespace

// The same attempt computed from the streams alone.
TEST_CASE("each failure of each attempt has an event of its own") {
    OptionPlan option = long_option();
    option.job.max_failures = 5;
    const double rates[2] = {0.05, 0.15};
    const bool billed[2] = {true, false};
    const Distribution downtimes[2] = {{Lognormal{4, 1}}, {Lognormal{6, 0.5}}};
    const Distribution restarts[2] = {{Lognormal{5, 0.2}}, {Lognormal{3, 0.7}}};
    for (std::size_t i = 0; i < 2; ++i) {
        const std::string name = i == 0 ? "gpu" : "net", input = "failure." + name;
        FailureClassPlan failures = failure_class(option, name, rates[i]);
        failures.downtime = stated(option, input + ".downtime", downtimes[i], Varies::per_event);
        failures.restart = stated(option, input + ".restart_time", restarts[i], Varies::per_event);
        failures.downtime_billed = billed[i];
        failures.stages = StageSet::all();  // of which there is work alone, for no restart fails
        option.job.failures.push_back(failures);
    }
    DrawnJob drawn(option, 30);
    constexpr double first_score = -1.5;
    drawn.set_score("a/failure", first_score);
    JobDraw& draw = drawn.start();
    std::uint64_t failures_seen = 0, given_up = 0;
    for (std::uint32_t serial = 0; serial < 300; ++serial) {
        const std::uint32_t first_event = serial * (5 + 2);
        const auto budget = [&](std::uint32_t event) {
            return -std::log(DrawnJob::uniforms("a/failure", first_event + event).first);
        };
        double next_h = (serial == 0 ? -std::log(normal_cdf(-first_score)) : budget(0)) / 0.2;
        double lost_s = 0, down_s = 0, up_s = 0, unbilled_s = 0;
        std::uint32_t event = 0;
        while (next_h < 10) {
            ++event;
            lost_s += next_h * hour_s;
            if (event == 6) break;
            const auto at = [&](const std::string& stream) {
                return DrawnJob::stream_score(stream, first_event + event);
            };
            const double share = DrawnJob::uniforms("a/failure", first_event + event).second;
            const std::size_t cause = share < 0.25 ? 0 : 1;
            const std::string input = std::string("a/failure.") + (cause == 0 ? "gpu" : "net");
            const double downtime = Marginal::compile(downtimes[cause])(at(input + ".downtime"));
            down_s += downtime;
            unbilled_s += billed[cause] ? 0 : downtime;
            up_s += Marginal::compile(restarts[cause])(at(input + ".restart_time"));
            next_h = budget(event) / 0.2;
        }
        const AttemptOutcome out = draw.run_attempt(serial / 10, serial % 10, forever_s).outcome;
        INFO("attempt " << serial);
        CHECK(out.failures == event);
        CHECK((out.end == AttemptEnd::given_up) == (event == 6));
        CHECK(out.parts[TimePart::lost_work] == Approx(lost_s).epsilon(1e-9));
        CHECK(out.parts[TimePart::downtime] == Approx(down_s).epsilon(1e-9));
        CHECK(out.parts[TimePart::restart] == Approx(up_s).epsilon(1e-9));
        CHECK(out.unbilled_s == Approx(unbilled_s).epsilon(1e-9));
        failures_seen += event;
        given_up += event == 6;
    }
    CHECK(failures_seen > 300);
    CHECK(given_up > 3);
}

TEST_CASE("the first failure of a draw comes by its coordinate, late for a high score") {
    OptionPlan option = long_option();
    option.job.failures = {failure_class(option, "all", 1)};
    option.job.max_failures = 0;
    const auto first_failure_h = [&](double survival) {
        DrawnJob drawn(option);
        drawn.set_score("a/failure", normal_quantile(1 - survival));
        return drawn.start().run_attempt(0, 0, forever_s).outcome.wall_s / hour_s;
    };
    CHECK(first_failure_h(0.5) == Approx(std::log(2)));
    CHECK(first_failure_h(0.9) == Approx(-std::log(0.9)));
    CHECK(first_failure_h(std::exp(-8)) == Approx(8));
    CHECK(first_failure_h(std::exp(-11)) == Approx(10));  // the work is done before
}

TEST_CASE("a failure class passes its rate, clock, stages and rule on") {
    OptionPlan option = long_option();
    option.job.startup_warm = stated(option, "startup", {Constant{hour_s}});
    option.job.failures = {failure_class(option, "all", 2)};
    FailureClassPlan& failures = option.job.failures[0];
    failures.downtime = stated(option, "downtime", {Constant{60}});
    option.job.max_failures = 0;
    const auto first_failure = [&](double hazard = 0.5) {
        DrawnJob drawn(option);
        drawn.set_score("a/failure", normal_quantile(1 - std::exp(-hazard)));
        return drawn.start().run_attempt(0, 0, forever_s).outcome;
    };
    CHECK(first_failure().wall_s == Approx(1.25 * hour_s));  // a quarter of an hour into the work
    CHECK(first_failure().parts[TimePart::startup] == Approx(hour_s));
    failures.stages = StageSet::all();
    CHECK(first_failure().wall_s == Approx(0.25 * hour_s));  // into the start
    failures.rate_scale = 1;
    failures.clock = FailureClassPlan::Clock::launch;
    failures.stages = StageSet{}.with(Stage::work);
    CHECK(first_failure().wall_s == Approx(0.25 * hour_s));  // .5 of 2 events in each start
    CHECK(first_failure(2.5).failures == 0);
    failures.rate = {};
    CHECK(first_failure().failures == 0);
}

// Struck half an hour after the second hourly save; the next failure is far.
TEST_CASE("a failure class passes on what it loses") {
    OptionPlan option = long_option();
    option.job.checkpoint_interval = stated(option, "interval", {Constant{hour_s}});
    option.job.failures = {failure_class(option, "all", 0.001)};
    const auto lost_h = [&](LostWork rule) {
        option.job.failures[0].lost_work = rule;
        DrawnJob drawn(option);
        drawn.set_score("a/failure", normal_quantile(1 - std::exp(-0.0025)));
        const AttemptOutcome out = drawn.start().run_attempt(0, 0, forever_s).outcome;
        CHECK(out.failures == 1);
        return out.parts[TimePart::lost_work] / hour_s;
    };
    CHECK(lost_h(LostWork::since_checkpoint) == Approx(0.5));
    CHECK(lost_h(LostWork::none) == 0);
    CHECK(lost_h(LostWork::all) == Approx(2.5));
}

// Given the knowledge, log restart is normal with the startup's mu and sqrt(k) times its sd. n is
// about 9,300; sqrt(n) D beyond 2.4 is a false alarm in 2e-5 cases; a mean off by 7 % of the sd,
// or an sd off by 12 %, is always seen.
TEST_CASE("a restart that was never recorded has the law of the startup, given the knowledge") {
    RecordedStartup job;
    DrawnJob drawn(job.option, 40'000);
    const RecordGroup& group = drawn.option().groups[job.group];
    const double k_score = 0.8, a[2] = {0.9, -0.7};
    drawn.set_score(chi_square_name(group), k_score);
    for (std::size_t j = 0; j < 2; ++j) drawn.set_score(knowledge_name(group, j), a[j]);
    const double sqrt_k = std::sqrt(2 / group.chi_square(k_score));
    const double mu = group.predictive.knowledge_mean(1, sqrt_k, a);
    const double sigma = sqrt_k * group.predictive.sd(1);

    std::vector<double> startups, restarts;
    double product = 0;
    for (const OneFailure& one : one_failure_attempts(drawn, 40'000)) {
        startups.push_back(one.startup_s);
        restarts.push_back(one.restart_s);
        product += (std::log(one.startup_s) - mu) * (std::log(one.restart_s) - mu);
    }
    REQUIRE(restarts.size() > 8'000);
    CHECK(distance_from_lognormal(startups, mu, sigma) < 2.4);
    CHECK(distance_from_lognormal(restarts, mu, sigma) < 2.4);
    // Drawn afresh: the correlation with the startup of its attempt is 0, within 4 / sqrt(n).
    const auto n = static_cast<double>(restarts.size());
    CHECK(std::fabs(product / n / (sigma * sigma)) < 4 / std::sqrt(n));
}

TEST_CASE("each restart of an attempt is drawn afresh, in no other's event") {
    RecordedStartup job;
    job.option.job.failures[0].rate = stated(job.option, "rate", {Constant{0.2}});
    DrawnJob drawn(job.option, 50);
    JobDraw& draw = drawn.start();
    const RecordGroup& group = drawn.option().groups[job.group];
    const double sqrt_k = std::sqrt(2 / group.chi_square(0));
    std::uint64_t most = 0;
    for (std::uint32_t run = 1; run < 50; ++run) {
        const AttemptOutcome out = draw.run_attempt(run, 0, forever_s).outcome;
        double expected = 0;
        for (std::uint32_t f = 1; f <= out.failures; ++f)
            expected += std::exp(
                group.predictive.mean[1] +
                sqrt_k * group.predictive.sd(1) *
                    DrawnJob::stream_score("a/restart/startup", run * 10 * (10'000 + 2) + f));
        CHECK(out.parts[TimePart::restart] == Approx(expected).epsilon(1e-9));
        most = std::max(most, out.failures);
    }
    CHECK(most >= 3);
}

TEST_CASE("a restart is cold where every replaced node starts cold, and given startups stay") {
    OptionPlan option = long_option();
    option.job.startup_cold = stated(option, "startup_cold", {Constant{1000}});
    option.job.startup_warm =
        stated(option, "startup_warm", {Lognormal{4, 1}}, Varies::per_attempt);
    option.job.failures = {failure_class(option, "all", 0.1)};
    const auto attempts = [&](ColdStart when) {
        option.job.cold_start = when;
        DrawnJob drawn(option, 100);
        return one_failure_attempts(drawn, 100);
    };
    CHECK(attempts(ColdStart::never).size() > 10);
    for (const OneFailure& one : attempts(ColdStart::never))
        CHECK(one.restart_s == Approx(one.startup_s));
    for (const OneFailure& one : attempts(ColdStart::node_replacement))
        CHECK(one.restart_s == 1000);
}

// Records of one group in which restart = downtime^2 / 100: one coordinate, and every pair drawn
// lies on that curve again.
TEST_CASE("downtime and restart of one failure are drawn jointly, each failure afresh") {
    OptionPlan option = long_option();
    const std::size_t group = add_group(option, "failure.all/records1",
                                        {{100, 200, 500}, {100, 400, 2500}}, Varies::per_event);
    option.job.failures = {failure_class(option, "all", 0.1)};
    option.job.failures[0].downtime = field_of(group, 0);
    option.job.failures[0].restart = field_of(group, 1);
    DrawnJob drawn(option, 200);
    REQUIRE(drawn.option().groups[group].predictive.rank == 1);
    drawn.set_score("a/failure.all/records1/a1", 0.4);
    std::vector<double> downtimes;
    for (const OneFailure& one : one_failure_attempts(drawn, 200)) {
        CHECK(one.restart_s == Approx(one.downtime_s * one.downtime_s / 100).epsilon(1e-9));
        downtimes.push_back(one.downtime_s);
    }
    std::sort(downtimes.begin(), downtimes.end());
    REQUIRE(downtimes.size() > 15);
    CHECK(std::adjacent_find(downtimes.begin(), downtimes.end()) == downtimes.end());

    // Were both failures of an attempt one draw, the sum of their restarts would be the square of
    // the sum of their downtimes over 200; it is more as soon as they differ.
    JobDraw& draw = drawn.start();
    for (std::uint32_t run = 0; run < 200; ++run) {
        const AttemptOutcome out = draw.run_attempt(run, 0, forever_s).outcome;
        if (out.failures != 2) continue;
        const double down_s = out.parts[TimePart::downtime];
        CHECK(out.parts[TimePart::restart] > down_s * down_s / 200 * (1 + 1e-9));
    }
}

// Equal records have no spread: each downtime is 100 s or nothing, and which is decided failure by
// failure, in the stream of the field. The other field is never zero.
TEST_CASE("a downtime that is zero in some records is zero for some failures") {
    OptionPlan option = long_option();
    const std::size_t group =
        add_group(option, "failure.all/records1", {{20, 20}, {100, 100}}, Varies::per_event);
    option.job.failures = {failure_class(option, "all", 0.2)};
    option.job.failures[0].restart = field_of(group, 0);
    option.job.failures[0].downtime = field_of(group, 1);
    option.job.failures[0].downtime.not_zero = stated(option, "share", {Constant{0.4}}).index;
    DrawnJob drawn(option, 50);
    JobDraw& draw = drawn.start();
    double above_zero = 0, zero = 0;
    for (std::uint32_t run = 0; run < 50; ++run) {
        const AttemptOutcome out = draw.run_attempt(run, 0, forever_s).outcome;
        std::uint64_t expected = 0;
        for (std::uint32_t f = 1; f <= out.failures; ++f)
            expected +=
                DrawnJob::uniforms("a/failure.all/records1/zero2", run * 10 * (10'000 + 2) + f)
                    .first < 0.4;
        CHECK(out.parts[TimePart::downtime] == Approx(100 * static_cast<double>(expected)));
        CHECK(out.parts[TimePart::restart] == Approx(20 * static_cast<double>(out.failures)));
        above_zero += static_cast<double>(expected);
        zero += static_cast<double>(out.failures - expected);
    }
    CHECK(above_zero > 20);
    CHECK(zero > above_zero);
}

// Scores of two coordinates are independent: so are two fields that the records show unrelated.
TEST_CASE("each coordinate of a group drawn per event has its own stream") {
    OptionPlan option = long_option();
    const std::size_t group = add_group(option, "failure.all/records1",
                                        {{100, 200, 500}, {300, 900, 400}}, Varies::per_event);
    option.job.failures = {failure_class(option, "all", 0.1)};
    option.job.failures[0].downtime = field_of(group, 0);
    option.job.failures[0].restart = field_of(group, 1);
    DrawnJob drawn(option, 40);
    const RecordGroup& records = drawn.option().groups[group];
    REQUIRE(records.predictive.rank == 2);
    const double sqrt_k = std::sqrt(2 / records.chi_square(0));
    JobDraw& draw = drawn.start();
    int seen = 0;
    for (std::uint32_t run = 1; run < 40; ++run) {
        const AttemptOutcome out = draw.run_attempt(run, 0, forever_s).outcome;
        if (out.failures != 1) continue;
        ++seen;
        const std::uint32_t event = run * 10 * (10'000 + 2) + 1;
        const auto expected = [&](std::size_t field) {
            double sum = 0;
            for (std::size_t j = 0; j < 2; ++j)
                sum += records.predictive.load(field, j) *
                       DrawnJob::stream_score(chance_name(records, j), event);
            return std::exp(records.predictive.mean[field] + sqrt_k * sum);
        };
        CHECK(out.parts[TimePart::downtime] == Approx(expected(0)).epsilon(1e-9));
        CHECK(out.parts[TimePart::restart] == Approx(expected(1)).epsilon(1e-9));
    }
    CHECK(seen > 5);
}

// 65,537 x 65,535 = 2^32 - 1 events, one each for up to 65,535 failures and the two ends.
TEST_CASE("limits that need more events than a stream holds are refused") {
    OptionPlan option = long_option();
    const auto sampler = [&](std::uint32_t runs, std::uint32_t attempts, std::uint64_t failures) {
        option.job.max_attempts = attempts;
        option.job.max_failures = failures;
        DrawnJob drawn(option, runs);
    };
    CHECK_NOTHROW(sampler(13'107, 5, 65'535));
    CHECK_THROWS_AS(sampler(13'107, 5, 65'536), std::invalid_argument);
    CHECK_THROWS_AS(sampler(65'536, 1, 65'535), std::invalid_argument);
    CHECK_THROWS_AS(sampler(1, 1, std::uint64_t{1} << 32), std::invalid_argument);
}
