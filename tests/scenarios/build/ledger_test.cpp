// What the records say of themselves: duplicates, unexplained time, trend over trials, drift inside
// a run; and what the gate `repeatable` makes of it.
#include <cstdio>

#include "tests/catch_compat.hpp"
#include "tests/scenarios/build/scratch_scenario.hpp"

using namespace trialcost;

namespace {

const Evidence& ledger_of(const OptionPlan& plan, const std::string& input) {
    for (const Evidence& row : plan.ledger)
        if (row.input == input) return row;
    throw std::runtime_error("the ledger has no " + input);
}

struct Trial {
    std::string id;
    double training_s = 900.25;
    std::string started_at;
};

// 3,000 samples, and one more in every second; the rest of its billed time is startup.
std::string rows_of(const std::vector<Trial>& trials) {
    std::string out =
        "run_id,instance,billed_s,output_units,quality_passed,stage,nodes,count_basis,samples,"
        "startup_s,in_training_s,failures,started_at\n";
    for (std::size_t i = 0; i < trials.size(); ++i) {
        const Trial& trial = trials[i];
        const double startup_s = i % 2 == 0 ? 60 : 60.25;
        char row[200];
        std::snprintf(row, sizeof row, "%s,x8,%g,1,true,target-load,1,samples,%zu,%g,%g,0,%s\n",
                      trial.id.c_str(), trial.training_s + startup_s, 3000 + i % 2, startup_s,
                      trial.training_s, trial.started_at.c_str());
        out += row;
    }
    return out;
}

// In the order of their days; the times wander by one part in a thousand.
std::vector<Trial> days(std::size_t count, double rise_each) {
    std::vector<Trial> out;
    double factor = 1;
    for (std::size_t i = 0; i < count; ++i, factor *= 1 + rise_each)
        out.push_back({"r" + std::to_string(count - i), 900.25 * factor * (i % 2 == 0 ? 1 : 1.001),
                       "2026-10-0" + std::to_string(i + 1) + "T08:00:00Z"});
    return out;
}

const std::vector<Trial> four = {
    {"r1", 900.25, ""}, {"r2", 901.5, ""}, {"r3", 903.75, ""}, {"r4", 902.5, ""}};

// Nine blocks of 100 s for each run; the last three do less by the share given for the run.
std::string blocks_of(const std::vector<std::pair<std::string, double>>& falls) {
    std::string out = "run_id,block,kind,duration_s,units\n";
    for (const auto& [run, fall] : falls)
        for (int i = 0; i < 9; ++i) {
            char row[100];
            std::snprintf(row, sizeof row, "%s,%d,,100,%.9g\n", run.c_str(), i,
                          i < 6 ? 330 : 330 * (1 - fall));
            out += row;
        }
    return out;
}

ScratchScenario scenario(const std::vector<Trial>& trials, const std::string& blocks = "") {
    ScratchScenario files;
    files.put("a.csv", rows_of(trials));
    if (!blocks.empty()) files.put("b.csv", blocks);
    files.put(ScenarioText{.option = blocks.empty() ? "" : "blocks = [\"b.csv\"]"});
    return files;
}

void check_gate(const OptionPlan& plan, Answer answer, const std::string& evidence,
                const std::string& remedy = "") {
    const Gate& gate = gate_of(plan, "repeatable");
    CHECK(gate.answer == answer);
    CHECK(gate.evidence == evidence);
    CHECK(gate.remedy == remedy);
}

}  // namespace

TEST_CASE("a record with the times of another is warned of and counts once") {
    std::vector<Trial> trials = four;
    trials[2].training_s = trials[0].training_s;
    const ScratchScenario files = scenario(trials);
    CHECK(files.warnings() ==
          "warning a.csv:4:0 run_id: `r3` has the times of `r1` to the last digit (the other is in "
          "line 2); remove one of them if they are one run\n");
    const OptionPlan plan = files.option();
    CHECK(ledger_of(plan, "duplicates").value ==
          "1 run with the times of another: r3 as r1; 3 distinct");
    CHECK(ledger_of(plan, "duplicates").observations == 4);
    CHECK(evidence_of(plan, "records").value == "4 runs, 3 distinct");
    CHECK(evidence_of(plan, "records").observations == 3);
    CHECK(plan.records == 4);  // it stays in
    CHECK(scenario(four).warnings() == "");
    CHECK(ledger_of(scenario(four).option(), "duplicates").value == "none");
}

TEST_CASE("one time that differs makes another record") {
    std::vector<Trial> trials = four;
    trials[2].training_s = trials[0].training_s;
    std::string rows = rows_of(trials);
    // The startup of one of them alone.
    rows.replace(rows.rfind(",60,900.25"), 10, ",59.5,900.25");
    ScratchScenario files = scenario(trials);
    files.put("a.csv", rows);
    CHECK(files.warnings() == "");
    CHECK(ledger_of(files.option(), "duplicates").value == "none");
}

