// The rules of one attempt, with failures at chosen moments.
#include <cmath>
#include <vector>

#include "tests/sim/job/scripted_course.hpp"

using namespace trialcost;
using namespace trialcost::fixtures;

namespace {

AttemptOutcome outcome_of(const AttemptShape& shape, const std::vector<FailureHazard>& classes,
                          RestartFailure restart, const AttemptLimits& limits, Script& script) {
    return course_of(shape, classes, restart, limits, script).outcome;
}

AttemptOutcome run(Script script, FailureHazard hazard = {.rate_per_s = 1},
                   const AttemptShape& shape = plain, const AttemptLimits& limits = unlimited,
                   RestartFailure restart = RestartFailure::possible) {
    return outcome_of(shape, {hazard}, restart, limits, script);
}

double part(const AttemptOutcome& out, TimePart which) {
    return out.parts[which];
}

}  // namespace

TEST_CASE("nothing fails") {
    const AttemptOutcome out = run({{}});
    CHECK(out.end == AttemptEnd::finished);
    CHECK(out.wall_s == 21);
    CHECK(part(out, TimePart::productive) == Approx(8));
    CHECK(part(out, TimePart::data_wait) == Approx(2));
    CHECK(part(out, TimePart::checkpoint) == 3);
    CHECK(part(out, TimePart::validation) == 3);
    CHECK(out.saves == 3);
    CHECK(out.failures == 0);
    CHECK(out.expected_failures == 21);
}

TEST_CASE("the last save can be skipped") {
    AttemptShape shape = plain;
    shape.last_save = LastSave::skipped;
    CHECK(run({{}}, {.rate_per_s = 1}, shape).wall_s == 20);
    // A failure in validation then loses the last segment: 2 of work and 1 of validation, again.
    const AttemptOutcome out = run({{18.0}}, {.rate_per_s = 1}, shape);
    CHECK(part(out, TimePart::lost_work) == Approx(3));
    CHECK(out.wall_s == Approx(20 + 1 + 2 + 3));
}

TEST_CASE("a failure in work loses what was done since the save") {
    const AttemptOutcome out = run({{13.0}});  // start 5, segment 4+1, then 3 into the second
    CHECK(part(out, TimePart::lost_work) == 3);
    CHECK(part(out, TimePart::downtime) == 1);
    CHECK(part(out, TimePart::restart) == 2);
    CHECK(out.wall_s == 21 + 3 + 1 + 2);
    CHECK(out.failures == 1);
}

TEST_CASE("a failure in a save loses its segment and the save") {
    const AttemptOutcome out = run({{9.5}});
    CHECK(part(out, TimePart::lost_work) == 4.5);
    CHECK(out.wall_s == 21 + 4.5 + 3);
}

TEST_CASE("a failure in startup is followed by downtime and startup again") {
    const AttemptOutcome out = run({{2.0}});
    CHECK(part(out, TimePart::startup) == 7);
    CHECK(part(out, TimePart::restart) == 0);
    CHECK(out.wall_s == 21 + 2 + 1);
}

TEST_CASE("a failure in validation repeats it and loses no saved work") {
    const AttemptOutcome out = run({{20.0}});
    CHECK(part(out, TimePart::lost_work) == 2);
    CHECK(part(out, TimePart::validation) == 3);
    CHECK(out.wall_s == 21 + 2 + 3);
}

TEST_CASE("a restart can fail again, and draws its length afresh") {
    Script script{{13.0, 1.5}, {1, 10}, {2, 4}};
    const AttemptOutcome out = run(script);
    CHECK(out.failures == 2);
    CHECK(part(out, TimePart::restart) == 1.5 + 4);
    CHECK(part(out, TimePart::downtime) == 11);
    CHECK(part(out, TimePart::lost_work) == 3);
    // Where no restart can fail, the second budget is used up in work instead.
    const AttemptOutcome safe =
        run(script, {.rate_per_s = 1}, plain, unlimited, RestartFailure::impossible);
    CHECK(safe.failures == 2);
    CHECK(part(safe, TimePart::restart) == 2 + 4);
    CHECK(part(safe, TimePart::downtime) == 11);
    CHECK(part(safe, TimePart::lost_work) == 3 + 1.5);
}

