#include "models/pricing/price_ladder.hpp"

#include "models/pricing/multipart.hpp"
#include "tests/catch_compat.hpp"

using namespace trialcost;

namespace {

constexpr double month_h = 730;

LinePrice line(double price, double included = 0) {
    LinePrice out(price);
    out.included = included;
    return out;
}

}  // namespace

TEST_CASE("each tier prices what lies in it") {
    // Data out: 0.09 up to 10 TB, 0.085 up to 50 TB, 0.07 beyond.
    const PriceLadder out({{0, 0.09}, {10'000, 0.085}, {50'000, 0.07}});
    CHECK(out.cost(0) == 0);
    CHECK(out.cost(9'999) == Approx(899.91));
    CHECK(out.cost(10'000) == Approx(900.00));
    CHECK(out.cost(10'001) == Approx(900.085));
    CHECK(out.cost(50'000) == Approx(900 + 3'400));
    CHECK(out.cost(50'001) == Approx(4'300.07));
    CHECK(out.cost(60'000) == Approx(5'000));
}

TEST_CASE("what is used is tiered month by month") {
    LinePrice price(PriceLadder({{0, 0.09}, {10'000, 0.08}}));
    // All in one month, however short.
    CHECK(price.cost(Metered::used, 12'000, 1) == Approx(900 + 160));
    CHECK(price.cost(Metered::used, 12'000, month_h) == Approx(900 + 160));
    // In two months 6,000 each: no month reaches the second tier.
    CHECK(price.cost(Metered::used, 12'000, 2 * month_h) == Approx(1'080));
    // The first 100 GB of each month are free.
    price.included = 100;
    CHECK(price.cost(Metered::used, 100, month_h) == 0);
    CHECK(price.cost(Metered::used, 101, month_h) == Approx(0.09));
    CHECK(price.cost(Metered::used, 12'000, 2 * month_h) == Approx(2 * 5'900 * 0.09));
    CHECK(line(0.5, 5).cost(Metered::used, 12, 0.5 * month_h) == Approx(3.50));
}

// gp3 in us-east-1: 0.08 USD/GB-month; 3,000 IOPS and 125 MiB/s included, then 0.005 USD/IOPS-month
// and 0.04 USD/(MiB/s)-month. A volume of 500 GB, 6,000 IOPS, 250 MiB/s: 40 + 15 + 5 = 60 USD.
TEST_CASE("a free level stays free however long it is held") {
    CHECK(line(0.08).cost(Metered::held, 500, month_h) == Approx(40.00));
    CHECK(line(0.005, 3'000).cost(Metered::held, 6'000, month_h) == Approx(15.00));
    CHECK(line(0.04, 125).cost(Metered::held, 250, month_h) == Approx(5.00));
    CHECK(line(0.005, 3'000).cost(Metered::held, 3'000, month_h) == 0);
    CHECK(line(0.005, 3'000).cost(Metered::held, 3'001, month_h) == Approx(0.005));
    CHECK(line(0.005, 3'000).cost(Metered::held, 2'000, month_h) == 0);
    CHECK(line(0.005, 3'000).cost(Metered::held, 6'000, 73) == Approx(1.50));
    CHECK(line(0.005, 3'000).cost(Metered::held, 6'000, 3 * month_h) == Approx(45.00));
}

TEST_CASE("months are as long as the quote says") {
    for (const auto& [hours, cost] :
         {std::pair{730.0, 1.00}, {720.0, 730 / 720.0}, {744.0, 730 / 744.0}}) {
        LinePrice price = line(0.01);
        price.month_h = hours;
        CHECK(price.cost(Metered::held, 100, 730) == Approx(cost));
    }
    // 1 TB for a day of a month of 720 h: 1/30 of its price.
    LinePrice day = line(0.023);
    day.month_h = 720;
    CHECK(day.cost(Metered::held, 1'000, 24) == Approx(23.0 / 30));
}

TEST_CASE("tiers of what is held count what was held in the month") {
    const LinePrice price(PriceLadder({{0, 0.023}, {50'000, 0.022}}));
    CHECK(price.cost(Metered::held, 60'000, month_h) == Approx(1'150 + 220));
    CHECK(price.cost(Metered::held, 60'000, 2 * month_h) == Approx(2 * (1'150 + 220)));
    // A tenth of a month: 6,000 GB-months, all in the first tier.
    CHECK(price.cost(Metered::held, 60'000, 73) == Approx(138));
}

TEST_CASE("data that pays in each direction pays twice") {
    LinePrice price = line(0.01);
    price.times = 2;
    CHECK(price.cost(Metered::used, 1'000, month_h) == Approx(20.00));
}

TEST_CASE("twice the prices of a line are twice its cost, to the bit") {
    const auto cost = [](double factor, Metered metered) {
        LinePrice price(PriceLadder({{0, 0.09 * factor}, {333.3, 0.0701 * factor}}));
        price.included = 17.7;
        price.times = 3;
        return price.cost(metered, 1'234.567, 1'111.1);
    };
    for (Metered metered : {Metered::used, Metered::held})
        CHECK(cost(2, metered) == 2 * cost(1, metered));
}

TEST_CASE("an object is put in parts") {
    CHECK(*put_requests(64, 64) == 1);  // it fits into one part
    CHECK(*put_requests(10, 64) == 1);
    CHECK(*put_requests(64 + 1e-6, 64) == 2 + 2);  // a byte more
    CHECK(*put_requests(128, 64) == 2 + 2);        // an exact multiple
    CHECK(*put_requests(128 + 1e-6, 64) == 3 + 2);
    CHECK(*put_requests(640'000, 64) == 10'000 + 2);
    CHECK_FALSE(put_requests(640'000.1, 64));
}
