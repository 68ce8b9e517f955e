#include "models/pricing/purchase.hpp"

#include "tests/catch_compat.hpp"

using namespace trialcost;

TEST_CASE("a launch is billed by its granularity, at least its minimum") {
    const BillingRule by_second{1, 60};
    CHECK(billed_launch_s(59, by_second) == 60);
    CHECK(billed_launch_s(60, by_second) == 60);
    CHECK(billed_launch_s(60.2, by_second) == 61);
    CHECK(billed_launch_s(0, by_second) == 60);
    CHECK(billed_launch_s(3601, {3600, 0}) == 7200);
    // The rounding of a sum of seconds is not a second.
    CHECK(billed_launch_s(0.1 * 3 * 1000, {1, 0}) == 300);
}

TEST_CASE("a capacity block holds what ends half an hour before it does") {
    const CapacityBlock block{86'400, 1'800};
    const double usable_s = 86'400 - 1'800;
    CHECK(block_use(0, block).block_s == 86'400);
    CHECK(block_use(usable_s, block).block_s == 86'400);
    CHECK(block_use(usable_s + 1, block).block_s == 2 * 86'400);
    CHECK(block_use(usable_s + 86'400, block).block_s == 2 * 86'400);
    CHECK(block_use(0, {3600, 0}).block_s == 3600);  // the shortest block is one step
}

TEST_CASE("purchase options are named with hyphen or underscore") {
    CHECK(purchase_from("on-demand") == PurchaseOption::on_demand);
    CHECK(purchase_from("capacity_block") == PurchaseOption::capacity_block);
    CHECK(name_of(PurchaseOption::spot) == "spot");
    CHECK(purchase_from("commitment") == PurchaseOption::commitment);
    for (PurchaseOption option : {PurchaseOption::on_demand, PurchaseOption::spot,
                                  PurchaseOption::commitment, PurchaseOption::capacity_block})
        CHECK(purchase_from(name_of(option)) == option);
    CHECK_FALSE(purchase_from("reserved"));
}
