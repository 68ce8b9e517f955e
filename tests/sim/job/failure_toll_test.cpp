// What each class of failures is charged with, and the clocks of classes whose times between
// failures are Weibull. Every failure is scripted: class i strikes when its next life, in exposure
// of the class, is used up (a clock of shape 1 and scale 1 s), the last life never.
#include <cmath>
#include <utility>
#include <vector>

#include "sim/job/event_loop.hpp"
#include "tests/catch_compat.hpp"

using namespace trialcost;

namespace {

struct Lives {
    std::vector<std::vector<double>> lives;  // by class
    std::vector<double> restarts{2};
    std::vector<std::size_t> next = std::vector<std::size_t>(lives.size());
    std::size_t up = 0;
    double events = 0;

    void next_event() { ++events; }
    double exponential() { return HUGE_VAL; }
    double exponential(std::size_t i) {
        return next[i] < lives[i].size() ? lives[i][next[i]++] : HUGE_VAL;
    }
    double uniform() { return 0.5; }
    double outage_after_s(std::size_t, double) const { return HUGE_VAL; }
    double downtime_s(std::size_t i) { return i == 0 ? 1 : 10; }
    double restart_s(std::size_t) { return restarts[std::min(up++, restarts.size() - 1)]; }
};

// Start 5, work 10 in segments of 4 with saves of 1, validation 3: 5 + 4+1 + 4+1 + 2+1 + 3 = 21.
const AttemptShape plain{
    .startup_s = 5, .work_s = 10, .checkpoint_interval_s = 4, .checkpoint_s = 1, .validation_s = 3};

struct Course {
    AttemptOutcome outcome;
    std::vector<FailureToll> tolls;
    std::vector<Launch> launches{};
};

FailureHazard clocked(FailureHazard hazard = {}) {
    hazard.clock = {1, 1};
    return hazard;
}

Course course(Lives lives, const std::vector<FailureHazard>& classes,
              const AttemptLimits& limits = {1e300, 100}) {
    Course out{{}, std::vector<FailureToll>(classes.size())};
    out.outcome = simulate_attempt(plain, classes, RestartFailure::possible, limits, lives,
                                   out.tolls, out.launches);
    double lost_s = 0;
    for (const FailureToll& toll : out.tolls) lost_s += toll.lost_s;
    CHECK(lost_s == Approx(out.outcome.lost_to_failures_s()).epsilon(1e-12));
    CHECK(lives.events == static_cast<double>(out.outcome.failures));
    return out;
}

// Lives, and one budget of the constant hazards.
struct Both : Lives {
    double budget;
    Both(double hazard, std::vector<std::vector<double>> by_class)
        : Lives{std::move(by_class)}, budget(hazard) {}
    using Lives::exponential;
    double exponential() { return std::exchange(budget, HUGE_VAL); }
};

}  // namespace

TEST_CASE("a failure is charged with what it broke off, its downtime and its restart") {
    struct Row {
        const char* where;
        double life, lost_s;
    };
    for (const Row& row : {Row{"startup", 2, 2 + 1}, Row{"work", 13, 3 + 1 + 2},
                           Row{"checkpoint", 9.5, 4.5 + 1 + 2}, Row{"validation", 20, 2 + 1 + 2}}) {
        INFO(row.where);
        const Course out = course({{{row.life}, {}}}, {clocked(), clocked()});
        CHECK(out.tolls[0].failures == 1);
        CHECK(out.tolls[0].lost_s == Approx(row.lost_s));
        CHECK(out.tolls[1].failures == 0);
        CHECK(out.tolls[1].lost_s == 0);
        CHECK(out.outcome.wall_s == Approx(21 + row.lost_s));
    }
    CHECK(course({{{2}}}, {clocked()}).outcome.broken_startup_s == 2);
}

// The first strikes 3 s into the second segment (exposure 13), the second 1.5 s into the restart.
TEST_CASE("a restart that breaks off is charged to the class that broke it") {
    const Course out = course({{{13}, {14.5}}, {2, 4}}, {clocked(), clocked()});
    CHECK(out.tolls[0].lost_s == Approx(3 + 1));
    CHECK(out.tolls[1].lost_s == Approx(1.5 + 10 + 4));
}

TEST_CASE("a class that loses all is charged with the saved work, too") {
    const Course out = course({{{13}, {}}}, {clocked({.lost_work = LostWork::all}), clocked()});
    CHECK(out.tolls[0].lost_s == Approx(4 + 3 + 1 + 2));
    const Course none = course({{{13}, {}}}, {clocked({.lost_work = LostWork::none}), clocked()});
    CHECK(none.tolls[0].lost_s == Approx(1 + 2));
}

TEST_CASE("unbilled downtime is told apart by class") {
    const Course out = course({{{13}, {16}}}, {clocked({.downtime_billed = false}), clocked()});
    CHECK(out.tolls[0].unbilled_s == 1);
    CHECK(out.tolls[1].unbilled_s == 0);
    CHECK(out.outcome.unbilled_s == 1);
}

TEST_CASE("what giving up discards is charged to no class") {
    // Struck at 13, down until 14, up at 16, given up at 17.5: 4 saved and 1.5 done are lost.
    const Course work = course({{{13}}}, {clocked()}, {17.5, 100});
    CHECK(work.tolls[0].lost_s == Approx(3 + 1 + 2));
    CHECK(work.outcome.lost_by_giving_up_s == Approx(4 + 1.5));
    // In a save, half of it done; in an evaluation, all work and a second of it.
    CHECK(course({{{}}}, {clocked()}, {9.5, 100}).outcome.lost_by_giving_up_s == 4.5);
    CHECK(course({{{}}}, {clocked()}, {19, 100}).outcome.lost_by_giving_up_s == 11);
    // In downtime and in restart: what was waited belongs to the failure.
    CHECK(course({{{13}}}, {clocked()}, {13.5, 100}).tolls[0].lost_s == Approx(3 + 0.5));
    CHECK(course({{{13}}}, {clocked()}, {15, 100}).tolls[0].lost_s == Approx(3 + 1 + 1));
}

