#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <set>
#include <string>

#include "sim/results/format_page.hpp"
#include "sim/results/schema.hpp"
#include "tests/catch_compat.hpp"
#include "tests/sim/results/scratch_folder.hpp"

using namespace trialcost;

namespace {

bool has_group(const std::string& path) {
    const auto& groups = result_schema().groups;
    return std::any_of(groups.begin(), groups.end(),
                       [&](const GroupEntry& group) { return group.path == path; });
}

}  // namespace

TEST_CASE("names are unique over all groups and belong to a known group") {
    std::set<std::string> names;
    for (const auto& entry : result_schema().datasets) {
        INFO(entry.name);
        CHECK(names.insert(entry.name).second);
        CHECK(has_group(entry.group));
    }
    std::set<std::string> attributes;
    for (const auto& entry : result_schema().attributes) {
        INFO(entry.name);
        CHECK(attributes.insert(entry.name).second);
        CHECK(has_group(entry.group));
        CHECK(entry.type != ElementType::flag);
    }
}

TEST_CASE("every dimension has a coordinate that comes before its use") {
    for (const auto& dimension : result_schema().dimensions) {
        INFO(dimension.name);
        const DatasetEntry* coordinate = result_schema().find_dataset(dimension.name);
        if (dimension.coordinate == Coordinate::row_number) {
            CHECK(coordinate == nullptr);
            continue;
        }
        REQUIRE(coordinate != nullptr);
        CHECK(coordinate->dimensions == std::vector<std::string>{dimension.name});
        CHECK(coordinate->group == dimension.group);
    }
    std::set<std::string> seen;
    for (const auto& entry : result_schema().datasets) {
        seen.insert(entry.name);
        for (const auto& name : entry.dimensions) {
            INFO(entry.name << " on " << name);
            const DimensionEntry* dimension = result_schema().find_dimension(name);
            REQUIRE(dimension != nullptr);
            const bool in_reach = dimension->group == entry.group || dimension->group == "/";
            CHECK(in_reach);
            const bool ready = dimension->coordinate == Coordinate::row_number || seen.count(name);
            CHECK(ready);
        }
    }
}

TEST_CASE("numbers have units, texts have none, and no unit reads as a time stamp") {
    for (const auto& entry : result_schema().datasets) {
        INFO(entry.name);
        CHECK(entry.unit.empty() == (entry.type == ElementType::text));
        CHECK_FALSE(entry.description.empty());
        CHECK(entry.unit.find("second") == std::string::npos);
        CHECK(entry.unit.find("hour") == std::string::npos);
    }
    CHECK(result_schema().find_dataset("wall_time_lo")->unit == "s");
    CHECK(result_schema().find_dataset("billed_time_max")->unit == "h");
    CHECK(result_schema().find_dataset("no such dataset") == nullptr);
}

TEST_CASE("placeholders of units are filled in") {
    CHECK(filled_unit("{currency}/{output_unit}", "USD", "1e9 token") == "USD/1e9 token");
    CHECK(filled_unit("{currency}/month", "EUR", "run") == "EUR/month");
    CHECK(filled_unit("s", "USD", "run") == "s");
}

// TRIALCOST_UPDATE_GOLDEN=1 writes the page anew.
TEST_CASE("the page in docs is the one the schema prints") {
    const std::string path = std::string(TRIALCOST_SOURCE_DIR) + "/docs/result-file.md";
    if (std::getenv("TRIALCOST_UPDATE_GOLDEN") != nullptr) put_text(path, format_page());
    CHECK(file_text(path) == format_page());
}
