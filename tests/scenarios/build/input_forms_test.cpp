// Every form of an input and every family of distributions, checked through the marginal of the
// plan at the normal scores -1, 0 and 1. Expected quantiles: closed forms, else SciPy 1.10 (ppf at
// 0.15865525, 0.5, 0.84134475).
#include <array>

#include "tests/catch_compat.hpp"
#include "tests/scenarios/build/scratch_scenario.hpp"

using namespace trialcost;

namespace {

// Inputs of an option without records; `inputs` goes to [option.a.inputs].
OptionPlan option_with(const std::string& inputs) {
    ScratchScenario files;
    ScenarioText text{
        .tables =
            "[option.b]\ninstance = \"x8\"\nregion = \"r1\"\npurchase = \"on-demand\"\n"
            "[option.b.inputs]\n" +
            inputs};
    files.put(text);
    return files.option(1);
}

void check_quantiles(const OptionPlan& option, const std::string& name,
                     const std::array<double, 3>& expected) {
    const Marginal& marginal = stated_of(option, name).marginal;
    INFO(name);
    for (int i = 0; i < 3; ++i) CHECK(marginal(i - 1) == Approx(expected[i]).epsilon(1e-9));
}

void check_startup(const std::string& form, const std::array<double, 3>& expected) {
    INFO(form);
    check_quantiles(option_with("startup = " + form), "b/startup", expected);
}

std::string refusal(const std::string& inputs) {
    ScratchScenario files;
    files.put("a.csv", trial_rows("in_training_s", {"r1,900"}));
    files.put(ScenarioText{.tables = "[option.a.inputs]\n" + inputs});
    return files.complaints();
}

}  // namespace

TEST_CASE("a plain value is a constant, whatever its unit") {
    check_startup("\"30 min\"", {1800, 1800, 1800});
    check_startup("\"1800 s\"", {1800, 1800, 1800});
    check_startup("\"0.5 h\"", {1800, 1800, 1800});
    check_startup("{ constant = \"30 min\" }", {1800, 1800, 1800});
    const OptionPlan option = option_with("startup = \"30 min\"\nthroughput = \"3600 samples/h\"");
    CHECK(evidence_of(option, "startup").value == "30 min");
    CHECK(evidence_of(option, "startup").evidence_class == EvidenceClass::assumed);
    CHECK(evidence_of(option, "startup").source == "scenario.toml:24");
    CHECK(value_at(option, option.job.throughput) == 1);
}

TEST_CASE("families with ends") {
    // 240 + 300 Phi(z)
    check_startup("{ uniform = [\"4 min\", \"9 min\"] }", {287.596576179, 390, 492.403423821});
    check_startup("{ triangular = [\"4 min\", \"5 min\", \"9 min\"] }",
                  {293.43963483, 350.26334039, 433.12073034});
    check_startup("{ pert = [\"4 min\", \"5 min\", \"9 min\"] }",
                  {276.15243886, 323.001677818, 385.379266967});
    // Weights 1, 2, 1: the lowest up to Phi^-1(.25) = -.67, the highest from .67 on.
    check_startup("{ discrete = [[\"9 min\", 1], [\"4 min\", 1], [\"5 min\", 2]] }",
                  {240, 300, 540});
    check_quantiles(option_with("utilization = { beta = { a = 8, b = 2 } }"), "b/utilization",
                    {0.677330958543, 0.82038038802, 0.919896016008});
    check_quantiles(option_with("utilization = { beta = { mean = \"70 %\", sd = \"5 %\" } }"),
                    "b/utilization", {0.649766168311, 0.701613225294, 0.750209702283});
}

TEST_CASE("families without ends") {
    check_startup("{ normal = { mean = \"10 min\", sd = \"1 min\" } }", {540, 600, 660});
    // sd = 300 s / Phi^-1(.9)
    check_startup("{ normal = { p10 = \"5 min\", p90 = \"15 min\" } }",
                  {365.908756178, 600, 834.091243822});
    // 720 s (40 / 12)^(z / Phi^-1(.9))
    check_startup("{ lognormal = { p50 = \"12 min\", p90 = \"40 min\" } }",
                  {281.402559726, 720, 1842.20072663});
    check_startup("{ lognormal = { p90 = \"40 min\", p50 = \"12 min\" } }",
                  {281.402559726, 720, 1842.20072663});
    check_startup("{ lognormal = { mean = \"12 min\", sd = \"5 min\" } }",
                  {445.45745789, 664.615384615, 991.595497267});
    check_startup("{ gamma = { shape = 4, scale = \"1 min\" } }",
                  {125.139648827, 220.323644931, 355.091149973});
    check_startup("{ gamma = { mean = \"12 min\", sd = \"5 min\" } }",
                  {428.878606106, 678.789452391, 1011.45258731});
    check_startup("{ weibull = { shape = 1.5, scale = \"10 min\" } }",
                  {186.10996238, 469.931861265, 901.274700182});
    // Linear in the normal score between and beyond the percentiles, in whatever order they stand.
    check_startup("{ quantiles = { p90 = \"9 min\", p10 = \"4 min\", p50 = \"5 min\" } }",
                  {253.181751236, 300, 487.272995057});
}

