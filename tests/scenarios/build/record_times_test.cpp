// Records -> fields of the job: bases, parts of time, few records. Expected values by hand.
#include <cmath>

#include "tests/catch_compat.hpp"
#include "tests/scenarios/build/scratch_scenario.hpp"

using namespace trialcost;

namespace {

// One run of 1000 s billed and 3500 samples; its parts as stated.
const std::string all_parts =
    "count_basis,samples,startup_s,in_training_s,productive_s,data_wait_s,idle_s,lost_s,checkpoint_"
    "s,"
    "checkpoints,validation_s,downtime_s,restore_s";

ScratchScenario with_rows(const std::string& columns, const std::vector<std::string>& rows) {
    ScratchScenario files;
    files.put("a.csv", trial_rows(columns, rows));
    return files;
}

OptionPlan option_of(const std::string& columns, const std::vector<std::string>& rows) {
    return with_rows(columns, rows).option();
}

std::string complaints_of(const std::string& columns, const std::string& row) {
    return with_rows(columns, {row}).complaints();
}

}  // namespace

TEST_CASE("productive basis: each part of the time is a field of its own") {
    // 50 + (700 + 120 + 20 + 60) + 20 + 30 = 1000
    const OptionPlan option =
        option_of(all_parts, {"r1,samples,3500,50,900,700,120,20,60,20,4,30,0,0"});
    const JobPlan& job = option.job;
    CHECK(value_at(option, job.work) == Approx(3500));
    CHECK(value_at(option, job.seconds_per_unit) == Approx(0.2));
    CHECK(value_at(option, job.wait_ratio) == Approx(0.2));
    CHECK(value_at(option, job.startup_cold) == Approx(50));
    CHECK(value_at(option, job.startup_warm) == Approx(50));
    CHECK(job.cold_start == ColdStart::never);
    CHECK(value_at(option, job.checkpoint_time) == Approx(5));
    CHECK(value_at(option, job.checkpoint_interval) == Approx(240));  // 840 s in 4 - 1/2
    CHECK(value_at(option, job.validation_time) == Approx(30));
    CHECK(value_at(option, job.output_per_run) == 1);
    CHECK(evidence_of(option, "work").source == "a.csv:2");
    CHECK(evidence_of(option, "seconds_per_unit").value ==
          "0.2 s/sample, one record: its spread is unknown");
    CHECK_FALSE(has_evidence(option, "unexplained time"));
    CHECK(option.waiting_is_split);
}

TEST_CASE("productive basis: what one part leaves open the others tell") {
    SECTION("productive time blank") {
        const OptionPlan option =
            option_of(all_parts, {"r1,samples,3500,50,900,,120,20,60,20,4,30,0,0"});
        CHECK(value_at(option, option.job.seconds_per_unit) == Approx(0.2));
        CHECK(value_at(option, option.job.wait_ratio) == Approx(0.2));
    }
    SECTION("waiting blank, or only part of it seen: the rest of in-training time waits too") {
        for (const char* row :
             {"r1,samples,3500,50,900,700,,,60,20,4,30,0,0", "r1,samples,3500,50,900,700,90,,60"}) {
            const OptionPlan option = option_of(all_parts, {row});
            CHECK(value_at(option, option.job.wait_ratio) == Approx(0.2));
        }
    }
    SECTION(
        "neither waiting nor in-training time: the waiting is unknown, and billed with the "
        "startup") {
        const OptionPlan option =
            option_of(all_parts, {"r1,samples,3500,50,,700,,,60,20,4,30,0,0"});
        CHECK(value_at(option, option.job.seconds_per_unit) == Approx(0.2));
        CHECK_FALSE(option.job.wait_ratio.present());
        CHECK(value_at(option, option.job.startup_warm) == Approx(50 + 140));
    }
}

TEST_CASE("end-to-end basis: in-training time as a whole, without lost work") {
    const OptionPlan option = option_of(all_parts, {"r1,samples,3500,50,900,,,,60,20,4,30,0,0"});
    CHECK(value_at(option, option.job.seconds_per_unit) == Approx(840.0 / 3500));
    CHECK_FALSE(option.job.wait_ratio.present());
    CHECK_FALSE(option.waiting_is_split);
    CHECK(value_at(option, option.job.startup_warm) == Approx(50));
}

