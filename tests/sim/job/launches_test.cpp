// What becomes of the instances through a failure: launches, notices, fallbacks, common causes.
#include "tests/sim/job/scripted_course.hpp"

using namespace trialcost;
using namespace trialcost::fixtures;

namespace {

// Taken back by the provider after so much exposure, again and again.
Course interrupted(const std::vector<double>& after_s, FailureHazard hazard,
                   AttemptLimits limits = unlimited) {
    hazard.rate_per_s = 1;
    hazard.by = EndedBy::provider;
    hazard.instances = Instances::relaunched;
    Script script{after_s};
    return course_of(plain, {hazard}, RestartFailure::possible, limits, script);
}

double part(const Course& course, TimePart which) {
    return course.outcome.parts[which];
}

}  // namespace

TEST_CASE("an attempt in which instances are kept is one launch") {
    Script script{{13.0}};
    const Course course =
        course_of(plain, {{.rate_per_s = 1}}, RestartFailure::possible, unlimited, script);
    REQUIRE(course.launches.size() == 1);
    CHECK(course.launches[0].start_s == 0);
    CHECK(course.launches[0].end_s == course.outcome.wall_s);
    CHECK(course.launches[0].used_s() == course.outcome.wall_s);
    CHECK(course.launches[0].ended_by == EndedBy::job);
}

TEST_CASE("downtime that is not billed is no use of the launch that it interrupts") {
    Script script{{13.0}, {7}};
    const Course course = course_of(plain, {{.rate_per_s = 1, .downtime_billed = false}},
                                    RestartFailure::possible, unlimited, script);
    REQUIRE(course.launches.size() == 1);
    CHECK(course.launches[0].unbilled_s == 7);
    CHECK(course.outcome.unbilled_s == 7);
}

TEST_CASE("instances that are taken back are launched again when the wait is over") {
    const Course course = interrupted({13.0}, {});
    REQUIRE(course.launches.size() == 2);
    CHECK(course.launches[0].end_s == 13);
    CHECK(course.launches[0].ended_by == EndedBy::provider);
    CHECK(course.launches[1].start_s == 14);  // after a downtime of 1, which nobody bills
    CHECK(course.launches[1].end_s == course.outcome.wall_s);
    CHECK(course.launches[1].ended_by == EndedBy::job);
    CHECK(course.outcome.unbilled_s == 1);
    CHECK(course.outcome.wall_s == 21 + 3 + 1 + 2);
}

TEST_CASE("a failure of the job can give its instances back, too, in a startup as well") {
    Script script{{2.0}};
    const Course course = course_of(plain, {{.rate_per_s = 1, .instances = Instances::relaunched}},
                                    RestartFailure::possible, unlimited, script);
    REQUIRE(course.launches.size() == 2);
    CHECK(course.launches[0].end_s == 2);
    CHECK(course.launches[0].ended_by == EndedBy::job);
    CHECK(course.launches[1].start_s == 3);
}

