#include "scenarios/records/trial_records.hpp"

#include <string>

#include "tests/catch_compat.hpp"
#include "tests/scenarios/records/complaint_lines.hpp"

using namespace trialcost;

namespace {

struct Read {
    TrialRecords records;
    std::string complaints;
};

Read read(const std::string& text) {
    Complaints complaints;
    const auto file = check_text("t.csv", text, complaints);
    REQUIRE(file);
    TrialRecords records = read_trial_records(*file, complaints);
    return {std::move(records), complaint_lines(complaints)};
}

const std::string five = "run_id,instance,billed_s,output_units,quality_passed";

// A table of one row: the five required columns, good, and one more.
Read read_with(const std::string& column, const std::string& cell) {
    return read(five + "," + column + "\nr1,p5,3600,1,true," + cell + "\n");
}

std::string complaints_with(const std::string& column, const std::string& cell) {
    const Read got = read_with(column, cell);
    CHECK(got.records.rows.empty());
    return got.complaints;
}

}  // namespace

TEST_CASE("five columns make a record; the rest is unknown") {
    const Read got = read(five + "\nr1,p5.48xlarge,3600.5,1,true\nr2,p5.48xlarge,60,0,no\n");
    CHECK(got.complaints.empty());
    REQUIRE(got.records.rows.size() == 2);
    const TrialRecord& first = got.records.rows[0];
    CHECK(first.where == Position{"t.csv", 2, 0});
    CHECK(first.run_id == "r1");
    CHECK(first.instance == "p5.48xlarge");
    CHECK(first.billed_s == 3600.5);
    CHECK(first.output_units == 1);
    CHECK(first.quality_passed);
    CHECK_FALSE(got.records.rows[1].quality_passed);
    CHECK_FALSE(first.failures);
    CHECK_FALSE(first.data_wait_s);
    CHECK_FALSE(first.stage);
    CHECK(got.records.file == "t.csv");
    CHECK(got.records.sha256.size() == 64);
    CHECK(got.records.extra_columns.empty());
}

TEST_CASE("every known column arrives in its member") {
    const Read got = read(
        five +
        ",stage,started_at,ended_at,region,purchase,nodes,software,precision,parallel_strategy,"
        "global_batch,count_basis,cache,startup_s,compile_s,warmup_s,in_training_s,productive_s,"
        "data_wait_s,idle_s,checkpoint_s,checkpoints,validation_s,validations,lost_s,downtime_s,"
        "restore_s,failures,steps,samples,tokens,quality,throughput_basis,device_utilization,log\n"
        "r1,p5,1,2,yes,target load,2026-11-30T08:00:00+01:00,2026-11-30T08:00:00Z,us-east-1,"
        "capacity_block,3,\"neuron 2.28, torch 2.9\",bf16,tp8,4,tokens,cold,5,6,7,8,9,10,11,12,13,"
        "14,15,16,17,18,19,20,21,22,-0.9,end_to_end,0.75,run.log\n");
    CHECK(got.complaints.empty());
    REQUIRE(got.records.rows.size() == 1);
    const TrialRecord& r = got.records.rows[0];
    CHECK(r.stage == TrialRecord::Stage::target_load);
    CHECK(*r.ended_at - *r.started_at == std::chrono::hours(1));
    CHECK(r.region == "us-east-1");
    CHECK(r.purchase == RecordedPurchase::capacity_block);
    CHECK(r.nodes == 3);
    CHECK(r.software == "neuron 2.28, torch 2.9");
    CHECK(r.precision == "bf16");
    CHECK(r.parallel_strategy == "tp8");
    CHECK(r.global_batch == 4);
    CHECK(r.count_basis == TrialRecord::CountBasis::tokens);
    CHECK(r.cache == TrialRecord::Cache::cold);
    CHECK(r.startup_s == 5);
    CHECK(r.compile_s == 6);
    CHECK(r.warmup_s == 7);
    CHECK(r.in_training_s == 8);
    CHECK(r.productive_s == 9);
    CHECK(r.data_wait_s == 10);
    CHECK(r.idle_s == 11);
    CHECK(r.checkpoint_s == 12);
    CHECK(r.checkpoints == 13);
    CHECK(r.validation_s == 14);
    CHECK(r.validations == 15);
    CHECK(r.lost_s == 16);
    CHECK(r.downtime_s == 17);
    CHECK(r.restore_s == 18);
    CHECK(r.failures == 19);
    CHECK(r.steps == 20);
    CHECK(r.samples == 21);
    CHECK(r.tokens == 22);
    CHECK(r.quality == -0.9);
    CHECK(r.throughput_basis == TrialRecord::ThroughputBasis::end_to_end);
    CHECK(r.device_utilization == 0.75);
    CHECK(r.log == "run.log");
    CHECK(r.extra.empty());
}

TEST_CASE("blank is unknown and zero is zero") {
    CHECK_FALSE(read_with("failures", "").records.rows[0].failures);
    CHECK(read_with("failures", "0").records.rows[0].failures == 0);
    CHECK_FALSE(read_with("data_wait_s", " ").records.rows[0].data_wait_s);
    CHECK(read_with("data_wait_s", "0").records.rows[0].data_wait_s == 0);
}

