// Records of other node counts: when they speak for an option, what becomes of their fields, and
// what is said of it. The mathematics: models/calibration/node_scaling_test.cpp.
#include "scenarios/build/other_nodes.hpp"

#include <cmath>

#include "tests/catch_compat.hpp"
#include "tests/scenarios/build/scratch_scenario.hpp"

using namespace trialcost;

namespace {

// Rows "run,nodes,billed_s" of target-load trials with 100 s of startup.
OptionPlan with_rows(const std::vector<std::string>& rows, int nodes,
                     const std::string& tables = "") {
    ScratchScenario files;
    std::string text =
        "run_id,nodes,billed_s,instance,output_units,quality_passed,stage,"
        "in_training_s,startup_s\n";
    for (const std::string& row : rows) {
        const double billed_s = std::stod(row.substr(row.rfind(',') + 1));
        text += row + ",x8,1,true,target-load," + std::to_string(billed_s - 100) + ",100\n";
    }
    files.put("a.csv", text);
    files.put({.option = "nodes = " + std::to_string(nodes), .tables = tables});
    return files.option();
}

double seconds_per_unit(const OptionPlan& option) {
    return value_at(option, option.job.seconds_per_unit);
}

const std::vector<std::string> on_four_and_sixteen = {"r1,4,1700", "r2,4,1700", "r3,16,500",
                                                      "r4,16,500"};

}  // namespace

TEST_CASE("between two measured node counts the time per unit is interpolated, and measured") {
    const OptionPlan option = with_rows(on_four_and_sixteen, 8);
    CHECK(seconds_per_unit(option) == Approx(800).epsilon(1e-12));
    const Evidence& time = evidence_of(option, "seconds_per_unit");
    CHECK(time.evidence_class == EvidenceClass::measured);
    CHECK(
        time.value ==
        "800 s/run, interpolated between 4 and 16 nodes, all equal: their spread is not measured");
    CHECK(time.closeness == "measured on 4 and 16 nodes, the option has 8");
    CHECK(option.records == 4);
    CHECK(evidence_of(option, "records").evidence_class == EvidenceClass::assumed);
    // The rest is as on the other nodes.
    CHECK(value_at(option, option.job.startup_cold) == Approx(100).epsilon(1e-12));
    for (const char* input : {"startup", "pass_probability", "work"}) {
        INFO(input);
        CHECK(evidence_of(option, input).evidence_class == EvidenceClass::assumed);
        CHECK(evidence_of(option, input).closeness == time.closeness);
    }
}

TEST_CASE("what the slope leaves open is a factor of its own, drawn once") {
    const std::vector<std::string> rows = {"r1,4,1700", "r2,4,1780", "r3,16,500", "r4,16,520"};
    const OptionPlan off_centre = with_rows(rows, 6);
    const StatedInput& factor = stated_of(off_centre, "a/node_scaling");
    CHECK(factor.varies == Varies::once);
    CHECK(off_centre.job.node_scaling.present());
    CHECK(value_at(off_centre, off_centre.job.node_scaling) == 1);
    CHECK(std::log(value_at(off_centre, off_centre.job.node_scaling, 1)) > 0.005);
    CHECK(evidence_of(off_centre, "node_scaling").evidence_class == EvidenceClass::measured);
    CHECK(evidence_of(off_centre, "node_scaling").observations == 4);
    // One degree of freedom less than for the mean alone.
    CHECK(off_centre.groups[off_centre.job.seconds_per_unit.index].predictive.degrees == 2);
    // Midway between as many records on both sides the slope does not matter.
    CHECK_FALSE(with_rows(rows, 8).job.node_scaling.present());
    // With records of its own, those of other counts are left out.
    std::vector<std::string> own = rows;
    own.emplace_back("r5,6,1300");
    const OptionPlan measured = with_rows(own, 6);
    CHECK_FALSE(measured.job.node_scaling.present());
    CHECK(seconds_per_unit(measured) == 1200);
    CHECK(evidence_of(measured, "records").closeness ==
          "left out: 2 rows: node count 16, the option has 6; 2 rows: node count 4, the option has "
          "6");
}

TEST_CASE("only the neighbours on both sides speak for a count between") {
    std::vector<std::string> rows = on_four_and_sixteen;
    rows.emplace_back("r5,64,490");
    const OptionPlan option = with_rows(rows, 8);
    CHECK(seconds_per_unit(option) == Approx(800).epsilon(1e-12));
    CHECK(evidence_of(option, "records").closeness ==
          "left out: 1 row: node count 64, the option has 8");
}

TEST_CASE("beyond the measured counts: three are needed, and twice the largest is the limit") {
    const auto unknown = with_rows(on_four_and_sixteen, 32);
    CHECK_FALSE(unknown.job.seconds_per_unit.present());
    CHECK(evidence_of(unknown, "throughput").evidence_class == EvidenceClass::unknown);
    CHECK(evidence_of(unknown, "throughput").source ==
          "records left out: 2 rows: node count 16, the option has 32; 2 rows: node count 4, the "
          "option has 32; time per unit of work is scaled from records on both sides of 32 nodes, "
          "or of three node counts");

    std::vector<std::string> rows = on_four_and_sixteen;
    rows.emplace_back("r5,8,900");
    const OptionPlan twice = with_rows(rows, 32), beyond = with_rows(rows, 33);
    CHECK(seconds_per_unit(twice) == Approx(200).epsilon(1e-6));  // an exact power law
    CHECK(evidence_of(twice, "seconds_per_unit").evidence_class == EvidenceClass::measured);
    CHECK(evidence_of(beyond, "seconds_per_unit").evidence_class == EvidenceClass::assumed);
    CHECK(
        evidence_of(beyond, "seconds_per_unit")
            .value.find("extrapolated from 4, 8 and 16 nodes, beyond twice the largest or half the "
                        "smallest") != std::string::npos);
    CHECK(evidence_of(with_rows(rows, 2), "seconds_per_unit").evidence_class ==
          EvidenceClass::measured);
    CHECK(evidence_of(with_rows(rows, 1), "seconds_per_unit").evidence_class ==
          EvidenceClass::assumed);
}

TEST_CASE("records of other node counts are no target-load trials of the option") {
    const OptionPlan option = with_rows(on_four_and_sixteen, 8);
    CHECK(option.target_load_trials == 0);
    CHECK(gate_of(option, "target load").answer == Answer::no);
    CHECK(gate_of(option, "target load").evidence ==
          "measured on 4 and 16 nodes, the option has 8");
    CHECK(gate_of(option, "target load").remedy == "it had target-load trials on 8 nodes");
    CHECK(gate_of(option, "repeatable").answer == Answer::unknown);
    CHECK(gate_of(option, "quality").answer == Answer::unknown);
    CHECK(evidence_of(option, "transfer").value == "100 %");
}

TEST_CASE("a form error is stated with the law that it comes from") {
    // 100 s + 1600 s / nodes: Amdahl's law.
    const OptionPlan option = with_rows({"r1,4,600", "r2,8,400", "r3,16,300", "r4,16,300"}, 32);
    const Evidence& factor = evidence_of(option, "node_scaling");
    CHECK(factor.value.find("Amdahl's law differs by") != std::string::npos);
    CHECK(seconds_per_unit(option) > 100);
    CHECK(seconds_per_unit(option) < 150);
}
