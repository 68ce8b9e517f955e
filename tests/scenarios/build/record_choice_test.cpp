// Which records speak for an option, and what is said of those that do not.
#include <algorithm>

#include "tests/catch_compat.hpp"
#include "tests/scenarios/build/scratch_scenario.hpp"

using namespace trialcost;

namespace {

const std::string head = "run_id,instance,billed_s,output_units,quality_passed";

// Records in full: "r1,x8,1000,1,true" and what `columns` add.
ScratchScenario with_records(const std::string& columns, const std::string& rows,
                             const ScenarioText& scenario = {}) {
    ScratchScenario files;
    files.put("a.csv", head + columns + "\n" + rows);
    files.put(scenario);
    return files;
}

// What an option without usable records leaves out.
const std::vector<std::string> nothing_known = {
    "work of a run: unknown", "throughput: no usable trial records", "startup: not recorded",
    "pass probability: not measured", "failures: not recorded"};

const std::string& left_out(const OptionPlan& option) {
    return evidence_of(option, "records").closeness;
}
const std::string& closeness(const OptionPlan& option) {
    return evidence_of(option, "pass_probability").closeness;
}

}  // namespace

TEST_CASE("records of another instance, node count or software are left out and said to be") {
    const OptionPlan option =
        with_records(",nodes,software",
                     "r1,x8,1000,1,true,2,new\nr2,x8,1000,1,true,1,new\nr3,x9,1000,1,true,2,new\n"
                     "r4,x8,1000,1,true,2,old\nr5,x9,1000,1,true,2,new\nr6,x8,1000,1,true,,\n",
                     {.option = "nodes = 2\nsoftware = \"new\""})
            .option();
    CHECK(option.records == 2);
    CHECK(left_out(option) ==
          "left out: 2 rows: instance x9; 1 row: node count 1, the option has 2; 1 row: software "
          "old");
    CHECK(evidence_of(option, "records").value == "2 runs");
    CHECK(evidence_of(option, "records").source == "a.csv:2-7");
    CHECK(closeness(option) ==
          "stage not recorded; node count not recorded; software not recorded");
}

TEST_CASE("an option without software of its own takes any, but only one") {
    const std::string rows = "r1,x8,1000,1,true,new\nr2,x8,1000,1,true,\nr3,x8,1000,1,true,new\n";
    CHECK(with_records(",software", rows).option().records == 3);
    CHECK(with_records(",software", rows + "r4,x8,1000,1,true,old\n").complaints() ==
          "a.csv:5:0 software: the records mix `new` and `old` (those of option a; each is another "
          "measurement); give "
          "the option its `software`: other rows are then left out\n");
}

TEST_CASE("records that were measured differently do not mix") {
    const auto mixed = [](const std::string& column, const std::string& one,
                          const std::string& other) {
        return with_records("," + column,
                            "r1,x8,1000,1,true," + one + "\nr2,x8,1000,1,true," + other + "\n")
            .complaints();
    };
    const std::string apart =
        " (those of option a; each is another measurement); keep them apart: one option for each\n";
    CHECK(mixed("precision", "bf16", "fp8") ==
          "a.csv:3:0 precision: the records mix `bf16` and `fp8`" + apart);
    CHECK(mixed("parallel_strategy", "tp8", "tp4") ==
          "a.csv:3:0 parallel_strategy: the records mix `tp8` and `tp4`" + apart);
    CHECK(mixed("global_batch", "8", "16") ==
          "a.csv:3:0 global_batch: the records mix `8` and `16`" + apart);
    CHECK(with_records(",count_basis,samples,tokens",
                       "r1,x8,1000,1,true,samples,10,\nr2,x8,1000,1,true,tokens,,10\n")
              .complaints() ==
          "a.csv:2:0 count_basis: the records count different things (those of option a; "
          "their work cannot be compared); use one count_basis for all of them\n");
    CHECK(
        with_records(",count_basis,samples", "r1,x8,1000,1,true,samples,10\nr2,x8,1000,1,true,,\n")
            .complaints() ==
        "a.csv:2:0 count_basis: the records count different things (those of option a; "
        "their work cannot be compared); use one count_basis for all of them\n");
}