TEST_CASE("words and truth are read however they are spelt") {
    for (const char* word : {"true", "TRUE", "yes", "Yes", "1"}) {
        CHECK(read(five + "\nr,i,1,1," + word + "\n").records.rows.at(0).quality_passed);
    }
    for (const char* word : {"false", "False", "no", "0"}) {
        CHECK_FALSE(read(five + "\nr,i,1,1," + word + "\n").records.rows.at(0).quality_passed);
    }
    for (const char* word : {"target-load", "target_load", "Target load"}) {
        CHECK(read_with("stage", word).records.rows.at(0).stage == TrialRecord::Stage::target_load);
    }
    CHECK(to_text(TrialRecord::Stage::bill_reconciliation) == "bill-reconciliation");
    CHECK(to_text(TrialRecord::Cache::warm) == "warm");
    CHECK(to_text(TrialRecord::CountBasis::steps) == "steps");
    CHECK(to_text(TrialRecord::ThroughputBasis::billed) == "billed");
    CHECK(to_text(RecordedPurchase::capacity_block) == "capacity-block");
}

TEST_CASE("wrong cells are complained about at their place") {
    CHECK(
        complaints_with("idle_s", "-1") ==
        "2:19 idle_s: must not be negative (it is -1); leave the cell blank if it is not known\n");
    CHECK(complaints_with("idle_s", "nan") ==
          "2:19 idle_s: `nan` is not a finite number; write a finite number, or leave it out if it "
          "is "
          "not known\n");
    CHECK(
        complaints_with("idle_s", "inf").starts_with("2:19 idle_s: `inf` is not a finite number"));
    CHECK(complaints_with("idle_s", "1e400").starts_with("2:19 idle_s: `1e400` is out of range"));
    CHECK(complaints_with("idle_s", "\"1,5\"") ==
          "2:19 idle_s: `1,5` has a comma in its number; decimal comma? write 1.5\n");
    CHECK(complaints_with("idle_s", "1 234")
              .starts_with("2:19 idle_s: `1 234` has a gap in its number"));
    CHECK(complaints_with("idle_s", "12 min") ==
          "2:19 idle_s: `12 min` is not a number; in seconds: 720\n");
    CHECK(complaints_with("device_utilization", "73 %") ==
          "2:19 device_utilization: `73 %` is not a number; as a share: 0.73\n");
    CHECK(complaints_with("device_utilization", "73") ==
          "2:19 device_utilization: must lie between 0 and 1 (100 %) (it is 73); leave the cell "
          "blank "
          "if it is not known\n");
    CHECK(complaints_with("failures", "1.5") ==
          "2:19 failures: must be a whole number, 0 or more (it is 1.5); leave the cell blank if "
          "it is "
          "not known\n");
    CHECK(
        complaints_with("nodes", "0").starts_with("2:19 nodes: must be a whole number, 1 or more"));
    CHECK(complaints_with("failures", "1e10").starts_with("2:19 failures: must be a whole number"));
    CHECK(complaints_with("cache", "hot") ==
          "2:19 cache: `hot` is not one of its words (cold, warm)\n");
    CHECK(complaints_with("purchase", "on-demnad") ==
          "2:19 purchase: `on-demnad` is not one of its words (on-demand, spot, commitment, "
          "capacity-block); did you mean `on-demand`?\n");
    CHECK(complaints_with("started_at", "2026-11-30T08:00:00") ==
          "2:19 started_at: must be a date and time with its offset from UTC (it is "
          "`2026-11-30T08:00:00`); write it like 2026-11-30T08:15:00+01:00\n");
    CHECK(complaints_with("in_training_s", "0") ==
          "2:19 in_training_s: is zero although the run has output; leave the cell blank if it is "
          "not "
          "known\n");
    CHECK(complaints_with("productive_s", "0").starts_with("2:19 productive_s: is zero although"));
    const auto worked = [](const std::string& cells) {
        return read(five + ",count_basis,samples,tokens\nr1,p5,60," + cells + "\n").complaints;
    };
    CHECK(worked("1,true,samples,0,") ==
          "2:25 samples: is zero although the run has output; leave the cell blank if it is not "
          "known\n");
    CHECK(worked("1,no,tokens,,0").starts_with("2:23 tokens: is zero although"));
    CHECK(worked("1,true,samples,,0") == "");
    CHECK(worked("1,true,samples,3,0") == "");
    CHECK(worked("0,no,samples,0,") == "");
    CHECK(worked("1,true,,0,") == "");
    // A run that broke down in its startup has trained for no time.
    CHECK(read(five + ",in_training_s\nr1,p5,60,0,no,0\n").complaints.empty());
}

