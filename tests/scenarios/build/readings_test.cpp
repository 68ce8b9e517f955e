// The same scenario taken other ways: conservative values and other predictives.
#include "scenarios/build/build_plan.hpp"
#include "tests/catch_compat.hpp"
#include "tests/scenarios/build/scratch_scenario.hpp"

using namespace trialcost;

namespace {

// Three runs whose startup takes 100, 110 and 150 s; a careful value says 300 s.
BuiltPlan built_with_careful_startup() {
    ScratchScenario files;
    files.put("a.csv",
              trial_rows("startup_s,in_training_s", {"r1,100,900", "r2,110,890", "r3,150,850"}));
    files.put(ScenarioText{.tables =
                               "[option.a.inputs]\n"
                               "startup = { conservative = \"300 s\", because = \"slow days\" }\n"
                               "pass_probability = { conservative = \"80 %\", because = "
                               "\"selected runs\" }\n"});
    return files.built(OtherReadings::built);
}

}  // namespace

TEST_CASE("where records measure an input, its conservative value is for the conservative case") {
    const BuiltPlan built = built_with_careful_startup();
    const OptionPlan& baseline = built.plan.options[0];
    CHECK(baseline.job.startup_warm.kind == Source::Kind::recorded);
    const Evidence& aside = evidence_of(baseline, "startup, conservative case");
    CHECK(aside.evidence_class == EvidenceClass::conservative);
    CHECK(aside.value == "300 s");

    const OptionPlan& conservative = built.conservative.options[0];
    REQUIRE(conservative.job.startup_warm.kind == Source::Kind::stated);
    CHECK(value_at(conservative, conservative.job.startup_warm) == 300);
    CHECK_FALSE(has_evidence(conservative, "startup, conservative case"));
}

TEST_CASE("a pass probability that is given stands against selected runs") {
    const OptionPlan baseline = built_with_careful_startup().plan.options[0];
    CHECK(value_at(baseline, baseline.job.pass_probability) == Approx(0.8));
}

TEST_CASE("in the conservative case knowledge is fixed at its cautious side") {
    const BuiltPlan built = built_with_careful_startup();
    const auto group_of = [](const Plan& plan) { return plan.options[0].groups.at(0); };
    CHECK(group_of(built.plan).knowledge == RecordGroup::Knowledge::drawn);
    CHECK(group_of(built.conservative).knowledge == RecordGroup::Knowledge::fixed);
    for (std::size_t f = 0; f < group_of(built.plan).predictive.fields; ++f)
        CHECK(group_of(built.conservative).predictive.mean[f] >=
              group_of(built.plan).predictive.mean[f]);
}

TEST_CASE("the other predictives rest on the same records and share all else") {
    const BuiltPlan built = built_with_careful_startup();
    REQUIRE(built.other_predictives.size() == 2);
    CHECK(built.other_predictives[0].name == "Student-t on the log");
    CHECK(built.other_predictives[1].name == "Student-t on the inverse");
    for (const OtherReading& other : built.other_predictives) {
        CHECK(other.plan.ceilings.size() == built.plan.ceilings.size());
        CHECK(other.plan.options[0].evidence.size() == built.plan.options[0].evidence.size());
        const auto far_startup = [](const Plan& plan) {
            const Source& startup = plan.options[0].job.startup_warm;
            const JointPredictive& predictive = plan.options[0].groups[startup.index].predictive;
            const double latent =
                predictive.mean[startup.field] + 1.5 * predictive.sd(startup.field);
            return predictive.value(startup.field, latent);
        };
        // Beyond the records the kinds differ.
        CHECK(far_startup(other.plan) != Approx(far_startup(built.plan)).epsilon(1e-3));
    }
}

TEST_CASE("other readings are built only on request") {
    ScratchScenario files;
    files.put("a.csv", trial_rows("startup_s,in_training_s", {"r1,100,900"}));
    files.put(ScenarioText{});
    CHECK(files.built().other_predictives.empty());
    CHECK(files.built().conservative.options.empty());
}
