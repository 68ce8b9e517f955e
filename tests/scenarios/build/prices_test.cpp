// Quotes -> the price of the instances: exact key, age, conflict, billing rule.
#include "tests/catch_compat.hpp"
#include "tests/scenarios/build/scratch_scenario.hpp"

using namespace trialcost;

namespace {

// As of 2026-11-30, with quotes good for 30 days.
OptionPlan priced(const std::string& rows, const ScenarioText& scenario = {}) {
    ScratchScenario files;
    files.put("quotes.csv", quote_header + rows);
    files.put(scenario);
    return files.option();
}

std::string missing_price(const OptionPlan& option) {
    return option.missing.back();
}

void check_unknown(const OptionPlan& option, const std::string& why) {
    CHECK_FALSE(option.instance_price);
    CHECK(missing_price(option) == "price of instances: " + why);
    CHECK(option.unverified_prices == std::vector<std::string>{"instances: " + why});
    CHECK(evidence_of(option, "price.instances").evidence_class == EvidenceClass::unknown);
    CHECK(option.lineage.at(0).status == "unknown: " + why);
    CHECK(gate_of(option, "price").answer == Answer::unknown);
    CHECK(gate_of(option, "price").remedy == "its price were known");
    CHECK(gate_of(option, "unknown costs").answer == Answer::no);
}

void check_unverified(const OptionPlan& option, const std::string& why) {
    REQUIRE(option.instance_price);
    CHECK(option.unverified_prices == std::vector<std::string>{"instances: " + why});
    CHECK(evidence_of(option, "price.instances").evidence_class == EvidenceClass::assumed);
    CHECK(evidence_of(option, "price.instances").closeness == why);
    CHECK(option.lineage.at(0).status == "unverified: " + why);
    CHECK(gate_of(option, "price").answer == Answer::no);
    CHECK(gate_of(option, "price").evidence == "price of instances: " + why);
    CHECK(gate_of(option, "price").remedy == "its prices were quoted and fresh");
}

}  // namespace

TEST_CASE("a fresh quote of exactly the option verifies its price") {
    const OptionPlan option =
        priced("r1,ec2,x8,on-demand,1.50,USD,instance-hour,2026-10-31,,,,,,,,page 7\n");
    REQUIRE(option.instance_price);
    CHECK(option.instance_price->per_node_hour == 1.5);
    CHECK(option.unverified_prices.empty());
    CHECK(evidence_of(option, "price.instances").evidence_class == EvidenceClass::measured);
    CHECK(evidence_of(option, "price.instances").value == "1.50 USD/instance-hour");
    CHECK(evidence_of(option, "price.instances").source == "quotes.csv:2, page 7");
    REQUIRE(option.lineage.size() == 1);
    CHECK(option.lineage[0].item == "instances");
    CHECK(option.lineage[0].driver == "1 nodes x billed hours");
    CHECK(option.lineage[0].quote == "quotes.csv:2");
    CHECK(option.lineage[0].price == "1.50");
    CHECK(option.lineage[0].unit == "USD/instance-hour");
    CHECK(option.lineage[0].status == "verified");
    CHECK(gate_of(option, "price").answer == Answer::yes);
}

TEST_CASE("a quote for another region, instance, purchase or service is never used") {
    const std::string unit = ",1.00,USD,instance-hour,2026-11-15\n";
    for (const std::string& other :
         {"r2,ec2,x8,on-demand" + unit, "r1,ec2,x9,on-demand" + unit, "r1,ec2,x8,spot" + unit,
          "r1,ec2,x8,capacity-block" + unit, "r1,ec2,x8," + unit}) {
        INFO(other);
        check_unknown(priced(other), "no quote for x8 on-demand in r1");
    }
    check_unknown(priced("r1,sagemaker,x8,on-demand" + unit, {.option = "service = \"ec2\""}),
                  "no quote for ec2 x8 on-demand in r1");
}

