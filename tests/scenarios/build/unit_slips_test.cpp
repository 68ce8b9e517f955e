// Times of another unit than seconds are told by the other records.
#include "scenarios/build/unit_slips.hpp"

#include <string>

#include "tests/catch_compat.hpp"
#include "tests/scenarios/build/scratch_scenario.hpp"

using namespace trialcost;

namespace {

const std::string head = "run_id,instance,billed_s,output_units,quality_passed,";

std::string warnings(const std::string& columns, const std::string& rows) {
    ScratchScenario files;
    files.put("a.csv", head + columns + "\n" + rows);
    files.put(ScenarioText{});
    return files.warnings();
}

const std::string hours =
    ": looks like hours (about 3600 times less than the median of the other records); times are in "
    "seconds\n";
const std::string milliseconds =
    ": looks like milliseconds (about 1000 times the median of the other records); times are in "
    "seconds\n";

const std::string minutes =
    ": looks like minutes (about 60 times less than the median of the other records); times are in "
    "seconds\n";

}  // namespace

TEST_CASE("a row in minutes is named, a start that is as much shorter is not") {
    const std::string good = "r1,x8,3600,1,true,1200\nr2,x8,4000,1,true,1300\n";
    CHECK(warnings("startup_s", good + "r3,x8,62,1,true,20\n") ==
          "warning a.csv:4:0 billed_s" + minutes);
    CHECK(warnings("startup_s", good + "r3,x8,3700,1,true,20\n") == "");
}

TEST_CASE("a row in hours or in milliseconds is named with its fields") {
    const std::string good = "r1,x8,3600,1,true,3500,90\nr2,x8,4000,1,true,3800,110\n";
    CHECK(warnings("in_training_s,startup_s", good) == "");
    CHECK(warnings("in_training_s,startup_s", good + "r3,x8,1,1,true,0.95,0.03\n") ==
          "warning a.csv:4:0 billed_s, in_training_s, startup_s" + hours);
    CHECK(warnings("in_training_s,startup_s", good + "r3,x8,3.7e6,1,true,3.5e6,90e3\n") ==
          "warning a.csv:4:0 billed_s, in_training_s, startup_s" + milliseconds);
    // One field alone.
    CHECK(warnings("in_training_s,startup_s", good + "r3,x8,3700,1,true,3500,0.03\n") ==
          "warning a.csv:4:0 startup_s" + hours);
}

TEST_CASE("of two records the one that slipped is named") {
    CHECK(warnings("startup_s", "r1,x8,1,1,true,\nr2,x8,3600,1,true,\n") ==
          "warning a.csv:2:0 billed_s" + hours);
    CHECK(warnings("startup_s", "r1,x8,3600,1,true,\nr2,x8,3600000,1,true,\n") ==
          "warning a.csv:3:0 billed_s" + milliseconds);
    CHECK(warnings("startup_s", "r1,x8,1,1,true,\n") == "");
}

TEST_CASE("what differs less, or is zero or unknown, is left alone") {
    CHECK(warnings("startup_s",
                   "r1,x8,3600,1,true,0\nr2,x8,3600,1,true,90\nr3,x8,36000,1,true,\n") == "");
    CHECK(warnings("startup_s", "r1,x8,3600,1,true,9\nr2,x8,3600,1,true,540\n") == "");
}

TEST_CASE("times that grow with the work are compared by it") {
    // The second has a thousand times the work, and takes as long for it.
    CHECK(warnings("count_basis,samples,startup_s",
                   "r1,x8,40,1,true,samples,10,\nr2,x8,40000,1,true,samples,10000,\n") == "");
    CHECK(warnings("count_basis,samples,startup_s",
                   "r1,x8,40,1,true,samples,10,\nr2,x8,40000,1,true,samples,10,\n") ==
          "warning a.csv:3:0 billed_s" + milliseconds);
}

TEST_CASE("the records of another file of the option are other records") {
    ScratchScenario files;
    files.put("b.csv", head + "startup_s\nr7,x8,3600,1,true,\nr8,x8,3700,1,true,\n");
    files.put("a.csv", head + "startup_s\nr1,x8,1,1,true,\n");
    std::string text = ScenarioText{}.text();
    text.replace(text.find("\"a.csv\""), 7, "\"a.csv\", \"b.csv\"");
    files.put("scenario.toml", text);
    CHECK(files.warnings() == "warning a.csv:2:0 billed_s" + hours);
}
