#include "scenarios/records/csv_records.hpp"

#include <algorithm>

namespace trialcost {
namespace {

constexpr std::size_t longest_line = std::size_t{1} << 20;
constexpr std::size_t most_cells = 4096;

bool is_blank(char c) {
    return c == ' ' || c == '\t';
}

}  // namespace

bool CsvRecords::skip_blank_lines() {
    for (;;) {
        Cursor ahead = cursor_;
        while (!ahead.at_line_end() && is_blank(ahead.peek())) ahead.advance();
        if (!ahead.at_line_end()) return true;
        cursor_ = ahead;
        if (cursor_.at_end()) return false;
        cursor_.advance();
    }
}

void CsvRecords::skip_comments() {
    while (skip_blank_lines() && cursor_.peek() == '#') {
        while (!cursor_.at_line_end()) cursor_.advance();
    }
}

CsvRecords::Record CsvRecords::read(std::vector<CsvCell>& cells) {
    const std::size_t start = cursor_.index();
    const Position where{file_, cursor_.line(), 0};
    Record result = Record::good;
    for (;;) {
        const Record cell = read_cell(cells.emplace_back(), start);
        if (cell == Record::unreadable) return cell;
        if (cell == Record::bad) result = Record::bad;
        if (cells.size() > most_cells) {
            complain(where, "the row has more than " + std::to_string(most_cells) + " cells", {},
                     "is it the right file?");
            return Record::unreadable;
        }
        if (cursor_.at_line_end()) break;
        cursor_.advance();  // the comma
    }
    if (!cursor_.at_end()) cursor_.advance();
    return result;
}

CsvRecords::Record CsvRecords::read_cell(CsvCell& cell, std::size_t row_start) {
    while (!cursor_.at_line_end() && is_blank(cursor_.peek())) cursor_.advance();
    cell.line = cursor_.line();
    cell.column = cursor_.column();
    if (!cursor_.at_end() && cursor_.peek() == '"') return read_quoted(cell, row_start);

    Record result = Record::good;
    while (!cursor_.at_line_end() && cursor_.peek() != ',') {
        if (too_long(row_start)) return Record::unreadable;
        if (cursor_.peek() == '"' && result == Record::good) {
            complain({file_, cursor_.line(), cursor_.column()},
                     "a quote inside a cell that does not start with one", {},
                     "quote the whole cell and double the quotes in it");
            result = Record::bad;
        }
        cell.text += cursor_.peek();
        cursor_.advance();
    }
    while (!cell.text.empty() && is_blank(cell.text.back())) cell.text.pop_back();
    return result;
}

CsvRecords::Record CsvRecords::read_quoted(CsvCell& cell, std::size_t row_start) {
    const Position opening{file_, cursor_.line(), cursor_.column()};
    cursor_.advance();
    for (;;) {
        if (cursor_.at_end()) {
            complain(opening, "a quote is opened and never closed", {},
                     "close it; a quote that belongs to the text is written twice");
            return Record::unreadable;
        }
        if (too_long(row_start)) return Record::unreadable;
        const char c = cursor_.peek();
        cursor_.advance();
        if (c != '"') {
            cell.text += c == '\r' ? '\n' : c;
            continue;
        }
        if (cursor_.at_end() || cursor_.peek() != '"') break;
        cell.text += '"';
        cursor_.advance();
    }
    while (!cursor_.at_line_end() && is_blank(cursor_.peek())) cursor_.advance();
    if (cursor_.at_line_end() || cursor_.peek() == ',') return Record::good;
    complain({file_, cursor_.line(), cursor_.column()}, "text behind a closing quote", {},
             "a quote that belongs to the text is written twice");
    while (!cursor_.at_line_end() && cursor_.peek() != ',') cursor_.advance();
    return Record::bad;
}

bool CsvRecords::too_long(std::size_t row_start) {
    if (cursor_.index() - row_start < longest_line) return false;
    complain({file_, cursor_.line(), 0}, "the row is longer than 1 MiB", {},
             "is a quote not closed, or is it the wrong file?");
    return true;
}

bool CsvRecords::fits(CsvRow& row, std::size_t header_cells) {
    if (row.cells.size() == header_cells + 1 && row.cells.back().text.empty()) row.cells.pop_back();
    if (row.cells.size() == header_cells) return true;
    complain({file_, row.line, 0}, "the row has " + std::to_string(row.cells.size()) + " cells",
             "the header has " + std::to_string(header_cells),
             "leave unknown cells blank; quote cells with commas in them");
    return false;
}

void CsvRecords::complain(Position where, std::string problem, std::string why,
                          std::string remedy) {
    complaints_.error(std::move(where), {}, std::move(problem), std::move(why), std::move(remedy));
}

bool is_blank(const CsvRow& row) {
    return std::all_of(row.cells.begin(), row.cells.end(),
                       [](const CsvCell& cell) { return cell.text.empty(); });
}

}  // namespace trialcost