TEST_CASE("stages: of target load if there are any, else what there is") {
    const std::string rows =
        "r1,x8,1000,1,true,minimal-port\nr2,x8,1000,1,true,target-load\nr3,x8,1000,1,true,"
        "baseline\n"
        "r4,x8,1000,1,true,bill-reconciliation\n";
    OptionPlan option = with_records(",stage", rows).option();
    CHECK(option.records == 2);
    CHECK(option.target_load_trials == 2);
    CHECK(left_out(option) == "left out: 2 rows: before target load");
    CHECK(closeness(option) == "node count not recorded");

    option = with_records(",stage", "r1,x8,1000,1,true,minimal-port\n").option();
    CHECK(option.records == 1);
    CHECK(option.target_load_trials == 0);
    CHECK(closeness(option) == "not at target load; node count not recorded");

    option = with_records(",stage", rows + "r5,x8,1000,1,true,\n").option();
    CHECK(option.records == 3);
    CHECK(option.target_load_trials == 2);
    CHECK(closeness(option) == "stage not recorded; node count not recorded");
}

TEST_CASE("a trial of under a tenth of the work asked for is none of target load") {
    const std::string columns = ",stage,nodes,count_basis,samples";
    const std::string small = "r1,x8,1000,1,true,target-load,1,samples,61\n";
    const ScenarioText asked{.workload = "work = \"3050 samples\""};
    OptionPlan option = with_records(columns, small, asked).option();
    CHECK(option.target_load_trials == 0);
    CHECK(closeness(option) == "not at target load; its trials cover 2 % of the target's work");
    option = with_records(columns, small + "r2,x8,1000,1,true,target-load,1,samples,305\n", asked)
                 .option();
    CHECK(option.records == 1);
    CHECK(option.target_load_trials == 1);
    CHECK(left_out(option) == "left out: 1 row: before target load");
    CHECK(evidence_of(option, "records").source == "a.csv:3");
    CHECK(value_at(option, option.job.work) == 3050);
}

TEST_CASE("another region is said, and used") {
    const OptionPlan option =
        with_records(",region,stage,nodes", "r1,x8,1000,1,true,r2,target-load,1\n").option();
    CHECK(option.records == 1);
    CHECK(closeness(option) == "another region");
}

TEST_CASE("stand-ins: records of one other instance, assumed and said to be") {
    const ScenarioText stand_in{
        .option = "records_stand_for = { instance = \"x8\", because = \"same chips\" }"};
    const std::string rows = "r1,y8,1000,1,true,target-load,1\nr2,y8,1100,1,true,target-load,1\n";
    OptionPlan option = with_records(",stage,nodes", rows, stand_in).option();
    CHECK(option.stand_in == "measured on y8, priced as x8: same chips");
    CHECK(option.records == 2);
    for (const char* input : {"work", "seconds_per_unit", "output_per_run", "pass_probability"}) {
        INFO(input);
        CHECK(evidence_of(option, input).evidence_class == EvidenceClass::assumed);
        CHECK(evidence_of(option, input).closeness == option.stand_in);
    }
    // The instance itself needs no stand-in.
    option = with_records(",stage,nodes", "r1,x8,1000,1,true,target-load,1\n", stand_in).option();
    CHECK(option.stand_in.empty());
    CHECK(evidence_of(option, "work").evidence_class == EvidenceClass::measured);
    CHECK(with_records(",stage,nodes", rows + "r3,x8,1000,1,true,target-load,1\n", stand_in)
              .complaints() ==
          "a.csv:4:0 instance: the records mix `y8` and `x8` (those of option a; each is another "
          "measurement); keep the "
          "records of each instance in a file of their own\n");
}

