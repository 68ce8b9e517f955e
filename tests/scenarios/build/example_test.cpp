// The example that the documentation starts from: its options, prices, stand-ins and measured
// values, compared with the public logs it was made from.
#include "tests/catch_compat.hpp"
#include "tests/scenarios/build/scratch_scenario.hpp"

using namespace trialcost;

namespace {

const Plan& example() {
    static const Plan plan =
        build_plan(TRIALCOST_SOURCE_DIR "/scenarios/examples/lora-70b/scenario.toml", {2027, 1, 1})
            .plan;
    return plan;
}

}  // namespace

TEST_CASE("the example has six options, and prices of the right instances alone") {
    const Plan& plan = example();
    REQUIRE(plan.options.size() == 6);
    const std::pair<const char*, double> expected[] = {{"h100", 55.04},       {"h100-block", 39.33},
                                                       {"h200-block", 43.26}, {"b200", 0},
                                                       {"mi325x", 0},         {"trn3", 0}};
    for (std::size_t i = 0; i < 6; ++i) {
        const OptionPlan& option = plan.options[i];
        INFO(option.name);
        CHECK(option.name == expected[i].first);
        CHECK(option.instance_price.has_value() == (expected[i].second > 0));
        if (option.instance_price)
            CHECK(option.instance_price->per_node_hour == expected[i].second);
        CHECK_FALSE(option.unverified_prices.empty());
    }
    CHECK(plan.baseline == 0);
    CHECK(plan.as_of == "2026-11-30");
    CHECK(evidence_of(plan.options[0], "price.instances").closeness ==
          "no date on which it was verified");
    CHECK(evidence_of(plan.options[1], "price.instances").closeness == "expired on 2024-12-31");
    CHECK(plan.options[1].instance_price->purchase == PurchaseOption::capacity_block);
    CHECK(plan.options[3].missing ==
          std::vector<std::string>{
              "price of instances: no quote for p6-b200.48xlarge on-demand in us-east-1"});
}

TEST_CASE("the example's records stand for the instances it prices") {
    const Plan& plan = example();
    for (const std::size_t i : {0, 1, 2, 3, 4}) CHECK(plan.options[i].records == 10);
    CHECK(plan.options[5].records == 0);
    CHECK(plan.options[0].stand_in ==
          "measured on XE9680x8H100-SXM-80GB, priced as p5.48xlarge: same 8 x H100 SXM 80 GB, "
          "other host");
    CHECK(plan.options[1].stand_in == plan.options[0].stand_in);
    CHECK(plan.options[2].stand_in ==
          "measured on XE9680x8H200-SXM-141GB, priced as p5e.48xlarge: same 8 x H200 SXM 141 GB, "
          "other host");
    CHECK(plan.options[3].stand_in ==
          "measured on nebius_b200_n1, priced as p6-b200.48xlarge: same 8 x B200, other host");
    CHECK(plan.options[4].stand_in.empty());
    CHECK(gate_of(plan.options[4], "target load").answer == Answer::yes);
    CHECK(gate_of(plan.options[5], "target load").answer == Answer::unknown);
    CHECK(gate_of(plan.options[5], "repeatable").answer == Answer::unknown);
    CHECK(gate_of(plan.options[5], "quota").evidence == "quota: not requested");
    for (const std::size_t i : {1, 2, 3, 4}) {
        CHECK(gate_of(plan.options[i], "comparable").answer == Answer::unknown);
        CHECK(gate_of(plan.options[i], "comparable").evidence == "not recorded: precision");
    }
}

TEST_CASE("the example's cold start is one record of one option") {
    const OptionPlan& mi325x = example().options[4];
    const Source cold = mi325x.job.startup_cold;
    CHECK(mi325x.job.cold_start == ColdStart::first_launch);
    CHECK(value_at(mi325x, cold) == Approx(1190.674).epsilon(1e-12));
    CHECK(mi325x.groups[cold.index].predictive.records == 1);
    CHECK(evidence_of(mi325x, "startup_cold").observations == 1);
    CHECK(evidence_of(mi325x, "startup_warm").observations == 9);
    // Median of the nine warm starts, by NumPy.
    CHECK(value_at(mi325x, mi325x.job.startup_warm) == Approx(102.081).epsilon(1e-8));
    const OptionPlan& h100 = example().options[0];
    CHECK(h100.job.cold_start == ColdStart::never);
    CHECK_FALSE(has_evidence(h100, "startup_cold"));
}

TEST_CASE("the example's fields are those of the logs") {
    const OptionPlan& h100 = example().options[0];
    // Medians of ten runs, by NumPy; between the middle two on the scale log(x - min (min/max)^4).
    CHECK(value_at(h100, h100.job.work) == Approx(3072).epsilon(1e-7));
    CHECK(value_at(h100, h100.job.seconds_per_unit) == Approx(0.5246832314).epsilon(1e-7));
    CHECK(value_at(h100, h100.job.startup_warm) == Approx(50.457104).epsilon(1e-7));
    CHECK(h100.groups[h100.job.work.index].predictive.records == 10);
    CHECK(value_at(h100, h100.job.pass_probability) == 0.95);
    CHECK(h100.stated[h100.job.pass_probability.index].name == "shared/pass_probability");
    CHECK(evidence_of(h100, "failure.all.downtime").value == "20 min");
    CHECK(evidence_of(h100, "failure.all.downtime").evidence_class == EvidenceClass::conservative);
    CHECK_FALSE(h100.unknown_downtime);
}
