#include "models/pricing/instance_price.hpp"

#include "tests/catch_compat.hpp"

using namespace trialcost;

namespace {

constexpr double hour_s = 3600;

// 59.00 USD an hour on demand for what is left over: a number that shows in sums.
InstancePrice bought_as(PurchaseOption purchase, double per_node_hour) {
    InstancePrice price;
    price.purchase = purchase;
    price.per_node_hour = per_node_hour;
    price.on_demand_per_node_hour = 59;
    return price;
}

InstancePrice spot_at(std::vector<SpotStep> steps, double length_h) {
    InstancePrice price = bought_as(PurchaseOption::spot, 0);
    price.spot = SpotPath(std::move(steps), length_h);
    return price;
}

// One launch of so many nodes from the begin of the history.
double cost_of(const InstancePrice& price, double nodes, const Launch& launch,
               double spot_start_h = 0) {
    InstanceUse use;
    add_launch(price, nodes, launch, spot_start_h, use);
    return instance_bill(price, nodes, launch.end_s, use).cost;
}

Launch of_minutes(double minutes, EndedBy by = EndedBy::job) {
    return {.start_s = 0, .end_s = minutes * 60, .ended_by = by};
}

}  // namespace

TEST_CASE("a launch of less than a minute is billed for the minute") {
    const InstancePrice price = bought_as(PurchaseOption::on_demand, 36);
    CHECK(cost_of(price, 2, {.end_s = 59}) == Approx(2 * 0.60));
    CHECK(cost_of(price, 2, {.end_s = 60}) == Approx(2 * 0.60));
    CHECK(cost_of(price, 2, {.end_s = 61}) == Approx(2 * 0.61));
    CHECK(cost_of(price, 1, {.end_s = 700, .unbilled_s = 100}) == Approx(6.00));
    // Two launches of half a minute are two minutes.
    InstanceUse use;
    for (double start_s : {0.0, 30.0})
        add_launch(price, 1, {.start_s = start_s, .end_s = start_s + 30}, 0, use);
    CHECK(instance_bill(price, 1, 60, use).cost == Approx(1.20));
}

TEST_CASE("spot that the provider ends within the first hour is free, and later is not") {
    const InstancePrice price = spot_at({{0, 6}}, 1);
    CHECK(cost_of(price, 1, of_minutes(59, EndedBy::provider)) == 0);
    CHECK(cost_of(price, 1, of_minutes(60, EndedBy::provider)) == Approx(6.00));
    CHECK(cost_of(price, 1, of_minutes(61, EndedBy::provider)) == Approx(6.10));
    CHECK(cost_of(price, 1, of_minutes(59)) == Approx(5.90));  // ended by the job itself
    // The provider takes one instance of the four; the other three are paid.
    CHECK(cost_of(price, 4, of_minutes(30, EndedBy::provider)) == Approx(9.00));
    // On demand nothing is free.
    CHECK(cost_of(bought_as(PurchaseOption::on_demand, 6), 1, of_minutes(59, EndedBy::provider)) ==
          Approx(5.90));
}

TEST_CASE("spot is paid along the steps of its history, which begins anew at its end") {
    // 2 USD for 10 h, then 5 USD for 30 h.
    const InstancePrice price = spot_at({{0, 2}, {10, 5}}, 40);
    CHECK(cost_of(price, 1, {.end_s = 20 * hour_s}) == Approx(10 * 2 + 10 * 5));
    CHECK(cost_of(price, 1, {.end_s = 20 * hour_s}, 35) == Approx(5 * 5 + 10 * 2 + 5 * 5));
    CHECK(cost_of(price, 3, {.end_s = 80 * hour_s}, 7) == Approx(3 * 2 * (10 * 2 + 30 * 5)));
    // A launch that begins later in the attempt is at its own place in the history.
    CHECK(cost_of(price, 1, {.start_s = 9 * hour_s, .end_s = 11 * hour_s}) == Approx(2 + 5));
    CHECK(price.spot->mean(0, 40) == Approx(4.25));
    CHECK(price.spot->at(10) == 5);
    CHECK(price.spot->at(49.9) == 2);
    CHECK(price.spot->mean(12, 12) == 5);
}

TEST_CASE("spot that has fallen back is paid on demand") {
    const InstancePrice price = spot_at({{0, 6}}, 1);
    InstanceUse use;
    add_launch(price, 2, {.end_s = 2 * hour_s, .ended_by = EndedBy::provider}, 0, use);
    add_launch(price, 2, {.start_s = 3 * hour_s, .end_s = 4 * hour_s, .fallen_back = true}, 0, use);
    const InstanceBill bill = instance_bill(price, 2, 4 * hour_s, use);
    CHECK(bill.cost == Approx(2 * 2 * 6 + 2 * 59));
    CHECK(bill.node_h == Approx(6));
}

