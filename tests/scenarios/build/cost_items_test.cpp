// Cost tables -> lines with a driver, an amount in base units and the price of one of them.
#include "tests/catch_compat.hpp"
#include "tests/scenarios/build/scratch_scenario.hpp"

using namespace trialcost;

namespace {

const std::string storage =
    "r1,s3,stored,,0.023,USD,GB-month,2026-11-15\n"
    "r1,s3,put,,0.005,USD,1000 requests,2026-11-15\n"
    "r1,s3,get,,0.4,USD,1000000 requests,2026-11-15\n"
    "r1,logs,ingest,,0.5,USD,GB,2026-11-15\n";

ScratchScenario with_cost(const std::string& table, const std::string& quotes = storage,
                          const std::string& columns = "",
                          const std::vector<std::string>& runs = {"r1"}) {
    ScratchScenario files;
    files.put("quotes.csv", quote_header + good_quote + quotes);
    files.put("a.csv", trial_rows(columns, runs));
    files.put(ScenarioText{.tables = "[option.a.cost.c]\n" + table});
    return files;
}

// The only line of a table, as amount times price.
double cost_of_one(const std::string& table, const std::string& quotes = storage) {
    const OptionPlan option = with_cost(table, quotes).option();
    REQUIRE(option.items.size() == 1);
    REQUIRE(option.items[0].price);
    const CostItemPlan& item = option.items[0];
    return item.price->cost(metered(item.driver), value_at(option, item.amount), 730);
}

std::string refusal(const std::string& table, const std::string& quotes = storage) {
    return with_cost(table, quotes).complaints();
}

}  // namespace

TEST_CASE("what is stored is held by the month") {
    OptionPlan option = with_cost("service = \"s3\"\nstored = \"2 TB\"").option();
    REQUIRE(option.items.size() == 1);
    CHECK(option.items[0].name == "c");
    CHECK(option.items[0].driver == Driver::held);
    CHECK(value_at(option, option.items[0].amount) == 2000);
    CHECK(option.items[0].price->ladder.tiers[0].price == 0.023);
    CHECK(evidence_of(option, "cost.c").value == "2 TB");
    CHECK(evidence_of(option, "price.c").value == "0.023 USD/GB-month");
    REQUIRE(option.lineage.size() == 2);
    CHECK(option.lineage[1].driver == "per month held");
    CHECK(option.lineage[1].quote == "quotes.csv:3");

    option =
        with_cost("service = \"s3\"\nstored = { per_checkpoint = \"500 GB\", keep = 2 }").option();
    CHECK(option.items[0].driver == Driver::held_checkpoint);
    CHECK(option.items[0].keep == 2);
    option = with_cost("service = \"s3\"\nstored = { uniform = [\"1 GB\", \"3 GB\"] }").option();
    CHECK(value_at(option, option.items[0].amount) == Approx(2));
}

TEST_CASE("requests are lines of their own, by kind") {
    const OptionPlan option = with_cost(
                                  "service = \"s3\"\nrequests = { put = { per_checkpoint = 180 }, "
                                  "get = { per_run = 5e6 } }")
                                  .option();
    REQUIRE(option.items.size() == 2);
    CHECK(option.items[0].name == "c.put");
    CHECK(option.items[0].driver == Driver::per_checkpoint);
    CHECK(option.items[0].price->ladder.tiers[0].price == Approx(0.005 / 1000));
    CHECK(option.items[1].name == "c.get");
    CHECK(option.items[1].driver == Driver::per_run);
    CHECK(value_at(option, option.items[1].amount) * option.items[1].price->ladder.tiers[0].price ==
          Approx(2));
}

