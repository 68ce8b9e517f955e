// Failure rows and counts -> where a class strikes, its exposure there, its clock, and whether runs
// differ. Expected posteriors: gamma quantiles by SciPy, shapes and exposures by hand.
#include "tests/scenarios/build/failure_scenario.hpp"

using namespace trialcost;

// 900 s of work, 60 s of startup, 40 s of saves in each run on two nodes: of the exposure 6 % is
// startup, 4 % saves, the rest work.
TEST_CASE("a class strikes where its rows say, if chance would not put them there") {
    const auto option_of = [](const std::string& rows, const std::string& tables = "") {
        return Failures{.columns = "in_training_s,startup_s,checkpoint_s",
                        .runs = {"r1,900,60,40"},
                        .failure_columns = "class,stage",
                        .rows = rows,
                        .tables = tables}
            .option();
    };
    const auto all = StageSet::all().bits;
    const auto saves = StageSet{}.with(Stage::checkpoint);
    // One failure in saves: chance puts it there in 4 % of cases.
    OptionPlan option = option_of("r1,disk,checkpoint\n");
    CHECK(option.job.failures.at(0).stages.bits == saves.bits);
    check_rate(option, option.job.failures[0], 1.5, node_h(1) * 0.04);
    CHECK(evidence_of(option, "failure.disk.rate").value ==
          "1 in 0.0222 node h of checkpoint: at most 1.8e+02/node h (95 %); strikes in checkpoint");
    // One in startup: in 6 %, so it may strike anywhere; two: in 0.4 %.
    option = option_of("r1,net,startup\n");
    CHECK(option.job.failures.at(0).stages.bits == all);
    check_rate(option, option.job.failures[0], 1.5, node_h(1));
    CHECK(evidence_of(option, "failure.net.rate").value ==
          "1 in 0.556 node h: at most 7/node h (95 %); seen in startup only, as chance may have "
          "it: strikes anywhere");
    // Many in work, where most of the time is spent, say nothing.
    option = option_of("r1,gpu,work\nr1,gpu,work\nr1,gpu,work\n");
    CHECK(option.job.failures.at(0).stages.bits == all);
    // A row that does not say its stage leaves the class everywhere.
    option = option_of("r1,disk,checkpoint\nr1,disk,\n");
    CHECK(option.job.failures.at(0).stages.bits == all);
    CHECK(evidence_of(option, "failure.disk.rate").value ==
          "2 in 0.556 node h: at most 10/node h (95 %)");
    // Several stages together: 10 % of the exposure, two failures by chance in 1 %.
    option = option_of("r1,x,checkpoint\nr1,x,startup\n");
    CHECK(option.job.failures.at(0).stages.bits == saves.with(Stage::startup).bits);
    check_rate(option, option.job.failures[0], 2.5, node_h(1) * 0.1);
}

// A start fails per launch: two runs, and a half for each of the two starts that broke off.
TEST_CASE("a class of starts alone is rated per launch") {
    Failures failures{.columns = "in_training_s,startup_s",
                      .runs = {"r1,940,60", "r2,940,60"},
                      .failure_columns = "class,stage",
                      .rows = "r1,net,startup\nr2,net,startup\n"};
    OptionPlan option = failures.option();
    const FailureClassPlan& net = option.job.failures.at(0);
    CHECK(net.clock == FailureClassPlan::Clock::launch);
    CHECK(net.stages.bits == StageSet{}.with(Stage::startup).bits);
    CHECK(net.rate_scale == 1);
    const Distribution expected{Gamma{2.5, 1 / 3.0}};
    CHECK(value_at(option, net.rate, 1) == Approx(quantile_at_score(expected, 1)));
    CHECK(evidence_of(option, "failure.net.rate").value ==
          "2 in 3 starts: at most 1.8/launch (95 %); strikes in startup");
    // A clock runs in time, not in launches.
    failures.tables = "[option.a.inputs]\nfailure.net.shape = 0.7";
    option = failures.option();
    CHECK(option.job.failures.at(0).clock == FailureClassPlan::Clock::exposure);
    check_rate(option, option.job.failures[0], 2.5, node_h(2) * 0.06);
}

TEST_CASE("stages that the scenario states come first, with their exposure") {
    Failures failures{.columns = "in_training_s,startup_s,checkpoint_s,validation_s,restore_s",
                      .runs = {"r1,800,60,40,50,50"},
                      .failure_columns = "class,stage",
                      .rows = "r1,disk,checkpoint\n",
                      .tables = "[option.a.inputs]\nfailure.disk.stages = [\"work\", \"restart\"]"};
    OptionPlan option = failures.option();
    CHECK(option.job.failures.at(0).stages.bits ==
          StageSet{}.with(Stage::work).with(Stage::restart).bits);
    check_rate(option, option.job.failures[0], 1.5, node_h(1) * 0.85);
    CHECK(evidence_of(option, "failure.disk.rate").value ==
          "1 in 0.472 node h of work and restart: at most 8.3/node h (95 %)");
    failures.tables =
        "[option.a.inputs]\nfailure.disk.stages = [\"startup\", \"work\", \"checkpoint\", "
        "\"validation\", \"restart\"]";
    option = failures.option();
    CHECK(option.job.failures.at(0).stages.bits == StageSet::all().bits);
    check_rate(option, option.job.failures[0], 1.5, node_h(1));
    // No run recorded a time of its own for saves: their rate is unknown, and left out.
    failures = {.runs = {"r1,900"},
                .rows = "r1,disk\n",
                .tables = "[option.a.inputs]\nfailure.disk.stages = [\"checkpoint\"]"};
    option = failures.option();
    CHECK(option.job.failures.empty());
    CHECK(evidence_of(option, "failure.disk.rate").evidence_class == EvidenceClass::unknown);
    CHECK(option.missing == std::vector<std::string>{"failures of class disk: not measured"});
}

