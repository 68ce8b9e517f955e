// The gates that need no simulation: yes, no and unknown of each, one small change apart.
#include <cstdio>

#include "tests/catch_compat.hpp"
#include "tests/scenarios/build/scratch_scenario.hpp"

using namespace trialcost;

namespace {

const std::string head =
    "run_id,instance,billed_s,output_units,quality_passed,stage,nodes,precision,global_batch,count_"
    "basis,samples,"
    "startup_s,in_training_s,failures\n";

// A run to the bar in `training_s`, all of its time explained.
std::string run(const std::string& id, double training_s, const std::string& stage = "target-load",
                const std::string& precision = "bf16") {
    char row[200];
    std::snprintf(row, sizeof row, "%s,x8,%g,1,true,%s,1,%s,8,samples,%g,%g,%g,0\n", id.c_str(),
                  training_s + 61, stage.c_str(), precision.c_str(), training_s * 3,
                  61.0 - training_s / 1000, training_s * 1.0005);
    return row;
}

const std::string three_runs = run("r1", 900) + run("r2", 1000) + run("r3", 1100);

struct Gates {
    std::string rows = head + three_runs;
    std::string tables =
        "[option.a.gates]\nquota = { passed = true, evidence = \"ticket 1\" }\n"
        "network = { passed = true, evidence = \"ping\" }\n"
        "availability = { passed = true, evidence = \"mail\" }\n"
        "[option.a.inputs]\ndowntime = \"5 min\"\n";
    std::string option;
    std::string other_rows;  // of an option b; empty: there is none

    OptionPlan plan() const {
        ScratchScenario files;
        files.put("a.csv", rows);
        ScenarioText text{.option = option, .tables = tables};
        if (!other_rows.empty()) {
            files.put("b.csv", head + other_rows);
            text.tables +=
                "[compare]\nbaseline = \"b\"\n[option.b]\ninstance = \"x8\"\nregion = \"r1\"\n"
                "purchase = \"on-demand\"\ntrials = [\"b.csv\"]\n";
        }
        files.put(text);
        return files.option();
    }
};

void check(const OptionPlan& plan, const std::string& name, Answer answer,
           const std::string& evidence, const std::string& remedy = "") {
    INFO(name);
    CHECK(gate_of(plan, name).answer == answer);
    CHECK(gate_of(plan, name).evidence == evidence);
    CHECK(gate_of(plan, name).remedy == remedy);
}

}  // namespace

TEST_CASE("all gates can be yes") {
    const OptionPlan plan = Gates{}.plan();
    for (const Gate& gate : plan.gates) {
        INFO(gate.name << ": " << gate.evidence);
        CHECK(gate.answer == Answer::yes);
        CHECK(gate.remedy.empty());
    }
    REQUIRE(plan.gates.size() == 10);
    check(plan, "target load", Answer::yes, "3 target-load trials");
    check(plan, "port", Answer::yes, "3 runs to the quality bar");
    check(plan, "quality", Answer::yes, "3 of 3 target-load trials met the bar");
    check(plan, "repeatable", Answer::yes,
          "3 trials, explained and alike; not measured: drift inside a run, trend over trials");
    check(plan, "unknown costs", Answer::yes, "no cost is left out");
    check(plan, "quota", Answer::yes, "quota: ticket 1");
    check(plan, "comparable", Answer::yes, "it is the baseline");
}

TEST_CASE("target load: own, of the right stage, and said to be") {
    const std::string trials = "it had target-load trials";
    check(Gates{.rows = head + run("r1", 900, "minimal-port")}.plan(), "target load", Answer::no,
          "no record is of target load", trials);
    check(Gates{.rows = head + three_runs + run("r4", 900, "")}.plan(), "target load",
          Answer::unknown, "1 of 4 trials do not say their stage",
          "the stage of its trials was recorded");
    Gates other;
    other.rows.replace(other.rows.find(",x8,"), 4, ",y8,");
    other.rows.replace(other.rows.find(",x8,"), 4, ",y8,");
    other.rows.replace(other.rows.find(",x8,"), 4, ",y8,");
    check(other.plan(), "target load", Answer::unknown, "no trial records", trials);
    other.option = "records_stand_for = { instance = \"x8\", because = \"same\" }";
    check(other.plan(), "target load", Answer::no, "measured on y8, priced as x8: same",
          "trials ran on x8 itself");
}