TEST_CASE("billed basis: the whole of it, without what failures cost, and nothing unexplained") {
    const OptionPlan option = option_of(all_parts, {"r1,samples,3500,50,,,,,60,20,4,30,100,40"});
    CHECK(value_at(option, option.job.seconds_per_unit) == Approx(800.0 / 3500));
    CHECK_FALSE(option.job.wait_ratio.present());
    CHECK_FALSE(option.job.startup_warm.present());
    CHECK_FALSE(option.job.checkpoint_time.present());
    CHECK_FALSE(option.job.validation_time.present());
    CHECK_FALSE(has_evidence(option, "unexplained time"));
    CHECK_FALSE(has_evidence(option, "startup"));
    CHECK(gate_of(option, "repeatable").answer == Answer::unknown);
}

TEST_CASE("one run without the parts makes all of them end-to-end or billed") {
    const OptionPlan option = option_of("in_training_s,productive_s", {"r1,900,700", "r2,900,"});
    CHECK(value_at(option, option.job.seconds_per_unit) == Approx(900));
    const OptionPlan billed = option_of("in_training_s,productive_s", {"r1,900,700", "r2,,"});
    CHECK(value_at(billed, billed.job.seconds_per_unit) == Approx(1000));
}

TEST_CASE("startup: compile and warm-up, the unexplained rest, cold and warm") {
    SECTION("compile and warm-up add up") {
        const OptionPlan option = option_of("in_training_s,compile_s,warmup_s", {"r1,950,35,15"});
        CHECK(value_at(option, option.job.startup_warm) == Approx(50));
    }
    SECTION("the whole startup stands before its parts") {
        const OptionPlan option = option_of("in_training_s,startup_s,compile_s", {"r1,940,60,35"});
        CHECK(value_at(option, option.job.startup_warm) == Approx(60));
    }
    SECTION("a rest of more than rounding is billed as startup, and shown") {
        const OptionPlan option = option_of("in_training_s,startup_s", {"r1,900,50"});
        CHECK(value_at(option, option.job.startup_warm) == Approx(100));
        CHECK(evidence_of(option, "unexplained time").value ==
              "up to 5 % of a run's billed time, taken as startup");
        const OptionPlan rounded = option_of("in_training_s,startup_s", {"r1,949.2,50"});
        CHECK(value_at(rounded, rounded.job.startup_warm) == Approx(50));
    }
    SECTION("no startup and no rest: unknown, and the cost is at least") {
        const OptionPlan option = option_of("in_training_s", {"r1,1000"});
        CHECK_FALSE(option.job.startup_warm.present());
        CHECK(option.missing.front() == "startup: not recorded");
    }
    SECTION("cold and warm") {
        const OptionPlan option =
            option_of("in_training_s,startup_s,cache",
                      {"r1,700,300,cold", "r2,900,100,warm", "r3,900,100,warm"});
        CHECK(value_at(option, option.job.startup_cold) == Approx(300));
        CHECK(value_at(option, option.job.startup_warm) == Approx(100));
        CHECK(option.job.cold_start == ColdStart::first_launch);
        CHECK(evidence_of(option, "startup_cold").value ==
              "5 min, one record: its spread is unknown");
        CHECK(evidence_of(option, "startup_cold").observations == 1);
        CHECK(evidence_of(option, "startup_warm").observations == 2);
    }
    SECTION("one kind alone stands for the other, and is said to") {
        ScratchScenario files = with_rows("in_training_s,startup_s,cache", {"r1,900,100,warm"});
        OptionPlan option = files.option();
        CHECK(option.job.cold_start == ColdStart::never);
        CHECK_FALSE(has_evidence(option, "startup_cold"));
        files.put(ScenarioText{.option = "cold_start = \"every launch\""});
        option = files.option();
        CHECK(option.job.cold_start == ColdStart::every_launch);
        CHECK(value_at(option, option.job.startup_cold) == Approx(100));
        CHECK(evidence_of(option, "startup_cold").evidence_class == EvidenceClass::unknown);
        CHECK(option.missing.front() == "cold startup: not recorded");
        option = option_of("in_training_s,startup_s,cache", {"r1,900,100,cold"});
        CHECK(value_at(option, option.job.startup_warm) == Approx(100));
        CHECK(evidence_of(option, "startup_warm").value == "as the cold one");
    }
    SECTION("given ones stand before recorded ones, the special before the general") {
        ScratchScenario files = with_rows("in_training_s,startup_s", {"r1,900,100"});
        files.put(
            ScenarioText{.tables = "[option.a.inputs]\nstartup = \"7 s\"\nstartup_cold = \"9 s\""});
        const OptionPlan option = files.option();
        CHECK(value_at(option, option.job.startup_cold) == 9);
        CHECK(value_at(option, option.job.startup_warm) == 7);
    }
}