TEST_CASE(
    "notice keeps the work, and a failure without a checkpoint to go back to loses all of it") {
    const AttemptOutcome kept = run({{13.0}}, {.rate_per_s = 1, .lost_work = LostWork::none});
    CHECK(part(kept, TimePart::lost_work) == 0);
    // Saved at 7 of 10: the 3 left fit into one segment with one save.
    CHECK(kept.wall_s == 5 + 5 + 3 + (1 + 2) + 3 + 1 + 3);
    const AttemptOutcome all = run({{13.0}}, {.rate_per_s = 1, .lost_work = LostWork::all});
    CHECK(part(all, TimePart::lost_work) == 7);
    CHECK(part(all, TimePart::checkpoint) == 1 + 3);
    CHECK(all.wall_s == 13 + 1 + 2 + 16);
}

TEST_CASE("what a notice saved before an evaluation is not lost by the next failure") {
    AttemptShape shape = plain;
    shape.last_save = LastSave::skipped;
    const std::vector<FailureHazard> classes{{.rate_per_s = 0.5, .lost_work = LostWork::none},
                                             {.rate_per_s = 0.5}};
    Script script{{18.0, 2.0 + 0.5}, {1}, {2}, {0.2, 0.8}};
    const AttemptOutcome out =
        outcome_of(shape, classes, RestartFailure::possible, unlimited, script);
    CHECK(out.failures == 2);
    CHECK(part(out, TimePart::lost_work) == 1 + 0.5);  // of the two evaluations that broke off
    CHECK(out.wall_s == 20 + 1 + 0.5 + 2 * 3);
}

TEST_CASE("a class strikes only in its stages") {
    const StageSet saves = StageSet{}.with(Stage::checkpoint);
    const AttemptOutcome out = run({{1.25}}, {.rate_per_s = 1, .stages = saves});
    // 1.25 s of saving are reached a quarter into the second save.
    CHECK(part(out, TimePart::lost_work) == 4.25);
    CHECK(out.expected_failures == Approx(1.25 + 0.0 + 2));
    CHECK(run({{0.5}}, {.rate_per_s = 1, .stages = StageSet{}.with(Stage::restart)}).failures == 0);
    const StageSet evaluation = StageSet{}.with(Stage::validation);
    CHECK(run({{0.5}}, {.rate_per_s = 1, .stages = evaluation}).wall_s == 21 + 0.5 + 3);
}

TEST_CASE("events per launch fall into startup alone") {
    const FailureHazard hazard{.rate_per_s = 0, .expected_per_launch = 0.5};
    const AttemptOutcome out = run({{0.2}}, hazard);  // 0.2 of 0.5: two fifths into the start
    CHECK(part(out, TimePart::startup) == Approx(2 + 5));
    CHECK(run({{0.6}}, hazard).failures == 0);
}

TEST_CASE("among several classes the share of the rate decides") {
    const std::vector<FailureHazard> classes{{.rate_per_s = 0.25, .lost_work = LostWork::none},
                                             {.rate_per_s = 0.75, .lost_work = LostWork::all}};
    for (const auto& [choice, lost] : {std::pair{0.2, 0.0}, {0.3, 7.0}}) {
        Script script{{13.0}, {1}, {2}, {choice}};
        const AttemptOutcome out =
            outcome_of(plain, classes, RestartFailure::possible, unlimited, script);
        CHECK(part(out, TimePart::lost_work) == lost);
    }
}

