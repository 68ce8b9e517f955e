#include "models/units/measure.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <cmath>
#include <optional>
#include <system_error>

namespace trialcost {
namespace {

struct TimeUnit {
    std::string_view singular;
    std::string_view plural;
    double seconds;
};

constexpr double day_s = 24 * seconds_per_hour;

constexpr std::array time_units{
    TimeUnit{"s", "s", 1},
    TimeUnit{"second", "seconds", 1},
    TimeUnit{"min", "min", 60},
    TimeUnit{"minute", "minutes", 60},
    TimeUnit{"h", "h", seconds_per_hour},
    TimeUnit{"hour", "hours", seconds_per_hour},
    TimeUnit{"d", "d", day_s},
    TimeUnit{"day", "days", day_s},
    TimeUnit{"week", "weeks", 7 * day_s},
    TimeUnit{"month", "months", hours_per_month* seconds_per_hour},
};

// GB = value · multiplier / divisor; both exact, so that "512 MiB" is rounded once.
struct DataUnit {
    std::string_view name;
    double multiplier;
    double divisor;
};

constexpr double kibi = 1024;

constexpr std::array data_units{
    DataUnit{"B", 1, 1e9},
    DataUnit{"kB", 1, 1e6},
    DataUnit{"MB", 1, 1e3},
    DataUnit{"GB", 1, 1},
    DataUnit{"TB", 1e3, 1},
    DataUnit{"PB", 1e6, 1},
    DataUnit{"KiB", kibi, 1e9},
    DataUnit{"MiB", kibi* kibi, 1e9},
    DataUnit{"GiB", kibi* kibi* kibi, 1e9},
    DataUnit{"TiB", kibi* kibi* kibi* kibi, 1e9},
    DataUnit{"PiB", kibi* kibi* kibi* kibi* kibi, 1e9},
};

struct Noun {
    std::string_view singular;
    std::string_view plural;
};

constexpr std::array work_nouns{
    Noun{"sample", "samples"},
    Noun{"token", "tokens"},
    Noun{"step", "steps"},
};
constexpr std::array other_nouns{
    Noun{"run", "runs"},        Noun{"request", "requests"}, Noun{"checkpoint", "checkpoints"},
    Noun{"launch", "launches"}, Noun{"node", "nodes"},
};

constexpr std::string_view known_units =
    "units are %, s, min, h, d, week, month, node h, GB (B to PB, KiB to PiB), a currency such as "
    "USD, USD/h, /node h, /h, /launch, samples, tokens, steps";

bool is_digit(char c) {
    return c >= '0' && c <= '9';
}
bool is_blank(char c) {
    return c == ' ' || c == '\t';
}

std::string_view trimmed(std::string_view text) {
    while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
    while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
    return text;
}

// In backquotes, cut short where someone pasted a page.
std::string quoted(std::string_view text) {
    constexpr std::size_t most = 60;
    std::string out = "`";
    if (text.size() <= most) return out.append(text).append("`");
    std::size_t end = most;
    while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) --end;
    return out.append(text.substr(0, end)).append("…`");
}

std::size_t digits_at(std::string_view text, std::size_t at) {
    std::size_t end = at;
    while (end < text.size() &&
           (is_digit(text[end]) || (text[end] == '_' && end > at && is_digit(text[end - 1]) &&
                                    end + 1 < text.size() && is_digit(text[end + 1])))) {
        ++end;
    }
    return end - at;
}

// How many characters at the front are a decimal number; 0 if it does not start with one.
std::size_t number_length(std::string_view text) {
    std::size_t at = !text.empty() && (text[0] == '+' || text[0] == '-') ? 1 : 0;
    std::size_t digits = digits_at(text, at);
    at += digits;
    if (at < text.size() && text[at] == '.') {
        const std::size_t decimals = digits_at(text, at + 1);
        if (digits + decimals == 0) return 0;
        digits += decimals;
        at += 1 + decimals;
    }
    if (digits == 0) return 0;
    if (at < text.size() && (text[at] == 'e' || text[at] == 'E')) {
        const std::size_t sign =
            at + 1 < text.size() && (text[at + 1] == '+' || text[at + 1] == '-') ? 1 : 0;
        const std::size_t exponent = digits_at(text, at + 1 + sign);
        if (exponent > 0) at += 1 + sign + exponent;
    }
    return at;
}

bool names_no_finite_number(std::string_view text) {
    std::string lower;
    for (const char c : text)
        lower += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    std::string_view word = lower;
    if (!word.empty() && (word[0] == '+' || word[0] == '-')) word.remove_prefix(1);
    return word == "nan" || word == "inf" || word == "infinity";
}

// Characters people put between groups of three digits, at the front of `text`; 0 if there is none.
std::size_t group_separator_length(std::string_view text) {
    for (const std::string_view mark : {" ", "'", "\u2019", "\u00a0", "\u2009", "\u202f"}) {
        if (text.starts_with(mark)) return mark.size();
    }
    return 0;
}

// `text` starts with `length` characters of number which something follows that digits follow
// again. The fault says what it may have meant; it is never guessed.
std::optional<MeasureFault> separator_fault(std::string_view text, std::size_t length) {
    const std::string_view number = text.substr(0, length);
    const std::string_view rest = text.substr(length);
    if (rest.size() > 1 && rest[0] == ',' && is_digit(rest[1])) {
        const std::size_t decimals = digits_at(rest, 1);
        const std::string_view tail = rest.substr(1, decimals);
        const bool more =
            1 + decimals < rest.size() && (rest[1 + decimals] == ',' || rest[1 + decimals] == '.');
        const std::string problem = quoted(text) + " has a comma in its number";
        if (more) return MeasureFault{problem, "leave out the marks between thousands"};
        std::string remedy =
            "decimal comma? write " + std::string(number) + "." + std::string(tail);
        if (decimals == 3) {
            remedy += "; thousands? write " + std::string(number) + std::string(tail);
        }
        return MeasureFault{problem, remedy};
    }
    const std::size_t mark = group_separator_length(rest);
    if (mark > 0 && mark < rest.size() && is_digit(rest[mark])) {
        const std::size_t group = number_length(rest.substr(mark));
        return MeasureFault{quoted(text) + " has a gap in its number",
                            "thousands are not set apart, or by `_`: write " + std::string(number) +
                                "_" + std::string(rest.substr(mark, group))};
    }
    return std::nullopt;
}

// The value of what number_length() found.
std::optional<double> number_value(std::string_view number) {
    std::string plain;
    for (const char c : number) {
        if (c != '_') plain += c;
    }
    const char* first = plain.data() + (plain[0] == '+' ? 1 : 0);
    const char* last = plain.data() + plain.size();
    double value = 0;
    const auto [end, problem] = std::from_chars(first, last, value);
    if (problem != std::errc() || end != last || !std::isfinite(value)) return std::nullopt;
    return value;
}

MeasureFault out_of_range(std::string_view text) {
    return {quoted(text) + " is out of range", "numbers go up to 1.7e308 and down to 1e-307"};
}

std::optional<double> seconds_of(std::string_view unit) {
    for (const TimeUnit& known : time_units) {
        if (unit == known.singular || unit == known.plural) return known.seconds;
    }
    return std::nullopt;
}

// The time unit in "node h", "node-days".
std::optional<double> node_seconds_of(std::string_view unit) {
    if (!unit.starts_with("node ") && !unit.starts_with("node-")) return std::nullopt;
    return seconds_of(trimmed(unit.substr(5)));
}

// value · seconds in hours, without the detour that would round twice.
double in_hours(double value, double unit_s) {
    return unit_s >= seconds_per_hour ? value * (unit_s / seconds_per_hour)
                                      : value / (seconds_per_hour / unit_s);
}

double per_hour(double value, double unit_s) {
    return unit_s >= seconds_per_hour ? value / (unit_s / seconds_per_hour)
                                      : value * (seconds_per_hour / unit_s);
}

template <class Nouns>
std::optional<std::string_view> plural_in(const Nouns& nouns, std::string_view word) {
    for (const Noun& noun : nouns) {
        if (word == noun.singular || word == noun.plural) return noun.plural;
    }
    return std::nullopt;
}

bool is_currency(std::string_view unit) {
    return unit.size() == 3 &&
           std::all_of(unit.begin(), unit.end(), [](char c) { return c >= 'A' && c <= 'Z'; });
}

// Figures are built with their text last; these fill in what their kind has.
Measure plain(Dimension dimension, double value) {
    return {value, dimension, {}, {}, {}};
}
Measure per(Dimension dimension, double value, std::string_view unit) {
    return {value, dimension, {}, std::string(unit), {}};
}

std::optional<Measure> rate(double value, std::string_view unit) {
    if (const auto node_s = node_seconds_of(unit)) {
        return per(Dimension::rate, per_hour(value, *node_s), "node h");
    }
    if (const auto s = seconds_of(unit)) return per(Dimension::rate, per_hour(value, *s), "h");
    if (unit == "launch") return per(Dimension::rate, value, "launch");
    return std::nullopt;
}

std::optional<Measure> ratio(double value, std::string_view unit, std::size_t slash) {
    const std::string_view above = trimmed(unit.substr(0, slash));
    const std::string_view below = trimmed(unit.substr(slash + 1));
    if (below.empty()) return std::nullopt;
    if (above.empty()) return rate(value, below);
    if (is_currency(above)) {
        return Measure{value, Dimension::price, std::string(above), std::string(below), {}};
    }
    const auto noun = plural_in(work_nouns, above);
    const auto s = seconds_of(below);
    if (noun && s) return per(Dimension::throughput, value / *s, *noun);
    return std::nullopt;
}

std::optional<Measure> with_unit(double value, std::string_view unit) {
    if (unit == "%") return plain(Dimension::fraction, value / 100);
    if (const std::size_t slash = unit.find('/'); slash != std::string_view::npos) {
        return ratio(value, unit, slash);
    }
    if (const auto s = seconds_of(unit)) return plain(Dimension::time, value * *s);
    if (const auto node_s = node_seconds_of(unit)) {
        return plain(Dimension::node_time, in_hours(value, *node_s));
    }
    for (const DataUnit& known : data_units) {
        if (unit == known.name) {
            return plain(Dimension::data, value * known.multiplier / known.divisor);
        }
    }
    if (is_currency(unit)) return Measure{value, Dimension::money, std::string(unit), {}, {}};
    auto noun = plural_in(work_nouns, unit);
    if (!noun) noun = plural_in(other_nouns, unit);
    if (noun) return per(Dimension::count, value, *noun);
    return std::nullopt;
}

MeasureFault unknown_unit(std::string_view text, std::string_view unit) {
    const std::string problem = quoted(text) + " has a unit that is not known, " + quoted(unit);
    if (unit == "m") return {problem, "write min for minutes or month for months"};
    if (unit.ends_with("b") && unit.size() <= 3) {
        return {problem, "data is counted in bytes: write MB, GB, TB, MiB or GiB"};
    }
    if (unit == "$" || unit == "€" || unit == "£" || unit == "¥") {
        return {problem, "name the currency by its three letters: 26 USD"};
    }
    std::string upper;
    for (const char c : unit)
        upper += static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
    if (is_currency(upper)) return {problem, "a currency? write " + upper};
    return {problem, std::string(known_units)};
}

MeasureFault no_number(std::string_view text) {
    if (text.empty()) return {"the text is empty", "write a number and its unit: 30 min"};
    if (names_no_finite_number(text)) {
        return {quoted(text) + " is not a finite number",
                "write a finite number, or leave it out if it is not known"};
    }
    for (const std::string_view sign : {"$", "€", "£", "¥"}) {
        if (text.starts_with(sign)) {
            return {quoted(text) + " does not start with a number",
                    "the currency follows, in three letters: 26 USD"};
        }
    }
    return {quoted(text) + " does not start with a number", "write a number and its unit: 30 min"};
}

}  // namespace

