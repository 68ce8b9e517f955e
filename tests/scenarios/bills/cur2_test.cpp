#include "scenarios/bills/bill_cells.hpp"
#include "tests/scenarios/bills/read_text.hpp"

using namespace trialcost;
using Costs = std::array<std::optional<double>, 4>;
using Pairs = std::map<std::string, std::string>;

TEST_CASE("a CUR 2.0 bill is read row by row") {
    const auto [file, rows] = read_text(bill_text("cur2.csv"));
    CHECK(file.format == "AWS CUR 2.0");
    REQUIRE(rows.size() == 4);

    const BillRow& hour = rows[0];
    CHECK(hour.where.line == 2);
    CHECK(hour.begins == bill_moment("2026-11-03T10:00:00Z"));
    CHECK(hour.ends == bill_moment("2026-11-03T11:00:00Z"));
    CHECK(hour.kind == ChargeKind::usage);
    CHECK(hour.service == "AmazonEC2");
    CHECK(hour.service_code == "AmazonEC2");
    CHECK(hour.usage_type == "BoxUsage:x9.48xlarge");
    CHECK(hour.operation == "RunInstances");
    CHECK(hour.instance_type == "x9.48xlarge");
    CHECK(hour.region == "us-east-1");
    CHECK(hour.resource == "i-0synthetic01");
    CHECK(hour.sku == "SYNTHSKU00000001");
    CHECK(hour.currency == "USD");
    CHECK(hour.priced.amount == 0.75);
    CHECK(hour.priced.unit == "Hrs");
    CHECK(hour.costs == Costs{9.255, 9.255, 9.255, 9.255});
    CHECK(hour.tags == Pairs{{"job", "run-7"}});

    // Listed at 12.34, and cancelled by the negation: nothing is billed, the plan bears 9.25.
    CHECK(rows[1].kind == ChargeKind::covered_usage);
    CHECK(rows[1].costs == Costs{0, 9.25, 12.34, 12.34});

    const BillRow& negation = rows[2];
    CHECK(negation.kind == ChargeKind::negation);
    CHECK(negation.costs == Costs{0, 0, 0, 0});
    CHECK(negation.cancelled == -12.34);
    CHECK(negation.resource.empty());
    CHECK(negation.tags.empty());
    CHECK(negation.sku.empty());

    const BillRow& storage = rows[3];
    CHECK(storage.kind == ChargeKind::usage);
    CHECK(storage.usage_type == "EBS:VolumeUsage.gp3");
    CHECK(storage.instance_type.empty());
    CHECK(storage.priced.amount == 0.6849315068);
    CHECK(storage.priced.unit == "GB-Mo");
    CHECK(storage.costs == Costs{0.0684246575, 0.0684246575, 0.0684246575, 0.0684246575});
}

namespace {

const std::string header =
    "line_item_line_item_type,line_item_usage_start_date,line_item_usage_end_date,"
    "line_item_product_code,line_item_usage_type,line_item_currency_code,"
    "line_item_unblended_cost";

BillRow only_row(const std::string& type, const std::string& columns, const std::string& cells) {
    return read_text(header + columns + "\n" + type +
                     ",2026-11-03 10:00:00.000,2026-11-03 11:00:00.000,AmazonEC2,"
                     "USE1-BoxUsage:p5.48xlarge,USD,7" +
                     cells + "\n")
        .rows.at(0);
}

}  // namespace

TEST_CASE("the columns of a CUR 2.0 export are chosen: what is not there is unknown") {
    CHECK(only_row("Usage", "", "").costs == Costs{7, 7, 7, std::nullopt});
    CHECK(only_row("SavingsPlanCoveredUsage", "", "").costs ==
          Costs{0, std::nullopt, 7, std::nullopt});
    CHECK(only_row("DiscountedUsage", ",reservation_effective_cost", ",5").costs ==
          Costs{7, 5, std::nullopt, std::nullopt});
}

TEST_CASE("fees count in the effective view as far as nothing used them") {
    const BillRow fee = only_row("SavingsPlanRecurringFee",
                                 ",savings_plan_total_commitment_to_date,"
                                 "savings_plan_used_commitment",
                                 ",7,5.5");
    CHECK(fee.kind == ChargeKind::purchase);
    CHECK(fee.costs == Costs{7, 1.5, 7, std::nullopt});
    CHECK(only_row("SavingsPlanUpfrontFee", "", "").cost(CostView::effective) == 0.0);
    CHECK(only_row("RIFee",
                   ",reservation_unused_amortized_upfront_fee_for_billing_period,"
                   "reservation_unused_recurring_fee",
                   ",1,0.25")
              .cost(CostView::effective) == 1.25);
    CHECK(only_row("Fee", ",reservation_reservation_a_r_n", ",arn:1").cost(CostView::effective) ==
          0.0);
    CHECK(only_row("Fee", "", "").cost(CostView::effective) == 7.0);
}

