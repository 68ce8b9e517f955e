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
            out += "\n" + padding(indent);
            column = indent;
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
    for (const auto& row : rows) {
        std::string line;
        for (std::size_t i = 0; i < row.size(); ++i) {
            const std::string pad = padding(widths[i] - width(row[i]));
            line += i == 0 ? row[i] + pad : "  " + pad + row[i];
        }
        line.erase(line.find_last_not_of(' ') + 1);
        out += line + "\n";
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
    if (value > 0.999 && value < 1) return "> 99.9 %";
    if (value < 0.001 && value > 0) return "< 0.1 %";
    const double percent = 100 * value;
    const bool fine = percent < 1 || percent > 99;
    return fine && percent != 0 && percent != 100 ? fmt::format("{:.1f} %", percent)
                                                  : fmt::format("{:.0f} %", percent);
}

std::string bounded_share(double value, bool upper_bound) {
    if (!upper_bound) return share(value);
    return "≤ " + (value > 0.999 ? "100 %" : share(value));
}

std::string duration(double seconds) {
    if (std::isnan(seconds)) return "-";
    const double hours = seconds / 3600;
    return hours < 72 ? fmt::format("{:.1f} h", hours) : fmt::format("{:.1f} d", hours / 24);
}

std::string counted(std::size_t count, std::string_view noun) {
    return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
}

}  // namespace trialcost
