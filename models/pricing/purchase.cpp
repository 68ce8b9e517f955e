#include "models/pricing/purchase.hpp"

#include <algorithm>
#include <array>
#include <cmath>
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

double capacity_block_s(double wall_s, const CapacityBlock& block) {
    return std::max(1.0, steps(wall_s + block.unusable_end_s, block.step_s)) * block.step_s;
}

}  // namespace trialcost
