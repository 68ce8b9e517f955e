#include "scenarios/records/csv.hpp"

#include <algorithm>
#include <set>

namespace trialcost {
namespace {

constexpr std::size_t longest_line = std::size_t{1} << 20;
constexpr std::size_t most_cells = 4096;

bool is_blank(char c) {
    return c == ' ' || c == '\t';
}

// Walks over the text and knows in which line and column it is.
class Cursor {
  public:
    explicit Cursor(std::string_view text) : text_(text) {}

    bool at_end() const { return at_ == text_.size(); }
    char peek() const { return text_[at_]; }
    bool at_line_end() const { return at_end() || peek() == '\n' || peek() == '\r'; }
    std::size_t index() const { return at_; }
    int line() const { return line_; }
    int column() const { return column_; }

    // One byte; a line end (LF, CRLF, CR) counts as one step.
    void advance() {
        const char c = text_[at_++];
        if (c == '\r' && at_ < text_.size() && text_[at_] == '\n') ++at_;
        if (c == '\n' || c == '\r') {
            ++line_;
            column_ = 1;
        } else if (at_ == text_.size() || (static_cast<unsigned char>(text_[at_]) & 0xC0) != 0x80) {
            ++column_;  // the last byte of a character
        }
    }

  private:
    std::string_view text_;
    std::size_t at_ = 0;
    int line_ = 1;
    int column_ = 1;
};

class CsvParser {
  public:
    CsvParser(const TextFile& file, Complaints& complaints)
        : file_(file), complaints_(complaints), cursor_(file.text()) {}

    CsvTable parse() {
        CsvTable table{file_.name(), file_.sha256(), 0, {}, {}};
        if (!read_header(table)) return table;
        while (skip_blank_lines()) {
            CsvRow row{cursor_.line(), {}};
            const Record end = read_record(row.cells);
            if (end == Record::unreadable) break;
            if (end == Record::good && belongs(row, table)) table.rows.push_back(std::move(row));
        }
        return table;
    }

  private:
    // bad: one row is lost. unreadable: where the next row starts is not known.
    enum class Record { good, bad, unreadable };

    bool read_header(CsvTable& table) {
        skip_comments();
        if (cursor_.at_end()) {
            complain({file_.name(), 0, 0}, "the table is empty", {},
                     "write a line of column names first");
            return false;
        }
        table.header_line = cursor_.line();
        if (read_record(table.header) != Record::good) return false;
        if (table.header.size() > 1 && table.header.back().text.empty()) {
            table.header.pop_back();
        }
        if (table.header.size() == 1 && table.header[0].text.find(';') != std::string::npos) {
            complain(table.where(table.header[0]), "cells are set apart by semicolons", {},
                     "save with commas");
            table.header.clear();  // it names no columns that could be missing
            return false;
        }
        return check_names(table);
    }

    bool check_names(const CsvTable& table) {
        bool good = true;
        std::set<std::string_view> seen;
        for (const CsvCell& cell : table.header) {
            if (cell.text.empty()) {
                complain(table.where(cell), "a column has no name", {}, "name it or remove it");
                good = false;
            } else if (!seen.insert(cell.text).second) {
                complain(table.where(cell), "there are two columns `" + cell.text + "`", {},
                         "keep one of them");
                good = false;
            }
        }
        return good;
    }

    // Moves to the next line that holds something; false at the end of the text.
    bool skip_blank_lines() {
        for (;;) {
            Cursor ahead = cursor_;
            while (!ahead.at_line_end() && is_blank(ahead.peek())) ahead.advance();
            if (!ahead.at_line_end()) return true;
            cursor_ = ahead;
            if (cursor_.at_end()) return false;
            cursor_.advance();
        }
    }

    void skip_comments() {
        while (skip_blank_lines() && cursor_.peek() == '#') {
            while (!cursor_.at_line_end()) cursor_.advance();
        }
    }

