// What the records cannot show of the dependence between their fields is said in the evidence.
#include "tests/catch_compat.hpp"
#include "tests/scenarios/build/scratch_scenario.hpp"

using namespace trialcost;

namespace {

OptionPlan option_of(const std::string& columns, const std::vector<std::string>& rows,
                     const std::string& tables = "") {
    ScratchScenario files;
    files.put("a.csv", trial_rows(columns, rows));
    files.put(ScenarioText{.tables = tables});
    return files.option();
}

bool says_anything(const OptionPlan& option) {
    for (const Evidence& row : option.evidence)
        if (row.input.starts_with("dependence")) return true;
    return false;
}

}  // namespace

TEST_CASE("fields of other runs: their dependence is not measured") {
    const std::string columns = "in_training_s,startup_s,cache";
    const OptionPlan option = option_of(
        columns, {"r1,900,90,cold", "r2,890,60,warm", "r3,905,62,warm", "r4,900,61,warm"});
    const Evidence& apart = evidence_of(option, "dependence startup_cold / startup_warm");
    CHECK(apart.evidence_class == EvidenceClass::assumed);
    CHECK(apart.value == "not measured, drawn as independent");
    CHECK(apart.source == "no run recorded both");
    CHECK(evidence_of(option, "dependence seconds_per_unit / startup_warm").source ==
          "only 3 of 4 runs recorded both above zero");
    CHECK(evidence_of(option, "dependence seconds_per_unit / startup_cold").source ==
          "only 1 of 4 runs recorded both above zero");
    // Of what is given, nothing is said.
    const OptionPlan given =
        option_of(columns, {"r1,900,90,cold", "r2,890,60,warm", "r3,905,62,warm"},
                  "[option.a.inputs]\nstartup_cold = \"2 min\"\n");
    CHECK_FALSE(has_evidence(given, "dependence startup_cold / startup_warm"));
    CHECK(has_evidence(given, "dependence seconds_per_unit / startup_warm"));
}

TEST_CASE("few runs: how many the dependence of their fields rests on") {
    const std::vector<std::string> rows = {"r1,900,90,10", "r2,890,92,11", "r3,905,89,12",
                                           "r4,902,91,10"};
    const std::string columns = "in_training_s,startup_s,validation_s";
    const std::string input = "dependence seconds_per_unit, startup, validation_time";
    const OptionPlan few = option_of(columns, {rows[0], rows[1], rows[2]});
    CHECK(evidence_of(few, input).evidence_class == EvidenceClass::measured);
    CHECK(evidence_of(few, input).value == "rests on 3 runs, too few to tell 3 inputs apart");
    CHECK(evidence_of(few, input).observations == 3);
    CHECK(evidence_of(few, input).source == "a.csv:2-4");
    CHECK_FALSE(says_anything(option_of(columns, rows)));
    CHECK_FALSE(says_anything(option_of(columns, {rows[0]})));
    CHECK_FALSE(says_anything(option_of("", {"r1", "r2"})));
}
