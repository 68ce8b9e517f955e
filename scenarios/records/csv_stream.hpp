// The rows of a CSV file of any size, one after the other: only the piece around them is in memory.
// For files whose first rows are no header; otherwise as csv.hpp reads them.
// Errors: complaints with line and column; UnreadableInput.
#pragma once

#include <optional>
#include <string>

#include "scenarios/document/input_file.hpp"
#include "scenarios/records/csv.hpp"
#include "scenarios/records/csv_records.hpp"
#include "sim/digest/sha256.hpp"

namespace trialcost {

class CsvStream {
  public:
    CsvStream(InputFile& file, Complaints& complaints) : file_(file), complaints_(complaints) {}

    // The next good row that is not blank; nothing at the end, or where no more can be read.
    std::optional<CsvRow> next();
    // Whether a row has as many cells as the header; a complaint where it has not.
    bool fits(CsvRow& row, std::size_t header_cells) { return records_->fits(row, header_cells); }
    // Of what was read so far; true of an empty file.
    bool ended_with_line_break() const { return last_byte_ == '\n' || last_byte_ == '\r'; }
    // Hexadecimal, of the whole file; once, after the last row.
    std::string sha256() { return hexadecimal(digest_.finish()); }

  private:
    bool next_piece();
    bool read_more();
    void drop_byte_order_mark();
    bool is_utf8();
    std::size_t end_of_rows();

    InputFile& file_;
    Complaints& complaints_;
    Sha256 digest_;
    std::string buffer_;      // a piece of whole rows, then the start of the next
    std::size_t piece_ = 0;   // bytes of the piece
    std::size_t looked_ = 0;  // where the search for an end of a row goes on
    std::size_t row_end_ = 0;
    bool in_quotes_ = false;
    bool ended_ = false;
    char last_byte_ = '\n';
    int first_line_ = 1;  // of the piece
    std::optional<CsvRecords> records_;
};

}  // namespace trialcost
