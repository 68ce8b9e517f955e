// The scenario that docs and users start from: every key of it is accepted, and each arrives where
// it belongs.
#include "tests/catch_compat.hpp"
#include "tests/scenarios/build/scratch_scenario.hpp"

using namespace trialcost;

namespace {

constexpr const char* scenario = R"(
format   = 1
title    = "LoRA fine-tune: which node for 40 runs a month?"
currency = "USD"
as_of    = 2026-11-30

[workload]
name        = "llama2-70b-lora"
output_unit = "run"
runs        = 40
period      = "1 month"
work        = "measured"
quality     = "eval loss <= 0.925"
value       = "40 USD"

[budget]
total      = "1040 USD"
unit_cost  = "26 USD/run"
wall_time  = "30 d"
cost_per_month = "1040 USD/month"
confidence = "95 %"

[quotes]
files = ["quotes.csv"]
max_age = "20 d"

[compare]
baseline = "h100"

[option.trn3]
instance = "trn3-ultraserver-64"
region   = "us-west-2"
service  = "ec2"
purchase = "capacity-block"
nodes    = 4
trials   = ["trn3.csv"]
failures = ["trn3_failures.csv"]
software = "neuron 2.28, torch 2.9"
cold_start = "every node replacement"
last_checkpoint = "skipped"
restart_can_fail = false

[option.trn3.inputs]
checkpoint_interval = "30 min"
utilization     = { conservative = "70 %", because = "lowest of three target-load trials" }
failure.hardware.rate         = { events = 3, exposure = "412 node h" }
failure.hardware.restart_time = { lognormal = { p50 = "12 min", p90 = "40 min" }, source = "runbook drill 2026-10-02" }
failure.hardware.stages = ["work", "checkpoint"]
failure.hardware.lost_work = "all"
failure.hardware.downtime_billed = false
failure.spot.rate = { unknown = "no spot trial yet" }
validation_time   = { pert = ["4 min", "5 min", "9 min"], source = "baseline trial" }

[option.trn3.limits]
timeout      = "8 h"
max_attempts = 3
max_failures = 500
deadline = "20 d"
stop_at_deadline = true

[option.trn3.capacity_block]
step = "12 h"
unusable_end = "15 min"

[option.trn3.cost.checkpoints]
service  = "s3.standard"
stored   = { per_checkpoint = "1.4 TB", keep = 3 }
requests = { put = { per_checkpoint = 180_000 } }

[option.trn3.cost.logs]
service = "cloudwatch.ingest"
amount  = { per_hour = { measured = "log_gb_per_h" } }

[option.trn3.gates]
port.compile            = { passed = true,  evidence = "ci run 4411", date = 2026-10-30 }
port.checkpoint_restore = { passed = false, evidence = "restore fails on 4 nodes", date = 2026-11-02 }
quota                   = { unknown = "request pending" }

[option.trn3.migration]
operator_rewrites = { pert = ["60 h", "120 h", "400 h"], source = "estimate of the porting team" }
rate              = "140 USD/h"

[option.h100]
instance = "p5.48xlarge"
region   = "us-east-1"
purchase = "on-demand"
trials   = ["h100.csv"]
records_stand_for = { instance = "p5.48xlarge", because = "same 8 x H100, other host" }
)";

ScratchScenario sketch() {
    ScratchScenario files;
    files.put("scenario.toml", scenario);
    files.put("trn3.csv",
              "run_id,instance,billed_s,output_units,quality_passed,stage,nodes,software,count_"
              "basis,samples,"
              "startup_s,in_training_s,productive_s,failures,log_gb_per_h\n"
              "t1,trn3-ultraserver-64,3000,1,true,target-load,4,\"neuron 2.28, torch "
              "2.9\",samples,3072,600,"
              "2400,2000,0,0.5\n");
    files.put("trn3_failures.csv", "run_id,at_s,class\n");
    files.put(
        "h100.csv",
        "run_id,instance,billed_s,output_units,quality_passed,stage,nodes,count_basis,samples\n"
        "h1,dgx,1600,1,true,target-load,1,samples,3072\n");
    files.put("quotes.csv",
              quote_header +
                  "us-west-2,s3.standard,stored,,0.023,USD,GB-month,2026-11-15\n"
                  "us-west-2,s3.standard,put,,0.005,USD,1000 requests,2026-11-15\n"
                  "us-west-2,cloudwatch.ingest,standard,,0.50,USD,GB,2026-11-15\n"
                  "us-east-1,ec2,p5.48xlarge,on-demand,55.04,USD,instance-hour,2026-11-15\n");
    return files;
}

}  // namespace

TEST_CASE("the sketch is a good scenario") {
    const BuiltPlan built = sketch().built();
    const Plan& plan = built.plan;
    CHECK(plan.title == "LoRA fine-tune: which node for 40 runs a month?");
    CHECK(plan.currency == "USD");
    CHECK(plan.as_of == "2026-11-30");
    CHECK(plan.output_unit == "run");
    CHECK(plan.runs == 40);
    CHECK(plan.period_s == 730 * 3600.0);
    CHECK(plan.confidence == 0.95);
    CHECK(plan.baseline == 1);
    REQUIRE(plan.ceilings.size() == 4);
    CHECK(plan.ceiling(CeilingFigure::total)->value == 1040);
    CHECK(plan.ceiling(CeilingFigure::unit_cost)->value == 26);
    CHECK(plan.ceiling(CeilingFigure::wall_time)->value == 30 * 86400.0);
    CHECK(plan.ceiling(CeilingFigure::cost_per_month)->value == 1040);
    CHECK(plan.scenario_text == scenario);
    REQUIRE(plan.files.size() == 5);
    CHECK(plan.files[0].name == "scenario.toml");
    CHECK(plan.files[1].name == "quotes.csv");
    CHECK(plan.files[1].sha256.size() == 64);

    CHECK(built.warnings.empty());
}

