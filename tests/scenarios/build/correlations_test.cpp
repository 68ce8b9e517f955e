// Correlations that a scenario states: what they become, what is refused and what is repaired.
#include <cmath>

#include "tests/catch_compat.hpp"
#include "tests/scenarios/build/scratch_scenario.hpp"

using namespace trialcost;

namespace {

const std::string inputs =
    "[option.a.inputs]\n"
    "work = { uniform = [\"90 samples\", \"110 samples\"] }\n"
    "throughput = { lognormal = { p50 = \"1 samples/s\", p90 = \"2 samples/s\" } }\n"
    "utilization = { uniform = [\"80 %\", \"100 %\"] }\n"
    "startup = { uniform = [\"1 min\", \"2 min\"], varies = \"per attempt\" }\n"
    "checkpoint_interval = \"10 min\"\n"
    "checkpoint_time = { unknown = \"no idea\" }\n"
    "validation_time = { uniform = [\"1 min\", \"2 min\"], varies = \"per attempt\" }\n"
    "failure.gpu.rate = { events = 3, exposure = \"412 node h\" }\n"
    "failure.gpu.downtime = { uniform = [\"1 min\", \"2 min\"] }\n";

std::string entry(const std::string& first, const std::string& second, const std::string& rest,
                  const std::string& table = "option.a.correlation") {
    return "[[" + table + "]]\ninputs = [\"" + first + "\", \"" + second + "\"]\n" + rest + "\n";
}

ScratchScenario scenario_of(const std::string& tables) {
    ScratchScenario files;
    files.put(ScenarioText{.tables = tables});
    return files;
}

// The complaint of one entry, which starts in line 29; what stands before it in the line is cut.
std::string complaint_of(const std::string& first, const std::string& second,
                         const std::string& rest = "spearman = 0.5") {
    return scenario_of(inputs + entry(first, second, rest)).complaints();
}

const std::string at = "scenario.toml:29:1 option.a.correlation[0]: ";

}  // namespace

TEST_CASE("correlations become groups of connected inputs, in the order of the plan") {
    const OptionPlan option =
        scenario_of(
            inputs + entry("utilization", "throughput", "spearman = 0.5") +
            entry("throughput", "failure.gpu.rate", "spearman = -0.3\nsource = \"a study\"") +
            entry("startup", "validation_time", "spearman = 0.8"))
            .option();
    REQUIRE(option.correlated.size() == 2);
    const CorrelatedInputs& three = option.correlated[0];
    CHECK(three.names ==
          std::vector<std::string>{"a/throughput", "a/utilization", "a/failure.gpu.rate"});
    // Score correlations of reference: .5176380902 and .3128689301; the pair that is not stated: 0.
    const double r = .5176380902, s = -.3128689301, rest = std::sqrt(1 - r * r);
    const double last = -r * s / rest;
    const std::vector<double> expected = {
        1, 0, 0, r, rest, 0, s, last, std::sqrt(1 - s * s - last * last)};
    for (std::size_t i = 0; i < expected.size(); ++i)
        CHECK(three.factor.entries[i] == Approx(expected[i]).margin(1e-9));
    const CorrelatedInputs& two = option.correlated[1];
    CHECK(two.names == std::vector<std::string>{"a/startup", "a/validation_time"});
    CHECK(two.factor(1, 0) == Approx(.8134732862).epsilon(1e-9));

    const Evidence& stated = evidence_of(option, "correlation utilization, throughput");
    CHECK(stated.evidence_class == EvidenceClass::assumed);
    CHECK(stated.value == "Spearman 0.5");
    CHECK(stated.source == "scenario.toml:29");
    const Evidence& sourced = evidence_of(option, "correlation throughput, failure.gpu.rate");
    CHECK(sourced.evidence_class == EvidenceClass::assumed);
    CHECK(sourced.value == "Spearman -0.3");
    CHECK(sourced.source == "a study");
}

