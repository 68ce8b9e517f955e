// Counts as people type them.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace trialcost {

// "1000000", "1_000_000", "1e6", "10M" -> a count; nothing for anything else.
std::optional<std::uint64_t> parse_count(std::string_view text);

}  // namespace trialcost
