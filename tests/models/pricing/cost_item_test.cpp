#include "models/pricing/cost_item.hpp"

#include <set>

#include "tests/catch_compat.hpp"

using namespace trialcost;

TEST_CASE("each driver counts its own part of the usage") {
    const Usage usage{.billed_node_h = 20,
                      .wall_h = 9,
                      .wall_node_h = 18,
                      .checkpoints = 7,
                      .failures = 3,
                      .attempts = 4,
                      .runs = 2,
                      .output_units = 5};
    CHECK(driver_units(Driver::fixed, usage, 0) == 1);
    CHECK(driver_units(Driver::held, usage, 0) == 1);
    CHECK(driver_units(Driver::per_hour, usage, 0) == 9);
    CHECK(driver_units(Driver::per_node_hour, usage, 0) == 18);
    CHECK(driver_units(Driver::per_billed_node_hour, usage, 0) == 20);
    CHECK(driver_units(Driver::per_checkpoint, usage, 0) == 7);
    CHECK(driver_units(Driver::per_restart, usage, 0) == 3);
    CHECK(driver_units(Driver::per_attempt, usage, 0) == 4);
    CHECK(driver_units(Driver::per_run, usage, 0) == 2);
    CHECK(driver_units(Driver::per_output_unit, usage, 0) == 5);
    // Three are kept of seven, seven of seven.
    CHECK(driver_units(Driver::held_checkpoint, usage, 3) == 3);
    CHECK(driver_units(Driver::held_checkpoint, usage, 10) == 7);
}

TEST_CASE("each driver has a name of its own") {
    CHECK(name_of(Driver::per_hour) == "per hour of wall time");
    CHECK(name_of(Driver::per_billed_node_hour) == "per billed node hour");
    CHECK(name_of(Driver::per_restart) == "per restart");
    CHECK(name_of(Driver::per_output_unit) == "per qualified output unit");
    constexpr auto last = static_cast<int>(Driver::held_checkpoint);
    std::set<std::string_view> names;
    for (int i = 0; i <= last; ++i) names.insert(name_of(static_cast<Driver>(i)));
    CHECK(names.size() == last + 1);
    CHECK_FALSE(names.contains(""));
}
