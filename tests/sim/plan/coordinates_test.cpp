// Which names take a coordinate, in which order, and which names draw from a stream.
#include "sim/plan/coordinates.hpp"

#include <algorithm>
#include <set>
#include <stdexcept>

#include "sim/random/stream.hpp"
#include "tests/catch_compat.hpp"
#include "tests/sim/plan/plan_fixtures.hpp"

using namespace trialcost;
using namespace trialcost::fixtures;

namespace {

using Names = std::vector<std::string>;

// One of everything that carries randomness: two fields of three records per attempt, downtime and
// restart of three failures per event, one record without a spread, inputs of all three kinds.
OptionPlan full_option(const std::string& name) {
    OptionPlan option;
    option.name = name;
    const std::size_t runs = add_group(option, "records1", {{1, 2, 4}, {5, 6, 5}});
    const std::size_t events =
        add_group(option, "failure.all/records1", {{10, 30, 20}, {7, 8, 9}}, Varies::per_event);
    const std::size_t lone = add_group(option, "records2", {{3}});
    option.job.work = stated(option, "work", {Lognormal{0, 1}});
    option.job.seconds_per_unit = field_of(runs, 0);
    option.job.startup_warm = field_of(runs, 1);
    option.job.startup_warm.not_zero = stated(option, "not_zero", {Beta{2, 2}}).index;
    option.job.startup_cold = option.job.startup_warm;
    option.job.validation_time = field_of(lone, 0);
    option.job.pass_probability =
        stated(option, "pass_probability", {Beta{9, 2}}, Varies::per_attempt);
    FailureClassPlan failures;
    failures.rate = stated(option, "failure.all.rate", {Gamma{1, 1}});
    failures.downtime = field_of(events, 0);
    failures.restart = field_of(events, 1);
    option.job.failures = {failures};
    stated(option, "failure.all.notice", {Lognormal{0, 1}}, Varies::per_event);
    return option;
}

// The coordinates that full_option() takes, by hand.
Names full_names(const std::string& name) {
    Names names;
    for (const char* own :
         {"records1/k", "records1/a1", "records1/a2", "records1/g1", "records1/g2",
          "failure.all/records1/k", "failure.all/records1/a1", "failure.all/records1/a2", "work",
          "not_zero", "pass_probability", "failure.all.rate", "records1/zero2", "pass", "failure"})
        names.push_back(name + "/" + own);
    return names;
}

Names joined(Names first, const Names& second) {
    first.insert(first.end(), second.begin(), second.end());
    return first;
}

bool holds(const Names& names, const std::string& name) {
    return std::find(names.begin(), names.end(), name) != names.end();
}

}  // namespace

TEST_CASE("shared names come first, then the options in order, each name once") {
    Plan plan;
    plan.options = {full_option("a"), full_option("b")};
    const StatedInput shared{"shared/steps", Marginal::compile({Lognormal{0, 1}})};
    plan.shared = {shared};
    // The option that uses a shared input lists it too; the name keeps its one coordinate.
    plan.options[1].stated.push_back(shared);
    CHECK(coordinate_table(plan).names ==
          joined({"shared/steps"}, joined(full_names("a"), full_names("b"))));
}

TEST_CASE("an option added at the end takes coordinates after all others") {
    Plan plan;
    plan.options = {full_option("a")};
    const Names before = coordinate_table(plan).names;
    plan.options.push_back(full_option("b"));
    const Names after = coordinate_table(plan).names;
    REQUIRE(after.size() > before.size());
    CHECK(std::equal(before.begin(), before.end(), after.begin()));
}

TEST_CASE("what is drawn per event gets no coordinate for its chance, its knowledge does") {
    Plan plan;
    plan.options = {full_option("a")};
    const Names names = coordinate_table(plan).names;
    CHECK(holds(names, "a/failure.all/records1/a1"));
    CHECK_FALSE(holds(names, "a/failure.all/records1/g1"));
    CHECK_FALSE(holds(names, "a/failure.all.notice"));
    // A group without a spread has nothing to draw.
    CHECK_FALSE(holds(names, "a/records2/k"));
}

TEST_CASE("a job that cannot miss the bar or fail takes no coordinate for it") {
    Plan plan;
    plan.options = {simple_option("a", {Lognormal{0, 1}}, 1)};
    CHECK(coordinate_table(plan).names ==
          Names{"a/work", "a/seconds_per_unit", "a/output_per_run"});
}

TEST_CASE("every field of an attempt that can be zero has a coordinate for it") {
    for (auto member :
         {&JobPlan::work, &JobPlan::seconds_per_unit, &JobPlan::wait_ratio, &JobPlan::startup_cold,
          &JobPlan::startup_warm, &JobPlan::checkpoint_time, &JobPlan::validation_time}) {
        Plan plan;
        plan.options.resize(1);
        OptionPlan& option = plan.options[0];
        option.name = "a";
        option.job.*member = recorded(option, "records1", {1, 2});
        (option.job.*member).not_zero = stated(option, "not_zero", {Beta{2, 2}}).index;
        CHECK(holds(coordinate_table(plan).names, "a/records1/zero1"));
    }
}

TEST_CASE("the coordinate of a name is its place, and a name without one is a fault") {
    Plan plan;
    plan.options = {full_option("a")};
    const CoordinateTable table = coordinate_table(plan);
    for (std::size_t i = 0; i < table.names.size(); ++i) CHECK(table.at(table.names[i]) == i);
    CHECK_THROWS_AS(table.at("a/records2/k"), std::logic_error);
}

// Every name that may draw from a stream is checked for a collision of hashes before the run, so
// each must be listed, and once: a name listed twice would collide with itself.
TEST_CASE("the streams are those of the coordinates and of the events") {
    Plan plan;
    plan.options = {full_option("a"), full_option("b")};
    const Names names = stream_names(plan);
    CHECK(std::set<std::string>(names.begin(), names.end()).size() == names.size());
    CHECK_NOTHROW(assert_distinct_streams(names));
    for (const std::string& name : coordinate_table(plan).names) CHECK(holds(names, name));
    for (const std::string option : {"a", "b"})
        for (const char* of_events :
             {"/failure.all/records1/g1", "/failure.all/records1/g2", "/failure.all/records1/zero1",
              "/failure.all/records1/zero2", "/failure.all.notice", "/failure", "/pass",
              "/restart/startup"}) {
            INFO(option << of_events);
            CHECK(holds(names, option + of_events));
        }
}
