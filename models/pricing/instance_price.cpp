#include "models/pricing/instance_price.hpp"

#include <algorithm>

#include "models/units/measure.hpp"

namespace trialcost {
namespace {

// Amazon EC2 User Guide, "Billing for interrupted Spot Instances".
constexpr double free_if_interrupted_before_s = 3600;

InstanceBill block_bill(const InstancePrice& price, double nodes, double wall_s) {
    const auto [block_s, rest_s] = block_use(wall_s, price.block);
    const double block_h = nodes * block_s / seconds_per_hour;
    const double rest_h =
        rest_s > 0 ? nodes * billed_launch_s(rest_s, price.billing) / seconds_per_hour : 0;
    return {block_h * price.per_node_hour + rest_h * price.on_demand_per_node_hour.value_or(0),
            block_h + rest_h};
}

InstanceBill commitment_bill(const InstancePrice& price, double nodes, double wall_s,
                             const InstanceUse& use) {
    const Commitment& commitment = price.commitment;
    const double committed =
        commitment.nodes *
        (commitment.span_s / seconds_per_hour * price.per_node_hour + price.upfront_per_node);
    const double beyond_h = use.billed_node_h * (1 - covered_share(nodes, wall_s, commitment));
    return {committed + beyond_h * price.on_demand_per_node_hour.value_or(0), use.billed_node_h};
}

}  // namespace

InstanceUse& InstanceUse::operator+=(const InstanceUse& other) {
    billed_node_h += other.billed_node_h;
    fallen_back_node_h += other.fallen_back_node_h;
    spot_cost += other.spot_cost;
    return *this;
}

void add_launch(const InstancePrice& price, double nodes, const Launch& launch, double spot_start_h,
                InstanceUse& use) {
    const double billed_h = billed_launch_s(launch.used_s(), price.billing) / seconds_per_hour;
    const bool spot = price.purchase == PurchaseOption::spot;
    if (spot && launch.fallen_back) {
        use.fallen_back_node_h += nodes * billed_h;
        return;
    }
    const bool free = spot && launch.ended_by == EndedBy::provider &&
                      launch.end_s - launch.start_s < free_if_interrupted_before_s;
    const double paying = free ? std::max(0.0, nodes - 1) : nodes;
    use.billed_node_h += paying * billed_h;
    if (spot && price.spot)
        use.spot_cost += paying * billed_h *
                         price.spot->mean(spot_start_h + launch.start_s / seconds_per_hour,
                                          spot_start_h + launch.end_s / seconds_per_hour);
}

InstanceBill instance_bill(const InstancePrice& price, double nodes, double wall_s,
                           const InstanceUse& use) {
    switch (price.purchase) {
        case PurchaseOption::on_demand:
            break;
        case PurchaseOption::spot:
            return {
                use.spot_cost + use.fallen_back_node_h * price.on_demand_per_node_hour.value_or(0),
                use.billed_node_h + use.fallen_back_node_h};
        case PurchaseOption::commitment:
            return commitment_bill(price, nodes, wall_s, use);
        case PurchaseOption::capacity_block:
            return block_bill(price, nodes, wall_s);
    }
    return {use.billed_node_h * price.per_node_hour, use.billed_node_h};
}

}  // namespace trialcost
