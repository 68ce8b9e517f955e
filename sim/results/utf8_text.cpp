#include "sim/results/utf8_text.hpp"

#include <cstddef>

namespace trialcost {

namespace {

unsigned byte_at(std::string_view bytes, std::size_t at) {
    return at < bytes.size() ? static_cast<unsigned char>(bytes[at]) : 0U;
}

// Length of the valid sequence at `at`, 0 if there is none (table 3-7 of the Unicode standard).
std::size_t sequence_length(std::string_view bytes, std::size_t at) {
    const unsigned first = byte_at(bytes, at);
    const auto continues = [&](std::size_t k, unsigned low, unsigned high) {
        const unsigned byte = byte_at(bytes, at + k);
        return byte >= low && byte <= high;
    };
    if (first >= 0x01 && first <= 0x7F) return 1;
    if (first >= 0xC2 && first <= 0xDF) return continues(1, 0x80, 0xBF) ? 2 : 0;
    if (first >= 0xE0 && first <= 0xEF) {
        const unsigned low = first == 0xE0 ? 0xA0 : 0x80;   // no overlong forms
        const unsigned high = first == 0xED ? 0x9F : 0xBF;  // no surrogates
        return continues(1, low, high) && continues(2, 0x80, 0xBF) ? 3 : 0;
    }
    if (first >= 0xF0 && first <= 0xF4) {
        const unsigned low = first == 0xF0 ? 0x90 : 0x80;
        const unsigned high = first == 0xF4 ? 0x8F : 0xBF;  // nothing above U+10FFFF
        return continues(1, low, high) && continues(2, 0x80, 0xBF) && continues(3, 0x80, 0xBF) ? 4
                                                                                               : 0;
    }
    return 0;
}

}  // namespace

std::string utf8_text(std::string_view bytes) {
    std::string text;
    text.reserve(bytes.size());
    for (std::size_t at = 0; at < bytes.size();) {
        const std::size_t length = sequence_length(bytes, at);
        if (length == 0) {
            text += "\xEF\xBF\xBD";
            ++at;
        } else {
            text += bytes.substr(at, length);
            at += length;
        }
    }
    return text;
}

}  // namespace trialcost
