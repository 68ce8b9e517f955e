// Quotes with tiers, contracts, kinds and jumps; regions.
#include "tests/catch_compat.hpp"
#include "tests/scenarios/build/scratch_scenario.hpp"

using namespace trialcost;

namespace {

const std::string header =
    "provider,region,service,item,purchase,price,currency,unit,tier_from,tier_to,included,"
    "direction,"
    "contract,confirmed,verified_on,valid_until,month_h\n";
const std::string instance = ",r1,ec2,x8,on-demand,1,USD,instance-hour,,,,,,,2026-11-15,,\n";

ScratchScenario quoted(const std::string& rows, const std::string& cost = "",
                       const std::string& quotes = "files = [\"quotes.csv\"]") {
    ScratchScenario files;
    files.put("quotes.csv", header + instance + rows);
    files.put(ScenarioText{.quotes = quotes,
                           .tables = cost.empty() ? "" : "[option.a.cost.c]\n" + cost + "\n"});
    return files;
}

const CostItemPlan& item_of(const OptionPlan& option) {
    REQUIRE(option.items.size() == 1);
    REQUIRE(option.items[0].price);
    return option.items[0];
}

double cost_of(const ScratchScenario& files, double span_h = 730) {
    const OptionPlan option = files.option();
    const CostItemPlan& item = item_of(option);
    return item.price->cost(metered(item.driver), value_at(option, item.amount), span_h);
}

bool says(const ScratchScenario& files, const std::string& text) {
    const std::string said = files.complaints();
    INFO(said);
    return said.find(text) != std::string::npos;
}

}  // namespace

TEST_CASE("rows of one date that follow each other are the tiers of one price") {
    const auto egress = [](const std::string& terabytes) {
        return quoted(
            ",r1,net,out,,0.09,USD,GB,0,10240,,out,,,2026-11-15,,\n"
            ",r1,net,out,,0.085,USD,GB,10240,,,out,,,2026-11-15,,\n",
            "service = \"net\"\namount = { per_run = \"" + terabytes + " GB\" }");
    };
    CHECK(egress("1").warnings().empty());  // all columns are known
    CHECK(cost_of(egress("10239")) == Approx(921.51));
    CHECK(cost_of(egress("10240")) == Approx(921.60));
    CHECK(cost_of(egress("10241")) == Approx(921.685));
    CHECK(evidence_of(egress("1").option(), "price.c").value ==
          "0.09 up to 10240, then 0.085 USD/GB");
    // Bounds are in the unit of the price: here in thousands of requests.
    CHECK(cost_of(quoted(",r1,s3,put,,0.005,USD,1000 requests,0,2,,,,,2026-11-15,,\n"
                         ",r1,s3,put,,0.004,USD,1000 requests,2,,,,,,2026-11-15,,\n",
                         "service = \"s3\"\namount = { per_run = 5000 }")) ==
          Approx(2 * 0.005 + 3 * 0.004));
    // A gap, an overlap, and an end are no price.
    for (const char* second : {"20,,", "5,,", "10,30,"}) {
        INFO(second);
        const OptionPlan option =
            quoted(",r1,net,out,,0.09,USD,GB,0,10,,,,,2026-11-15,,\n,r1,net,out,,0.085,USD,GB," +
                       std::string(second) + ",,,,2026-11-15,,\n",
                   "service = \"net\"\namount = { per_run = \"1 GB\" }")
                .option();
        CHECK_FALSE(option.items[0].price);
        CHECK_FALSE(option.cost_is_complete());
    }
}

TEST_CASE("what is included is free of each month's use, or of the level held") {
    CHECK(cost_of(quoted(",r1,net,out,,0.09,USD,GB,,,100,out,,,2026-11-15,,\n",
                         "service = \"net\"\namount = { per_run = \"101 GB\" }")) == Approx(0.09));
    CHECK(cost_of(quoted(",r1,net,zone,,0.01,USD,GB,,,,each,,,2026-11-15,,\n",
                         "service = \"net\"\namount = { per_run = \"1 TB\" }")) == Approx(20.00));
    CHECK(cost_of(quoted(",r1,disk,stored,,0.08,USD,GB-month,,,,,,,2026-11-15,,720\n",
                         "service = \"disk\"\nstored = \"1 TB\""),
                  24) == Approx(80.0 / 30));
}