TEST_CASE("whole seconds meet by chance: said, not warned of") {
    std::vector<Trial> trials = four;
    trials[0].training_s = trials[2].training_s = 900;
    const ScratchScenario files = scenario(trials);
    CHECK(files.warnings() == "");
    CHECK(ledger_of(files.option(), "duplicates").value ==
          "none; 1 run alike in whole seconds, which may be chance: r3 as r1");
    CHECK(evidence_of(files.option(), "records").observations == 4);
}

TEST_CASE("unexplained time is told where parts are recorded") {
    const OptionPlan plan = scenario(four).option();
    CHECK(ledger_of(plan, "unexplained_time").value == "at most 0.0 % of a run's billed time");
    CHECK(ledger_of(plan, "unexplained_time").evidence_class == EvidenceClass::measured);
    std::string rows = rows_of(four);
    rows.replace(rows.find("x8,960.25,"), 10, "x8,980.25,");
    ScratchScenario files = scenario(four);
    files.put("a.csv", rows);
    CHECK(ledger_of(files.option(), "unexplained_time").value ==
          "at most 2.0 % of a run's billed time");
    files.put("a.csv", trial_rows("", {"r1"}));
    CHECK(ledger_of(files.option(), "unexplained_time").evidence_class == EvidenceClass::unknown);
    CHECK(ledger_of(files.option(), "unexplained_time").value ==
          "not measured: only billed time is recorded");
}

// 900.25 s, rising by 2 % a day for seven days: 1.02^6 = 1.126 within the wandering.
TEST_CASE("a trend over the trials, in the order of their starts, is no repetition") {
    const OptionPlan plan = scenario(days(7, 0.02)).option();
    CHECK(ledger_of(plan, "trend").value ==
          "time per unit of work +12.6 % from the first trial to the last (95 %: +12.5 % to +12.7 "
          "%)");
    CHECK(ledger_of(plan, "trend").observations == 7);
    check_gate(plan, Answer::no,
               "the time per unit of work rises by 13 % from the first trial to the last",
               "its trials showed no trend");
    check_gate(scenario(days(7, -0.02)).option(), Answer::no,
               "the time per unit of work falls by 11 % from the first trial to the last",
               "its trials showed no trend");
}

TEST_CASE("a trend that is small, or not sure, is only told") {
    // 0.7 % a day is plain, but 4.3 % in seven days.
    check_gate(scenario(days(7, 0.007)).option(), Answer::yes,
               "7 trials, explained and alike; not measured: drift inside a run");
    // 8 % from the first to the last of four that wander by more: p = .5.
    std::vector<Trial> trials = days(4, 0);
    trials[0].training_s = 900.25, trials[1].training_s = 1010.5;
    trials[2].training_s = 905.25, trials[3].training_s = 1020.5;
    const OptionPlan plan = scenario(trials).option();
    CHECK(ledger_of(plan, "trend").value.starts_with("time per unit of work +8.3 %"));
    check_gate(plan, Answer::yes,
               "4 trials, explained and alike; not measured: drift inside a run");
}

TEST_CASE("without starts, or with few or the same, a trend is not measured") {
    const OptionPlan none = scenario(four).option();
    CHECK(ledger_of(none, "trend").evidence_class == EvidenceClass::unknown);
    CHECK(ledger_of(none, "trend").value ==
          "not measured: 0 runs with started_at and a time per unit, 4 needed");
    std::vector<Trial> trials = four;
    for (Trial& trial : trials) trial.started_at = "2026-10-01T08:00:00Z";
    CHECK(ledger_of(scenario(trials).option(), "trend").value ==
          "not measured: the trials started together");
    // A duplicate is no further trial.
    trials = days(4, 0.01);
    trials[2].training_s = trials[0].training_s;
    CHECK(ledger_of(scenario(trials).option(), "trend").value ==
          "not measured: 3 runs with started_at and a time per unit, 4 needed");
}

TEST_CASE("a throughput that falls inside the runs is no repetition") {
    const std::string blocks = blocks_of({{"r1", 0.07}, {"r2", 0.08}, {"r3", 0.06}, {"r4", 0.07}});
    const OptionPlan plan = scenario(four, blocks).option();
    const Evidence& drift = ledger_of(plan, "drift");
    CHECK(drift.evidence_class == EvidenceClass::measured);
    // SciPy: t interval of the logs of .93, .92, .94, .93
    CHECK(
        drift.value.starts_with("throughput -7.0 % from the first third of a run to the last (95 "
                                "%: -8.3 % to -5.7 %); 4 runs, 36 blocks, effective 4"));
    CHECK(drift.observations == 4);
    CHECK(drift.source == "b.csv:2-37");
    check_gate(plan, Answer::no, "throughput falls by 7 % from early to late in a run",
               "its throughput held through a run");
}