TEST_CASE("a price in another currency is an error where it is the only one") {
    const std::string euro = "r1,ec2,x8,on-demand,1.00,EUR,instance-hour,2026-11-15\n";
    ScratchScenario files;
    files.put(ScenarioText{.tables = "[option.b]\ninstance = \"x8\"\nregion = \"r1\"\npurchase = "
                                     "\"on-demand\"\ntrials = [\"a.csv\"]\n"});
    files.put("quotes.csv", quote_header + euro);
    // Both options need it: it is said once.
    CHECK(
        files.complaints() ==
        "quotes.csv:2:0 currency: is EUR, the scenario is in USD (it is the only price of "
        "instances of option a); convert the price, or leave its cell blank if it is not known\n");
    files.put("quotes.csv", quote_header + euro + "r1,ec2,x8,on-demand,2,USD,instance-hour,\n");
    CHECK(files.option().instance_price->per_node_hour == 2);
    CHECK(files.warnings() == "");
    // Of an item that nothing asks for, or without a price, it harms nobody.
    files.put("quotes.csv", quote_header +
                                "r2,ec2,x8,on-demand,1.00,EUR,instance-hour,\n"
                                "r1,ec2,x8,on-demand,,EUR,instance-hour,\n");
    check_unknown(files.option(), "no quote for x8 on-demand in r1");
}

TEST_CASE("old quotes and those of the future are warned of, once") {
    ScratchScenario files;
    files.put(ScenarioText{.tables = "[option.b]\ninstance = \"x8\"\nregion = \"r1\"\npurchase = "
                                     "\"on-demand\"\ntrials = [\"a.csv\"]\n"});
    const auto warnings = [&](const std::string& dates) {
        std::string rows = quote_header;
        for (std::size_t at = 0; at < dates.size(); at += 11)
            rows += "r1,ec2,x8,on-demand,1,USD,instance-hour," + dates.substr(at, 10) + "\n";
        files.put("quotes.csv", rows);
        return files.warnings();
    };
    const std::string old =
        " d before as_of (more than 30 d, the quotes.max_age: the price counts as unverified); "
        "look it up again and write the new date\n";
    CHECK(warnings("2026-10-30") == "warning quotes.csv:2:0 verified_on: is 31" + old);
    CHECK(warnings("2026-10-31") == "");
    // Only the quote that serves.
    CHECK(warnings("2026-10-30 2026-11-30") == "");
    const std::string future =
        "after as_of (a quote of the future prices nothing); correct the date, or move as_of\n";
    CHECK(warnings("2026-12-01") == "warning quotes.csv:2:0 verified_on: is 1 d " + future);
    CHECK(warnings("2026-11-30 2027-11-30") ==
          "warning quotes.csv:3:0 verified_on: is 365 d " + future);
}

TEST_CASE("the newest quote that is not later than as_of counts") {
    const OptionPlan option = priced(
        "r1,ec2,x8,on-demand,3.00,USD,instance-hour,2026-11-20\n"
        "r1,ec2,x8,on-demand,2.00,USD,instance-hour,2026-11-10\n"
        "r1,ec2,x8,on-demand,4.00,USD,instance-hour,2026-12-01\n"
        "r1,ec2,x8,on-demand,5.00,USD,instance-hour,\n");
    CHECK(option.instance_price->per_node_hour == 3);
    check_unknown(priced("r1,ec2,x8,on-demand,4.00,USD,instance-hour,2026-12-01\n"),
                  "its only quotes are later than 2026-11-30");
}

TEST_CASE("undated, expired and old quotes price the option and verify nothing") {
    check_unverified(priced("r1,ec2,x8,on-demand,1,USD,instance-hour,\n"),
                     "no date on which it was verified");
    check_unverified(priced("r1,ec2,x8,on-demand,1,USD,instance-hour,2026-11-15,2026-11-29\n"),
                     "expired on 2026-11-29");
    check_unverified(priced("r1,ec2,x8,on-demand,1,USD,instance-hour,2026-10-30\n"),
                     "verified 31 days before 2026-11-30, more than 30");
    CHECK(priced("r1,ec2,x8,on-demand,1,USD,instance-hour,2026-10-31\n").unverified_prices.empty());
    check_unverified(priced(good_quote, {.quotes = "files = [\"quotes.csv\"]\nmax_age = \"14 d\""}),
                     "verified 15 days before 2026-11-30, more than 14");
}

TEST_CASE("a blank price, a conflict and tiers are unknown") {
    check_unknown(priced("r1,ec2,x8,on-demand,,USD,instance-hour,2026-11-15\n"),
                  "quotes.csv:2 says that the price is unknown");
    check_unknown(priced("r1,ec2,x8,on-demand,1,USD,instance-hour,2026-11-15\n"
                         "r1,ec2,x8,on-demand,2,USD,instance-hour,2026-11-15\n"),
                  "its quotes of one date disagree: quotes.csv:2 quotes.csv:3");
    for (const char* tier : {"10,", ",10"}) {
        INFO(tier);
        check_unknown(
            priced(std::string("r1,ec2,x8,on-demand,1,USD,instance-hour,2026-11-15,,,,,") + tier +
                   "\n"),
            "its tiers do not follow each other from 0 without end: quotes.csv:2");
    }
}