TEST_CASE("a volume has its size, and what is provisioned beyond the baseline") {
    ScratchScenario files = quoted(
        ",r1,ebs.gp3,stored,,0.08,USD,GB-month,,,,,,,2026-11-15,,\n"
        ",r1,ebs.gp3,iops,,0.005,USD,IOPS-month,,,3000,,,,2026-11-15,,\n"
        ",r1,ebs.gp3,throughput,,0.04,USD,MiB/s-month,,,125,,,,2026-11-15,,\n",
        "service = \"ebs.gp3\"\nvolume = { size = \"500 GB\", iops = 6000, throughput_mib_per_s = "
        "250, "
        "count = 3 }");
    const OptionPlan option = files.option();
    REQUIRE(option.items.size() == 3);
    const std::vector<double> expected{3 * 40.0, 3 * 15.0, 3 * 5.0};
    for (std::size_t i = 0; i < 3; ++i)
        CHECK(option.items[i].price->cost(Metered::held, value_at(option, option.items[i].amount),
                                          730) == Approx(expected[i]));
    CHECK(option.items[1].name == "c.iops");
    CHECK(option.items[2].name == "c.throughput");
    CHECK(says(quoted("", "service = \"ebs.gp3\"\nvolume = { iops = 6000 }"), "size: is missing"));
    CHECK(says(quoted("", "service = \"ebs.gp3\"\nvolume = { size = \"5 GB\" }\nstored = \"1 GB\""),
               "has lines of its own"));
}

TEST_CASE("held for the wall time or the period where it is said") {
    const auto held_for = [](const std::string& held) {
        return quoted("", "price = \"1 USD/GB-month\"\nstored = \"1 GB\"\n" + held)
            .option()
            .items.at(0)
            .held_for;
    };
    CHECK(held_for("") == HeldFor::the_longer);
    CHECK(held_for("held = \"wall time\"") == HeldFor::wall_time);
    CHECK(held_for("held = \"period\"") == HeldFor::period);
    CHECK(
        says(quoted("", "price = \"1 USD/GB\"\namount = { per_run = \"1 GB\" }\nheld = \"period\""),
             "held: has nothing to hold"));
}

// What the unit, the free amount, the month and the direction are belongs to a price.
TEST_CASE("two prices of one date agree in all that is said of them") {
    const std::string cost = "service = \"s3\"\nitem = \"put\"\namount = { per_run = 1000 }";
    const std::string row = ",r1,s3,put,,0.005,USD,1000 requests,,,,,,,2026-11-15,,\n";
    const auto price_beside = [&](const std::string& other) {
        return quoted(row + other, cost).option().items.at(0).price;
    };
    CHECK(price_beside(row));
    CHECK(price_beside(",r1,s3,put,,0.005,USD,1000 requests,0,,0,out,,,2026-11-15,,730\n"));
    CHECK_FALSE(price_beside(",r1,s3,put,,0.005,USD,request,,,,,,,2026-11-15,,\n"));
    CHECK_FALSE(price_beside(",r1,s3,put,,0.005,USD,1000 requests,,,5,,,,2026-11-15,,\n"));
    CHECK_FALSE(price_beside(",r1,s3,put,,0.005,USD,1000 requests,,,,each,,,2026-11-15,,\n"));
    CHECK_FALSE(price_beside(",r1,s3,put,,0.005,USD,1000 requests,,,,,,,2026-11-15,,720\n"));
    // Nor are tiers in different units one price.
    CHECK_FALSE(quoted(",r1,s3,put,,0.005,USD,1000 requests,0,2,,,,,2026-11-15,,\n"
                       ",r1,s3,put,,0.004,USD,request,2,,,,,,2026-11-15,,\n",
                       cost)
                    .option()
                    .items.at(0)
                    .price);
}