TEST_CASE("a shape and what it renews are passed on") {
    Failures failures{.runs = {"r1,900"},
                      .rows = "r1,gpu\n",
                      .tables =
                          "[option.a.inputs]\nfailure.gpu.shape = { uniform = [0.6, 0.8], "
                          "source = \"fleet log\" }\nfailure.gpu.renew = \"all\"\n"
                          "failure.net.rate = \"0.1 /h\""};
    const OptionPlan option = failures.option();
    const auto classes = classes_of(option);
    CHECK(value_at(option, classes.at("gpu").shape) == Approx(0.7));
    CHECK(option.stated[classes.at("gpu").shape.index].varies == Varies::once);
    CHECK(classes.at("gpu").renews == Renews::all);
    CHECK(evidence_of(option, "failure.gpu.shape").source == "fleet log");
    CHECK_FALSE(classes.at("net").shape.present());
    CHECK(classes.at("net").renews == Renews::struck);
    const auto complaints = [&](const std::string& tables) {
        failures.tables = "[option.a.inputs]\n" + tables;
        return failures.files().complaints();
    };
    CHECK_THAT(complaints("failure.gpu.shape = 0.05"),
               Catch::Matchers::Contains("must lie between 0.1 and 20 (it is 0.05)"));
    CHECK_THAT(complaints("failure.gpu.shape = { lognormal = { p50 = 1, p90 = 3 } }"),
               Catch::Matchers::Contains("must lie between 0.1 and 20"));
    CHECK_THAT(complaints("failure.gpu.shape = 0"),
               Catch::Matchers::Contains("must be more than zero"));
    CHECK_THAT(complaints("failure.gpu.shape = 0.7\nfailure.gpu.rate = \"0.1 /launch\""),
               Catch::Matchers::Contains("has no time to run in"));
}

// Ten, one and one failures in equal runs: see the test of over_dispersion.
TEST_CASE("runs that differ by more than chance share a factor for each attempt") {
    OptionPlan option =
        Failures{.columns = "in_training_s,failures", .runs = {"r1,900,10", "r2,900,1", "r3,900,1"}}
            .option();
    const FailureClassPlan& all = option.job.failures.at(0);
    REQUIRE(all.run_factor.present());
    CHECK(option.stated[all.run_factor.index].varies == Varies::per_attempt);
    const double variance = 46.0 / 32, inflation = 1 + variance * 4;
    const Distribution factor{Gamma{1 / variance, variance}};
    CHECK(value_at(option, all.run_factor, 1) == Approx(quantile_at_score(factor, 1)));
    check_rate(option, all, 12 / inflation + 0.5, node_h(3) / inflation);
    CHECK(evidence_of(option, "failure.run_to_run").value ==
          "a factor on the rates of each attempt, gamma with mean 1 and sd 1.2: 12 failures in 3 "
          "runs are more uneven than chance makes them (p = 0.0008)");
    CHECK(evidence_of(option, "failure.run_to_run").evidence_class == EvidenceClass::measured);

    option =
        Failures{.columns = "in_training_s,failures", .runs = {"r1,900,4", "r2,900,5", "r3,900,3"}}
            .option();
    CHECK_FALSE(option.job.failures.at(0).run_factor.present());
    check_rate(option, option.job.failures[0], 12.5, node_h(3));
    CHECK(evidence_of(option, "failure.run_to_run").value == "no more than chance");
    CHECK(evidence_of(option, "failure.run_to_run").evidence_class == EvidenceClass::assumed);
    option =
        Failures{.columns = "in_training_s,failures", .runs = {"r1,900,4", "r2,900,0"}}.option();
    CHECK(evidence_of(option, "failure.run_to_run").source ==
          "4 failures in 2 runs: too few to tell");
}

TEST_CASE(
    "unclassified failures of the trials go to a class that is alone, else nothing is pooled") {
    const std::string rate =
        ".rate = { events = 3, exposure = \"412 node h\", source = \"fleet log\" }\n";
    Failures failures{.runs = {"r1,900", "r2,900"},
                      .rows = "r1,gpu\nr2,\n",
                      .tables = "[option.a.inputs]\nfailure.gpu" + rate};
    OptionPlan option = failures.option();
    check_rate(option, option.job.failures.at(0), 5.5, 412 + node_h(2));
    failures.tables += "failure.net" + rate;
    option = failures.option();
    check_rate(option, classes_of(option).at("gpu"), 3.25, 412);
    failures.rows = "r1,gpu\nr2,net\nr2,net\n";
    option = failures.option();
    check_rate(option, classes_of(option).at("gpu"), 4.25, 412 + node_h(2));
    check_rate(option, classes_of(option).at("net"), 5.25, 412 + node_h(2));
}