std::variant<double, MeasureFault> parse_number(std::string_view text) {
    text = trimmed(text);
    if (text.empty()) return MeasureFault{"the number is missing", "write a number: 1.5"};
    const std::size_t length = number_length(text);
    if (length == text.size()) {
        if (const auto value = number_value(text)) return *value;
        return out_of_range(text);
    }
    if (length > 0) {
        if (auto fault = separator_fault(text, length)) return *fault;
    }
    if (names_no_finite_number(text)) return no_number(text);
    return MeasureFault{quoted(text) + " is not a number", "write a number alone: 1.5 or 2e6"};
}

std::variant<Measure, MeasureFault> parse_measure(std::string_view written) {
    const std::string_view text = trimmed(written);
    const std::size_t length = number_length(text);
    if (length == 0) return no_number(text);
    if (auto fault = separator_fault(text, length)) return *fault;
    const auto value = number_value(text.substr(0, length));
    if (!value) return out_of_range(text);

    const std::string_view unit = trimmed(text.substr(length));
    auto measure = unit.empty() ? plain(Dimension::number, *value) : with_unit(*value, unit);
    if (!measure) return unknown_unit(text, unit);
    if (!std::isfinite(measure->value)) return out_of_range(text);
    measure->text = written;
    return *measure;
}

