// One run shows all that is wrong, in all files, each with its place; what cannot be read is not
// hidden behind what is wrong.
#include <algorithm>
#include <filesystem>

#include "tests/catch_compat.hpp"
#include "tests/scenarios/build/scratch_scenario.hpp"

using namespace trialcost;

namespace {

const std::string two_options =
    "[option.b]\ninstance = \"x8\"\nregion = \"r1\"\npurchase = \"on-demand\"\ntrials = "
    "[\"b.csv\"]\n";

}  // namespace

TEST_CASE("faults of several files come together, each once, each with its place") {
    ScratchScenario files;
    files.put("quotes.csv", quote_header + "r1,ec2,x8,on-demand,1,usd,instance-hour,15.11.2026\n");
    // Both options read it: its fault is one.
    files.put("a.csv", trial_rows("in_training_s", {"r1,soon"}));
    files.put("b.csv", trial_rows("in_training_s,startup_s", {"r1,900,900"}));
    files.put(ScenarioText{.workload = "runs = nan\nperiod = \"one month\"",
                           .budget = "total = \"1 USD\"\nwall_tme = \"1 d\"",
                           .tables = two_options +
                                     "[option.c]\ninstance = \"x8\"\nregion = \"r1\"\n"
                                     "purchase = \"on-demand\"\ntrials = [\"a.csv\"]\n"});
    CHECK(
        files.complaints() ==
        "scenario.toml:8:8 workload.runs: is not a finite number; write a finite number, or leave "
        "it out if it is "
        "not known\n"
        "scenario.toml:9:10 workload.period: must be a time (`one month` does not start with a "
        "number); write a "
        "number and its unit: 30 min\n"
        "scenario.toml:12:1 budget: unknown key `wall_tme`; did you mean `wall_time`?\n"
        "quotes.csv:2:23 currency: must be three capital letters (it is `usd`); write it like USD\n"
        "quotes.csv:2:41 verified_on: must be a date (it is `15.11.2026`); write it like "
        "2026-11-30\n"
        "a.csv:2:19 in_training_s: `soon` is not a number; write a number alone: 1.5 or 2e6\n"
        "b.csv:2:0 billed_s: its parts add up to 1800.0 s, more than its 1000.0 s (parts of a run "
        "cannot exceed "
        "it); check the units and what each part includes\n");
}

TEST_CASE("a file that cannot be read is said to be, at the line that names it") {
    ScratchScenario files;
    files.put(ScenarioText{.tables = two_options});
    std::string message;
    try {
        files.built();
    } catch (const UnreadableInput& fault) {
        message = fault.what();
    }
    CHECK(message.find("scenario.toml:23: ") != std::string::npos);
    CHECK(message.ends_with("b.csv: cannot be read: No such file or directory"));
}

TEST_CASE("several files that cannot be read are said together, and beside what else is wrong") {
    ScratchScenario files;
    files.put(ScenarioText{.quotes = "files = [\"q.csv\"]", .tables = two_options});
    std::string message;
    try {
        files.built();
    } catch (const UnreadableInput& fault) {
        message = fault.what();
    }
    CHECK(message.find("q.csv: cannot be read") != std::string::npos);
    CHECK(message.find("b.csv: cannot be read") != std::string::npos);

    files.put(ScenarioText{.workload = "run = 3", .tables = two_options});
    const std::string complaints = files.complaints();
    CHECK(complaints.starts_with(
        "scenario.toml:8:1 workload: unknown key `run`; did you mean `runs`?\n"
        "scenario.toml:23:11 "));
    CHECK(complaints.ends_with("b.csv: cannot be read: No such file or directory\n"));
}

TEST_CASE("a syntax error is one complaint") {
    ScratchScenario files;
    files.put("scenario.toml", "format = 1\ntitle = \n");
    const std::string complaints = files.complaints();
    CHECK(complaints.starts_with("scenario.toml:2:9 "));
    CHECK(std::count(complaints.begin(), complaints.end(), '\n') == 1);
}

TEST_CASE("an option is not judged on records that are wrong") {
    ScratchScenario files;
    files.put("a.csv", trial_rows("in_training_s", {"r1,900", "r2,soon"}));
    files.put("f.csv", "run_id\nr2\n");
    files.put(ScenarioText{.option = "failures = [\"f.csv\"]"});
    // No word of a failure without its run: the run is there, only wrong.
    CHECK(files.complaints() ==
          "a.csv:3:19 in_training_s: `soon` is not a number; write a number alone: 1.5 or 2e6\n");
}

TEST_CASE("places are relative to the scenario, from wherever it is opened") {
    ScratchScenario files;
    const std::string expected = "a.csv:2";
    CHECK(evidence_of(files.option(), "work").source == expected);
    const auto before = std::filesystem::current_path();
    std::filesystem::current_path(files.folder());
    const OptionPlan here = build_plan("scenario.toml", {2026, 12, 24}).plan.options.at(0);
    const OptionPlan dotted = build_plan("./scenario.toml", {2026, 12, 24}).plan.options.at(0);
    std::filesystem::current_path(before);
    CHECK(evidence_of(here, "work").source == expected);
    CHECK(evidence_of(dotted, "work").source == expected);
    // A file named from the root stays so.
    std::string text = ScenarioText{}.text();
    const std::string absolute = (files.folder() / "a.csv").string();
    text.replace(text.find("a.csv"), 5, absolute);
    files.put("scenario.toml", text);
    std::filesystem::current_path(files.folder());
    const OptionPlan from_root = build_plan("scenario.toml", {2026, 12, 24}).plan.options.at(0);
    std::filesystem::current_path(before);
    CHECK(evidence_of(from_root, "work").source == absolute + ":2");
}

TEST_CASE("what is wrong with a file that two options share is said once") {
    ScratchScenario files;
    files.put("a.csv", trial_rows("in_training_s,startup_s", {"r1,900,900", "r2,100,"}));
    files.put(ScenarioText{.tables = "[option.b]\ninstance = \"x8\"\nregion = \"r1\"\n"
                                     "purchase = \"on-demand\"\ntrials = [\"a.csv\"]\n"});
    CHECK(
        files.complaints() ==
        "a.csv:2:0 billed_s: its parts add up to 1800.0 s, more than its 1000.0 s (parts of a run "
        "cannot exceed it); check the units and what each part includes\n");
}

TEST_CASE("more random events than a draw has are said where the runs are") {
    ScratchScenario files;
    const std::string limits = "[option.a.limits]\nmax_failures = 100000000\n";
    const std::string remedy =
        "; lower workload.runs, or limits.max_attempts or limits.max_failures of the option\n";
    files.put(ScenarioText{.workload = "runs = 2", .tables = limits});
    CHECK(
        files.complaints() ==
        "scenario.toml:8:8 workload.runs: a draw would need more random events than there are "
        "(option a: 26 runs (those wanted, and more to see how many fit the budget) x 10 attempts "
        "x 100000000 failures; there are 4294967295)" +
            remedy);
    // Without a ceiling on the total no further run is tried; the table stands for the key.
    files.put(ScenarioText{.budget = "wall_time = \"1 d\"", .tables = limits});
    CHECK(files.warnings() == "");
    files.put(ScenarioText{.tables = limits});
    CHECK(files.complaints().starts_with("scenario.toml:6:1 workload.runs: a draw would need"));
}