TEST_CASE("port: a stated failure, an open step, all steps stated, a run to the bar") {
    const std::string load = "[option.a.gates]\nport.load = ";
    const std::string early = head + run("r1", 900, "minimal-port");
    check(Gates{.tables = load + "{ passed = false, evidence = \"out of memory\" }"}.plan(), "port",
          Answer::no, "load fails: out of memory", "the port passed");
    check(Gates{.tables = load + "{ unknown = \"not tried\" }"}.plan(), "port", Answer::unknown,
          "load unknown: not tried", "the port was checked whole");
    check(Gates{.tables = load + "{ passed = true, evidence = \"e\" }"}.plan(), "port", Answer::yes,
          "3 runs to the quality bar");
    std::string all = "[option.a.gates]\n";
    for (const char* step :
         {"load", "compile", "forward_backward", "optimizer", "distributed", "checkpoint_save"})
        all += std::string("port.") + step + " = { passed = true, evidence = \"e\" }\n";
    check(Gates{.rows = early, .tables = all}.plan(), "port", Answer::unknown,
          "no run to the quality bar", "the port was shown by a run to the quality bar");
    check(Gates{.rows = early,
                .tables = all + "port.checkpoint_restore = { passed = true, evidence = \"e\" }"}
              .plan(),
          "port", Answer::yes, "each of its steps is stated to pass");
}

TEST_CASE("quality: met by one target-load trial at least") {
    std::string failed = head + three_runs;
    for (std::size_t at = failed.find(",1,true"); at != std::string::npos;
         at = failed.find(",1,true"))
        failed.replace(at, 7, ",0,false");
    const std::string remedy = "the quality bar was met";
    check(Gates{.rows = failed}.plan(), "quality", Answer::no,
          "0 of 3 target-load trials met the bar", remedy);
    check(Gates{.rows = head + run("r1", 900, "minimal-port")}.plan(), "quality", Answer::unknown,
          "no target-load trial tells whether the quality bar is met",
          "the quality bar was met at target load");
}

TEST_CASE("repeatable: enough trials, alike, explained, with a spread that was seen") {
    const std::string three = "it had 3 target-load trials";
    // Two trials show no instability.
    check(Gates{.rows = head + run("r1", 900) + run("r2", 1000)}.plan(), "repeatable",
          Answer::unknown, "2 of 3 target-load trials", three);
    check(Gates{.rows = head + run("r1", 900, "baseline") + run("r2", 1000, "baseline") +
                        run("r3", 1100, "baseline")}
              .plan(),
          "repeatable", Answer::unknown, "0 of 3 target-load trials", three);

    std::string wide = head + three_runs;
    // 3300 samples -> 1800: 0.611 s per sample beside 0.333, a spread of 35 %
    wide.replace(wide.find(",3300,"), 6, ",1800,");
    check(Gates{.rows = wide}.plan(), "repeatable", Answer::no,
          "the time per unit of work spreads by 35 %", "its trials repeated each other");

    std::string unexplained = head + three_runs;
    unexplained.replace(unexplained.find("x8,961,"), 7, "x8,1010,");
    CHECK(gate_of(Gates{.rows = unexplained}.plan(), "repeatable").answer == Answer::yes);
    unexplained.replace(unexplained.find("x8,1010,"), 8, "x8,1013,");
    check(Gates{.rows = unexplained}.plan(), "repeatable", Answer::no,
          "5 % of a run's billed time is unexplained", "the time of its trials was explained");

    // Alike per sample, in runs of their own.
    check(Gates{.rows = head + run("r1", 900) + run("r2", 910) + run("r3", 920)}.plan(),
          "repeatable", Answer::unknown, "an input rests on too few records to show its spread",
          "its spread were measured");
    check(Gates{.rows = head + run("r1", 900) + run("r2", 900) + run("r3", 910)}.plan(),
          "repeatable", Answer::unknown,
          "2 of 3 target-load trials; 1 more with the times of another", three);

    const std::string billed =
        "run_id,instance,billed_s,output_units,quality_passed,stage\n"
        "r1,x8,900,1,true,target-load\nr2,x8,1000,1,true,target-load\n"
        "r3,x8,1100,1,true,target-load\n";
    check(Gates{.rows = billed, .tables = ""}.plan(), "repeatable", Answer::unknown,
          "only billed time is recorded: its parts cannot be explained",
          "the parts of its time were recorded");
}

