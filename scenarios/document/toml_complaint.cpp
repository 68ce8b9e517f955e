#include "scenarios/document/toml_complaint.hpp"

#include <algorithm>
#include <array>
#include <optional>

namespace trialcost {
namespace {

// A message that holds all three parts (empty ones always) is said in these words instead.
struct Rephrased {
    std::string_view first;
    std::string_view second;
    std::string_view problem;
    std::string_view why;
    std::string_view remedy;
};

constexpr std::string_view in_quotes =
    "texts, and figures with a unit, stand in quotes: \"30 min\"; numbers have a decimal point: "
    "1.5";

constexpr std::array rephrased{
    Rephrased{"parsing string", "prohibited", "a string is not closed", "", "end it with \""},
    Rephrased{"parsing string", "end-of-file", "a string is not closed", "", "end it with \""},
    Rephrased{"parsing literal string", "prohibited", "a string is not closed", "",
              "end it with '"},
    Rephrased{"parsing literal string", "end-of-file", "a string is not closed", "",
              "end it with '"},
    Rephrased{"parsing array", "end-of-file", "a list is not closed", "", "end it with ]"},
    Rephrased{"parsing inline table", "dangling comma", "a comma before }", "", "remove the comma"},
    Rephrased{"parsing inline table", "saw '\\n'", "a table in braces is not closed on its line",
              "TOML keeps { … } on one line", "end it with }, or give it a [table] of its own"},
    Rephrased{"parsing inline table", "end-of-file", "a table in braces is not closed", "",
              "end it with }"},
    Rephrased{"expected value, saw", "", "the value is missing", "", "write one behind the ="},
    Rephrased{"could not determine value type", "", "is not a value", "", in_quotes},
    Rephrased{"parsing boolean", "", "is not a value", "",
              "true and false are in lower case, texts in quotes"},
    Rephrased{"whitespace, saw ','", "", "a comma behind a value", "", "decimal comma? write 1.5"},
    Rephrased{"expected a comment or whitespace", "", "something follows the value", "", in_quotes},
    Rephrased{"parsing decimal integer: expected digit", "", "is not a number", "", in_quotes},
    Rephrased{"parsing date", "expected day", "is not a day of the calendar", "",
              "write it like 2026-11-30"},
    Rephrased{"parsing date", "expected month", "is not a day of the calendar", "",
              "write it like 2026-11-30"},
    Rephrased{"parsing date", "", "is not a date", "", "write it like 2026-11-30"},
    Rephrased{"expected '=', saw", "", "no = behind the key", "", "write key = value"},
    Rephrased{"could not be interpreted as a value", "", "is out of range",
              "numbers go up to 1.7e308", "write a smaller number"},
    Rephrased{"not representable in 64 bits", "", "is too large for a whole number", "",
              "write it with an exponent: 1e20"},
    Rephrased{"maximum nested value depth", "", "values are nested too deeply", "", ""},
};

std::string_view trimmed(std::string_view text) {
    constexpr std::string_view blanks = " \t\r";
    const std::size_t first = text.find_first_not_of(blanks);
    if (first == std::string_view::npos) return {};
    return text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

bool is_dotted_key(std::string_view text) {
    return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
               c == '_' || c == '-' || c == '.';
    });
}

std::optional<std::string> first_quoted(std::string_view text) {
    const std::size_t begin = text.find('\'');
    if (begin == std::string_view::npos) return std::nullopt;
    const std::size_t end = text.find('\'', begin + 1);
    if (end == std::string_view::npos) return std::nullopt;
    return std::string(text.substr(begin + 1, end - begin - 1));
}

}  // namespace

std::string key_at_line(std::string_view text, int line) {
    std::string_view table, last;
    for (int number = 1; number <= line && !text.empty(); ++number) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        last = trimmed(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
        const std::size_t close = last.find(']');
        if (number < line && last.starts_with('[') && close != std::string_view::npos &&
            is_dotted_key(trimmed(last.substr(1, close - 1))))
            table = trimmed(last.substr(1, close - 1));
    }
    const std::size_t equals = last.find('=');
    const std::string_view key = trimmed(last.substr(0, std::min(equals, last.size())));
    if (equals == std::string_view::npos || !is_dotted_key(key)) return {};
    return table.empty() ? std::string(key) : std::string(table) + "." + std::string(key);
}

TomlComplaint rephrase(std::string_view description) {
    if (description.find("cannot redefine existing") != std::string_view::npos) {
        const auto key = first_quoted(description);
        return {key ? "`" + *key + "` is written twice" : "a key is written twice", "",
                "keep one of them"};
    }
    for (const Rephrased& form : rephrased) {
        if (description.find(form.first) == std::string_view::npos) continue;
        if (description.find(form.second) == std::string_view::npos) continue;
        return {std::string(form.problem), std::string(form.why), std::string(form.remedy)};
    }
    constexpr std::string_view opening = "Error while parsing ";
    if (description.starts_with(opening)) description.remove_prefix(opening.size());
    return {"is not TOML", std::string(description), {}};
}

}  // namespace trialcost
