#include <algorithm>

#include "tests/catch_compat.hpp"
#include "tests/scenarios/build/scratch_scenario.hpp"

using namespace trialcost;

namespace {

ScratchScenario with(const std::string& ledger) {
    ScratchScenario files;
    files.put(ScenarioText{.tables = "[option.b]\ninstance = \"x9\"\nregion = \"r1\"\npurchase = "
                                     "\"on-demand\"\n" +
                                     (ledger.empty() ? "" : "[option.b.migration]\n" + ledger)});
    return files;
}

double median_cost(const OptionPlan& option) {
    double cost = 0;
    REQUIRE(option.migration);
    for (const MigrationTask& task : option.migration->tasks)
        cost += value_at(option, task.amount) * task.price;
    return cost;
}

bool says(const std::string& ledger, const std::string& text) {
    const std::string said = with(ledger).complaints();
    INFO(said);
    return said.find(text) != std::string::npos;
}

}  // namespace

TEST_CASE("tasks are hours at a rate, node hours, or money") {
    CHECK(median_cost(
              with("rewrites = \"120 h\"\nchecks = \"30 min\"\nrate = \"140 USD/h\"").option(1)) ==
          Approx(120.5 * 140));
    CHECK(median_cost(with("kernels = { hours = \"10 h\", rate = \"200 USD/h\" }").option(1)) ==
          Approx(2'000));
    // Priced by the node hour of the option, where that is known.
    ScratchScenario priced = with("compute = \"50 node h\"\ncompute_cost = \"900 USD\"");
    CHECK(priced.option(1).migration->unknown ==
          std::vector<std::string>{"migration.compute: the price of instances is unknown"});
    priced.put("quotes.csv", quote_header + good_quote +
                                 "r1,ec2,x9,on-demand,3.00,USD,instance-hour,2026-11-15\n");
    CHECK(median_cost(priced.option(1)) == Approx(50 * 3.00 + 900));
    // The unit does not matter.
    CHECK(median_cost(with("rewrites = \"7200 min\"\nrate = \"140 USD/h\"").option(1)) ==
          median_cost(with("rewrites = \"5 d\"\nrate = \"140 USD/h\"").option(1)));
    const OptionPlan option = with(
                                  "rewrites = { pert = [\"60 h\", \"120 h\", \"400 h\"], source = "
                                  "\"the porting team\" }\nrate = \"140 USD/h\"")
                                  .option(1);
    CHECK(evidence_of(option, "migration.rewrites").source.find("the porting team") !=
          std::string::npos);
    for (const std::string& missing : option.missing)
        CHECK(missing.find("migration") == std::string::npos);
}

TEST_CASE("no ledger is unknown but for the baseline, and none can be stated") {
    CHECK_FALSE(with("").option(1).migration);
    CHECK(with("").option(0).migration->tasks.empty());
    ScratchScenario otherwise_bought;
    otherwise_bought.put(ScenarioText{.tables = "[option.b]\ninstance = \"x8\"\nregion = \"r1\"\n"
                                                "purchase = \"capacity-block\"\n"});
    CHECK(otherwise_bought.option(1).migration->tasks.empty());
    // More nodes may take work, and so may other software.
    for (const char* other : {"nodes = 2\n", "software = \"torch 3\"\n"}) {
        otherwise_bought.put(
            ScenarioText{.tables = "[option.b]\ninstance = \"x8\"\nregion = \"r1\"\npurchase = "
                                   "\"capacity-block\"\n" +
                                   std::string(other)});
        CHECK_FALSE(otherwise_bought.option(1).migration);
    }
    const OptionPlan same = with("none = \"the same image runs there\"").option(1);
    REQUIRE(same.migration);
    CHECK(same.migration->tasks.empty());
    CHECK(evidence_of(same, "migration").source == "the same image runs there");
}

TEST_CASE("an unknown task is left out and said") {
    const OptionPlan option = with(
                                  "rewrites = \"10 h\"\nkernels = { unknown = \"nobody has "
                                  "looked\" }\nrate = \"140 USD/h\"")
                                  .option(1);
    CHECK(median_cost(option) == Approx(1'400));
    CHECK(option.migration->unknown ==
          std::vector<std::string>{"migration.kernels: nobody has looked"});
    CHECK(evidence_of(option, "migration.kernels").evidence_class == EvidenceClass::unknown);
    // It is in no figure but those named for it.
    for (const std::string& missing : option.missing)
        CHECK(missing.find("migration") == std::string::npos);
}

TEST_CASE("a ledger that cannot be read is an error") {
    CHECK(says("rewrites = \"10 h\"", "option.b.migration.rewrites: has no price"));
    CHECK(says("rewrites = \"10 h\"\nrate = \"140 EUR/h\"", "is in EUR, the scenario in USD"));
    CHECK(says("rewrites = \"10 h\"\nrate = \"140 USD/GB\"", "is no price of an hour of work"));
    CHECK(says("rewrites = \"10 GB\"\nrate = \"140 USD/h\"", "must be a time"));
    CHECK(says("rewrites = \"-10 h\"\nrate = \"140 USD/h\"", "migration.rewrites"));
    CHECK(says("rate = \"140 USD/h\"", "names no task"));
    CHECK(says("none = \"x\"\nrewrites = \"10 h\"\nrate = \"140 USD/h\"", "stands beside tasks"));
    CHECK(says("compute_cost = \"900 EUR\"", "EUR"));
    CHECK(says("\"\" = \"10 h\"\nrate = \"140 USD/h\"", "has a task without a name"));
    CHECK(says("kernels = { hours = \"1 h\", rate = \"9 EUR/h\" }", "kernels.rate: is in EUR"));
}

TEST_CASE("a fault of a ledger is complained about once") {
    const auto lines = [](const std::string& ledger) {
        const std::string said = with(ledger).complaints();
        return std::count(said.begin(), said.end(), '\n');
    };
    CHECK(lines("rewrites = \"10 h\"\nchecks = \"1 h\"\nrate = \"140 EUR/h\"") == 1);
    CHECK(lines("kernels = { hours = \"1 h\", rate = \"9 EUR/h\" }") == 1);
    CHECK(lines("none = true") == 1);
    CHECK(lines("compute_cost = \"900 EUR\"") == 1);
    CHECK(lines("rewrites = \"10 GB\"\nrate = \"140 USD/h\"") == 1);
}

TEST_CASE("what is unknown needs no rate") {
    const OptionPlan option =
        with("kernels = { unknown = \"not begun\" }\ncompute_cost = { unknown = \"not billed\" }")
            .option(1);
    CHECK(option.migration->tasks.empty());
    CHECK(option.migration->unknown.size() == 2);
    CHECK(evidence_of(option, "migration.compute_cost").source == "not billed");
}

TEST_CASE("nothing is ported to the baseline, whatever is written") {
    ScratchScenario files;
    files.put(ScenarioText{
        .tables = "[option.a.migration]\nrewrites = \"10 h\"\nrate = \"140 USD/h\"\n"});
    CHECK(files.option(0).migration->tasks.empty());
    CHECK(files.warnings().find("option.a.migration: is not used") != std::string::npos);
}
