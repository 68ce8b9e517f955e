#include "tests/catch_compat.hpp"
#include "tests/scenarios/build/scratch_scenario.hpp"

using namespace trialcost;

namespace {

const std::string header =
    "region,zone_id,service,item,purchase,price,currency,unit,granularity_s,minimum_s,month_h,"
    "plan,upfront,term_h,instances,starts_at,verified_on,source\n";
const std::string on_demand = "r1,,ec2,x8,on-demand,59,USD,instance-hour,1,60,,,,,,,2026-11-15,\n";

ScratchScenario bought(const std::string& how, const std::string& quotes,
                       const std::string& tables = "", const std::string& workload = "") {
    ScratchScenario files;
    files.put("quotes.csv", header + quotes);
    files.put(ScenarioText{.workload = workload,
                           .tables = "[option.b]\ninstance = \"x8\"\nregion = \"r1\"\nnodes = 2\n" +
                                     how + "\n" + tables});
    return files;
}

const InstancePrice& price_in(const BuiltPlan& built) {
    REQUIRE(built.plan.options[1].instance_price);
    return *built.plan.options[1].instance_price;
}

}  // namespace

TEST_CASE("a block has the length of its quote, or steps that are stated") {
    const std::string quote =
        on_demand +
        "r1,,ec2,x8,capacity-block,1920.000,USD,block,,,,,,48,4,2026-12-05T11:30:00Z,"
        "2026-11-15,offer\n";
    const BuiltPlan plain = bought("purchase = \"capacity-block\"", quote).built();
    CHECK(price_in(plain).per_node_hour == 10);  // 1,920 for 4 instances and 48 h
    CHECK(price_in(plain).block.step_s == 48 * 3600);
    CHECK_FALSE(price_in(plain).block.length_s);
    const BuiltPlan fixed =
        bought(
            "purchase = \"capacity-block\"\ncapacity_block = { length = \"96 h\", step = \"1 d\", "
            "outlasted = \"on-demand\" }",
            quote)
            .built();
    CHECK(price_in(fixed).block.step_s == 86'400);
    CHECK(*price_in(fixed).block.length_s == 96 * 3600);
    CHECK(*price_in(fixed).on_demand_per_node_hour == 59);
    CHECK(bought("purchase = \"capacity-block\"\ncapacity_block = { outlasted = \"end\" }", quote)
              .complaints()
              .find("option.b.capacity_block.outlasted: needs the length of the block") !=
          std::string::npos);
    CHECK(bought("purchase = \"capacity-block\"\ncapacity_block = { length = \"10 min\" }", quote)
              .complaints()
              .find("leaves nothing to use") != std::string::npos);
    CHECK(bought("purchase = \"capacity-block\"",
                 on_demand + "r1,,ec2,x8,capacity-block,1920,USD,block,,,,,,48,,,2026-11-15,\n")
              .complaints()
              .find("quotes.csv:3:0 unit: is a whole block of unknown size") != std::string::npos);
}

TEST_CASE("a commitment is paid by its term, its part of what is due up front included") {
    const std::string plan_a =
        "r1,,ec2,x8,commitment,4,USD,instance-hour,,,,plan A,40000,8760,,,2026-11-15,\n";
    const std::string plan_b =
        "r1,,ec2,x8,commitment,3650,USD,instance-month,,,730,plan B,,,,,2026-11-15,\n";
    const BuiltPlan built =
        bought("purchase = \"commitment\"\ncommitment = { plan = \"plan A\", span = \"876 h\" }",
               on_demand + plan_a + plan_b)
            .built();
    CHECK(price_in(built).per_node_hour == 4);
    CHECK(price_in(built).upfront_per_node == Approx(4000));
    CHECK(price_in(built).commitment.nodes == 2);
    CHECK(price_in(built).commitment.span_s == 876 * 3600);
    CHECK(*price_in(built).on_demand_per_node_hour == 59);

    const BuiltPlan owned =
        bought(
            "purchase = \"commitment\"\ncommitment = { plan = \"plan B\", nodes "
            "= 3, span = \"1 month\", outlasted = \"end\" }",
            plan_a + plan_b + on_demand)
            .built();
    CHECK(price_in(owned).per_node_hour == Approx(5));
    CHECK(price_in(owned).commitment.nodes == 3);
    CHECK_FALSE(price_in(owned).on_demand_per_node_hour);

    // The whole term where nothing else is said; without a term it must be.
    CHECK(price_in(bought("purchase = \"commitment\"", on_demand + plan_a).built())
              .commitment.span_s == 8760 * 3600.0);
    CHECK(bought("purchase = \"commitment\"", on_demand + plan_b)
              .complaints()
              .find("option.b.commitment: has no length") != std::string::npos);
    CHECK(bought("purchase = \"commitment\"\ncommitment = { nodes = 1, outlasted = \"end\" }",
                 on_demand + plan_a)
              .complaints()
              .find("are fewer than the 2 that run") != std::string::npos);
    // Without an on-demand quote, use beyond it has no price.
    const BuiltPlan bare =
        bought("purchase = \"commitment\"",
               "r1,,ec2,x9,on-demand,1,USD,instance-hour,,,,,,,,,2026-11-15,\n" + plan_a)
            .built();
    CHECK_FALSE(price_in(bare).on_demand_per_node_hour);
    CHECK_FALSE(bare.plan.options[1].cost_is_complete());
}

TEST_CASE("spot is priced by its history") {
    const auto step = [](const std::string& zone, const std::string& price, const std::string& at,
                         const std::string& day = "2026-11-25") {
        return "r1," + zone + ",ec2,x8,spot," + price + ",USD,instance-hour,1,60,,,,,," + at + "," +
               day + ",history\n";
    };
    const std::string history =
        step("", "5.10", "2026-11-03T07:00:00Z") + step("", "4.95", "2026-11-01T07:00:00Z");
    const BuiltPlan built = bought("purchase = \"spot\"", on_demand + history).built();
    const InstancePrice& price = price_in(built);
    REQUIRE(price.spot);
    REQUIRE(price.spot->steps().size() == 2);
    CHECK(price.spot->steps()[0].price == 4.95);
    CHECK(price.spot->steps()[1].from_h == 48);
    // Looked up on the 25th: until that day was over.
    CHECK(price.spot->length_h() == 48 + 17 + 22 * 24);
    CHECK(evidence_of(built.plan.options[1], "price.instances").value ==
          "4.95 to 5.10 USD/instance-hour, 2 steps of its history");
    CHECK(evidence_of(built.plan.options[1], "price.instances").evidence_class ==
          EvidenceClass::measured);

    // One price without a time holds all the time.
    const BuiltPlan one = bought("purchase = \"spot\"", on_demand + step("", "6", "")).built();
    CHECK(price_in(one).spot->mean(0, 1e6) == 6);

    // Of another zone nothing is taken; of the own zone nothing else.
    const std::string zones = history + step("z1", "3", "2026-11-02T07:00:00Z");
    CHECK(price_in(bought("purchase = \"spot\"", on_demand + zones).built()).spot->steps().size() ==
          2);
    CHECK(price_in(bought("purchase = \"spot\"\nzone = \"z1\"", on_demand + zones).built())
              .spot->steps()
              .size() == 1);

    // Two prices from one moment on.
    CHECK(bought("purchase = \"spot\"", on_demand + history + step("", "7", "2026-11-03T07:00:00Z"))
              .complaints()
              .find("starts_at: is that of another price (quotes.csv:3 says 5.10 from then on)") !=
          std::string::npos);
    // A history that ended long ago is not verified.
    const BuiltPlan old = bought("purchase = \"spot\"",
                                 on_demand + step("", "5", "2026-01-03T07:00:00Z", "2026-01-04"))
                              .built();
    CHECK(evidence_of(old.plan.options[1], "price.instances").evidence_class ==
          EvidenceClass::assumed);
    CHECK(old.plan.options[1].unverified_prices.size() == 1);
}

TEST_CASE("spot instances are taken back some day") {
    const std::string quotes =
        on_demand + "r1,,ec2,x8,spot,6,USD,instance-hour,1,60,,,,,,,2026-11-15,\n";
    const BuiltPlan unknown = bought("purchase = \"spot\"", quotes).built();
    CHECK(evidence_of(unknown.plan.options[1], "failure.spot.rate").evidence_class ==
          EvidenceClass::unknown);
    CHECK_FALSE(unknown.plan.options[1].cost_is_complete());

    const BuiltPlan known =
        bought("purchase = \"spot\"\nspot = { fallback = \"on-demand\", after = 3 }", quotes,
               "[option.b.inputs.failure.spot]\nrate = \"0.05 /h\"\ndowntime = \"20 min\"\n"
               "[option.b.inputs.failure.own]\nrate = \"0.01 /node h\"\ninstances = "
               "\"relaunched\"\n")
            .built();
    const OptionPlan& option = known.plan.options[1];
    REQUIRE(option.job.failures.size() == 2);
    CHECK(option.job.failures[0].by == EndedBy::provider);
    CHECK(option.job.failures[0].instances == Instances::relaunched);
    CHECK(option.job.failures[0].notice_s == 120);
    CHECK(option.job.failures[1].by == EndedBy::job);
    CHECK(option.job.failures[1].instances == Instances::relaunched);
    CHECK(option.job.failures[1].notice_s == 0);
    CHECK(option.job.interruptions_before_fallback == 3);
    CHECK(*option.instance_price->on_demand_per_node_hour == 59);

    // On demand the name means nothing; and a class may say otherwise.
    const BuiltPlan other =
        bought("purchase = \"on-demand\"", quotes,
               "[option.b.inputs.failure.spot]\nrate = \"0.05 /h\"\nnotice = \"30 s\"\n")
            .built();
    CHECK(other.plan.options[1].job.failures[0].by == EndedBy::job);
    CHECK(other.plan.options[1].job.failures[0].notice_s == 30);
    CHECK(bought("purchase = \"spot\"", quotes,
                 "[option.b.inputs.failure.spot]\nrate = \"0.05 /h\"\nby = \"provider\"\ninstances "
                 "= \"kept\"\n")
              .complaints()
              .find("cannot be kept") != std::string::npos);
}

TEST_CASE("jobs side by side, common causes, partial reruns, money that may be spent") {
    const BuiltPlan built =
        bought("purchase = \"on-demand\"", on_demand,
               "[option.b.inputs]\nrerun_share = \"30 %\"\nfailure.site.rate = \"0.001 "
               "/h\"\nfailure.site.common_cause = true\n[option.b.limits]\nmax_cost = \"500 "
               "USD\"\n",
               "runs = 6\nparallel = 3")
            .built();
    CHECK(built.plan.parallel == 3);
    const OptionPlan& option = built.plan.options[1];
    CHECK(option.job.failures[0].common_cause);
    CHECK(value_at(option, option.job.rerun_share) == 0.3);
    CHECK(*option.most_spent == 500);
    CHECK(
        bought("purchase = \"on-demand\"", on_demand, "[option.b.limits]\nmax_cost = \"500 EUR\"\n")
            .complaints()
            .find("max_cost: is in EUR, the scenario in USD") != std::string::npos);
    CHECK(bought("purchase = \"on-demand\"", on_demand,
                 "[option.b.inputs]\nfailure.site.rate = \"0.001 /launch\"\n"
                 "failure.site.common_cause = true\n")
              .complaints()
              .find("is per launch") != std::string::npos);
}

// Ten runs without a failure say nothing of what the provider will do, and something of the job.
TEST_CASE("interruptions that are given stand beside the failures of the job") {
    ScratchScenario files;
    files.put("quotes.csv",
              header + on_demand + "r1,,ec2,x8,spot,6,USD,instance-hour,1,60,,,,,,,2026-11-29,\n");
    files.put("b.csv", trial_rows("failures", {"r1,0", "r2,0", "r3,1"}));
    const auto classes = [&](const std::string& by) {
        files.put(ScenarioText{.tables = "[option.b]\ninstance = \"x8\"\nregion = \"r1\"\n"
                                         "purchase = \"spot\"\ntrials = [\"b.csv\"]\n"
                                         "[option.b.inputs.failure.spot]\n"
                                         "rate = { events = 2, exposure = \"100 node h\", source = "
                                         "\"another team\" }\n" +
                                         by});
        return files.option(1);
    };
    const OptionPlan both = classes("");
    REQUIRE(both.job.failures.size() == 2);
    CHECK(both.job.failures[0].name == "spot");
    CHECK(both.job.failures[1].by == EndedBy::job);
    // Nothing of the trials is pooled with the interruptions.
    CHECK(evidence_of(both, "failure.spot.rate").observations == 2);
    // A class of the job by that name holds them all.
    const OptionPlan one = classes("by = \"job\"\n");
    CHECK(one.job.failures.size() == 1);
    CHECK(evidence_of(one, "failure.spot.rate").observations == 3);
}