TEST_CASE("an attempt given up in a wait holds no instances then") {
    const Course course = interrupted({13.0}, {}, {13.5, 1'000});
    CHECK(course.outcome.end == AttemptEnd::given_up);
    REQUIRE(course.launches.size() == 1);
    CHECK(course.launches[0].end_s == 13);
    CHECK(course.outcome.wall_s == 13.5);
    // Given up for too many failures: the launch ends there.
    const Course failed = interrupted({13.0}, {}, {1e300, 0});
    REQUIRE(failed.launches.size() == 1);
    CHECK(failed.launches[0].end_s == 13);
}

TEST_CASE("a notice that is long enough for a save loses its own time only") {
    // 3 s into the second segment. A save takes 1 s.
    CHECK(part(interrupted({13.0}, {.notice_s = 0.5}), TimePart::lost_work) == 3);
    const Course told = interrupted({13.0}, {.notice_s = 1.5});
    CHECK(part(told, TimePart::lost_work) == 1.5);
    CHECK(told.outcome.wall_s == Approx(21 + 1.5 + 1 + 2));  // the save is within the notice
    CHECK(told.outcome.saves == 4);
    // All that was done since the save lies within the notice: nothing to save.
    CHECK(part(interrupted({13.0}, {.notice_s = 10}), TimePart::lost_work) == 3);
    // Without checkpoints there is nothing to save with.
    AttemptShape whole = plain;
    whole.checkpoint_interval_s = 0;
    Script script{{8.0}};
    const Course none = course_of(whole, {{.rate_per_s = 1, .notice_s = 100}},
                                  RestartFailure::possible, unlimited, script);
    CHECK(part(none, TimePart::lost_work) == 3);
}

TEST_CASE("after so many interruptions the job goes on where there are none") {
    // The first budget ends at 6, the second 5 s of exposure later; then none would be left.
    const Course course = interrupted({6.0, 5.0, 0.1, 0.1, 0.1}, {}, {1e300, 1'000, 2});
    CHECK(course.outcome.failures == 2);
    REQUIRE(course.launches.size() == 3);
    CHECK_FALSE(course.launches[1].fallen_back);
    CHECK(course.launches[2].fallen_back);
    CHECK(course.launches[2].ended_by == EndedBy::job);
    CHECK(course.outcome.end == AttemptEnd::finished);
    // A class of the job itself goes on striking.
    FailureHazard own{.rate_per_s = 1};
    FailureHazard spot{
        .rate_per_s = 1, .instances = Instances::relaunched, .by = EndedBy::provider};
    Script script{{12.0, 6.0}, {1}, {2}, {0.75, 0.25}};
    const Course both =
        course_of(plain, {own, spot}, RestartFailure::possible, {1e300, 1'000, 1}, script);
    CHECK(both.tolls[1].failures == 1);
    CHECK(both.tolls[0].failures == 1);
    REQUIRE(both.launches.size() == 2);
}

TEST_CASE("an outage strikes at its time, whatever the job is doing") {
    FailureHazard outage{.rate_per_s = 0.01, .common_cause = true};
    Script script{{}};
    script.outages = {13, 13.5, 30};
    const Course course = course_of(plain, {outage}, RestartFailure::possible, unlimited, script);
    // 13: 3 into the second segment; 13.5 comes in its downtime of 1 and is passed over.
    CHECK(course.outcome.failures == 1);
    CHECK(part(course, TimePart::lost_work) == 3);
    CHECK(course.outcome.wall_s == 21 + 3 + 1 + 2);
    // Exposure: all but the downtime.
    CHECK(course.outcome.expected_failures == Approx(0.01 * (27 - 1)));

    // In segments that are passed over, and in the restart.
    AttemptShape fine{.work_s = 1000, .checkpoint_interval_s = 1, .checkpoint_s = 0.25};
    Script far{{}};
    far.outages = {500.5, 502};
    const Course segments = course_of(fine, {outage}, RestartFailure::possible, unlimited, far);
    CHECK(segments.outcome.failures == 2);
    CHECK(part(segments, TimePart::lost_work) == Approx(0.5));
    CHECK(part(segments, TimePart::restart) == Approx(0.5 + 2));
}

TEST_CASE("an outage outside of the stages of its class passes by") {
    FailureHazard outage{
        .rate_per_s = 0.01, .stages = StageSet{}.with(Stage::validation), .common_cause = true};
    Script script{{}};
    script.outages = {13, 20};
    const Course course = course_of(plain, {outage}, RestartFailure::possible, unlimited, script);
    CHECK(course.outcome.failures == 1);
    CHECK(part(course, TimePart::lost_work) == 2);  // of validation
}

TEST_CASE("a failure that renews all clocks puts off no outage") {
    const FailureHazard outage{.rate_per_s = 0.01, .common_cause = true};
    const FailureHazard own{.clock = {1, 1}, .renews = Renews::all};
    Script script{{7.0}};  // the life of the second class
    script.outages = {13};
    const Course course =
        course_of(plain, {outage, own}, RestartFailure::possible, unlimited, script);
    CHECK(course.tolls[1].failures == 1);
    CHECK(course.tolls[0].failures == 1);
}