// Lives count exposure of the class alone: start, work, saves, evaluations and restarts, and of
// these only the stages that the class names. Downtime is none.
TEST_CASE("a clock runs in the stages of its class") {
    const StageSet saves = StageSet{}.with(Stage::checkpoint);
    Course out = course({{{1.25}}}, {clocked({.stages = saves})});
    CHECK(out.tolls[0].lost_s == Approx(4 + 0.25 + 1 + 2));  // a quarter into the second save
    CHECK(out.outcome.expected_failures == Approx(1.25 + 2));
    const StageSet work_and_restart = StageSet{}.with(Stage::work).with(Stage::restart);
    out = course({{{3, 3.5}}}, {clocked({.stages = work_and_restart})});
    // At 3 of the first segment; then 2 of restart and 1.5 of the segment again.
    CHECK(out.tolls[0].lost_s == Approx(3 + 1 + 2 + 1.5 + 1 + 2));
}

TEST_CASE("only the class that struck begins anew, unless it renews all") {
    // Class 1 has lived through 8 of 11 when class 0 strikes in work, and strikes 3 later: 2 of
    // restart and 1 of work.
    const Course own = course({{{8}, {11}}}, {clocked(), clocked()});
    CHECK(own.tolls[1].failures == 1);
    CHECK(own.tolls[1].lost_s == Approx(1 + 10 + 2));
    // Renewed, it has all of its second life of 5 before it: restart 2 and 3 of work.
    const Course all = course({{{8}, {11, 5}}}, {clocked({.renews = Renews::all}), clocked()});
    CHECK(all.tolls[1].failures == 1);
    CHECK(all.tolls[1].lost_s == Approx(3 + 10 + 2));
}

TEST_CASE("a constant hazard goes on beside a clock") {
    Both chance(26, {{}, {8}, {}});
    std::vector<FailureToll> tolls(3);
    std::vector<Launch> launches;
    const std::vector<FailureHazard> classes{{.rate_per_s = 0.5}, clocked(), {.rate_per_s = 1.5}};
    const AttemptOutcome out = simulate_attempt(plain, classes, RestartFailure::possible,
                                                {1e300, 100}, chance, tolls, launches);
    CHECK(out.failures == 2);
    // The clock strikes at 8; the budget of 26 at a hazard of 2 is used up 5 s of exposure later.
    CHECK(tolls[1].lost_s == Approx(3 + 10 + 2));
    CHECK(tolls[2].failures == 1);  // 1 of 2 is beyond the 0.5 of class 0
    CHECK(tolls[2].lost_s == Approx(3 + 10 + 2));
    CHECK(out.expected_failures > 26);
}

TEST_CASE("a hazard of restarts alone strikes where a clock makes them") {
    Both chance(0.5, {{13}, {}});
    std::vector<FailureToll> tolls(2);
    std::vector<Launch> launches;
    const std::vector<FailureHazard> classes{
        clocked(), {.rate_per_s = 1, .stages = StageSet{}.with(Stage::restart)}};
    simulate_attempt(plain, classes, RestartFailure::possible, {1e300, 100}, chance, tolls,
                     launches);
    CHECK(tolls[0].lost_s == Approx(3 + 1));
    CHECK(tolls[1].lost_s == Approx(0.5 + 10 + 2));
}

// Passing over whole segments or trying each: the same attempt, up to rounding.
TEST_CASE("segments are passed over up to the clock that ends first") {
    const AttemptShape fine{.work_s = 1000, .checkpoint_interval_s = 1, .checkpoint_s = 0.25};
    const std::vector<FailureHazard> classes{
        clocked(), clocked({.stages = StageSet{}.with(Stage::work)}),
        clocked({.stages = StageSet{}.with(Stage::checkpoint)})};
    Lives lives{{{500.1}, {700.3}, {230.1}}, {0}};
    std::vector<FailureToll> tolls(3);
    std::vector<Launch> launches;
    const AttemptOutcome out = simulate_attempt(fine, classes, RestartFailure::possible,
                                                {1e300, 100}, lives, tolls, launches);
    CHECK(out.failures == 3);
    CHECK(tolls[0].lost_s == Approx(500.1 - 400 * 1.25 + 1));
    CHECK(tolls[1].lost_s == Approx(10 + 0.2));  // 0.1 of work was lived twice
    CHECK(tolls[2].lost_s == Approx(10 + 1 + 0.1));
    CHECK(out.wall_s == Approx(1250 + tolls[0].lost_s + tolls[1].lost_s + tolls[2].lost_s));
}

TEST_CASE("the scale of a clock gives its mean rate") {
    // Gamma(1 + 1/shape) by Python's math.gamma
    for (const auto& [shape, gamma] : {std::pair{0.7, 1.2658235060572833},
                                       {1.0, 1.0},
                                       {2.0, 0.8862269254527579},
                                       {0.1, 3628800.0},
                                       {20.0, 0.9735042655627756}})
        CHECK(weibull_clock(0.25, shape).scale_s == Approx(4 / gamma).epsilon(1e-12));
    CHECK(std::isinf(weibull_clock(0, 0.7).scale_s));
}