// 100 h of wall time, 2 restarts. Each to the cent.
TEST_CASE("networks, logs, metrics and retrieval cost what their price lists say") {
    const std::string rows =
        ",r1,nat,hour,,0.045,USD,hour,,,,,,,2026-11-15,,\n"
        ",r1,nat,data,,0.045,USD,GB,,,,,,,2026-11-15,,\n"
        ",r1,transfer,inter-az,,0.01,USD,GB,,,,each,,,2026-11-15,,\n"
        ",r1,transfer,inter-region,,0.02,USD,GB,,,,out,,,2026-11-15,,\n"
        ",r1,transfer,internet,,0.09,USD,GB,,,100,out,,,2026-11-15,,\n"
        ",r1,logs,ingest,,0.5,USD,GB,,,,,,,2026-11-15,,\n"
        ",r1,logs,archive,,0.03,USD,GB-month,,,,,,,2026-11-15,,\n"
        ",r1,logs,metric,,0.3,USD,metric-month,,,10,,,,2026-11-15,,\n"
        ",r1,s3,retrieval,,0.03,USD,GB,,,,,,,2026-11-15,,\n";
    const auto cost = [&](const std::string& service, const std::string& item,
                          const std::string& amount) {
        const OptionPlan option =
            quoted(rows, "service = \"" + service + "\"\nitem = \"" + item + "\"\n" + amount)
                .option();
        const CostItemPlan& line = item_of(option);
        const Usage usage{.wall_h = 100, .failures = 2, .attempts = 1, .runs = 1};
        const double quantity =
            value_at(option, line.amount) * driver_units(line.driver, usage, line.keep);
        return line.price->cost(metered(line.driver), quantity, 730);
    };
    CHECK(cost("nat", "hour", "amount = { per_hour = 1 }") == Approx(4.50));
    CHECK(cost("nat", "data", "amount = { per_hour = \"20 GB\" }") == Approx(90.00));
    CHECK(cost("transfer", "inter-az", "amount = { per_run = \"1 TB\" }") == Approx(20.00));
    CHECK(cost("transfer", "inter-region", "amount = { per_run = \"1 TB\" }") == Approx(20.00));
    CHECK(cost("transfer", "internet", "amount = { per_run = \"99 GB\" }") == 0);
    CHECK(cost("transfer", "internet", "amount = { per_run = \"100 GB\" }") == 0);
    CHECK(cost("transfer", "internet", "amount = { per_run = \"1.1 TB\" }") == Approx(90.00));
    CHECK(cost("logs", "ingest", "amount = { per_hour = \"0.3 GB\" }") == Approx(15.00));
    CHECK(cost("logs", "archive", "stored = \"30 GB\"") == Approx(0.90));
    CHECK(cost("logs", "metric", "amount = { per_month = 30 }") == Approx(6.00));
    CHECK(cost("s3", "retrieval", "amount = { per_restart = \"1.4 TB\" }") == Approx(84.00));
}

// 1.4 TB in 512 files of 2.734375 GB, each in 41 parts of 64 MiB: 43 requests a file.
TEST_CASE("checkpoints are put in parts") {
    const ScratchScenario files = quoted(",r1,s3,put,,0.005,USD,1000 requests,,,,,,,2026-11-15,,\n",
                                         "service = \"s3\"\nrequests = { put = { per_checkpoint = "
                                         "{ multipart = \"64 MiB\", of = \"1.4 "
                                         "TB\", files = 512 } } }");
    CHECK(value_at(files.option(), files.option().items.at(0).amount) == 512 * 43);
    CHECK(cost_of(files) == Approx(512 * 43 * 0.005 / 1000));
    CHECK(says(quoted("",
                      "price = \"1 USD/request\"\namount = { per_checkpoint = { multipart = \"5 "
                      "MB\", of = \"1.4 TB\" } }"),
               "makes more than 10,000 parts of a file"));
}

TEST_CASE("preparation can run on instances that have a quote") {
    CHECK(cost_of(quoted(",r1,ec2,c9,on-demand,3.2,USD,instance-hour,,,,,,,2026-11-15,,\n",
                         "service = \"ec2\"\nitem = \"c9\"\npurchase = \"on-demand\"\namount = { "
                         "fixed = \"12 node h\" }")) == Approx(38.40));
}

