// Failure rows and counts -> classes with rates, downtimes and restarts. Expected posteriors: gamma
// quantiles by SciPy, shapes and exposures by hand.
#include "tests/scenarios/build/failure_scenario.hpp"

using namespace trialcost;

TEST_CASE("no word of failures is unknown; a count of zero is evidence") {
    OptionPlan option = Failures{.runs = {"r1,900", "r2,900"}}.option();
    CHECK(option.job.failures.empty());
    CHECK(evidence_of(option, "failure.rate").evidence_class == EvidenceClass::unknown);
    CHECK(option.missing == std::vector<std::string>{"failures: not recorded"});

    option =
        Failures{.columns = "in_training_s,failures", .runs = {"r1,900,0", "r2,900,0"}}.option();
    REQUIRE(option.job.failures.size() == 1);
    check_rate(option, option.job.failures[0], 0.5, node_h(2));
    // 95 % point of Gamma(1/2, 10/9 node h) by SciPy: 1.7287
    CHECK(evidence_of(option, "failure.all.rate").value ==
          "0 in 1.11 node h: at most 1.7/node h (95 %)");
    CHECK(option.missing.empty());
    CHECK(option.unknown_downtime);
    CHECK(evidence_of(option, "failure.all.restart_time").value == "a fresh draw of startup");
}

TEST_CASE("runs that say nothing of failures are no exposure") {
    const OptionPlan option = Failures{
        .columns = "in_training_s,failures",
        .runs = {"r1,900,0", "r2,900,",
                 "r3,900,1"}}.option();
    REQUIRE(option.job.failures.size() == 1);
    check_rate(option, option.job.failures[0], 1.5, node_h(2));
    CHECK(evidence_of(option, "failure.all.rate")
              .value.ends_with("; 1 runs say nothing of failures"));
}

TEST_CASE("downtime is no exposure, billed or not") {
    const OptionPlan option = Failures{
        .columns = "in_training_s,failures,downtime_s",
        .runs = {"r1,700,1,200",
                 "r2,900,0,"}}.option();
    check_rate(option, option.job.failures[0], 1.5, node_h(1.8));
    CHECK(value_at(option, option.job.failures[0].downtime) == Approx(200));
    const OptionPlan unbilled =
        Failures{.runs = {"r1,900"}, .failure_columns = "downtime_s,billed", .rows = "r1,5000,no\n"}
            .option();
    check_rate(unbilled, unbilled.job.failures[0], 1.5, node_h(1));
}

TEST_CASE("classes share the half event of the prior") {
    const Failures failures{.runs = {"r1,900", "r2,900", "r3,900"},
                            .rows = "r1,gpu\nr1,net\nr2,gpu\nr3,\n"};
    const OptionPlan option = failures.option();
    const auto classes = classes_of(option);
    REQUIRE(classes.size() == 3);
    // k_i + 1/(2 K) of K = 3: together 4 + 1/2
    check_rate(option, classes.at("gpu"), 2 + 0.5 / 3, node_h(3));
    check_rate(option, classes.at("net"), 1 + 0.5 / 3, node_h(3));
    check_rate(option, classes.at("all"), 1 + 0.5 / 3, node_h(3));
    CHECK(evidence_of(option, "failure.gpu.rate").observations == 2);
}

TEST_CASE("a class that the scenario describes without a rate is measured with the others") {
    const OptionPlan option =
        Failures{.runs = {"r1,900", "r2,900"},
                 .rows = "r1,gpu\nr2,gpu\n",
                 .tables = "[option.a.inputs]\nfailure.net.lost_work = \"none\""}
            .option();
    const auto classes = classes_of(option);
    REQUIRE(classes.size() == 2);
    check_rate(option, classes.at("gpu"), 2.25, node_h(2));
    check_rate(option, classes.at("net"), 0.25, node_h(2));
    CHECK(classes.at("net").lost_work == LostWork::none);
    // Alone, it stands for all failures.
    const OptionPlan alone =
        Failures{.columns = "in_training_s,failures",
                 .runs = {"r1,900,0"},
                 .tables = "[option.a.inputs]\nfailure.net.downtime = \"1 min\""}
            .option();
    REQUIRE(alone.job.failures.size() == 1);
    check_rate(alone, alone.job.failures[0], 0.5, node_h(1));
    CHECK(value_at(alone, alone.job.failures[0].downtime) == 60);
}

TEST_CASE("given rates hold what was not classified, and take no part of the prior") {
    const OptionPlan option =
        Failures{.runs = {"r1,900", "r2,900"},
                 .rows = "r1,\nr2,gpu\n",
                 .tables = "[option.a.inputs]\nfailure.net.rate = \"0.1 /node h\""}
            .option();
    const auto classes = classes_of(option);
    REQUIRE(classes.size() == 2);
    CHECK(value_at(option, classes.at("net").rate) == 0.1);
    check_rate(option, classes.at("gpu"), 1.5, node_h(2));
    CHECK(classes.count("all") == 0);
}

