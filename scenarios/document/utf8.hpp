// UTF-8, one character at a time.
#pragma once

#include <cstddef>
#include <string_view>

namespace trialcost {

struct Utf8Character {
    char32_t code = 0;
    std::size_t length = 0;  // bytes; 0: what stands there is not UTF-8
};

// The character at the front of `text`, which must not be empty. Overlong forms, surrogates and
// codes above U+10FFFF are not UTF-8.
Utf8Character first_character(std::string_view text);

// How many characters; a byte that is no part of one counts as one.
std::size_t count_characters(std::string_view text);

}  // namespace trialcost
