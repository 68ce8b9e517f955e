// The rows of a comma-separated text one after the other, whatever their length. What is accepted
// and what is not: csv.hpp.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "scenarios/document/complaints.hpp"
#include "scenarios/records/csv.hpp"

namespace trialcost {

class CsvRecords {
  public:
    // bad: one row is lost. unreadable: where the next row starts is not known.
    enum class Record { good, bad, unreadable };

    // `text` may be a piece of the file that begins with the line `first_line`. It must outlive
    // this.
    CsvRecords(std::string file, std::string_view text, int first_line, Complaints& complaints)
        : file_(std::move(file)), complaints_(complaints), cursor_(text, first_line) {}

    // Moves to the next line that holds something; false at the end of the text.
    bool skip_blank_lines();
    void skip_comments();
    bool at_end() const { return cursor_.at_end(); }
    int line() const { return cursor_.line(); }

    // One row, up to and over its line end.
    Record read(std::vector<CsvCell>& cells);
    // Whether a row has as many cells as the header; without one that is empty behind a last comma.
    bool fits(CsvRow& row, std::size_t header_cells);

  private:
    // Walks over the text and knows in which line and column it is.
    class Cursor {
      public:
        Cursor(std::string_view text, int line) : text_(text), line_(line) {}

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
            } else if (at_ == text_.size() ||
                       (static_cast<unsigned char>(text_[at_]) & 0xC0) != 0x80) {
                ++column_;  // the last byte of a character
            }
        }

      private:
        std::string_view text_;
        std::size_t at_ = 0;
        int line_;
        int column_ = 1;
    };

    Record read_cell(CsvCell& cell, std::size_t row_start);
    Record read_quoted(CsvCell& cell, std::size_t row_start);
    bool too_long(std::size_t row_start);
    void complain(Position where, std::string problem, std::string why, std::string remedy);

    std::string file_;
    Complaints& complaints_;
    Cursor cursor_;
};

// Spreadsheets like to end with rows of nothing but commas.
bool is_blank(const CsvRow& row);

}  // namespace trialcost