TEST_CASE("bounds hold a value, and the range of an input is one") {
    check_startup(
        "{ normal = { mean = \"10 min\", sd = \"1 min\" }, lower = \"575 s\", upper = \"11 min\" }",
        {575, 600, 660});
    // No time is negative, no share above 1.
    check_startup("{ normal = { mean = \"1 min\", sd = \"2 min\" } }", {0, 60, 180});
    const OptionPlan option = option_with(
        "utilization = { lognormal = { p50 = \"90 %\", p90 = \"120 %\" }, upper = \"100 %\" }\n"
        "pass_probability = { normal = { mean = \"95 %\", sd = \"10 %\" } }");
    CHECK(stated_of(option, "b/utilization").marginal(3) == 1);
    CHECK(stated_of(option, "b/pass_probability").marginal(1) == 1);
    CHECK(evidence_of(option, "pass_probability").value ==
          "normal(mean 0.95, sd 0.1), at least 0, at most 1");
}

TEST_CASE("values that cannot be are refused") {
    const std::string at = "scenario.toml:20:";
    CHECK(refusal("startup = { uniform = [\"-5 min\", \"5 min\"] }") ==
          at + "23 option.a.inputs.startup.uniform: must not be negative (it is uniform(-300 to "
               "300) in s); keep it "
               "in the range, with lower = ... or upper = ... say\n");
    CHECK(refusal("throughput = { normal = { mean = \"10 samples/s\", sd = \"5 samples/s\" } }") ==
          at + "25 option.a.inputs.throughput.normal: must be more than zero (it is normal(mean "
               "10, sd 5) in samples/s); keep "
               "it in the range, with lower = ... or upper = ... say\n");
    CHECK(refusal("throughput = { discrete = [[\"0 samples/s\", 1], [\"5 samples/s\", 1]] }") ==
          at + "27 option.a.inputs.throughput.discrete: must be more than zero (it is discrete(2 "
               "values, mean 2.5) in samples/s); keep it in the range, with lower = ... or upper = "
               "... say\n");
    // Narrow enough that no draw reaches zero.
    const OptionPlan option = option_with(
        "throughput = { normal = { mean = \"10 samples/s\", sd = \"1 samples/s\" } }\n");
    check_quantiles(option, "b/throughput", {9, 10, 11});
}

TEST_CASE("parameters that make no distribution name the figures") {
    const std::string at = "scenario.toml:20:";
    const std::string path = " option.a.inputs.startup.";
    CHECK(refusal("startup = { pert = [\"9 min\", \"5 min\", \"4 min\"] }") ==
          at + "20" + path + "pert: low 9 is above high 4 (in min)\n" + at + "20" + path +
              "pert: low 9 is above mode 5 (in min)\n" + at + "20" + path +
              "pert: mode 5 is above high 4 (in min)\n");
    // Figures of several units are said in that of the first.
    CHECK(refusal("startup = { uniform = [\"1_000 s\", \"10 min\"] }") ==
          at + "23" + path + "uniform: low 1000 is above high 600\n");
    CHECK(refusal("startup = { uniform = [\"0.7 h\", \"10 min\"] }") ==
          at + "23" + path + "uniform: low 0.7 is above high 0.166667 (in h)\n");
    CHECK(
        refusal(
            "startup = { uniform = [\"1 min\", \"9 min\"], lower = \"8 min\", upper = \"2 min\" }")
            .ends_with("uniform: the lower bound 8 is above the upper bound 2 (in min)\n"));
    CHECK(refusal("pass_probability = { uniform = [\"90 %\", \"80 %\"] }")
              .ends_with("uniform: low 0.9 is above high 0.8\n"));
    CHECK(refusal("startup = { uniform = [\"-2 min\", \"1 min\"] }")
              .find("must not be negative (it is uniform(-120 to 60) in s)") != std::string::npos);
    CHECK(refusal("startup = { lognormal = { p50 = \"9 min\", p90 = \"5 min\" } }") ==
          at + "25" + path + "lognormal: P50 is 9, above P90 which is 5 (in min)\n");
    CHECK(refusal("startup = { quantiles = { p50 = \"5 min\" } }") ==
          at + "25" + path + "quantiles: 1 probabilities given, at least 2 needed\n");
    CHECK(refusal("startup = { gamma = { p50 = \"5 min\", p90 = \"9 min\" } }") ==
          at + "21" + path +
              "gamma: takes two percentiles, and for normal and lognormal only; use quantiles = { "
              "p10 = ..., "
              "p50 = ..., p90 = ... } for more of them\n");
    CHECK(refusal("startup = { pert = [\"4 min\", \"5 min\"] }") ==
          at + "20" + path + "pert: needs 3 figures; write [low, most likely, high]\n");
    CHECK(refusal("startup = { discrete = [[\"4 min\"]] }") ==
          at + "25" + path +
              "discrete[0]: is not a pair of value and weight; write [[\"4 min\", 0.7], [\"9 "
              "min\", 0.3]]\n");
    CHECK(
        refusal("startup = { lognormal = \"5 min\" }") ==
        at + "25" + path +
            "lognormal: needs a table of parameters; write { p50 = \"12 min\", p90 = \"40 min\" }, "
            "say\n");
    CHECK(refusal("startup = { beta = { a = 2, b = 3 } }") ==
          at + "20" + path +
              "beta: is a distribution of shares; use pert = [low, most likely, high] between "
              "other ends\n");
    CHECK(refusal("startup = { gamma = { mean = \"1 min\", sd = \"10 h\" } }") ==
          at + "21" + path + "gamma: this distribution cannot be tabulated to a relative 1e-10\n");
    CHECK(refusal("work = { uniform = [\"3 samples\", \"5 tokens\"] }") ==
          at + "34 option.a.inputs.work.uniform[1]: `5 tokens` has another unit than the figure "
               "before it; give "
               "all figures of one distribution in the same unit\n");
}

