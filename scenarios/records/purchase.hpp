// The purchase options a record or a quote may name.
#pragma once

#include <span>
#include <string_view>

namespace trialcost {

enum class RecordedPurchase { on_demand, spot, commitment, capacity_block };

// "on-demand", "spot", "commitment", "capacity-block": in the order of the enumerators.
std::span<const std::string_view> purchase_words();

std::string_view to_text(RecordedPurchase purchase);

}  // namespace trialcost