TEST_CASE("an outside count is pooled with the trials' own, the scenario's own count is not") {
    Failures failures{
        .runs = {"r1,900", "r2,900"},
        .rows = "r1,gpu\nr2,gpu\n",
        .tables =
            "[option.a.inputs]\nfailure.gpu.rate = { events = 3, exposure = \"412 node h\", "
            "source = \"fleet log\" }"};
    OptionPlan option = failures.option();
    check_rate(option, option.job.failures[0], 5.5, 412 + node_h(2));
    CHECK(evidence_of(option, "failure.gpu.rate").value == "5 in 413.11 node h");
    CHECK(evidence_of(option, "failure.gpu.rate").source == "fleet log and a.csv:2-3");
    CHECK(evidence_of(option, "failure.gpu.rate").evidence_class == EvidenceClass::conservative);
    failures.tables =
        "[option.a.inputs]\nfailure.gpu.rate = { events = 3, exposure = \"412 node h\" }";
    option = failures.option();
    check_rate(option, option.job.failures[0], 3.5, 412);
}

TEST_CASE("classes counted in one outside exposure share the half event of the prior") {
    const std::string rate = ".rate = { events = 2, exposure = \"100 node h\" }\n";
    const OptionPlan option =
        Failures{.runs = {"r1,900"},
                 .tables = "[option.a.inputs]\nfailure.x" + rate + "failure.y" + rate +
                           "failure.z.rate = { events = 2, exposure = \"101 node h\" }"}
            .option();
    check_rate(option, option.job.failures.at(0), 2.25, 100);
    check_rate(option, option.job.failures.at(1), 2.25, 100);
    check_rate(option, option.job.failures.at(2), 2.5, 101);
}

TEST_CASE("downtime and restart: stated for the class, measured, stated for all") {
    Failures failures{.runs = {"r1,300", "r2,300", "r3,300"},
                      .failure_columns = "class,downtime_s,restore_s",
                      .rows = "r1,gpu,100,10\nr2,gpu,400,40\nr3,net,,\n",
                      .tables =
                          "[option.a.inputs]\ndowntime = \"7 s\"\nrestart_time = \"8 s\"\n"
                          "failure.gpu.restart_time = \"9 s\""};
    const OptionPlan option = failures.option();
    const auto classes = classes_of(option);
    CHECK(value_at(option, classes.at("gpu").downtime) == Approx(200));
    CHECK(classes.at("gpu").downtime.kind == Source::Kind::recorded);
    CHECK(option.groups[classes.at("gpu").downtime.index].varies == Varies::per_event);
    CHECK(evidence_of(option, "failure.gpu.downtime").source == "f.csv:2-3");
    CHECK(value_at(option, classes.at("gpu").restart) == 9);
    CHECK(value_at(option, classes.at("net").downtime) == 7);
    CHECK(value_at(option, classes.at("net").restart) == 8);
    CHECK_FALSE(option.unknown_downtime);
}

TEST_CASE("run-level downtime and restart are means of its failures") {
    const OptionPlan option = Failures{
        .columns = "in_training_s,failures,downtime_s,restore_s",
        .runs = {"r1,700,2,100,60",
                 "r2,900,0,,"}}.option();
    const FailureClassPlan& all = option.job.failures.at(0);
    CHECK(value_at(option, all.downtime) == Approx(50));
    CHECK(value_at(option, all.restart) == Approx(30));
}

TEST_CASE("downtime is billed unless the class or all of its rows say otherwise") {
    const auto billed = [](const std::string& rows, const std::string& tables) {
        return Failures{
            .runs = {"r1,900"}, .failure_columns = "billed", .rows = rows, .tables = tables}
            .option()
            .job.failures.at(0)
            .downtime_billed;
    };
    const std::string stated = "[option.a.inputs]\nfailure.all.downtime_billed = ";
    CHECK(billed("r1,\n", ""));
    CHECK_FALSE(billed("r1,no\nr1,no\n", ""));
    CHECK(billed("r1,no\nr1,yes\n", ""));
    CHECK_FALSE(billed("r1,yes\n", stated + "false"));
    CHECK(billed("r1,no\n", stated + "true"));
}

TEST_CASE("no restart and no startup: unknown, and the cost is at least") {
    const OptionPlan option = Failures{.columns = "failures", .runs = {"r1,0"}}.option();
    CHECK(evidence_of(option, "failure.all.restart_time").evidence_class == EvidenceClass::unknown);
    CHECK(option.missing == std::vector<std::string>{"restart after a failure: not recorded"});
}

TEST_CASE("figures of a run are the sums of its failure rows") {
    // Lost work of 100 s leaves 800 s for one unit of work.
    OptionPlan option = Failures{.runs = {"r1,900"},
                                 .failure_columns = "lost_s,downtime_s,restore_s",
                                 .rows = "r1,60,20,10\nr1,40,20,20\n"}
                            .option();
    CHECK(value_at(option, option.job.seconds_per_unit) == Approx(800));
    // 1000 - 900 - 40 - 30 s are startup.
    CHECK(value_at(option, option.job.startup_warm) == Approx(30));
    // One unknown part leaves the sum unknown.
    option =
        Failures{.runs = {"r1,900"}, .failure_columns = "lost_s", .rows = "r1,60\nr1,\n"}.option();
    CHECK(value_at(option, option.job.seconds_per_unit) == Approx(900));
}

