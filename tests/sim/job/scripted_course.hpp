// Attempts whose chance is written down beforehand, for tests of the event loop's rules.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

#include "sim/job/event_loop.hpp"
#include "tests/catch_compat.hpp"

namespace trialcost::fixtures {

// Failures strike when the given exposures are used up (rate 1 per second), then never again.
struct Script {
    std::vector<double> exposures;
    std::vector<double> downtimes{1}, restarts{2};
    std::vector<double> choices{};
    std::vector<double> outages{};
    std::size_t next = 0, down = 0, up = 0, choice = 0;

    void next_event() {}
    double exponential(std::size_t) { return exponential(); }
    double exponential() { return next < exposures.size() ? exposures[next++] : HUGE_VAL; }
    double uniform() { return choices[choice++]; }
    double outage_after_s(std::size_t, double at_s) {
        const auto after = std::upper_bound(outages.begin(), outages.end(), at_s);
        return after == outages.end() ? HUGE_VAL : *after;
    }
    double downtime_s(std::size_t) { return downtimes[std::min(down++, downtimes.size() - 1)]; }
    double restart_s(std::size_t) { return restarts[std::min(up++, restarts.size() - 1)]; }
};

// Start 5, work 10 in segments of 4 with saves of 1, validation 3: 5 + 4+1 + 4+1 + 2+1 + 3 = 21.
inline const AttemptShape plain{.startup_s = 5,
                                .work_s = 10,
                                .productive_share = 0.8,
                                .checkpoint_interval_s = 4,
                                .checkpoint_s = 1,
                                .validation_s = 3};
inline const AttemptLimits unlimited{1e300, 1'000};

struct Course {
    AttemptOutcome outcome;
    std::vector<FailureToll> tolls;
    std::vector<Launch> launches{};
};

// With what must hold of every attempt: its parts add up, and so do the tolls of its classes.
inline Course course_of(const AttemptShape& shape, const std::vector<FailureHazard>& classes,
                        RestartFailure restart, const AttemptLimits& limits, Script& script) {
    Course out{{}, std::vector<FailureToll>(classes.size())};
    out.outcome =
        simulate_attempt(shape, classes, restart, limits, script, out.tolls, out.launches);
    CHECK(out.outcome.parts.total_s() == Approx(out.outcome.wall_s).epsilon(1e-12));
    FailureToll sum;
    for (const FailureToll& toll : out.tolls) {
        sum.failures += toll.failures;
        sum.lost_s += toll.lost_s;
        sum.unbilled_s += toll.unbilled_s;
    }
    CHECK(sum.failures == out.outcome.failures);
    CHECK(sum.lost_s == Approx(out.outcome.lost_to_failures_s()).epsilon(1e-12));
    CHECK(sum.unbilled_s == Approx(out.outcome.unbilled_s).epsilon(1e-12));
    double used_s = 0;
    for (const Launch& launch : out.launches) used_s += launch.used_s();
    CHECK(used_s + out.outcome.unbilled_s == Approx(out.outcome.wall_s).epsilon(1e-12));
    return out;
}

}  // namespace trialcost::fixtures
