#include "models/pricing/purchase.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <string>
#include <utility>

namespace trialcost {
namespace {

constexpr std::array<std::pair<PurchaseOption, std::string_view>, 4> names = {{
    {PurchaseOption::on_demand, "on-demand"},
    {PurchaseOption::spot, "spot"},
    {PurchaseOption::commitment, "commitment"},
    {PurchaseOption::capacity_block, "capacity-block"},
}};

// Steps that cover an amount; what is left over from rounding sums of seconds starts no new step.
double steps(double amount, double step) {
    constexpr double rounding = 1e-9;
    return std::ceil(amount / step - rounding);
}

}  // namespace

std::string_view name_of(PurchaseOption purchase) {
    for (const auto& [option, name] : names)
        if (option == purchase) return name;
    return "";
}

std::optional<PurchaseOption> purchase_from(std::string_view name) {
    std::string plain(name);
    std::replace(plain.begin(), plain.end(), '_', '-');
    for (const auto& [option, known] : names)
        if (plain == known) return option;
    return std::nullopt;
}

double billed_launch_s(double used_s, const BillingRule& rule) {
    return std::max(rule.minimum_s, steps(used_s, rule.granularity_s) * rule.granularity_s);
}

std::string_view name_of(Outlasted outlasted) {
    switch (outlasted) {
        case Outlasted::extended:
            return "extend";
        case Outlasted::ended:
            return "end";
        case Outlasted::on_demand:
            return "on-demand";
    }
    return "";
}

double latest_end_s(const CapacityBlock& block) {
    return block.length_s && block.outlasted == Outlasted::ended
               ? *block.length_s - block.unusable_end_s
               : std::numeric_limits<double>::infinity();
}

double latest_end_s(const Commitment& commitment) {
    return commitment.outlasted == Outlasted::ended ? commitment.span_s
                                                    : std::numeric_limits<double>::infinity();
}

BlockUse block_use(double wall_s, const CapacityBlock& block) {
    const double needed_s = wall_s + block.unusable_end_s;
    if (!block.length_s) return {std::max(1.0, steps(needed_s, block.step_s)) * block.step_s, 0};
    const double more_s = std::max(0.0, needed_s - *block.length_s);
    switch (block.outlasted) {
        case Outlasted::extended:
            return {*block.length_s + steps(more_s, block.step_s) * block.step_s, 0};
        case Outlasted::ended:
            break;
        case Outlasted::on_demand:
            return {*block.length_s, more_s};
    }
    return {*block.length_s, 0};
}

double covered_share(double nodes, double wall_s, const Commitment& commitment) {
    const double of_nodes = std::min(1.0, commitment.nodes / nodes);
    const double of_time = wall_s > 0 ? std::min(1.0, commitment.span_s / wall_s) : 1;
    return of_nodes * of_time;
}

}  // namespace trialcost