TEST_CASE("every driver can be named") {
    const std::pair<const char*, Driver> drivers[] = {
        {"per_hour", Driver::per_hour},
        {"per_node_hour", Driver::per_node_hour},
        {"per_billed_node_hour", Driver::per_billed_node_hour},
        {"per_checkpoint", Driver::per_checkpoint},
        {"per_restart", Driver::per_restart},
        {"per_attempt", Driver::per_attempt},
        {"per_run", Driver::per_run},
        {"per_output_unit", Driver::per_output_unit},
        {"fixed", Driver::fixed},
    };
    for (const auto& [word, driver] : drivers) {
        const OptionPlan option =
            with_cost(std::string("service = \"logs\"\nitem = \"ingest\"\namount = { ") + word +
                      " = \"2 GB\" }")
                .option();
        CHECK(option.items.at(0).driver == driver);
        CHECK(option.items[0].price->ladder.tiers[0].price == 0.5);
    }
}

TEST_CASE("the unit of the price and the unit of the amount meet") {
    CHECK(cost_of_one("price = \"20 USD/TB\"\namount = { per_run = \"500 GB\" }") == Approx(10));
    CHECK(cost_of_one("price = \"20 USD/TB-month\"\nstored = \"500 GB\"") == Approx(10));
    CHECK(cost_of_one("price = \"6 USD/hour\"\namount = { per_run = \"30 min\" }") == Approx(3));
    CHECK(cost_of_one("price = \"6 USD/hour\"\namount = { per_hour = 1 }") == Approx(6));
    CHECK(cost_of_one("price = \"6 USD/node-hour\"\namount = { fixed = \"3 node h\" }") ==
          Approx(18));
    CHECK(cost_of_one("price = \"0.1 USD/node-hour\"\namount = { per_node_hour = 1 }") ==
          Approx(0.1));
    CHECK(
        cost_of_one("price = \"0.4 USD/1000 requests\"\namount = { per_run = \"500 requests\" }") ==
        Approx(0.2));
    CHECK(cost_of_one("price = \"3 USD/month\"\namount = { per_month = 2 }") == Approx(6));
    CHECK(cost_of_one("price = \"3 USD/run\"\namount = { per_run = 1 }") == Approx(3));
    CHECK(cost_of_one("fixed_cost = \"70 USD\"") == 70);
}

TEST_CASE("a quote's month has its own length") {
    // 0.72 USD for 720 h are 0.73 USD for 730 h.
    const std::string quotes = "r1,disk,stored,,0.72,USD,GB-month,2026-11-15,,,,720\n";
    CHECK(cost_of_one("service = \"disk\"\nstored = \"1 GB\"", quotes) == Approx(0.73));
}

TEST_CASE("units that do not go together are errors with a remedy") {
    const std::string of_c = " (cost item c of option a";
    CHECK(refusal("service = \"s3\"\nitem = \"put\"\namount = { per_run = \"3 GB\" }") ==
          "quotes.csv:4:0 unit: `1000 requests` does not go with an amount of data (`3 GB`)" +
              of_c + "); write the amount as a number, or take a price of what it counts\n");
    CHECK(refusal("service = \"logs\"\namount = { per_run = 3 }") ==
          "quotes.csv:6:0 unit: `GB` does not go with a number (`3`)" + of_c +
              "); write the amount in GB, or take a price of what it counts\n");
    CHECK(refusal("price = \"1 USD/hour\"\namount = { per_run = \"3 GB\" }") ==
          "scenario.toml:20:9 option.a.cost.c.price: `hour` does not go with an amount of data (`3 "
          "GB`)" +
              of_c + "); write the amount in h, or take a price of what it counts\n");
    CHECK(refusal("price = \"1 USD/checkpoint\"\namount = { per_run = \"3 samples\" }") ==
          "scenario.toml:20:9 option.a.cost.c.price: `checkpoint` does not go with a count (`3 "
          "samples`)" +
              of_c + "); write the amount as a number, or take a price of what it counts\n");
    CHECK(
        refusal("price = \"1 USD/GB-month\"\namount = { per_run = \"3 GB\" }") ==
        "scenario.toml:20:9 option.a.cost.c.price: `GB-month` does not go with an amount per run" +
            of_c +
            ": what is held is priced by the month, what is used is not); correct the unit or the "
            "driver\n");
    CHECK(
        refusal("price = \"1 USD/GB\"\nstored = \"3 GB\"") ==
        "scenario.toml:20:9 option.a.cost.c.price: `GB` does not go with an amount per month held" +
            of_c +
            ": what is held is priced by the month, what is used is not); correct the unit or the "
            "driver\n");
    CHECK(refusal("price = \"1 USD/furlong\"\namount = { per_run = 1 }") ==
          "scenario.toml:20:9 option.a.cost.c.price: `furlong` is no unit of a cost item that "
          "trialcost knows" +
              of_c +
              "); use GB, GB-month, 1000 requests, hour, node-hour, month, "
              "IOPS-month, MiB/s-month, run, attempt, checkpoint or restart\n");
}