TEST_CASE("unknown stays out of every draw and is listed") {
    const OptionPlan option = option_with(
        "startup = { unknown = \"no launch yet\" }\nwork = { unknown = \"w\" }\n"
        "throughput = { unknown = \"t\" }\nutilization = { unknown = \"u\" }\n"
        "checkpoint_interval = \"5 min\"\ncheckpoint_time = { unknown = \"c\" }");
    CHECK_FALSE(option.job.startup_cold.present());
    CHECK_FALSE(option.job.startup_warm.present());
    CHECK_FALSE(option.job.can_run());
    CHECK(evidence_of(option, "startup").evidence_class == EvidenceClass::unknown);
    CHECK(evidence_of(option, "startup").source == "no launch yet");
    // Each once.
    CHECK(option.missing == std::vector<std::string>{"work: w", "throughput: t", "utilization: u",
                                                     "startup: no launch yet", "checkpoint_time: c",
                                                     "pass probability: not measured",
                                                     "failures: not recorded"});
}

TEST_CASE("conservative values carry their reason and source") {
    const OptionPlan option = option_with(
        "startup = { conservative = \"30 min\", because = \"slowest seen\", source = \"log 7\" }\n"
        "validation_time = { conservative = { uniform = [\"1 min\", \"3 min\"] }, because = \"b\" "
        "}");
    CHECK(evidence_of(option, "startup").evidence_class == EvidenceClass::conservative);
    CHECK(evidence_of(option, "startup").source == "log 7: slowest seen");
    CHECK(evidence_of(option, "validation_time").value == "uniform(60 to 180) in s");
    check_quantiles(option, "b/validation_time",
                    {60 + 120 * 0.158655253931, 120, 60 + 120 * 0.841344746069});
    CHECK(refusal("startup = { conservative = { unknown = \"u\" }, because = \"b\" }") ==
          "scenario.toml:20:28 option.a.inputs.startup.conservative: is not a value; write a value "
          "with its "
          "unit, or a distribution\n");
}

TEST_CASE("counts of events make the posterior of a rate, and of nothing else") {
    const OptionPlan option = option_with(
        "failure.x.rate = { events = 3, exposure = \"412 node h\" }\n"
        "failure.y.rate = { events = 0, exposure = \"4 node h\", source = \"fleet log\" }");
    check_quantiles(option, "b/failure.x.rate",
                    {0.00417701402707, 0.00770122717903, 0.0128239761587});
    check_quantiles(option, "b/failure.y.rate",
                    {0.00500868807921, 0.0568670528899, 0.248374589164});
    CHECK(evidence_of(option, "failure.x.rate").evidence_class == EvidenceClass::assumed);
    CHECK(evidence_of(option, "failure.x.rate").value == "3 in 412 node h");
    CHECK(evidence_of(option, "failure.x.rate").observations == 3);
    CHECK(evidence_of(option, "failure.y.rate").evidence_class == EvidenceClass::conservative);
    CHECK(evidence_of(option, "failure.y.rate").source == "fleet log");

    const std::string no_form =
        "says neither a value nor that it is unknown; write { conservative = ..., because = "
        "\"...\" }, { pert "
        "= [...] }, { unknown = \"why\" } or a plain value with its unit\n";
    CHECK(refusal("startup = { events = 3, exposure = \"412 node h\" }") ==
          "scenario.toml:20:11 option.a.inputs.startup: " + no_form);
    CHECK(refusal("startup = { measured = \"column\" }") ==
          "scenario.toml:20:11 option.a.inputs.startup: " + no_form);
    CHECK(refusal("failure.x.rate = { events = 1.5, exposure = \"0 node h\" }") ==
          "scenario.toml:20:29 option.a.inputs.failure.x.rate.events: must be a whole number (it "
          "is a number); "
          "write it like 1\n"
          "scenario.toml:20:45 option.a.inputs.failure.x.rate.exposure: must be more than zero\n");
}