TEST_CASE("what the sketch says of an option arrives in its plan") {
    const OptionPlan trn3 = sketch().option(0);
    const JobPlan& job = trn3.job;
    CHECK(trn3.nodes == 4);
    CHECK(job.cold_start == ColdStart::node_replacement);
    CHECK(job.last_save == LastSave::skipped);
    CHECK(job.restart_failure == RestartFailure::impossible);
    CHECK(job.timeout_s == 8 * 3600.0);
    CHECK(job.max_attempts == 3);
    CHECK(job.max_failures == 500);
    CHECK(job.deadline_s == 20 * 86400.0);
    CHECK(value_at(trn3, job.checkpoint_interval) == 1800);
    // The records tell how much waits: the careful utilization is for the conservative case.
    CHECK(job.wait_ratio.kind == Source::Kind::recorded);
    CHECK_FALSE(job.utilization.present());
    const OptionPlan careful = sketch().built(OtherReadings::built).conservative.options[0];
    CHECK(value_at(careful, careful.job.utilization) == 0.7);
    CHECK(evidence_of(trn3, "utilization, conservative case").source ==
          "scenario.toml:45: lowest of three target-load trials");
    CHECK(evidence_of(trn3, "validation_time").source == "baseline trial");

    REQUIRE(job.failures.size() == 2);
    const FailureClassPlan& hardware = job.failures[0];
    CHECK(hardware.name == "hardware");
    CHECK(hardware.stages.bits == StageSet{}.with(Stage::work).with(Stage::checkpoint).bits);
    CHECK(hardware.lost_work == LostWork::all);
    CHECK_FALSE(hardware.downtime_billed);
    // 4 nodes; events per node hour -> events of the job per second
    CHECK(hardware.rate_scale == Approx(4 / 3600.0));
    // Gamma(3 + 1/2, 412 node h) at its median, by SciPy
    CHECK(value_at(trn3, hardware.rate) == Approx(0.00770122717903).epsilon(1e-9));
    CHECK_FALSE(job.failures[1].rate.present());

    CHECK(gate_of(trn3, "port").answer == Answer::no);
    CHECK(gate_of(trn3, "port").evidence ==
          "checkpoint_restore fails: restore fails on 4 nodes (2026-11-02)");
    CHECK(gate_of(trn3, "quota").evidence == "quota: request pending");
}

TEST_CASE("what the sketch says of costs arrives in its plan") {
    const BuiltPlan built = sketch().built();
    const OptionPlan& trn3 = built.plan.options[0];
    CHECK_FALSE(trn3.instance_price);
    REQUIRE(trn3.items.size() == 3);
    CHECK(trn3.items[0].name == "checkpoints");
    CHECK(trn3.items[0].driver == Driver::held_checkpoint);
    CHECK(trn3.items[0].keep == 3);
    CHECK(value_at(trn3, trn3.items[0].amount) == 1400);  // GB
    CHECK(trn3.items[0].price->ladder.tiers[0].price == Approx(0.023));
    CHECK(trn3.items[1].name == "checkpoints.put");
    CHECK(trn3.items[1].driver == Driver::per_checkpoint);
    CHECK(value_at(trn3, trn3.items[1].amount) == 180'000);
    CHECK(trn3.items[1].price->ladder.tiers[0].price == Approx(0.005 / 1000));
    CHECK(trn3.items[2].name == "logs");
    CHECK(trn3.items[2].driver == Driver::per_hour);
    CHECK(trn3.items[2].amount.kind == Source::Kind::recorded);
    CHECK(value_at(trn3, trn3.items[2].amount) == Approx(0.5));
    CHECK(trn3.items[2].price->ladder.tiers[0].price == Approx(0.5));

    CHECK(trn3.missing ==
          std::vector<std::string>{
              "checkpoint time: not recorded", "failure.spot.rate: no spot trial yet",
              "price of instances: no quote for ec2 trn3-ultraserver-64 capacity-block "
              "in us-west-2"});
    CHECK(built.plan.options[1].stand_in ==
          "measured on dgx, priced as p5.48xlarge: same 8 x H100, other host");
    CHECK(built.plan.options[1].instance_price->per_node_hour == 55.04);
}

TEST_CASE("the shortest scenario is good, and takes its date from outside") {
    ScratchScenario files;
    std::string text = ScenarioText{}.text();
    text.erase(text.find("as_of"), std::string("as_of = 2026-11-30\n").size());
    files.put("scenario.toml", text);
    const Plan plan = files.built().plan;
    CHECK(plan.as_of == "2026-12-24");
    CHECK(plan.runs == 1);
    CHECK(plan.period_s == 0);
    CHECK(plan.confidence == 0.9);
    CHECK(plan.options[0].job.max_attempts == 10);
    CHECK(plan.options[0].job.max_failures == 10'000);
    CHECK(plan.options[0].instance_price->per_node_hour == 1);
}

TEST_CASE("a deadline is the budget's wall time where the limits have none of their own") {
    ScratchScenario files;
    ScenarioText scenario_text{.budget = "wall_time = \"5 d\"",
                               .tables = "[option.a.limits]\nstop_at_deadline = true"};
    files.put(scenario_text);
    CHECK(files.option().job.deadline_s == 5 * 86400.0);
    scenario_text.tables = "[option.a.limits]\ndeadline = \"2 d\"";
    files.put(scenario_text);
    CHECK_FALSE(files.option().job.deadline_s);
    CHECK(files.warnings() ==
          "warning scenario.toml:20:12 option.a.limits.deadline: no job stops at it "
          "(stop_at_deadline is "
          "not true)\n");
}
