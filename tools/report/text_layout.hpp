// Text for an 80-column terminal: wrapping, columns, figures as people read them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace trialcost {

inline constexpr std::size_t terminal_width = 80;

// Breaks at blanks so that no line exceeds the width; lines after the first start with `indent`
// blanks.
std::string wrapped(std::string_view text, std::size_t indent);

// Columns of a table: the first one left-aligned, the others right-aligned, as narrow as they can
// be. Columns that do not fit beside each other follow below, behind the first one again.
std::string aligned(const std::vector<std::vector<std::string>>& rows);

// Three significant digits from 100 down, whole numbers with thin groups above: "982", "1 040",
// "24.6".
std::string amount(double value);

// "96 %", "0.3 %"; "> 99.9 %" and "< 0.1 %" at the ends, certainty included.
std::string share(double value);

// "≤ 96 %" where it is an upper bound.
std::string bounded_share(double value, bool upper_bound);

// Hours as "18.3 h" below three days, else "5.2 d".
std::string duration(double seconds);

// Width in characters of a UTF-8 text.
std::size_t width(std::string_view text);

}  // namespace trialcost