TEST_CASE("rates per node hour, per hour and per launch become rates of the job") {
    ScratchScenario files;
    files.put(ScenarioText{
        .option = "nodes = 4",
        .tables = "[option.a.inputs]\nfailure.n.rate = \"0.02 /node h\"\n"
                  "failure.h.rate = \"0.1 /h\"\nfailure.l.rate = { conservative = \"0.01 "
                  "/launch\", because = \"b\" }\nfailure.z.rate = \"0 /h\""});
    const OptionPlan option = files.option();
    const auto& failures = option.job.failures;
    REQUIRE(failures.size() == 4);
    CHECK(value_at(option, failures[0].rate) * failures[0].rate_scale == Approx(0.02 * 4 / 3600));
    CHECK(value_at(option, failures[1].rate) * failures[1].rate_scale == Approx(0.1 / 3600));
    CHECK(failures[1].clock == FailureClassPlan::Clock::exposure);
    CHECK(value_at(option, failures[2].rate) * failures[2].rate_scale == Approx(0.01));
    CHECK(failures[2].clock == FailureClassPlan::Clock::launch);
    CHECK(value_at(option, failures[3].rate) == 0);
}

TEST_CASE("varies says how often an input is drawn, as far as it can be") {
    const std::string uniform = "{ uniform = [\"1 min\", \"2 min\"]";
    const OptionPlan option = option_with(
        "startup = " + uniform + ", varies = \"per attempt\" }\nvalidation_time = " + uniform +
        " }\nfailure.x.rate = \"1 /h\"\nfailure.x.downtime = " + uniform +
        " }\nfailure.x.restart_time = " + uniform + ", varies = \"once\" }");
    CHECK(stated_of(option, "b/startup").varies == Varies::per_attempt);
    CHECK(stated_of(option, "b/validation_time").varies == Varies::once);
    CHECK(stated_of(option, "b/failure.x.downtime").varies == Varies::per_event);
    CHECK(stated_of(option, "b/failure.x.restart_time").varies == Varies::once);
    CHECK(refusal("startup = " + uniform + ", varies = \"per event\" }") ==
          "scenario.toml:20:52 option.a.inputs.startup.varies: is more often than this input can "
          "be drawn; write "
          "once or per attempt\n");
    CHECK(
        refusal("failure.x.rate = { uniform = [\"1 /h\", \"2 /h\"], varies = \"per attempt\" }") ==
        "scenario.toml:20:57 option.a.inputs.failure.x.rate.varies: is more often than this input "
        "can be "
        "drawn; leave it out\n");
}

TEST_CASE("options share the value of a shared input, and an own one stands before it") {
    ScratchScenario files;
    files.put("a.csv", trial_rows("in_training_s,failures", {"r1,900,0"}));
    const std::string more =
        "instance = \"x8\"\nregion = \"r1\"\npurchase = \"on-demand\"\ntrials = [\"a.csv\"]\n";
    files.put(ScenarioText{
        .tables = "[shared.inputs]\nvalidation_time = { uniform = [\"1 min\", \"2 min\"] }\n"
                  "downtime = { uniform = [\"3 min\", \"4 min\"] }\n[option.b]\n" +
                  more + "[option.c]\n" + more + "[option.c.inputs]\nvalidation_time = \"9 min\""});
    const Plan plan = files.built().plan;
    const auto name_of_validation = [&](std::size_t i) {
        return plan.options[i].stated[plan.options[i].job.validation_time.index].name;
    };
    CHECK(name_of_validation(0) == "shared/validation_time");
    CHECK(name_of_validation(1) == "shared/validation_time");
    CHECK(name_of_validation(2) == "c/validation_time");
    // What is drawn per event takes no coordinate.
    REQUIRE(plan.shared.size() == 1);
    CHECK(plan.shared[0].name == "shared/validation_time");
    CHECK(stated_of(plan.options[2], "shared/failure.all.downtime").varies == Varies::per_event);
    CHECK(stated_of(plan.options[0], "shared/validation_time").marginal(1) ==
          stated_of(plan.options[1], "shared/validation_time").marginal(1));
}