std::string_view name_of(Dimension dimension) {
    switch (dimension) {
        case Dimension::number:
            return "a number";
        case Dimension::fraction:
            return "a percentage";
        case Dimension::time:
            return "a time";
        case Dimension::node_time:
            return "a time of nodes";
        case Dimension::data:
            return "an amount of data";
        case Dimension::money:
            return "an amount of money";
        case Dimension::price:
            return "a price";
        case Dimension::rate:
            return "a rate";
        case Dimension::count:
            return "a count";
        case Dimension::throughput:
            return "a throughput";
    }
    return "a figure";
}

std::string_view example_of(Dimension dimension) {
    switch (dimension) {
        case Dimension::number:
            return "1.5";
        case Dimension::fraction:
            return "\"90 %\"";
        case Dimension::time:
            return "\"30 min\"";
        case Dimension::node_time:
            return "\"412 node h\"";
        case Dimension::data:
            return "\"1.4 TB\"";
        case Dimension::money:
            return "\"1040 USD\"";
        case Dimension::price:
            return "\"26 USD/run\"";
        case Dimension::rate:
            return "\"0.02 /node h\"";
        case Dimension::count:
            return "\"3072 samples\"";
        case Dimension::throughput:
            return "\"410 samples/s\"";
    }
    return "";
}

}  // namespace trialcost