// Two classes, one for a single stage and one for the others, each with rate 1 where it strikes.
TEST_CASE("the class that struck is one of the stage that was struck") {
    struct Row {
        Stage stage;
        std::vector<double> exposures;
        double unbilled_s;  // downtime is 1, then 10
    };
    for (const Row& row : {Row{Stage::startup, {2.0}, 1}, Row{Stage::work, {13.0}, 1},
                           Row{Stage::checkpoint, {9.5}, 1}, Row{Stage::validation, {20.0}, 1},
                           Row{Stage::restart, {13.0, 1.5}, 10}}) {
        const std::vector<FailureHazard> classes{
            {.rate_per_s = 1, .stages = StageSet::all().without(row.stage)},
            {.rate_per_s = 1, .stages = StageSet{}.with(row.stage), .downtime_billed = false}};
        for (double choice : {0.01, 0.99}) {
            Script script{row.exposures, {1, 10}, {2}, {choice, choice}};
            const AttemptOutcome out =
                outcome_of(plain, classes, RestartFailure::possible, unlimited, script);
            INFO("stage " << static_cast<int>(row.stage));
            CHECK(out.failures == row.exposures.size());
            CHECK(out.unbilled_s == row.unbilled_s);
        }
    }
}

// In startup classes 0 and 1 share the hazard; class 2, the most frequent, strikes in work alone.
TEST_CASE("a class is chosen by its share of the hazard of the stage") {
    const StageSet work = StageSet{}.with(Stage::work);
    const std::vector<FailureHazard> classes{
        {.rate_per_s = 0.5},
        {.rate_per_s = 0, .expected_per_launch = 2.5, .downtime_billed = false},
        {.rate_per_s = 9, .stages = work}};
    for (const auto& [choice, unbilled] : {std::pair{0.45, 0.0}, {0.55, 1.0}, {0.99, 1.0}}) {
        Script script{{2.0}, {1}, {2}, {choice}};
        CHECK(outcome_of(plain, classes, RestartFailure::possible, unlimited, script).unbilled_s ==
              unbilled);
    }
}

TEST_CASE("unbilled downtime is counted apart") {
    CHECK(run({{13.0}}, {.rate_per_s = 1, .downtime_billed = false}).unbilled_s == 1);
    CHECK(run({{13.0}}).unbilled_s == 0);
}

TEST_CASE("an attempt is given up at its time limit, exactly, and yields nothing") {
    for (double limit : {3.0, 8.0, 9.5, 12.0, 19.0}) {
        const AttemptOutcome out = run({{}}, {.rate_per_s = 1}, plain, {limit, 1'000});
        INFO("limit " << limit);
        CHECK(out.end == AttemptEnd::given_up);
        CHECK(out.wall_s == limit);
        CHECK(part(out, TimePart::productive) == 0);
        CHECK(part(out, TimePart::validation) == 0);
    }
    CHECK(run({{}}, {.rate_per_s = 1}, plain, {21, 1'000}).end == AttemptEnd::finished);
    CHECK(run({{13.0}}, {.rate_per_s = 1}, plain, {13.5, 1'000}).wall_s == 13.5);  // in downtime
    CHECK(run({{13.0}}, {.rate_per_s = 1}, plain, {15, 1'000}).wall_s == 15);      // in restart
}

// A draw from the far tail of few records may need ages: what it did until the limit is still
// exact.
TEST_CASE("an attempt that would take ages loses exactly what it did") {
    const AttemptShape ages{.work_s = 1e18, .checkpoint_interval_s = 4, .checkpoint_s = 1};
    const AttemptOutcome out = run({{7}}, {.rate_per_s = 1}, ages, {1000.25, 100});
    CHECK(out.end == AttemptEnd::given_up);
    CHECK(out.parts.total_s() == Approx(1000.25).epsilon(1e-12));
    CHECK(part(out, TimePart::checkpoint) == 199);
}

TEST_CASE("an attempt is given up after its largest number of failures") {
    const AttemptOutcome out = run({{13.0, 2.5, 2.5, 2.5}}, {.rate_per_s = 1}, plain, {1e300, 2});
    CHECK(out.end == AttemptEnd::given_up);
    CHECK(out.failures == 3);
}