TEST_CASE("figures of a run that differ from its failure rows are errors") {
    const auto complaints = [](const std::string& run, const std::string& rows) {
        return Failures{.columns = "in_training_s,failures,lost_s,downtime_s,restore_s",
                        .runs = {"r1,800," + run},
                        .failure_columns = "lost_s,downtime_s,restore_s",
                        .rows = rows,
                        .tables = "[option.a.inputs]\ncheckpoint_interval = \"5 min\"\n"}
            .files()
            .complaints();
    };
    const auto expected = [](const std::string& field, const std::string& of_run,
                             const std::string& of_rows) {
        return "a.csv:2:0 " + field + ": run `r1` has " + of_run + ", its failure rows " + of_rows +
               " (a figure of the run is the sum over its failures); correct one of them, or leave "
               "the cell of "
               "the run blank\n";
    };
    const std::string rows = "r1,60,40,20\nr1,40,40,20\n";
    CHECK(complaints("2,100,80,40", rows) == "no complaint");
    CHECK(complaints("2,100.9,80,40", rows) == "no complaint");  // within 1 %
    CHECK(complaints("1,100,80,40", rows) == expected("failures", "1", "2"));
    CHECK(complaints("2,102,80,40", rows) == expected("lost_s", "102", "100"));
    CHECK(complaints("2,100,90,40", rows) == expected("downtime_s", "90", "80"));
    CHECK(complaints("2,100,80,0", rows) == expected("restore_s", "0", "40"));
    CHECK(complaints("0,,,", rows) == expected("failures", "0", "2"));
    // Where a row does not know its part, the run may have more, not less.
    CHECK(complaints("2,300,,", "r1,60,,\nr1,,,\n") == "no complaint");
    CHECK(complaints("2,50,,", "r1,60,,\nr1,,,\n") == expected("lost_s", "50", "60"));
}

TEST_CASE("a failure row needs its run") {
    const Failures failures{.runs = {"r1,900"}, .rows = "r9,gpu\n"};
    CHECK(failures.files().complaints() ==
          "f.csv:2:0 run_id: `r9` is no run of option a (a failure without its run has no "
          "exposure); add the run "
          "to the trial records\n");
    // Rows of runs that were left out go with them.
    Failures left_out{
        .columns = "in_training_s,nodes", .runs = {"r1,900,2", "r2,900,1"}, .rows = "r2,gpu\n"};
    const OptionPlan option = left_out.option();
    CHECK(option.job.failures.empty());
    CHECK(option.missing == std::vector<std::string>{"failures: not recorded"});
}

// Rows for the runs that failed and a blank for the others count only failing runs.
TEST_CASE("silence of the runs without a failure is warned of, and work lost without checkpoints") {
    const auto warnings = [](const std::string& columns, const std::vector<std::string>& runs,
                             const std::string& tables = "") {
        return Failures{.columns = columns,
                        .runs = runs,
                        .failure_columns = "lost_s",
                        .rows = "r2,30\n",
                        .tables = tables}
            .files()
            .warnings();
    };
    const std::string silent = "failures: is blank", lost = "f.csv:2:0 lost_s: is recorded";
    const std::string saves = "[option.a.inputs]\ncheckpoint_interval = \"5 min\"\n";
    const std::string blank = warnings("in_training_s,failures", {"r1,900,", "r2,900,", "r3,900,"});
    CHECK(blank.find("warning a.csv:2:0 " + silent) != std::string::npos);
    CHECK(blank.find("2 of 3 runs say nothing") != std::string::npos);
    CHECK(blank.find(lost) != std::string::npos);
    const std::string said =
        warnings("in_training_s,failures", {"r1,900,0", "r2,900,", "r3,900,"}, saves);
    CHECK(said.find(silent) == std::string::npos);
    CHECK(said.find(lost) == std::string::npos);
    CHECK(warnings("in_training_s,failures,checkpoints", {"r1,900,0,3", "r2,900,,3", "r3,900,0,3"})
              .find(lost) == std::string::npos);
}

TEST_CASE("that failures lose the whole run is a row of evidence") {
    const Failures failed{
        .columns = "in_training_s,failures", .runs = {"r1,900,0", "r2,900,"}, .rows = "r2,gpu\n"};
    CHECK(evidence_of(failed.option(), "checkpoint_interval").evidence_class ==
          EvidenceClass::assumed);
    const Failures unfailed{.columns = "in_training_s,failures", .runs = {"r1,900,0"}};
    CHECK_FALSE(has_evidence(unfailed.option(), "checkpoint_interval"));
}