TEST_CASE("a block of fixed length is paid whole, and what it does not hold as it was agreed") {
    InstancePrice price = bought_as(PurchaseOption::capacity_block, 10);
    price.block = {.step_s = 24 * hour_s, .unusable_end_s = 1800, .length_s = 48 * hour_s};
    const auto cost = [&](double wall_h, Outlasted outlasted) {
        price.block.outlasted = outlasted;
        return instance_bill(price, 4, wall_h * hour_s, {}).cost;
    };
    for (Outlasted any : {Outlasted::extended, Outlasted::ended, Outlasted::on_demand}) {
        CHECK(cost(1, any) == Approx(4 * 48 * 10));
        CHECK(cost(47.5, any) == Approx(4 * 48 * 10));
    }
    // One minute too short: another block of a day; or a minute on demand.
    const double minute_h = 1 / 60.0;
    CHECK(cost(47.5 + minute_h, Outlasted::extended) == Approx(4 * 72 * 10));
    CHECK(cost(47.5 + minute_h, Outlasted::on_demand) == Approx(4 * 48 * 10 + 4 * 59 * minute_h));
    // Half a minute is billed for the minute.
    CHECK(cost(47.5 + minute_h / 2, Outlasted::on_demand) ==
          Approx(4 * 48 * 10 + 4 * 59 * minute_h));
    CHECK(cost(57.5, Outlasted::on_demand) == Approx(4 * 48 * 10 + 4 * 59 * 10));
    CHECK(cost(71.5, Outlasted::extended) == Approx(4 * 72 * 10));
    CHECK(cost(71.5 + minute_h, Outlasted::extended) == Approx(4 * 96 * 10));

    CHECK(latest_end_s(price.block) > 1e300);
    price.block.outlasted = Outlasted::ended;
    CHECK(latest_end_s(price.block) == 47.5 * hour_s);
    price.block.length_s.reset();
    CHECK(latest_end_s(price.block) > 1e300);
}

TEST_CASE("what is committed is paid whether it is used or not, and more on demand") {
    InstancePrice price = bought_as(PurchaseOption::commitment, 4);
    price.upfront_per_node = 100;
    price.commitment = {.nodes = 2, .span_s = 730 * hour_s};
    const double committed = 2 * (730 * 4 + 100);
    const auto cost = [&](double nodes, double hours) {
        return cost_of(price, nodes, {.end_s = hours * hour_s});
    };
    CHECK(cost(2, 365) == Approx(committed));             // half used
    CHECK(cost(1, 730) == Approx(committed));             // half used, otherwise
    CHECK(cost(2, 730) == Approx(committed));             // used up
    CHECK(cost(3, 100) == Approx(committed + 100 * 59));  // a node more
    CHECK(cost(2, 740) == Approx(committed + 20 * 59));   // ten hours more
    // Three nodes for 740 h: two of them for 730 h are covered.
    CHECK(cost(3, 740) == Approx(committed + (3 * 740 - 2 * 730) * 59));
    CHECK(latest_end_s(price.commitment) > 1e300);
    price.commitment.outlasted = Outlasted::ended;
    CHECK(latest_end_s(price.commitment) == 730 * hour_s);
}

TEST_CASE("twice the prices are twice the cost, to the bit") {
    const double one_price = 12.34, spot_price = 4.95;
    for (PurchaseOption purchase : {PurchaseOption::on_demand, PurchaseOption::spot,
                                    PurchaseOption::commitment, PurchaseOption::capacity_block}) {
        const auto cost = [&](double factor) {
            InstancePrice price;
            price.purchase = purchase;
            price.per_node_hour = one_price * factor;
            price.on_demand_per_node_hour = 7.77 * factor;
            price.upfront_per_node = 0.1 * factor;
            price.spot = SpotPath({{0, spot_price * factor}, {7, 5.1 * factor}}, 13.7);
            price.commitment = {.nodes = 1, .span_s = 12'345};
            price.block = {.length_s = 86'400, .outlasted = Outlasted::on_demand};
            InstanceUse use;
            add_launch(price, 3, {.end_s = 54'321.5}, 3.3, use);
            add_launch(price, 3, {.start_s = 60'000, .end_s = 123'456.7, .fallen_back = true}, 3.3,
                       use);
            return instance_bill(price, 3, 123'456.7, use).cost;
        };
        CHECK(cost(2) == 2 * cost(1));
        CHECK(cost(1) > 0);
    }
}
