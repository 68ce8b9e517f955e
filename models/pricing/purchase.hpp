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

// What becomes of a job that outlasts its block: the block is extended, by whole steps at its own
// price; the job ends unfinished; or it goes on on demand.
enum class Outlasted { extended, ended, on_demand };

std::string_view name_of(Outlasted outlasted);

// A block is paid whole and up front, in fixed steps; its last minutes are unusable.
struct CapacityBlock {
    double step_s = 86'400;
    double unusable_end_s = 1'800;
    // Bought in advance. Without it the block is as long as the job turns out to need.
    std::optional<double> length_s;
    Outlasted outlasted = Outlasted::extended;
};

// When the job must have ended; infinite where it may go on.
double latest_end_s(const CapacityBlock& block);

struct BlockUse {
    double block_s = 0;  // paid as a block
    double rest_s = 0;   // on demand, after it
};

// What `wall_s` of runs one after another take of the block.
BlockUse block_use(double wall_s, const CapacityBlock& block);

// Instances paid for whether used or not: a savings plan, a reservation, owned hardware.
struct Commitment {
    double nodes = 1;
    double span_s = 0;
    Outlasted outlasted = Outlasted::on_demand;  // ended, or on demand
};

double latest_end_s(const Commitment& commitment);

// Of the time of `nodes` for `wall_s` from the begin of the commitment, the share that it covers.
double covered_share(double nodes, double wall_s, const Commitment& commitment);

}  // namespace trialcost