TEST_CASE("a contract comes before public prices, and does not age") {
    const std::string contract =
        ",r1,net,out,,0.05,USD,GB,,,,,frame contract 7,,2025-01-01,2027-12-31,\n";
    const std::string open = ",r1,net,out,,0.09,USD,GB,,,,,,,2026-11-15,,\n";
    const std::string cost = "service = \"net\"\namount = { per_run = \"1 GB\" }";
    CHECK(cost_of(quoted(open + contract, cost)) == Approx(0.05));
    CHECK(quoted(open + contract, cost).option().unverified_prices.empty());
    // Past its end it holds no more.
    const std::string over =
        ",r1,net,out,,0.05,USD,GB,,,,,frame contract 7,,2025-01-01,2026-11-29,\n";
    CHECK(cost_of(quoted(open + over, cost)) == Approx(0.09));
}

TEST_CASE("each kind of quote ages in its own way") {
    const std::string rows = ",r1,net,out,,0.09,USD,GB,,,,,,,2026-10-20,,\n";  // 41 days
    const std::string cost = "service = \"net\"\namount = { per_run = \"1 GB\" }";
    CHECK(quoted(rows, cost).option().unverified_prices.size() == 1);
    CHECK(quoted(rows, cost, "files = [\"quotes.csv\"]\nmax_age = { other = \"60 d\" }")
              .option()
              .unverified_prices.empty());
    CHECK(quoted(rows, cost,
                 "files = [\"quotes.csv\"]\nmax_age = { on_demand = \"10 d\", other = \"60 d\" }")
              .option()
              .unverified_prices.size() == 1);
    CHECK(says(quoted(rows, cost, "files = [\"quotes.csv\"]\nmax_age = { others = \"60 d\" }"),
               "unknown key `others`; did you mean `other`?"));
}

// The price list example in which the price of an IOPS is ten times too high.
TEST_CASE("a price far from an earlier one must be confirmed") {
    const std::string right = ",us-east-1,EBS,gp3 IOPS,,0.005,USD,IOPS-month,,,,,,,2026-04-01,,\n";
    const std::string wrong = ",us-east-1,EBS,gp3 IOPS,,0.05,USD,IOPS-month,,,,,,,2021-01-13,,\n";
    CHECK(
        says(quoted(wrong + right),
             "quotes.csv:4:0 price: is 10 times an earlier price of the same, downwards (0.005 "
             "here, 0.05 at quotes.csv:3); correct it, or write yes in the column confirmed if it "
             "is meant"));
    std::string meant = right;
    meant.replace(meant.find(",,,,,,,2026"), 11, ",,,,,,yes,2026");
    CHECK(quoted(wrong + meant).option().instance_price);
    // Five times is not more than five times; and another unit or tier is another price.
    CHECK(quoted(",r1,a,b,,1,USD,GB,,,,,,,2026-01-01,,\n,r1,a,b,,5,USD,GB,,,,,,,2026-02-01,,\n"
                 ",r1,a,b,,50,USD,TB,,,,,,,2026-03-01,,\n")
              .option()
              .instance_price);
    CHECK(says(
        quoted(",r1,a,b,,1,USD,GB,,,,,,,2026-01-01,,\n,r1,a,b,,5.1,USD,GB,,,,,,,2026-02-01,,\n"),
        "is 5.1 times an earlier price"));
}

TEST_CASE("a code that no region has is an error, a known one without a quote is unknown") {
    const auto in = [](const std::string& region, const std::string& more = "") {
        ScratchScenario files;
        files.put(ScenarioText{.tables = "[option.b]\ninstance = \"x8\"\nregion = \"" + region +
                                         "\"\npurchase = \"on-demand\"\n" + more});
        return files;
    };
    CHECK(says(in("us-east1"),
               "`us-east1` is no region that is known (no quote names it either); "
               "did you mean `us-east-1`?"));
    CHECK(says(in("xx-nowhere-9"), "write the code of the region, like us-east-1"));
    CHECK_FALSE(in("us-east-1").option(1).instance_price);
    CHECK_FALSE(in("on-premises").option(1).instance_price);
    CHECK_FALSE(in("eu-datacentre-3", "provider = \"own\"\n").option(1).instance_price);
}