TEST_CASE("an option whose records are all of something else says so") {
    const ScratchScenario files = with_records("", "r1,y8,1000,1,true\nr2,y8,1000,1,true\n");
    CHECK(files.warnings() ==
          "warning scenario.toml:13:9 option.a.trials: no record of it fits the option (2 rows: "
          "instance y8); "
          "records of another instance can stand for the option's: records_stand_for = { instance "
          "= ..., "
          "because = ... }\n");
    const OptionPlan option = files.option();
    CHECK(option.records == 0);
    CHECK_FALSE(option.job.can_run());
    CHECK(evidence_of(option, "records").evidence_class == EvidenceClass::unknown);
    CHECK(evidence_of(option, "throughput").source == "records left out: 2 rows: instance y8");
    CHECK(option.missing == nothing_known);
}

TEST_CASE("an option without any records") {
    ScratchScenario files;
    files.put(ScenarioText{
        .tables = "[option.b]\ninstance = \"x8\"\nregion = \"r1\"\npurchase = \"on-demand\""});
    const OptionPlan option = files.option(1);
    CHECK(option.records == 0);
    CHECK_FALSE(has_evidence(option, "records"));
    CHECK(evidence_of(option, "throughput").source == "no trial records of this option");
    CHECK(option.job.failures.empty());
    CHECK(option.missing == nothing_known);
}

TEST_CASE("several files make one set of records; a run counts once") {
    ScratchScenario files;
    files.put("b.csv", trial_rows("", {"r2", "r3"}));
    ScenarioText text;
    std::string scenario = text.text();
    scenario.replace(scenario.find("[\"a.csv\"]"), 9, "[\"a.csv\", \"b.csv\"]");
    files.put("scenario.toml", scenario);
    CHECK(files.option().records == 3);
    CHECK(evidence_of(files.option(), "records").source == "a.csv:2, b.csv:2-3");
    files.put("b.csv", trial_rows("", {"r3", "r1"}));
    CHECK(files.complaints() ==
          "b.csv:3:0 run_id: `r1` stands in two files of option a (a run counts once); remove one "
          "of them\n");
}

TEST_CASE("work and throughput must count the same thing") {
    const std::string row = "r1,x8,1000,1,true,samples,3072\n";
    const auto complaints = [&](const ScenarioText& scenario) {
        return with_records(",count_basis,samples", row, scenario).complaints();
    };
    const std::string tail =
        " (work and throughput must count the same); write it in samples, or record what it counts "
        "(count_basis)\n";
    CHECK(complaints({.workload = "work = \"5e8 tokens\""}) ==
          "scenario.toml:8:8 work: counts tokens, the rest of option a counts samples" + tail);
    CHECK(complaints({.workload = "work = \"3072 samples\""}) == "no complaint");
    CHECK(complaints({.tables = "[option.a.inputs]\nthroughput = \"4 tokens/s\""}) ==
          "scenario.toml:20:14 throughput: counts tokens, the rest of option a counts samples" +
              tail);
    CHECK(complaints({.workload = "work = \"5e8 tokens\"",
                      .tables = "[option.a.inputs]\nthroughput = \"4 tokens/s\""}) ==
          "no complaint");
    CHECK(complaints({.workload = "work = \"3072 samples\"",
                      .tables = "[shared.inputs]\nwork = \"4 samples\""}) ==
          "scenario.toml:20:8 shared.inputs.work: is given in the workload already; keep one of "
          "them\n");
}

TEST_CASE("the option's own work stands before the workload's") {
    const ScenarioText scenario{.workload = "work = \"3072 samples\"",
                                .tables = "[option.a.inputs]\nwork = \"3456 samples\""};
    const OptionPlan option =
        with_records(",count_basis,samples", "r1,x8,1000,1,true,samples,3072\n", scenario).option();
    CHECK(value_at(option, option.job.work) == 3456);
    CHECK(option.stated[option.job.work.index].name == "a/work");
}
