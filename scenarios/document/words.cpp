#include "scenarios/document/words.hpp"

#include <algorithm>
#include <cctype>
#include <utility>
#include <vector>

namespace trialcost {
namespace {

// Edits between two words: insertions, deletions, changes, and two neighbours swapped.
std::size_t edit_distance(std::string_view a, std::string_view b) {
    std::vector<std::size_t> before_last(b.size() + 1);
    std::vector<std::size_t> last(b.size() + 1);
    std::vector<std::size_t> row(b.size() + 1);
    for (std::size_t j = 0; j <= b.size(); ++j) last[j] = j;
    for (std::size_t i = 1; i <= a.size(); ++i) {
        row[0] = i;
        for (std::size_t j = 1; j <= b.size(); ++j) {
            const std::size_t change = a[i - 1] == b[j - 1] ? 0 : 1;
            row[j] = std::min({last[j] + 1, row[j - 1] + 1, last[j - 1] + change});
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
                row[j] = std::min(row[j], before_last[j - 2] + 1);
            }
        }
        std::swap(before_last, last);
        std::swap(last, row);
    }
    return last[b.size()];
}

// verified, verified_on
bool one_begins_the_other(std::string_view a, std::string_view b) {
    constexpr std::size_t least = 4;
    return std::min(a.size(), b.size()) >= least && (a.starts_with(b) || b.starts_with(a));
}

}  // namespace

std::string folded(std::string_view word) {
    std::string out;
    for (const char c : word) {
        out += c == '_' || c == ' '
                   ? '-'
                   : static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    }
    return out;
}

std::optional<std::size_t> find_word(std::string_view written,
                                     std::span<const std::string_view> words) {
    const std::string wanted = folded(written);
    for (std::size_t i = 0; i < words.size(); ++i) {
        if (folded(words[i]) == wanted) return i;
    }
    return std::nullopt;
}

std::string nearest(std::string_view word, std::span<const std::string_view> candidates) {
    constexpr std::size_t longest_word = 64;
    if (word.empty() || word.size() > longest_word) return {};
    const std::string wanted = folded(word);
    const std::size_t most = std::max<std::size_t>(1, word.size() / 3);
    std::string_view best;
    std::size_t least = most + 1;
    for (const std::string_view candidate : candidates) {
        const std::string known = folded(candidate);
        std::size_t distance = edit_distance(wanted, known);
        if (one_begins_the_other(wanted, known)) distance = std::min(distance, most);
        // A word of which nothing is left is not near, however short it is.
        if (distance < least && distance < std::min(word.size(), candidate.size())) {
            least = distance;
            best = candidate;
        }
    }
    return std::string(best);
}

std::string nearest(std::string_view word, std::span<const std::string> candidates) {
    const std::vector<std::string_view> views(candidates.begin(), candidates.end());
    return nearest(word, views);
}

std::string listed(std::span<const std::string_view> words) {
    std::string text;
    for (const std::string_view word : words) text.append(text.empty() ? "" : ", ").append(word);
    return text;
}

}  // namespace trialcost