TEST_CASE("a correlation joins the groups of its inputs") {
    const OptionPlan option =
        scenario_of(inputs + entry("work", "throughput", "spearman = 0.5") +
                    entry("utilization", "failure.gpu.rate", "spearman = 0.4") +
                    entry("throughput", "failure.gpu.rate", "spearman = 0.3"))
            .option();
    REQUIRE(option.correlated.size() == 1);
    const CorrelatedInputs& all = option.correlated[0];
    REQUIRE(all.names == std::vector<std::string>{"a/work", "a/throughput", "a/utilization",
                                                  "a/failure.gpu.rate"});
    const auto score = [&](std::size_t i, std::size_t j) {
        double sum = 0;
        for (std::size_t k = 0; k < 4; ++k) sum += all.factor(i, k) * all.factor(j, k);
        return sum;
    };
    CHECK(score(1, 0) == Approx(.5176380902).epsilon(1e-9));
    CHECK(score(3, 1) == Approx(.3128689301).epsilon(1e-9));
    CHECK(score(2, 0) == Approx(0).margin(1e-15));
}

TEST_CASE("without correlations no input is in a group") {
    const BuiltPlan built = scenario_of(inputs).built();
    CHECK(built.plan.options[0].correlated.empty());
}

// Positive definite as Spearman's correlations, indefinite once mapped to the scores. Reference:
// SciPy's BFGS (tests/models/dependence/nearest_correlation_test.cpp), .7090263 and .0054367 of the
// scores.
TEST_CASE("correlations that cannot hold together are repaired, with a warning and evidence") {
    ScratchScenario files = scenario_of(inputs + entry("throughput", "work", "spearman = 0.7") +
                                        entry("throughput", "utilization", "spearman = 0.7"));
    CHECK(files.warnings() ==
          "warning " + at +
              "and the correlations connected with it cannot all hold (the smallest eigenvalue of "
              "their matrix is -0.0136); the nearest that can are drawn; the largest change is "
              "0.0079, between work and throughput: 0.7 becomes 0.692\n");
    const OptionPlan option = files.option();
    REQUIRE(option.correlated.size() == 1);
    CHECK(option.correlated[0].factor(1, 0) == Approx(.7090263).margin(1e-6));
    CHECK(evidence_of(option, "correlation throughput, work").value ==
          "Spearman 0.7, drawn as 0.692");
    CHECK(evidence_of(option, "correlation throughput, utilization").value ==
          "Spearman 0.7, drawn as 0.692");
}

TEST_CASE("two inputs can go together altogether, which is no repair worth a warning") {
    for (const char* spearman : {"spearman = 1", "spearman = -1.0"}) {
        ScratchScenario files = scenario_of(inputs + entry("throughput", "work", spearman));
        CHECK(files.warnings().empty());
        const double factor = files.option().correlated.at(0).factor(1, 0);
        CHECK(std::fabs(factor) == Approx(1).margin(1e-7));
    }
}

TEST_CASE("an entry that is wrong by itself") {
    CHECK(complaint_of("work", "throughput", "spearman = 1.5") ==
          "scenario.toml:31:12 option.a.correlation[0].spearman: must lie between -1 and 1\n");
    CHECK(complaint_of("work", "throughput", "") ==
          "scenario.toml:29:1 option.a.correlation[0].spearman: is missing; write spearman = …\n");
    CHECK(complaint_of("work", "work") ==
          "scenario.toml:30:10 option.a.correlation[0].inputs: names `work` twice; name two "
          "inputs\n");
    CHECK(complaint_of("work", "throughput", "spearman = 0.5\npearson = 1") ==
          "scenario.toml:32:1 option.a.correlation[0]: unknown key `pearson` (known here: "
          "inputs, source, spearman)\n");
    CHECK(scenario_of(inputs + "[[option.a.correlation]]\ninputs = [\"work\"]\nspearman = 0.1")
              .complaints() ==
          "scenario.toml:30:10 option.a.correlation[0].inputs: must name two inputs; write one "
          "entry for each pair of inputs\n");
    CHECK(scenario_of(inputs + "[option.a]\ncorrelation = [1]").complaints() != "no complaint");
}

