#include "tools/report/text_layout.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace trialcost {
namespace {

std::string padding(std::size_t count) {
    return std::string(count, ' ');
}

std::string grouped(double value) {
    std::string digits = fmt::format("{:.0f}", std::fabs(value));
    for (std::size_t at = digits.size(); at > 3;) {
        at -= 3;
        digits.insert(at, " ");
    }
    return (value < 0 ? "-" : "") + digits;
}

// The first column, and those from `first` to before `last`.
std::string aligned_row(const std::vector<std::string>& row, const std::vector<std::size_t>& widths,
                        std::size_t first, std::size_t last) {
    std::string line = row[0] + padding(widths[0] - width(row[0]));
    for (std::size_t i = first; i < last && i < row.size(); ++i)
        line += "  " + padding(widths[i] - width(row[i])) + row[i];
    line.erase(line.find_last_not_of(' ') + 1);
    return line + "\n";
}

}  // namespace

std::size_t width(std::string_view text) {
    return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char c) {
        return (static_cast<unsigned char>(c) & 0xC0) != 0x80;
    }));
}

std::string wrapped(std::string_view text, std::size_t indent) {
    std::size_t column = std::min(text.find_first_not_of(' '), text.size());
    std::string out = padding(column);
    text.remove_prefix(column);
    bool line_begins = true;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find(' '), text.size());
        const std::string_view word = text.substr(0, end);
        text.remove_prefix(std::min(end + 1, text.size()));
        if (!line_begins && column + 1 + width(word) > terminal_width) {
            // A long address may reach to the left of the indent rather than over the edge.
            column = std::min(indent, terminal_width - std::min(terminal_width, width(word)));
            out += "\n" + padding(column);
        } else if (!line_begins) {
            out += " ";
            ++column;
        }
        line_begins = false;
        out += word;
        column += width(word);
    }
    return out + "\n";
}

std::string aligned(const std::vector<std::vector<std::string>>& rows) {
    std::vector<std::size_t> widths;
    for (const auto& row : rows) {
        widths.resize(std::max(widths.size(), row.size()));
        for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], width(row[i]));
    }
    std::string out;
    for (std::size_t first = 1, last = 1; first == 1 || first < widths.size(); first = last) {
        std::size_t total = widths[0];
        while (last < widths.size() &&
               (last == first || total + 2 + widths[last] <= terminal_width))
            total += 2 + widths[last++];
        if (first > 1) out += "\n";
        for (const auto& row : rows) out += aligned_row(row, widths, first, last);
        if (last >= widths.size()) break;
    }
    return out;
}

std::string amount(double value) {
    if (std::isnan(value)) return "-";
    if (std::isinf(value)) return value > 0 ? "infinite" : "-infinite";
    const double size = std::fabs(value);
    if (size >= 100 || size == 0) return grouped(value);
    if (size >= 10) return fmt::format("{:.1f}", value);
    return fmt::format("{:.2f}", value);
}

std::string share(double value) {
    if (std::isnan(value)) return "-";
    // Counted in draws: none or all of them is no certainty.
    constexpr double shown = 0.0005;
    if (value > 1 - shown) return "> 99.9 %";
    if (value < shown) return "< 0.1 %";
    const double percent = 100 * value;
    const bool fine = percent < 1 || percent > 99;
    return fine ? fmt::format("{:.1f} %", percent) : fmt::format("{:.0f} %", percent);
}

std::string bounded_share(double value, bool upper_bound) {
    if (!upper_bound) return share(value);
    return "≤ " + (value > 0.9995 ? "100 %" : share(value));
}

std::string duration(double seconds) {
    if (std::isnan(seconds)) return "-";
    const double hours = seconds / 3600;
    return hours < 72 ? fmt::format("{:.1f} h", hours) : fmt::format("{:.1f} d", hours / 24);
}

}  // namespace trialcost