TEST_CASE("instances have one price for an hour") {
    ScratchScenario files;
    files.put(ScenarioText{});
    for (const char* rows : {"r1,ec2,x8,on-demand,1,USD,instance-hour,2026-11-15,,,,,,,10\n",
                             "r1,ec2,x8,on-demand,1,USD,instance-hour,2026-11-15,,,,,0,10\n"
                             "r1,ec2,x8,on-demand,2,USD,instance-hour,2026-11-15,,,,,10,\n"}) {
        files.put("quotes.csv", quote_header + rows);
        CHECK(files.complaints() ==
              "quotes.csv:2:0 tier_to: has tiers, or an amount that is free (it prices the "
              "instances of option a); give one price for an hour\n");
    }
}

TEST_CASE("granularity and minimum are the quote's, by default a second and a minute") {
    const OptionPlan plain = priced(good_quote);
    CHECK(plain.instance_price->billing.granularity_s == 1);
    CHECK(plain.instance_price->billing.minimum_s == 60);
    const OptionPlan hourly = priced("r1,ec2,x8,on-demand,1,USD,node-hour,2026-11-15,,3600,0\n");
    CHECK(hourly.instance_price->billing.granularity_s == 3600);
    CHECK(hourly.instance_price->billing.minimum_s == 0);
}

TEST_CASE("a capacity block has steps and an unusable end") {
    ScratchScenario files;
    files.put("quotes.csv",
              quote_header + "r1,ec2,x8,capacity-block,1,USD,instance-hour,2026-11-15\n");
    const std::string option =
        "[option.b]\ninstance = \"x8\"\nregion = \"r1\"\npurchase = \"capacity-block\"\n";
    const std::string block = ".capacity_block]\nstep = \"12 h\"\nunusable_end = \"0 s\"\n";
    files.put(ScenarioText{.tables = option + "[option.b" + block + "[option.a" + block});
    const BuiltPlan built = files.built();
    const auto& price = built.plan.options[1].instance_price;
    REQUIRE(price);
    CHECK(price->purchase == PurchaseOption::capacity_block);
    CHECK(price->block.step_s == 43'200);
    CHECK(price->block.unusable_end_s == 0);
    CHECK(files.warnings() ==
          "warning scenario.toml:26:1 option.a.capacity_block: has no effect (the option is not "
          "bought as "
          "capacity-block)\n");
}

TEST_CASE("instances are priced by the hour of an instance, or it is an error") {
    ScratchScenario files;
    files.put("quotes.csv",
              quote_header + "r1,ec2,x8,on-demand,1,USD,UltraServer-hour,2026-11-15\n");
    CHECK(files.complaints() ==
          "quotes.csv:2:0 unit: `UltraServer-hour` is no unit of instance time (it prices the "
          "instances of option "
          "a); write instance-hour\n");
}

TEST_CASE("without quotes every price is unknown") {
    ScratchScenario files;
    std::string text = ScenarioText{}.text();
    const std::string quotes = "[quotes]\nfiles = [\"quotes.csv\"]\n";
    text.erase(text.find(quotes), quotes.size());
    files.put("scenario.toml", text);
    check_unknown(files.option(), "no quote for x8 on-demand in r1");
}

TEST_CASE("a region in another spelling than the quotes' is named") {
    ScratchScenario files;
    files.put("quotes.csv",
              quote_header + "R-1,ec2,x8,on-demand,1.50,USD,instance-hour,2026-11-15\n");
    files.put(ScenarioText{});
    const std::string warnings = files.warnings();
    CHECK(warnings.find("option.a.region: `r1` has no quote (quotes.csv:2 is for `R-1`); write "
                        "region = \"R-1\"") != std::string::npos);
    files.put(
        "quotes.csv",
        quote_header + "r2,ec2,x8,on-demand,1.50,USD,instance-hour,2026-11-15\n" + good_quote);
    CHECK(files.warnings().find("has no quote") == std::string::npos);
}
