#include "tests/scenarios/bills/read_text.hpp"

using namespace trialcost;
using Costs = std::array<std::optional<double>, 4>;

TEST_CASE("a FOCUS bill is read row by row") {
    const auto [file, rows] = read_text(bill_text("focus_1_2.csv"));
    CHECK(file.format == "FOCUS 1.1 or 1.2");
    REQUIRE(rows.size() == 4);

    const BillRow& hour = rows[0];
    CHECK(hour.where.line == 2);
    CHECK(hour.begins == bill_moment("2026-11-03T10:00:00Z"));
    CHECK(hour.ends == bill_moment("2026-11-03T11:00:00Z"));
    CHECK(hour.kind == ChargeKind::usage);
    CHECK(hour.service == "Amazon Elastic Compute Cloud");
    CHECK(hour.instance_type == "x9.48xlarge");
    CHECK(hour.region == "us-east-1");
    CHECK(hour.resource == "i-0synthetic01");
    CHECK(hour.sku == "SYNTHSKU00000001");
    CHECK(hour.sku_price == "SYNTHSKU00000001.JRTCKXETXF.6YS6EN2CT7");
    CHECK(hour.description == "SYNTHETIC on-demand hour");
    CHECK(hour.currency == "USD");
    CHECK(hour.costs == Costs{9.255, 9.255, 9.255, 9.255});
    CHECK(hour.tags == std::map<std::string, std::string>{{"job", "run-7"}});
    // Metered in seconds, priced in hours.
    CHECK(hour.consumed.amount == 2700);
    CHECK(hour.consumed.unit == "Seconds");
    CHECK(hour.priced.amount == 0.75);
    CHECK(hour.priced.unit == "Hours");

    CHECK(rows[1].kind == ChargeKind::covered_usage);
    CHECK(rows[1].costs == Costs{0, 9.25, 12.34, 12.34});

    const BillRow& fee = rows[2];
    CHECK(fee.kind == ChargeKind::purchase);
    CHECK(fee.costs == Costs{9.25, 0, 9.25, 9.25});
    CHECK_FALSE(fee.consumed.amount);
    CHECK(fee.instance_type.empty());
    CHECK(fee.tags.empty());

    const BillRow& correction = rows[3];
    CHECK(correction.kind == ChargeKind::correction);
    CHECK(correction.costs == Costs{-1.234, -1.234, -1.234, -1.234});
    CHECK(correction.consumed.amount == -360);
    CHECK(correction.begins == bill_moment("2026-10-30T10:00:00Z"));
}

namespace {

const std::string header =
    "BilledCost,BillingCurrency,ChargeCategory,ChargeClass,ChargePeriodEnd,ChargePeriodStart,"
    "ContractedCost,EffectiveCost,ListCost,ServiceName";
const std::string row = "1,USD,Usage,,2026-11-03T11:00:00Z,2026-11-03T10:00:00Z,1,1,1,Storage";

}  // namespace

TEST_CASE("the columns tell the version of FOCUS; unknown ones are ignored") {
    CHECK(read_text(header + "\n" + row + "\n").file.format == "FOCUS 1.0 to 1.2");
    CHECK(read_text(header + ",x_Color,SkuMeter\n" + row + ",red,\n").file.format ==
          "FOCUS 1.1 or 1.2");
    CHECK(read_text(header + ",InvoiceId\n" + row + ",\n").file.format == "FOCUS 1.2");
}

TEST_CASE("a blank cost is unknown, not 0") {
    const auto bill =
        read_text(header + "\n,USD,Usage,,2026-11-03 11:00:00,2026-11-03 10:00:00.000,,,0,S\n");
    CHECK(bill.rows.at(0).costs == Costs{std::nullopt, std::nullopt, std::nullopt, 0});
    CHECK(bill.rows[0].begins == bill_moment("2026-11-03T10:00:00Z"));
}

