// Pieces of JSON (RFC 8259) texts.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace trialcost {

// In quotes, with what must be escaped escaped.
std::string json_string(std::string_view text);

// All digits; null for nothing.
std::string json_number(const std::optional<double>& value);

}  // namespace trialcost
