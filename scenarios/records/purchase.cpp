#include "scenarios/records/purchase.hpp"

#include <array>

namespace trialcost {
namespace {

constexpr std::array<std::string_view, 4> words{"on-demand", "spot", "commitment",
                                                "capacity-block"};

}  // namespace

std::span<const std::string_view> purchase_words() {
    return words;
}

std::string_view to_text(RecordedPurchase purchase) {
    return words[static_cast<std::size_t>(purchase)];
}

}  // namespace trialcost
