// The ratio of target to trial throughput: stated with its evidence, or taken to be 1 and said so.
#include "tests/catch_compat.hpp"
#include "tests/scenarios/build/scratch_scenario.hpp"

using namespace trialcost;

namespace {

ScratchScenario trials_of(const std::string& stage, const ScenarioText& scenario = {}) {
    ScratchScenario files;
    files.put("a.csv", trial_rows("stage,nodes", {"r1," + stage + ",1", "r2," + stage + ",1"}));
    files.put(scenario);
    return files;
}

}  // namespace

TEST_CASE("a transfer is an input with its evidence, of the option or shared") {
    const std::string stated =
        "transfer = { conservative = \"80 %\", because = \"longer sequences\" }\n";
    OptionPlan option =
        trials_of("target-load", {.tables = "[option.a.inputs]\n" + stated}).option();
    CHECK(value_at(option, option.job.transfer) == 0.8);
    CHECK(evidence_of(option, "transfer").value == "80 %");
    CHECK(evidence_of(option, "transfer").evidence_class == EvidenceClass::conservative);
    CHECK(evidence_of(option, "transfer").source == "scenario.toml:20: longer sequences");
    CHECK(stated_of(option, "a/transfer").varies == Varies::once);

    // Above 1 where the target runs faster.
    option = trials_of("baseline", {.tables = "[shared.inputs]\ntransfer = { uniform = [\"90 %\", "
                                              "\"110 %\"] }\n"})
                 .option();
    CHECK(value_at(option, option.job.transfer, 8) == Approx(1.1));
    CHECK(stated_of(option, "shared/transfer").varies == Varies::once);
    CHECK(evidence_of(option, "transfer").evidence_class == EvidenceClass::assumed);
}

TEST_CASE("without a transfer, trials before target load are said to stand for the target") {
    OptionPlan option = trials_of("baseline").option();
    CHECK_FALSE(option.job.transfer.present());
    CHECK(evidence_of(option, "transfer").value == "100 %");
    CHECK(evidence_of(option, "transfer").evidence_class == EvidenceClass::assumed);
    CHECK(evidence_of(option, "transfer").source == "target runs are taken to be like the trials");
    // Target-load trials are target runs.
    option = trials_of("target-load").option();
    CHECK_FALSE(has_evidence(option, "transfer"));
}

TEST_CASE("an unknown transfer is left out and said to be") {
    const OptionPlan option =
        trials_of("baseline",
                  {.tables = "[option.a.inputs]\ntransfer = { unknown = \"no target run yet\" }\n"})
            .option();
    CHECK_FALSE(option.job.transfer.present());
    CHECK(evidence_of(option, "transfer").evidence_class == EvidenceClass::unknown);
    CHECK_FALSE(option.time_is_complete);
    CHECK(option.missing.front() == "transfer: no target run yet");
}

TEST_CASE("a transfer beside a throughput that is given counts twice; a shared one is not for it") {
    const std::string throughput =
        "[option.a.inputs]\nthroughput = \"2 samples/s\"\n"
        "work = \"100 samples\"\n";
    CHECK(trials_of("baseline", {.tables = throughput + "transfer = \"90 %\"\n"}).complaints() ==
          "scenario.toml:22:12 option.a.inputs.transfer: is given, but throughput is given too, "
          "and is the target's (option a would count it twice); keep one of them\n");
    const OptionPlan option =
        trials_of("baseline", {.tables = throughput + "[shared.inputs]\ntransfer = \"90 %\"\n"})
            .option();
    CHECK_FALSE(option.job.transfer.present());
    CHECK_FALSE(has_evidence(option, "transfer"));
}

TEST_CASE("a transfer is more than zero") {
    CHECK(
        trials_of("baseline", {.tables = "[option.a.inputs]\ntransfer = \"0 %\"\n"}).complaints() ==
        "scenario.toml:20:12 option.a.inputs.transfer: must be more than zero (it is 0 %)\n");
}
