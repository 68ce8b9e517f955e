// Comma-separated tables after RFC 4180, read strictly and with positions.
//
// Accepted: LF, CRLF and CR line ends, a byte order mark, quoted cells with doubled quotes and line
// ends in them, blank lines, rows of nothing but commas, `#` comment lines before the header, one
// empty cell after a trailing comma, no line end at the end. Blanks around unquoted cells are
// dropped. Errors (as complaints): no header, an empty or doubled column name, a row of another
// length, a quote that never closes (at the opening quote) or stands inside a cell, lines over 1
// MiB, over 4096 cells.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "scenarios/document/complaints.hpp"
#include "scenarios/document/text_file.hpp"

namespace trialcost {

struct CsvCell {
    std::string text;
    int line = 0;
    int column = 0;  // of the first character, in characters
};

struct CsvRow {
    int line = 0;
    std::vector<CsvCell> cells;  // as many as the header has columns
};

struct CsvTable {
    std::string file;
    std::string sha256;
    int header_line = 0;
    std::vector<CsvCell> header;  // empty where there is none that could be read
    std::vector<CsvRow> rows;     // good rows only

    std::optional<std::size_t> column(std::string_view name) const;
    Position where(const CsvCell& cell) const { return {file, cell.line, cell.column}; }
};

CsvTable parse_csv(const TextFile& file, Complaints& complaints);

// A file of any columns. Throws InputError with all complaints, UnreadableInput.
CsvTable read_csv_file(const std::filesystem::path& path, Complaints& complaints);

}  // namespace trialcost