TEST_CASE("waiting and startup may vary more than the pace of work") {
    const std::string rows =
        "run_id,instance,billed_s,output_units,quality_passed,stage,startup_s,in_training_s,data_"
        "wait_s\n"
        "r1,x8,1000,1,true,target-load,20,980,10\nr2,x8,1100,1,true,target-load,100,1000,20\n"
        "r3,x8,1000,1,true,target-load,40,960,40\n";
    check(Gates{.rows = rows, .tables = ""}.plan(), "repeatable", Answer::yes,
          "3 trials, explained and alike; not measured: drift inside a run, trend over trials");
}

TEST_CASE("unknown costs: none, an unknown downtime, something missing") {
    check(Gates{.tables = ""}.plan(), "unknown costs", Answer::unknown,
          "the downtime after a failure is unknown", "its downtime were known");
    check(Gates{.tables =
                    "[option.a.inputs]\ndowntime = \"1 s\"\nvalidation_time = { unknown = \"v\" }"}
              .plan(),
          "unknown costs", Answer::no, "validation_time: v", "what is unknown were measured");
    check(Gates{.tables =
                    "[option.a.inputs]\ndowntime = \"1 s\"\n[option.a.cost.c]\nservice = \"s3\"\n"
                    "item = \"put\"\namount = { per_run = 1 }"}
              .plan(),
          "unknown costs", Answer::no, "price of c: no quote for s3 put in r1",
          "its price were known");
}

TEST_CASE("quota, network and availability are what the scenario states") {
    for (const std::string name : {"quota", "network", "availability"}) {
        const std::string remedy = name + " were confirmed";
        const std::string stated = "[option.a.gates]\n" + name + " = ";
        check(Gates{.tables = ""}.plan(), name, Answer::unknown, name + ": not stated", remedy);
        check(Gates{.tables = stated + "{ unknown = \"asked\" }"}.plan(), name, Answer::unknown,
              name + ": asked", remedy);
        check(Gates{.tables = stated + "{ passed = false, evidence = \"refused\" }"}.plan(), name,
              Answer::no, name + ": refused", remedy);
    }
}

TEST_CASE("comparable: the same job as the baseline's, as far as it is recorded") {
    check(Gates{.other_rows = run("s1", 500)}.plan(), "comparable", Answer::yes,
          "same job as the baseline");
    check(Gates{.other_rows = run("s1", 500, "target-load", "fp8")}.plan(), "comparable",
          Answer::no, "precision differs from the baseline's", "it ran the baseline's job");
    check(Gates{.other_rows = run("s1", 500, "target-load", "")}.plan(), "comparable",
          Answer::unknown, "not recorded: precision", "its precision were recorded");
    // A blank in one run hides no difference of the others.
    check(Gates{.other_rows =
                    run("s1", 500, "target-load", "") + run("s2", 500, "target-load", "fp8")}
              .plan(),
          "comparable", Answer::no, "precision differs from the baseline's",
          "it ran the baseline's job");
    check(Gates{.other_rows = run("s1", 500, "target-load", "").replace(0, 6, "s1,y8,")}.plan(),
          "comparable", Answer::unknown, "no records to compare with the baseline's",
          "it had records to compare");
    std::string batch = run("s1", 500);
    batch.replace(batch.find(",8,samples"), 10, ",16,samples");
    check(Gates{.other_rows = batch}.plan(), "comparable", Answer::no,
          "global batch differs from the baseline's", "it ran the baseline's job");
    std::string basis = run("s1", 500);
    basis.replace(basis.find(",samples,1500"), 13, ",,1500");
    check(Gates{.other_rows = basis}.plan(), "comparable", Answer::unknown,
          "not recorded: count basis", "its count basis were recorded");
}