TEST_CASE("an input that cannot be correlated: why, and what to do") {
    CHECK(complaint_of("work", "utilisation") ==
          at + "`utilisation` is no input that is drawn here; did you mean `utilization`?\n");
    CHECK(complaint_of("work", "weather") ==
          at + "`weather` is no input that is drawn here (there are work, throughput, utilization, "
               "startup, validation_time, pass_probability, "
               "failure.gpu.rate, failure.gpu.downtime); name inputs as `trialcost check` lists "
               "them\n");
    CHECK(complaint_of("work", "checkpoint_time") ==
          at + "`checkpoint_time` is unknown: nothing of it is drawn; give the input, or leave its "
               "correlation out\n");
    CHECK(complaint_of("work", "failure.gpu.downtime") ==
          at + "`failure.gpu.downtime` is drawn for each failure; give it varies = \"once\" or "
               "\"per attempt\"\n");
    CHECK(complaint_of("work", "startup") ==
          at + "one of the inputs is drawn once, the other for each attempt; give both the same "
               "`varies`\n");
    CHECK(complaint_of("work", "price.instances") ==
          at + "`price.instances` is not drawn by itself; name inputs that are given as "
               "distributions\n");
    CHECK(scenario_of(inputs + entry("work", "throughput", "spearman = 0.5") +
                      entry("throughput", "work", "spearman = 0.4"))
              .complaints() ==
          "scenario.toml:32:1 option.a.correlation[1]: states the correlation of these inputs a "
          "second time; keep one of them\n");
    ScratchScenario files =
        scenario_of(inputs + entry("work", "checkpoint_interval", "spearman = 0.5"));
    CHECK(files.warnings() ==
          "warning " + at + "has no effect (`checkpoint_interval` is one value)\n");
    CHECK(files.option().correlated.empty());
    CHECK_FALSE(has_evidence(files.option(), "correlation work, checkpoint_interval"));
}

TEST_CASE("what the records measured keeps their dependence: joint records first") {
    ScratchScenario files;
    files.put("a.csv", trial_rows("in_training_s,startup_s",
                                  {"r1,900,90", "r2,890,105", "r3,905,92", "r4,900,80"}));
    files.put(
        ScenarioText{.tables = "[option.a.inputs]\nvalidation_time = { uniform = [\"1 s\", "
                               "\"2 s\"] }\n" +
                               entry("validation_time", "seconds_per_unit", "spearman = 0.5")});
    CHECK(files.complaints() ==
          "scenario.toml:21:1 option.a.correlation[0]: `seconds_per_unit` is measured: it keeps "
          "the dependence that the records show (what was recorded in the same runs is drawn "
          "together); leave the correlation out, or give the input, which replaces the records\n");
}

TEST_CASE("shared inputs are correlated with each other, in every option that uses them") {
    const std::string shared =
        "[shared.inputs]\n"
        "throughput = { uniform = [\"1 samples/s\", \"2 samples/s\"] }\n"
        "utilization = { uniform = [\"80 %\", \"100 %\"] }\n"
        "work = { uniform = [\"90 samples\", \"110 samples\"] }\n";
    const std::string second =
        "[option.b]\ninstance = \"x8\"\nregion = \"r1\"\npurchase = \"on-demand\"\n"
        "[option.b.inputs]\nthroughput = { uniform = [\"1 samples/s\", \"2 samples/s\"] }\n";
    const std::string pairs = entry("utilization", "throughput", "spearman = 0.5", "correlation") +
                              entry("throughput", "work", "spearman = 0.5", "correlation");
    const Plan plan = scenario_of(shared + second + pairs).built().plan;
    for (const OptionPlan& option : plan.options) {
        REQUIRE(option.correlated.size() == 1);
        CHECK(option.correlated[0].names ==
              std::vector<std::string>{"shared/work", "shared/throughput", "shared/utilization"});
    }
    for (const char* row :
         {"correlation utilization, throughput", "correlation throughput, work"}) {
        CHECK(has_evidence(plan.options[0], row));
        CHECK_FALSE(has_evidence(plan.options[1], row));
    }

    const auto complaint = [&](const std::string& wrong) {
        const std::string all = scenario_of(shared + second + wrong).complaints();
        return all.substr(all.find(' ') + 1);
    };
    CHECK(complaint(
              "[option.a.inputs]\ncheckpoint_interval = { uniform = [\"1 min\", \"2 min\"] }\n" +
              entry("work", "checkpoint_interval", "spearman = 0.5")) ==
          "option.a.correlation[0]: `work` is shared: it has one value in all options; correlate "
          "it with shared inputs, in [[correlation]]\n");
    CHECK(complaint("checkpoint_interval = { uniform = [\"1 min\", \"2 min\"] }\n" +
                    entry("work", "checkpoint_interval", "spearman = 0.5", "correlation")) ==
          "correlation[0]: `checkpoint_interval` is not shared: option b has its own; write it in "
          "[[option.b.correlation]], or give the input in [shared.inputs] alone\n");
    CHECK(complaint(entry("work", "throughputs", "spearman = 0.5", "correlation")) ==
          "correlation[0]: `throughputs` is no input that is drawn here; did you mean "
          "`throughput`?\n");
}
