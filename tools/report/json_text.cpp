#include "tools/report/json_text.hpp"

#include <fmt/format.h>

namespace trialcost {

std::string json_string(std::string_view text) {
    std::string out = "\"";
    for (const char c : text) {
        if (c == '"' || c == '\\')
            out += fmt::format("\\{}", c);
        else if (static_cast<unsigned char>(c) < 0x20)
            out += fmt::format("\\u{:04x}", static_cast<int>(c));
        else
            out += c;
    }
    return out + "\"";
}

std::string json_number(const std::optional<double>& value) {
    return value ? fmt::format("{}", *value) : "null";
}

}  // namespace trialcost