TEST_CASE("every category of a charge has its kind") {
    const auto kind = [](const std::string& category, const std::string& status) {
        return read_text(header + ",CommitmentDiscountId,CommitmentDiscountStatus\n" +
                         with(row, "Usage,", category) + "," + status + "\n")
            .rows.at(0)
            .kind;
    };
    CHECK(kind("Usage,", ",") == ChargeKind::usage);
    CHECK(kind("Usage,", "sp-1,Used") == ChargeKind::covered_usage);
    CHECK(kind("Usage,", "sp-1,Unused") == ChargeKind::unused_commitment);
    CHECK(kind("Purchase,", "sp-1,") == ChargeKind::purchase);
    CHECK(kind("Tax,", ",") == ChargeKind::tax);
    CHECK(kind("Credit,", ",") == ChargeKind::credit);
    CHECK(kind("Adjustment,", ",") == ChargeKind::adjustment);
    CHECK(read_text(header + "\n" + with(row, "Usage,,", "Credit,Correction,") + "\n")
              .rows.at(0)
              .kind == ChargeKind::correction);
}

TEST_CASE("what AWS adds to FOCUS is used: usage types and operations") {
    const auto bill = read_text(header + ",x_UsageType,x_ServiceCode\n" + row +
                                ",USW2-BoxUsage:p5.48xlarge,AmazonEC2\n");
    CHECK(bill.rows.at(0).instance_type == "p5.48xlarge");
    CHECK(bill.rows[0].service_code == "AmazonEC2");
}

TEST_CASE("a damaged FOCUS bill is complained about, each fault at its cell") {
    const std::string good = bill_text("focus_1_2.csv");
    CHECK(read_text(with(good, "EffectiveCost,", "EffectivCost,"),
                    "1:0 EffectiveCost: the column is missing (needed: BilledCost, "
                    "BillingCurrency, ChargeCategory, ChargeClass, ChargePeriodEnd, "
                    "ChargePeriodStart, ContractedCost, EffectiveCost, ListCost, ServiceName); is "
                    "it `EffectivCost`?\n")
              .rows.empty());
    // Cut off inside the JSON of the last row.
    CHECK(read_text(good.substr(0, good.find("{\"\"job\"\"", good.find("covered hour")) + 8),
                    "3:444 a quote is opened and never closed; close it; a quote that belongs to "
                    "the text is written twice\n")
              .rows.size() == 1);
    read_text(header + ",ListCost\n" + row + ",1\n",
              "1:139 there are two columns `ListCost`; keep one of them\n");
    const auto bill = read_text(
        header + ",Tags\n" +
            "a lot,USD,Usage,,2026-11-03T11:00:00Z,2026-11-03T10:00:00Z,1,1,1,S,\n"
            "1,,Usgae,Korrection,3 November,2026-11-03T10:00:00Z,1,1,1,,{job}\n"
            "1,USD,Usage,,2026-11-03T09:00:00Z,2026-11-03T10:00:00Z,1,1,1,S,\"{\"\"a\"\":[1]}\"\n"
            "1,USD,Usage,,2026-11-03T09:00:00Z,2026-11-03T10:00:00Z,1,1,1,S,\n",
        "2:1 BilledCost: `a lot` is not a number; write a number alone: 1.5 or 2e6\n"
        "3:21 ChargePeriodEnd: must be a date and time (it is `3 November`); write it like "
        "2026-11-03T10:00:00Z\n"
        "3:4 ChargeCategory: `Usgae` is not one of its words (Usage, Purchase, Tax, Credit, "
        "Adjustment); did you mean `Usage`?\n"
        "3:10 ChargeClass: `Korrection` is not one of its words (Correction); did you mean "
        "`Correction`?\n"
        "3:3 BillingCurrency: is blank (every row needs it)\n"
        "3:59 ServiceName: is blank (every row needs it)\n"
        "3:60 Tags: is no JSON object of plain values; write it like {\"job\":\"run-7\"}\n"
        "4:64 Tags: is no JSON object of plain values; write it like {\"job\":\"run-7\"}\n"
        "5:14 ChargePeriodEnd: is before the start of the charge\n");
    CHECK(bill.rows.empty());
}

// The last cell of a row may be blank: only the line break tells that nothing is cut off.
TEST_CASE("a bill that ends in the middle of a line may lack the rest") {
    for (const char* name : {"focus_1_2.csv", "cur2.csv"}) {
        std::string text = bill_text(name);
        REQUIRE(text.back() == '\n');
        while (text.back() == '\n' || text.back() == '\r') text.pop_back();
        read_text(text,
                  "5:0 ends in the middle of a line (the end of its last charge may be missing); "
                  "export it again; or end the line, if nothing is missing\n");
    }
}

TEST_CASE("a compressed bill is answered as such") {
    read_text("\x1F\x8B\x08 what follows",
              "0:0 is compressed (it starts like gzip); unpack it first\n");
}
