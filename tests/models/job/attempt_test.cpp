#include "models/job/attempt.hpp"

#include <set>
#include <string_view>

#include "tests/catch_compat.hpp"

using namespace trialcost;

namespace {

AttemptShape shape(double work_s, double interval_s, LastSave last = LastSave::paid) {
    return {.startup_s = 100,
            .work_s = work_s,
            .checkpoint_interval_s = interval_s,
            .checkpoint_s = 2,
            .last_save = last,
            .validation_s = 30};
}

}  // namespace

TEST_CASE("work is cut into segments, the last one may be shorter") {
    CHECK(shape(10, 3).segments(10) == 4);
    CHECK(shape(10, 3).segments(9) == 3);
    CHECK(shape(10, 3).segments(0.5) == 1);
    CHECK(shape(10, 3).segments(0) == 0);
    CHECK(shape(10, 0).segments(10) == 1);
    // The rounding of a quotient is no segment, but what is left of the work always is one.
    CHECK(shape(0.3, 0.1).segments(0.3) == 3);  // 0.3 / 0.1 is a little under 3 in binary
    CHECK(shape(0.3, 0.1).segments(0.1 + 0.2) == 3);
    CHECK(shape(10, 3).segments(1e-12) == 1);
}

TEST_CASE("each segment is saved, the last one where that is paid") {
    CHECK(shape(10, 3).saves() == 4);
    CHECK(shape(10, 3, LastSave::skipped).saves() == 3);
    CHECK(shape(9, 3).saves() == 3);
    CHECK(shape(3, 3, LastSave::skipped).saves() == 0);
    CHECK(shape(10, 0).saves() == 0);
    CHECK(shape(0, 3).saves() == 0);
    CHECK(shape(0, 3, LastSave::skipped).saves() == 0);
}

TEST_CASE("a pass in which nothing fails is startup, work, saves and validation") {
    CHECK(shape(10, 3).failure_free_s() == 100 + 10 + 4 * 2 + 30);
    CHECK(shape(10, 0).failure_free_s() == 100 + 10 + 30);
}

TEST_CASE("a set of stages holds what was put in") {
    constexpr Stage stages[] = {Stage::startup, Stage::work, Stage::checkpoint, Stage::validation,
                                Stage::restart};
    for (Stage one : stages)
        for (Stage other : stages) {
            CHECK(StageSet{}.with(one).contains(other) == (one == other));
            CHECK(StageSet::all().without(one).contains(other) == (one != other));
            CHECK(StageSet::all().contains(other));
        }
    CHECK_FALSE(StageSet{}.with(Stage::work).without(Stage::work).contains(Stage::work));
}

TEST_CASE("time parts add up, each in its own place and under its own name") {
    TimeParts parts;
    for (std::size_t i = 0; i < time_part_count; ++i)
        parts[static_cast<TimePart>(i)] = static_cast<double>(1 << i);
    CHECK(parts.total_s() == 255);
    CHECK(parts.seconds[static_cast<std::size_t>(TimePart::restart)] == 128);
    parts += parts;
    CHECK(parts[TimePart::productive] == 2);
    CHECK(parts[TimePart::restart] == 256);
    CHECK(parts.total_s() == 510);
    CHECK(time_part_names[static_cast<std::size_t>(TimePart::productive)] == "productive");
    CHECK(time_part_names[static_cast<std::size_t>(TimePart::lost_work)] == "lost_work");
    CHECK(time_part_names[static_cast<std::size_t>(TimePart::restart)] == "restart");
    CHECK(std::set<std::string_view>(time_part_names.begin(), time_part_names.end()).size() ==
          time_part_count);
}