TEST_CASE("required cells must be filled and make sense") {
    CHECK(read(five + "\n,p5,3600,1,true\n").complaints ==
          "2:1 run_id: is blank (every row needs it)\n");
    CHECK(read(five + "\nr1,,3600,1,true\n").complaints ==
          "2:4 instance: is blank (every row needs it)\n");
    CHECK(read(five + "\nr1,p5,,1,true\n").complaints ==
          "2:7 billed_s: is blank (every row needs it)\n");
    CHECK(read(five + "\nr1,p5,0,1,true\n").complaints ==
          "2:7 billed_s: must be more than zero (it is 0)\n");
    CHECK(read(five + "\nr1,p5,60,,true\n").complaints ==
          "2:10 output_units: is blank (every row needs it)\n");
    CHECK(read(five + "\nr1,p5,60,1,\n").complaints ==
          "2:12 quality_passed: is blank (every row needs it)\n");
    CHECK(
        read(five + "\nr1,p5,60,1,maybe\n").complaints ==
        "2:12 quality_passed: must be true or false (it is `maybe`); write true or false (or yes, "
        "no, 1, 0)\n");
}

TEST_CASE("all complaints of a file come together and good rows stay") {
    const Read got =
        read(five + ",idle_s\nr1,p5,-1,1,true,x\nr2,p5,60,1,true,1\nr3,p5,60,1,true,-2\n");
    CHECK(
        got.complaints ==
        "2:7 billed_s: must be more than zero (it is -1)\n"
        "2:17 idle_s: `x` is not a number; write a number alone: 1.5 or 2e6\n"
        "4:17 idle_s: must not be negative (it is -2); leave the cell blank if it is not known\n");
    REQUIRE(got.records.rows.size() == 1);
    CHECK(got.records.rows[0].run_id == "r2");
}

TEST_CASE("a run is recorded once and ends after it starts") {
    CHECK(read(five + "\nr1,p5,60,1,true\nr2,p5,60,1,true\nr1,p5,70,1,true\n").complaints ==
          "4:1 run_id: there are two runs `r1` (the first is in line 2); name each run once\n");
    CHECK(read(five + ",started_at,ended_at\n"
                      "r1,p5,60,1,true,2026-11-30T10:00:00Z,2026-11-30T10:30:00+01:00\n")
              .complaints ==
          "2:38 ended_at: the run ends before it starts; are the two swapped?\n");
}

TEST_CASE("columns that the scenario names are no unknown ones") {
    Complaints complaints;
    const auto file = check_text("t.csv", five + ",log_gb,note\nr1,p5,60,1,true,2,\n", complaints);
    const std::vector<std::string> amounts{"log_gb"};
    const TrialRecords records = read_trial_records(*file, complaints, amounts);
    CHECK(complaint_lines(complaints) ==
          "warning 1:61 column `note` is not one trialcost knows (it is used only where the "
          "scenario names it)\n");
    CHECK(records.extra_columns.contains("log_gb"));
    CHECK(records.rows.at(0).extra.at("log_gb") == 2);
}

TEST_CASE("missing columns and files without records") {
    CHECK(read("run_id,instance,billed,output_units\nr1,p5,60,1\n").complaints ==
          "1:0 billed_s: the column is missing (needed: run_id, instance, billed_s, output_units, "
          "quality_passed); is it `billed`?\n"
          "1:0 quality_passed: the column is missing (needed: run_id, instance, billed_s, "
          "output_units, quality_passed)\n");
    CHECK(
        read(five + "\n").complaints ==
        "1:0 no records (there is a header and nothing below it); add one row per measured run\n");
    CHECK(read("run_id;instance\nr1;p5\n").complaints ==
          "1:1 cells are set apart by semicolons; save with commas\n");
    CHECK(read("").complaints == "0:0 the table is empty; write a line of column names first\n");
    // A fault in the only row is complaint enough.
    CHECK(read(five + "\nr1,p5\n").complaints ==
          "2:0 the row has 2 cells (the header has 5); leave unknown cells blank; quote cells with "
          "commas in them\n");
}

TEST_CASE("other columns are kept where they hold numbers") {
    const Read got = read(five +
                          ",log_gb_per_h,note,productiv_s\n"
                          "r1,p5,60,1,true,0.5,,1\nr2,p5,60,1,true,,slow disk,2\n"
                          "r3,p5,60,1,true,0.75,7,3\n");
    CHECK(
        got.complaints ==
        "warning 1:54 column `log_gb_per_h` is not one trialcost knows (it is used only where the "
        "scenario names it)\n"
        "warning 1:67 column `note` is not one trialcost knows (it is used only where the scenario "
        "names it)\n"
        "warning 1:72 column `productiv_s` is not one trialcost knows (it is used only where the "
        "scenario names it); did you mean `productive_s`?\n");
    REQUIRE(got.records.rows.size() == 3);
    CHECK(got.records.rows[0].extra.at("log_gb_per_h") == 0.5);
    CHECK_FALSE(got.records.rows[1].extra.contains("log_gb_per_h"));
    CHECK(got.records.rows[2].extra.at("note") == 7);
    REQUIRE(got.records.extra_columns.size() == 3);
    CHECK_FALSE(got.records.extra_columns.at("log_gb_per_h"));
    CHECK(got.records.extra_columns.at("note") == Position{"t.csv", 3, 18});
}
