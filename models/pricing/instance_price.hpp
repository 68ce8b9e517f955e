// What the instances of a draw cost, by their purchase option (docs/model.md, "Billing"). Prices
// per node hour in the plan's currency; times of a draw in seconds since its first launch.
#pragma once

#include <optional>

#include "models/job/attempt.hpp"
#include "models/pricing/purchase.hpp"
#include "models/pricing/spot_path.hpp"

namespace trialcost {

struct InstancePrice {
    double per_node_hour = 0;  // on demand, of the block, or of the committed hours; not of spot
    PurchaseOption purchase = PurchaseOption::on_demand;
    BillingRule billing;
    CapacityBlock block;
    Commitment commitment;
    double upfront_per_node = 0;  // of the commitment, for its whole span
    std::optional<SpotPath> spot;
    std::optional<double> on_demand_per_node_hour;  // of what commitment, block or spot leave over
};

// The launches of a draw so far, all nodes together.
struct InstanceUse {
    double billed_node_h = 0;       // at the option's own purchase option
    double fallen_back_node_h = 0;  // billed on demand after spot was given up
    double spot_cost = 0;

    InstanceUse& operator+=(const InstanceUse& other);
};

// Adds a launch of `nodes`. An instance that the provider takes back within its first hour is free,
// the others of that launch are not. `spot_start_h`: where in the history of its price the draw
// begins.
void add_launch(const InstancePrice& price, double nodes, const Launch& launch, double spot_start_h,
                InstanceUse& use);

struct InstanceBill {
    double cost = 0;
    double node_h = 0;  // charged, whole blocks included; committed hours only where used
};

// `nodes` at once for `wall_s`. Use that has no price is not in the cost.
InstanceBill instance_bill(const InstancePrice& price, double nodes, double wall_s,
                           const InstanceUse& use);

}  // namespace trialcost