    // One row, up to and over its line end.
    Record read_record(std::vector<CsvCell>& cells) {
        const std::size_t start = cursor_.index();
        const Position where{file_.name(), cursor_.line(), 0};
        Record result = Record::good;
        for (;;) {
            const Record cell = read_cell(cells.emplace_back(), start);
            if (cell == Record::unreadable) return cell;
            if (cell == Record::bad) result = Record::bad;
            if (cells.size() > most_cells) {
                complain(where, "the row has more than " + std::to_string(most_cells) + " cells",
                         {}, "is it the right file?");
                return Record::unreadable;
            }
            if (cursor_.at_line_end()) break;
            cursor_.advance();  // the comma
        }
        if (!cursor_.at_end()) cursor_.advance();
        return result;
    }

    Record read_cell(CsvCell& cell, std::size_t row_start) {
        while (!cursor_.at_line_end() && is_blank(cursor_.peek())) cursor_.advance();
        cell.line = cursor_.line();
        cell.column = cursor_.column();
        if (!cursor_.at_end() && cursor_.peek() == '"') return read_quoted(cell, row_start);

        Record result = Record::good;
        while (!cursor_.at_line_end() && cursor_.peek() != ',') {
            if (too_long(row_start)) return Record::unreadable;
            if (cursor_.peek() == '"' && result == Record::good) {
                complain({file_.name(), cursor_.line(), cursor_.column()},
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

    Record read_quoted(CsvCell& cell, std::size_t row_start) {
        const Position opening{file_.name(), cursor_.line(), cursor_.column()};
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
        complain({file_.name(), cursor_.line(), cursor_.column()}, "text behind a closing quote",
                 {}, "a quote that belongs to the text is written twice");
        while (!cursor_.at_line_end() && cursor_.peek() != ',') cursor_.advance();
        return Record::bad;
    }

    bool too_long(std::size_t row_start) {
        if (cursor_.index() - row_start < longest_line) return false;
        complain({file_.name(), cursor_.line(), 0}, "the row is longer than 1 MiB", {},
                 "is a quote not closed, or is it the wrong file?");
        return true;
    }

    bool belongs(CsvRow& row, const CsvTable& table) {
        // Spreadsheets like to end with rows of nothing but commas.
        const auto is_empty = [](const CsvCell& cell) { return cell.text.empty(); };
        if (std::all_of(row.cells.begin(), row.cells.end(), is_empty)) return false;
        const std::size_t wanted = table.header.size();
        if (row.cells.size() == wanted + 1 && row.cells.back().text.empty()) row.cells.pop_back();
        if (row.cells.size() == wanted) return true;
        complain({file_.name(), row.line, 0},
                 "the row has " + std::to_string(row.cells.size()) + " cells",
                 "the header has " + std::to_string(wanted),
                 "leave unknown cells blank; quote cells with commas in them");
        return false;
    }

    void complain(Position where, std::string problem, std::string why, std::string remedy) {
        complaints_.error(std::move(where), {}, std::move(problem), std::move(why),
                          std::move(remedy));
    }

    const TextFile& file_;
    Complaints& complaints_;
    Cursor cursor_;
};

}  // namespace

std::optional<std::size_t> CsvTable::column(std::string_view name) const {
    const auto cell = std::find_if(header.begin(), header.end(),
                                   [name](const CsvCell& c) { return c.text == name; });
    if (cell == header.end()) return std::nullopt;
    return static_cast<std::size_t>(cell - header.begin());
}

CsvTable parse_csv(const TextFile& file, Complaints& complaints) {
    return CsvParser(file, complaints).parse();
}

CsvTable read_csv_file(const std::filesystem::path& path, Complaints& complaints) {
    const auto file = read_text_file(path, csv_size_limit, complaints);
    complaints.throw_if_any_error();
    CsvTable table = parse_csv(*file, complaints);
    complaints.throw_if_any_error();
    return table;
}

}  // namespace trialcost
