// Words a user chooses from a closed list, and the word a misspelt one was meant to be.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace trialcost {

// In lower case, with `-` for `_` and blanks: spellings that fold alike are the same word.
std::string folded(std::string_view word);

// Which of `words` was written, however it is spelt.
std::optional<std::size_t> find_word(std::string_view written,
                                     std::span<const std::string_view> words);

// The candidate a misspelt word was most likely meant to be, or empty when none is near.
std::string nearest(std::string_view word, std::span<const std::string> candidates);
std::string nearest(std::string_view word, std::span<const std::string_view> candidates);

// "cold, warm"
std::string listed(std::span<const std::string_view> words);

}  // namespace trialcost
