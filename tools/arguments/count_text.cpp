#include "tools/arguments/count_text.hpp"

#include <charconv>
#include <cmath>
#include <string>

namespace trialcost {

std::optional<std::uint64_t> parse_count(std::string_view text) {
    std::string digits;
    for (char c : text)
        if (c != '_') digits += c;
    double scale = 1;
    if (!digits.empty()) {
        const char last = digits.back();
        scale = last == 'k' ? 1e3 : last == 'M' ? 1e6 : last == 'G' ? 1e9 : 1;
        if (scale > 1) digits.pop_back();
    }
    const char* const end = digits.data() + digits.size();
    std::uint64_t whole = 0;
    if (const auto [at, error] = std::from_chars(digits.data(), end, whole);
        error == std::errc{} && at == end && scale == 1)
        return whole;
    double value = 0;
    const auto [at, error] = std::from_chars(digits.data(), end, value);
    value *= scale;
    constexpr double exactly_whole = 9007199254740992.0;  // 2^53
    const bool good = error == std::errc{} && at == end && std::isfinite(value) && value >= 0 &&
                      value <= exactly_whole && value == std::floor(value);
    return good ? std::optional(static_cast<std::uint64_t>(value)) : std::nullopt;
}

}  // namespace trialcost
