#include "scenarios/document/utf8.hpp"

#include <cassert>

namespace trialcost {

Utf8Character first_character(std::string_view text) {
    assert(!text.empty());
    const auto lead = static_cast<unsigned char>(text[0]);
    if (lead < 0x80) return {lead, 1};

    const std::size_t length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
    if (lead < 0xC2 || lead > 0xF4 || text.size() < length) return {};
    char32_t code = lead & (0x7Fu >> length);
    for (std::size_t i = 1; i < length; ++i) {
        const auto next = static_cast<unsigned char>(text[i]);
        if ((next & 0xC0) != 0x80) return {};
        code = (code << 6) | (next & 0x3Fu);
    }
    constexpr char32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    const bool surrogate = code >= 0xD800 && code <= 0xDFFF;
    if (code < least[length] || surrogate || code > 0x10FFFF) return {};
    return {code, length};
}

std::size_t count_characters(std::string_view text) {
    std::size_t count = 0;
    while (!text.empty()) {
        const std::size_t length = first_character(text).length;
        text.remove_prefix(length == 0 ? 1 : length);
        ++count;
    }
    return count;
}

}  // namespace trialcost