TEST_CASE("a drift that is small is told; one that may be chance leaves the gate open") {
    check_gate(
        scenario(four, blocks_of({{"r1", 0.040}, {"r2", 0.041}, {"r3", 0.040}, {"r4", 0.041}}))
            .option(),
        Answer::yes, "4 trials, explained and alike; not measured: trend over trials");
    check_gate(
        scenario(four, blocks_of({{"r1", 0.4}, {"r2", -0.3}, {"r3", 0.2}, {"r4", 0.1}})).option(),
        Answer::unknown,
        "throughput falls by 13 % from early to late in a run, which may be chance",
        "its throughput held through a run");
    // Nine blocks of one run cannot tell, but here there is nothing to tell.
    check_gate(
        scenario(four, blocks_of({{"r1", 0.01}})).option(), Answer::yes,
        "4 trials, explained and alike; not measured: drift inside a run, trend over trials");
}

TEST_CASE("evaluation is no training; the order of the rows does not matter") {
    std::string blocks = blocks_of({{"r1", 0.07}});
    const std::string expected = ledger_of(scenario(four, blocks).option(), "drift").value;
    blocks.insert(blocks.find("r1,0"), "r1,9,eval,20,\n");
    const auto last = blocks.find("r1,8");
    const std::string row = blocks.substr(last);
    blocks.erase(last);
    blocks.insert(blocks.find("r1,0"), row);
    CHECK(ledger_of(scenario(four, blocks).option(), "drift").value == expected);
}

TEST_CASE("a block of unknown length or work leaves its run out") {
    std::string blocks = blocks_of({{"r1", 0.07}, {"r2", 0.07}});
    blocks.replace(blocks.find("r2,4,,100,330"), 13, "r2,4,,100,");
    CHECK(ledger_of(scenario(four, blocks).option(), "drift")
              .value.ends_with("; 1 run, 9 blocks, effective 1; left out: 1 run with a block of "
                               "unknown duration or "
                               "units"));
    blocks = blocks_of({{"r1", 0.07}});
    blocks.replace(blocks.find("r1,4,,100,330"), 13, "r1,4,,,330");
    const OptionPlan plan = scenario(four, blocks).option();
    CHECK(ledger_of(plan, "drift").evidence_class == EvidenceClass::unknown);
    CHECK(ledger_of(plan, "drift").value ==
          "not measured: 1 run with a block of unknown duration or units");
    CHECK(ledger_of(scenario(four).option(), "drift").value ==
          "not measured: no records of blocks");
    CHECK(ledger_of(scenario(four, "run_id,block,duration_s,units\nr1,1,5,5\n").option(), "drift")
              .value == "not measured: no run has 3 blocks");
}

TEST_CASE("blocks belong to a run, have numbers of their own, and are no longer than it") {
    const std::string head = "run_id,block,duration_s,units\n";
    CHECK(scenario(four, head + "r9,1,5,5\n").complaints() ==
          "b.csv:2:0 run_id: `r9` is no run of option a (a block without its run says nothing of a "
          "trial); add the run to the trial records\n");
    CHECK(scenario(four, head + "r1,1,5,5\nr2,1,5,5\nr1,1,6,5\n").complaints() ==
          "b.csv:4:0 block: run `r1` has two blocks 1 (the other is in line 2); number the blocks "
          "of a run in their order\n");
    CHECK(scenario(four, head + "r1,1,400,5\nr1,2,511,5\n").complaints() ==
          "b.csv:2:0 duration_s: the training blocks of `r1` add up to 911.0 s, more than its "
          "in_training_s of 900.2 s (blocks are parts of their run); give blocks of evaluation the "
          "kind eval\n");
    CHECK(scenario(four, head + "r1,1,400,5\nr1,2,509,5\n").complaints() == "no complaint");
}

TEST_CASE("the stage of the trials, what the next needs, and preliminary figures are in the plan") {
    OptionPlan plan = scenario(four).option();
    CHECK(plan.stage == "target load");
    CHECK(plan.next_stage_needs.starts_with("a record of stage bill-reconciliation"));
    CHECK(plan.preliminary.empty());
    std::string rows = rows_of(four);
    for (std::size_t at = rows.find("target-load"); at != std::string::npos;
         at = rows.find("target-load"))
        rows.replace(at, 11, "baseline");
    ScratchScenario files = scenario(four);
    files.put("a.csv", rows);
    plan = files.option();
    CHECK(plan.stage == "baseline");
    CHECK(plan.preliminary == "preliminary: rests on baseline trials");
    files.put(ScenarioText{.tables = "[option.a.gates]\nport.optimizer = { passed = false, "
                                     "evidence = \"diverges\" }"});
    CHECK(files.option().stage == "software check");
    CHECK(files.option().next_stage_needs == "port.optimizer to pass; it fails: diverges");
    // Of target load by its word alone.
    files.put("a.csv", rows_of(four));
    files.put(ScenarioText{.workload = "work = \"3e5 samples\""});
    plan = files.option();
    CHECK(plan.stage == "baseline");
    CHECK(plan.preliminary == "preliminary: rests on short trials");
    files.put("a.csv", trial_rows("", {"r1"}));
    files.put(ScenarioText{.workload = "quality = \"loss < 1\"",
                           .tables = "[option.b]\ninstance = \"x8\"\nregion = \"r1\"\npurchase = "
                                     "\"on-demand\""});
    CHECK(files.option(1).stage == "load definition");
    CHECK(files.option(1).ledger.empty());
}