TEST_CASE("every line type of CUR 2.0 has its kind") {
    CHECK(only_row("Tax", "", "").kind == ChargeKind::tax);
    CHECK(only_row("Credit", "", "").kind == ChargeKind::credit);
    CHECK(only_row("Refund", "", "").kind == ChargeKind::refund);
    CHECK(only_row("EdpDiscount", "", "").kind == ChargeKind::credit);
    CHECK(only_row("PrivateRateDiscount", "", "").kind == ChargeKind::credit);
}

TEST_CASE("a damaged CUR 2.0 bill is complained about, each fault at its cell") {
    const std::string good = bill_text("cur2.csv");
    CHECK(read_text(with(good, "line_item_usage_type,", "usage_type,"),
                    "1:0 line_item_usage_type: the column is missing (needed: "
                    "line_item_line_item_type, line_item_usage_start_date, "
                    "line_item_usage_end_date, line_item_product_code, line_item_usage_type, "
                    "line_item_currency_code, line_item_unblended_cost); is it "
                    "`line_item_usage_amount`?\n")
              .rows.empty());
    std::string wrong = with(good, "SavingsPlanNegation", "SavingsPlanNegtion");
    wrong = with(with(wrong, ",-12.34,", ",twelve,"), "2026-11-03 11:00", "2026-13-03 11:00");
    CHECK(read_text(wrong,
                    "2:78 line_item_usage_end_date: must be a date and time (it is `2026-13-03 "
                    "11:00:00.000`); write it like 2026-11-03T10:00:00Z\n"
                    "4:48 line_item_line_item_type: `SavingsPlanNegtion` is not one of its words "
                    "(Usage, SavingsPlanCoveredUsage, DiscountedUsage, SavingsPlanNegation, "
                    "SavingsPlanRecurringFee, SavingsPlanUpfrontFee, RIFee, Fee, Tax, Credit, "
                    "Refund); did you mean `SavingsPlanNegation`?\n"
                    "4:168 line_item_unblended_cost: `twelve` is not a number; write a number "
                    "alone: 1.5 or 2e6\n")
              .rows.size() == 2);
    CHECK(read_text(good.substr(0, good.find("synth0003") + 40),
                    "4:0 the row has 3 cells (the header has 25); leave unknown cells blank; quote "
                    "cells with commas in them\n")
              .rows.size() == 2);
    read_text("a,b\n1,2\n",
              "1:0 is neither a FOCUS nor a CUR 2.0 bill (it has none of the columns BilledCost, "
              "line_item_unblended_cost …); export it as CSV, with its header\n");
    read_text(header + "\n", "1:0 the bill has no charges\n");
    read_text("", "0:0 the bill is empty\n");
}

TEST_CASE("usage types name instances, in any region") {
    CHECK(instance_of_usage("BoxUsage:x9.48xlarge") == "x9.48xlarge");
    CHECK(instance_of_usage("USE1-SpotUsage:p4d.24xlarge") == "p4d.24xlarge");
    CHECK(instance_of_usage("EU-DedicatedUsage:m5.metal-24xl") == "m5.metal-24xl");
    CHECK(instance_of_usage("USE1-Train:ml.p4d.24xlarge") == "ml.p4d.24xlarge");
    CHECK(instance_of_usage("EBS:VolumeUsage.gp3").empty());
    CHECK(instance_of_usage("USE1-EBSOptimized:p4d.24xlarge").empty());
    CHECK(instance_of_usage("DataTransfer-Out-Bytes").empty());
    CHECK(without_region("APN1-TimedStorage-ByteHrs") == "TimedStorage-ByteHrs");
    CHECK(without_region("EU-Requests-Tier1") == "Requests-Tier1");
    CHECK(without_region("DataTransfer-Out-Bytes") == "DataTransfer-Out-Bytes");
    CHECK(without_region("CW-Requests") == "CW-Requests");
}

TEST_CASE("tags are an object of plain values as JSON") {
    const auto tags = [](const std::string& cell, const std::string& complaint = "") {
        const std::string quoted = ",\"" + cell + "\"\n";
        const auto bill = read_text(
            header + ",resource_tags\nTax,2026-11-03 10:00:00,2026-11-03 11:00:00,E,U,USD,7" +
                quoted,
            complaint);
        return bill.rows.empty() ? Pairs{} : bill.rows[0].tags;
    };
    CHECK(tags("{}").empty());
    CHECK(tags(R"({""user_a"":""b\u00e9"",""n"":1.5,""t"":true})") ==
          Pairs{{"a", "bé"}, {"n", "1.5"}, {"t", "true"}});
    const std::string at = "2:55 resource_tags: ";
    tags(R"({""a"":""1"",""a"":""2""})", at + "has the key `a` twice; keep one of them\n");
    const std::string broken =
        at + "is no JSON object of plain values; write it like {\"job\":\"run-7\"}\n";
    for (const char* cell : {R"({""a"":{""b"":1}})", R"({""a"":""1"")", "[1]", "{a:1}", "{} b"})
        tags(cell, broken);
}
