// How instance time is bought, and what is billed for it (docs/model.md, "Billing").
#pragma once

#include <optional>
#include <string_view>

namespace trialcost {

enum class PurchaseOption { on_demand, spot, commitment, capacity_block };

std::string_view name_of(PurchaseOption purchase);
std::optional<PurchaseOption> purchase_from(
    std::string_view name);  // "on-demand", "on_demand", ...

// Granularity and minimum of one launch, per node. Default: EC2 Linux, by the second, 60 s at
// least.
struct BillingRule {
    double granularity_s = 1;
    double minimum_s = 60;
};

// Seconds charged for one launch that was used for `used_s`.
double billed_launch_s(double used_s, const BillingRule& rule);

// A block is paid whole and up front, in fixed steps; its last minutes are unusable.
struct CapacityBlock {
    double step_s = 86'400;
    double unusable_end_s = 1'800;
};

// Length of the shortest block that holds `wall_s` of runs one after another.
double capacity_block_s(double wall_s, const CapacityBlock& block);

}  // namespace trialcost