TEST_CASE("checkpoints that were made and not timed are unknown") {
    const OptionPlan untimed = option_of("in_training_s,startup_s,checkpoints", {"r1,900,100,3"});
    CHECK(value_at(untimed, untimed.job.checkpoint_interval) == Approx(360));
    CHECK(untimed.missing.front() == "checkpoint time: not recorded");
    const OptionPlan uncounted =
        option_of("in_training_s,startup_s,checkpoint_s", {"r1,800,100,100"});
    CHECK_FALSE(uncounted.job.checkpoint_interval.present());
    CHECK(uncounted.missing.front() == "checkpoint time: not recorded");
    const OptionPlan none = option_of("in_training_s,startup_s,checkpoints", {"r1,900,100,0"});
    CHECK_FALSE(none.job.checkpoint_interval.present());
    CHECK(none.missing.front() != "checkpoint time: not recorded");
}

TEST_CASE("one, two and three records, equal ones, zeros") {
    const auto field = [](const OptionPlan& option) { return option.job.seconds_per_unit; };
    SECTION("one: its value, and no spread") {
        const OptionPlan option = option_of("in_training_s", {"r1,900"});
        CHECK(option.groups[field(option).index].predictive.rank == 0);
        CHECK(field(option).bound == Bound::by_default);
        CHECK(field(option).upper == 9000);
    }
    SECTION("two: nothing beyond them") {
        const OptionPlan option = option_of("in_training_s", {"r1,400", "r2,900"});
        CHECK(value_at(option, field(option)) == Approx(600));
        CHECK(field(option).lower == 400);
        CHECK(field(option).upper == 900);
        CHECK(field(option).bound == Bound::stated);
        // |log 400 - log 900| / sqrt 2
        CHECK(option.groups[field(option).index].predictive.sd(field(option).field) ==
              Approx(std::log(2.25) / std::sqrt(2.0)));
        CHECK(evidence_of(option, "seconds_per_unit").value ==
              "median 600 s/run, records 400 s/run to 900 s/run, two records: nothing beyond them "
              "is drawn");
    }
    SECTION("three: a predictive with a default bound") {
        const OptionPlan option = option_of("in_training_s", {"r1,400", "r2,600", "r3,900"});
        CHECK(value_at(option, field(option)) == Approx(600));
        CHECK(field(option).lower == 0);
        CHECK(field(option).upper == 9000);
        CHECK(field(option).bound == Bound::by_default);
        CHECK(evidence_of(option, "seconds_per_unit").value ==
              "median 600 s/run, records 400 s/run to 900 s/run, held at 9000 s/run");
        // chi-square of two degrees is an exponential of mean 2: its median is 2 log 2
        CHECK(option.groups[0].chi_square(0) == Approx(2 * std::log(2.0)).epsilon(1e-8));
    }
    SECTION("three with a timeout: it bounds what the records measured, but no cost of its own") {
        ScratchScenario files =
            with_rows("in_training_s,log_gb", {"r1,400,1", "r2,600,2", "r3,900,4"});
        files.put(ScenarioText{
            .tables = "[option.a.limits]\ntimeout = \"2 h\"\n[option.a.cost.c]\n"
                      "price = \"1 USD/GB\"\namount = { per_run = { measured = \"log_gb\" } }"});
        const OptionPlan option = files.option();
        CHECK(field(option).bound == Bound::stated);
        CHECK(field(option).upper > 7200);
        CHECK(evidence_of(option, "seconds_per_unit").value ==
              "median 600 s/run, records 400 s/run to 900 s/run, bounded by the timeout");
        CHECK(option.items.at(0).amount.bound == Bound::by_default);
        CHECK(option.items[0].amount.upper == 40);
    }
    SECTION("three equal ones: spread not measured") {
        const OptionPlan option = option_of("in_training_s", {"r1,900", "r2,900", "r3,900"});
        CHECK(value_at(option, field(option)) == Approx(900));
        CHECK(evidence_of(option, "seconds_per_unit").value ==
              "900 s/run, all equal: their spread is not measured");
    }
    SECTION("zero in some: a share of not zero, times the others") {
        const OptionPlan option =
            option_of("in_training_s,data_wait_s", {"r1,900,0", "r2,900,100", "r3,900,300"});
        const Source wait = option.job.wait_ratio;
        REQUIRE(wait.not_zero);
        CHECK(option.stated[*wait.not_zero].name == "a/wait_ratio/not_zero");
        // Beta(2 + 1/2, 1 + 1/2) at its median, by SciPy
        CHECK(option.stated[*wait.not_zero].marginal(0) == Approx(0.647547720).epsilon(1e-8));
        // 100/800 and 300/600
        CHECK(value_at(option, wait) == Approx(0.25));
        CHECK(wait.lower == Approx(0.125));
        CHECK(wait.upper == 0.5);
        CHECK(option.groups[wait.index].predictive.records == 2);
    }
    SECTION("zero in all: zero, and no unmeasured spread") {
        const OptionPlan option =
            option_of("in_training_s,data_wait_s", {"r1,400,0", "r2,600,0", "r3,900,0"});
        CHECK(option.job.wait_ratio.kind == Source::Kind::stated);
        CHECK(value_at(option, option.job.wait_ratio) == 0);
    }
}