TEST_CASE("a price given in the scenario is assumed, and the price gate says no") {
    const OptionPlan option = with_cost("price = \"1 USD/run\"\namount = { per_run = 1 }").option();
    CHECK(option.unverified_prices ==
          std::vector<std::string>{"c: given in the scenario, without a quote"});
    CHECK(evidence_of(option, "price.c").evidence_class == EvidenceClass::assumed);
    CHECK(evidence_of(option, "price.c").value == "1 USD/run");
    CHECK(option.lineage[1].quote == "given at scenario.toml:20");
    CHECK(gate_of(option, "price").answer == Answer::no);
}

TEST_CASE("an item without a quote is unknown, the instances known") {
    const OptionPlan option =
        with_cost("service = \"s3\"\nitem = \"list\"\namount = { per_run = 1 }").option();
    CHECK_FALSE(option.items.at(0).price);
    CHECK(option.instance_price);
    CHECK(option.missing.front() == "failures: not recorded");
    CHECK(option.missing.back() == "price of c: no quote for s3 list in r1");
    CHECK(gate_of(option, "price").answer == Answer::unknown);
}

TEST_CASE("a line without an item means the only one of its service") {
    // Those of other regions do not count.
    const std::string elsewhere = "r2,logs,other,,0.7,USD,GB,2026-11-15\n";
    CHECK(cost_of_one("service = \"logs\"\namount = { per_run = \"1 GB\" }", storage + elsewhere) ==
          0.5);
    CHECK(cost_of_one("service = \"logs\"\namount = { per_run = \"1 GB\" }") == 0.5);
    CHECK(refusal("service = \"s3\"\namount = { per_run = \"1 GB\" }") ==
          "scenario.toml:19:1 option.a.cost.c: does not say which item of s3 (its quotes have get, "
          "put, stored); "
          "write item = \"get\", say\n");
}

TEST_CASE("a measured column is an amount of each run") {
    const std::string table =
        "service = \"logs\"\namount = { per_hour = { measured = \"log_gb\" } }";
    const OptionPlan option = with_cost(table, storage, "log_gb", {"r1,2", "r2,8", "r3,"}).option();
    CHECK(option.items.at(0).amount.kind == Source::Kind::recorded);
    CHECK(value_at(option, option.items[0].amount) == Approx(4));
    CHECK(evidence_of(option, "cost.c").observations == 2);
    CHECK(option.items[0].price->ladder.tiers[0].price == 0.5);
    // A column that is used is no unknown one.
    CHECK(with_cost(table, storage, "log_gb", {"r1,2", "r2,8", "r3,"}).warnings() == "");

    const OptionPlan blank = with_cost(table, storage, "log_gb", {"r1,"}).option();
    CHECK_FALSE(blank.items.at(0).amount.present());
    CHECK(blank.missing.back() == "c: amount not recorded");

    CHECK(with_cost(table, storage, "loggb", {"r1,2"}).complaints() ==
          "warning a.csv:1:54 column `loggb` is not one trialcost knows (it is used only where the "
          "scenario names "
          "it)\n"
          "scenario.toml:21:23 option.a.cost.c: no record has the column `log_gb` (columns that "
          "trialcost itself "
          "knows are no amounts); did you mean `loggb`?\n");
    CHECK(with_cost(table, storage, "log_gb", {"r1,many", "r2,-1"}).complaints() ==
          "a.csv:2:19 log_gb: is not a number (cost item c counts by this column); leave the cell "
          "blank if it is "
          "not known\n"
          "a.csv:3:0 log_gb: must not be negative (cost item c counts by this column)\n");
    CHECK(refusal("service = \"s3\"\nstored = { measured = \"log_gb\" }")
              .starts_with("scenario.toml:21:10 option.a.cost.c.stored: a measured amount needs a "
                           "driver that each "
                           "run counts; use per_run, per_attempt, per_hour or per_checkpoint\n"));
}

