#include "scenarios/records/quotes.hpp"

#include <string>

#include "tests/catch_compat.hpp"
#include "tests/scenarios/records/complaint_lines.hpp"

using namespace trialcost;

namespace {

QuoteRecords read(const std::string& text, const std::string& expected_complaints) {
    Complaints complaints;
    const auto file = check_text("q.csv", text, complaints);
    REQUIRE(file);
    QuoteRecords quotes = read_quotes(*file, complaints);
    CHECK(complaint_lines(complaints) == expected_complaints);
    return quotes;
}

const std::string seven = "region,service,item,purchase,price,currency,unit";

}  // namespace

TEST_CASE("quotes are read as written") {
    const auto quotes = read(
        "provider,region,zone_id,service,item,purchase,price,currency,unit,granularity_s,minimum_s,"
        "month_h,tier_from,tier_to,included,verified_on,valid_until,source\n"
        "aws,us-east-1,use1-az4,ec2,p5.48xlarge,capacity_block,98.32,USD,instance-hour,1,60,730,0,"
        "1000,10,2026-11-15,2026-12-31,\"price page, read by hand\"\n",
        "");
    REQUIRE(quotes.rows.size() == 1);
    const QuoteRecord& q = quotes.rows[0];
    CHECK(q.where == Position{"q.csv", 2, 0});
    CHECK(q.provider == "aws");
    CHECK(q.region == "us-east-1");
    CHECK(q.zone_id == "use1-az4");
    CHECK(q.service == "ec2");
    CHECK(q.item == "p5.48xlarge");
    CHECK(q.purchase == RecordedPurchase::capacity_block);
    CHECK(q.price == 98.32);
    CHECK(q.price_text == "98.32");
    CHECK(q.currency == "USD");
    CHECK(q.unit == "instance-hour");
    CHECK(q.granularity_s == 1);
    CHECK(q.minimum_s == 60);
    CHECK(q.month_h == 730);
    CHECK(q.tier_from == 0);
    CHECK(q.tier_to == 1000);
    CHECK(q.included == 10);
    CHECK(q.verified_on == Date{2026, 11, 15});
    CHECK(q.valid_until == Date{2026, 12, 31});
    CHECK(q.source == "price page, read by hand");
}

TEST_CASE("a blank price is unknown, a zero price is free") {
    const auto quotes =
        read(seven + "\nus-west-2,ec2,trn3,capacity-block,,,\nus-west-2,net,in,,0,USD,GB\n", "");
    REQUIRE(quotes.rows.size() == 2);
    CHECK_FALSE(quotes.rows[0].price);
    CHECK(quotes.rows[0].price_text.empty());
    CHECK(quotes.rows[1].price == 0);
    CHECK_FALSE(quotes.rows[1].purchase);
    CHECK_FALSE(quotes.rows[1].provider);
    CHECK_FALSE(quotes.rows[1].verified_on);
}

// As many decimals as the provider writes, and the double that is nearest to them.
TEST_CASE("prices are exact decimals") {
    const auto price = [](const std::string& text, const std::string& complaint = "") {
        const auto quotes = read(seven + "\nr,s,i,," + text + ",USD,GB\n", complaint);
        if (!quotes.rows.empty()) CHECK(quotes.rows[0].price_text == text);
        return quotes.rows.empty() ? -1 : quotes.rows[0].price.value();
    };
    CHECK(price("0.0000050000") == 0x1.4f8b588e368f1p-18);
    CHECK(price("1e-3") == 0x1.0624dd2f1a9fcp-10);
    // Halfway between 1 and the next double: to the even one; a last digit more, and it is up.
    const std::string half = "1.00000000000000011102230246251565404236316680908203125";
    CHECK(price(half) == 1);
    CHECK(price(half + "1") == 0x1.0000000000001p0);
    const std::string alone = " is not a number; write a number alone: 1.5 or 2e6\n";
    for (const std::string text : {"0.1+", "0x1p3", "$5"})
        CHECK(price(text, "2:8 price: `" + text + "`" + alone) == -1);
    CHECK(price("1 234.5",
                "2:8 price: `1 234.5` has a gap in its number; thousands are not set apart, or by "
                "`_`: write 1_234.5\n") == -1);
}

TEST_CASE("what is wrong with a quote") {
    read(seven + "\n,s,i,spot,1,USD,h\nr,,i,spot,1,USD,h\nr,s,,spot,1,USD,h\n",
         "2:1 region: is blank (every row needs it)\n"
         "3:3 service: is blank (every row needs it)\n"
         "4:5 item: is blank (every row needs it)\n");
    read(seven + "\nr,s,i,spot,1,,\nr,s,i,spto,-1,usd,h\nr,s,i,,\"1,5\",USD,h\n",
         "2:15 unit: is blank (every row needs it)\n"
         "2:14 currency: is blank (every row needs it)\n"
         "3:7 purchase: `spto` is not one of its words (on-demand, spot, commitment, "
         "capacity-block); did you mean `spot`?\n"
         "3:12 price: must not be negative (it is -1); leave the cell blank if it is not known\n"
         "3:15 currency: must be three capital letters (it is `usd`); write it like USD\n"
         "4:8 price: `1,5` has a comma in its number; decimal comma? write 1.5\n");
    read(seven +
             ",granularity_s,month_h,tier_from,tier_to,verified_on\n"
             "r,s,i,,1,USD,h,0,31,10,10,30.11.2026\n",
         "2:16 granularity_s: must be more than zero (it is 0); leave the cell blank if it is not "
         "known\n"
         "2:18 month_h: is not the length of a month in hours (months have 672 to 744 h); write "
         "730, "
         "720 or 744, as the quote says\n"
         "2:24 tier_to: the tier ends where it starts or before (from 10 to 10); leave tier_to "
         "blank "
         "for the last tier\n"
         "2:27 verified_on: must be a date (it is `30.11.2026`); write it like 2026-11-30\n");
    read(seven + "\n",
         "1:0 no quotes (there is a header and nothing below it); add one row per price\n");
    read("region,service,item,purchase,price,unit,verified\nr,s,i,,1,h,2026-11-30\n",
         "1:0 currency: the column is missing (needed: region, service, item, purchase, price, "
         "currency, unit)\n");
    read(seven + ",verified\nr,s,i,,1,USD,h,2026-11-30\n",
         "warning 1:50 column `verified` is not one trialcost knows (it is not used); did you mean "
         "`verified_on`?\n");
}