TEST_CASE("output of a run: one value where all agree, else a field; pass probability by count") {
    ScratchScenario files;
    const std::string head = "run_id,instance,billed_s,output_units,quality_passed\n";
    files.put("a.csv", head + "r1,x8,1000,2,true\nr2,x8,1000,2,true\nr3,x8,1000,0,false\n");
    OptionPlan option = files.option();
    CHECK(value_at(option, option.job.output_per_run) == 2);
    CHECK(evidence_of(option, "pass_probability").value == "2 of 3 runs met the bar");
    CHECK(value_at(option, option.job.pass_probability) == Approx(0.647547720).epsilon(1e-8));
    files.put("a.csv", head + "r1,x8,1000,2,true\nr2,x8,1000,8,true\n");
    option = files.option();
    CHECK(option.job.output_per_run.kind == Source::Kind::recorded);
    CHECK(value_at(option, option.job.output_per_run) == Approx(4));
    files.put("a.csv", head + "r1,x8,1000,0,false\n");
    option = files.option();
    CHECK(value_at(option, option.job.output_per_run) == 1);
    CHECK(evidence_of(option, "output_per_run").evidence_class == EvidenceClass::assumed);
    files.put("a.csv", head + "r1,x8,1000,0,true\n");
    CHECK(files.complaints() ==
          "a.csv:2:0 output_units: is zero although the run met the bar (its unit cost would be "
          "infinite); "
          "correct one of the two\n");
}