TEST_CASE("a cost table must say one amount and one price") {
    const std::string table = " option.a.cost.c";
    CHECK(refusal("stored = \"1 GB\"") ==
          "scenario.toml:19:1" + table +
              ": has no price; name the service of its quotes, or give price = \"0.5 USD/GB\"\n");
    CHECK(refusal("service = \"s3\"") ==
          "scenario.toml:19:1" + table +
              ": says no amount; give stored, volume, requests, amount or fixed_cost\n");
    CHECK(refusal("service = \"s3\"\nprice = \"1 USD/GB-month\"\nstored = \"1 GB\"") ==
          "scenario.toml:21:9" + table +
              ".price: stands beside a service, which has its own quotes; keep one of "
              "them\n");
    CHECK(
        refusal("price = \"1 EUR/GB-month\"\nstored = \"1 GB\"")
            .starts_with(
                "scenario.toml:20:9" + table +
                ".price: is in EUR, the scenario in USD (one currency throughout); convert it\n"));
    CHECK(
        refusal("fixed_cost = \"1 EUR\"") ==
        "scenario.toml:20:14" + table +
            ".fixed_cost: is in EUR, the scenario in USD (one currency throughout); convert it\n");
    CHECK(refusal("fixed_cost = \"1 USD\"\nstored = \"1 GB\"") ==
          "scenario.toml:21:10" + table +
              ".stored: goes not with `fixed_cost`, which is a whole line by itself; "
              "make a cost table of its own for it\n");
    CHECK(refusal("service = \"s3\"\namount = { per_run = 1, per_hour = 1 }\nitem = \"put\"") ==
          "scenario.toml:21:22" + table +
              ".amount.per_run: is a second driver of one amount; make a cost table "
              "of its own for it\n");
    CHECK(refusal("service = \"s3\"\nstored = \"1 GB\"\namount = { per_run = 1 }") ==
          "scenario.toml:22:10" + table +
              ".amount: stands beside `stored`: one line has one amount; make a cost "
              "table of its own for it\n");
    CHECK(
        refusal("service = \"s3\"\nrequests = { put = 3 }") ==
        "scenario.toml:21:20" + table +
            ".requests.put: is not a table; write requests = { put = { per_checkpoint = 180 } }\n");
}

TEST_CASE("lines have names of their own") {
    ScratchScenario files;
    files.put(ScenarioText{.tables =
                               "[option.a.cost.instances]\nfixed_cost = \"1 USD\"\n"
                               "[option.a.cost.s]\nprice = \"1 USD/request\"\n"
                               "requests = { put = { per_run = 1 } }\n[option.a.cost.\"s.put\"]\n"
                               "fixed_cost = \"1 USD\""});
    CHECK(files.complaints() ==
          "scenario.toml:19:1 option.a.cost.instances: `instances` is the line of the instances "
          "themselves; use "
          "another name\n"
          "scenario.toml:24:1 option.a.cost.\"s.put\": makes a second line `s.put`; use another "
          "name\n");
}

TEST_CASE("amounts that are settled at the end are drawn once") {
    const std::string uniform = "{ uniform = [\"1 GB\", \"2 GB\"], varies = \"per attempt\" } }";
    const OptionPlan option =
        with_cost("service = \"logs\"\namount = { per_run = " + uniform).option();
    CHECK(option.stated.at(option.items.at(0).amount.index).varies == Varies::per_attempt);
    CHECK(refusal("service = \"logs\"\namount = { fixed = " + uniform)
              .starts_with("scenario.toml:21:59 option.a.cost.c.amount.fixed.varies: is more often "
                           "than this input "
                           "can be drawn; leave it out\n"));
}