TEST_CASE("parts that contradict each other are errors") {
    const std::string remedy =
        " (parts of a run cannot exceed it); check the units and what each part includes\n";
    CHECK(complaints_of("startup_s,in_training_s", "r1,200,900") ==
          "a.csv:2:0 billed_s: its parts add up to 1100.0 s, more than its 1000.0 s" + remedy);
    CHECK(complaints_of("in_training_s,data_wait_s,idle_s", "r1,900,800,150") ==
          "a.csv:2:0 in_training_s: its parts add up to 950.0 s, more than its 900.0 s" + remedy);
    CHECK(complaints_of("in_training_s,data_wait_s", "r1,900,900") ==
          "a.csv:2:0 in_training_s: leaves no time for the run's work (data wait, idle and "
          "failures take all of "
          "it); check the units and what each part includes\n");
    CHECK(complaints_of("downtime_s", "r1,1000") ==
          "a.csv:2:0 billed_s: leaves no time for the run's work (data wait, idle and failures "
          "take all of it); "
          "check the units and what each part includes\n");
    CHECK(complaints_of("throughput_basis,in_training_s,data_wait_s", "r1,end_to_end,900,30") ==
          "a.csv:2:0 throughput_basis: end_to_end together with data wait (data wait would be "
          "counted twice); "
          "leave data_wait_s and idle_s blank, or the basis\n");
    // 1 % and a second are rounding.
    CHECK(complaints_of("startup_s,in_training_s", "r1,100,911") == "no complaint");
}

TEST_CASE("times and amounts of work that no run has are errors, not infinities") {
    ScratchScenario files;
    files.put(
        "a.csv",
        "run_id,instance,billed_s,output_units,quality_passed,in_training_s,count_basis,samples\n"
        "r1,x8,2e12,1,true,900,samples,10\nr2,x8,1000,1,true,900,samples,1e-307\n");
    CHECK(files.complaints() ==
          "a.csv:2:0 billed_s: is longer than any run; check the unit\n"
          "a.csv:3:0 in_training_s: leaves no time for the run's work (data wait, idle and "
          "failures take all of "
          "it); check the units and what each part includes\n");
}

TEST_CASE("what the records hold already must not be given again") {
    const auto with_input = [](const std::string& columns, const std::string& row,
                               const std::string& input) {
        ScratchScenario files = with_rows(columns, {row});
        files.put(ScenarioText{.tables = "[option.a.inputs]\n" + input});
        return files.complaints();
    };
    const std::string twice = " (option a would count it twice); ";
    const std::string in_whole =
        twice + "leave it out, or record in_training_s and the other parts\n";
    CHECK(with_input("in_training_s", "r1,900", "utilization = \"70 %\"") ==
          "scenario.toml:20:15 option.a.inputs.utilization: is given, but the records measure "
          "in-training time "
          "as a whole" +
              twice + "leave utilization out, or record productive_s or data_wait_s\n");
    CHECK(with_input("in_training_s,data_wait_s", "r1,900,100", "utilization = \"70 %\"") ==
          "no complaint");
    CHECK(with_input("", "r1", "startup_cold = \"3 min\"") ==
          "scenario.toml:20:16 option.a.inputs.startup_cold: is given, but the records measure "
          "billed time as a "
          "whole" +
              in_whole);
    CHECK(with_input("", "r1", "checkpoint_time = \"3 s\"") ==
          "scenario.toml:20:19 option.a.inputs.checkpoint_time: is given, but the records measure "
          "billed time "
          "as a whole" +
              in_whole);
    CHECK(with_input("", "r1", "validation_time = \"3 s\"") ==
          "scenario.toml:20:19 option.a.inputs.validation_time: is given, but the records measure "
          "billed time "
          "as a whole" +
              in_whole);
    // A given throughput makes the records' time needless.
    CHECK(with_input("", "r1",
                     "throughput = \"3 steps/s\"\nwork = \"3 steps\"\nutilization = \"70 %\"\n"
                     "startup = \"3 min\"") == "no complaint");
}

TEST_CASE("a given throughput without utilization leaves the waiting unknown") {
    ScratchScenario files;
    files.put(ScenarioText{
        .tables = "[option.a.inputs]\nthroughput = \"3 steps/s\"\nwork = \"30 steps\""});
    const OptionPlan option = files.option();
    CHECK(value_at(option, option.job.work) == 30);
    CHECK(value_at(option, option.job.throughput) == 3);
    CHECK_FALSE(option.job.seconds_per_unit.present());
    CHECK(option.missing.front() == "data wait: not recorded");
}
