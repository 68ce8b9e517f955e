// Asks the rows of a table for typed cells, complaining at the cell. Blank cells are nullopt.
//
//   RowReader row(table, complaints);
//   if (!row.has_columns(required)) return;
//   for (const CsvRow& cells : table.rows) {
//       row.move_to(cells);
//       record.billed_s = row.number("billed_s", Presence::required, Bounds::positive);
//       if (row.is_good()) …
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "models/units/date.hpp"
#include "scenarios/document/bounds.hpp"
#include "scenarios/document/complaints.hpp"
#include "scenarios/document/table_reader.hpp"
#include "scenarios/records/csv.hpp"

namespace trialcost {

class RowReader {
  public:
    RowReader(const CsvTable& table, Complaints& complaints);

    // Complains about each one that is missing.
    bool has_columns(std::span<const std::string_view> required);
    // The columns that are none of `known`, with a warning each that says what becomes of them;
    // no warning for those in `used`.
    std::vector<std::size_t> unknown_columns(std::span<const std::string_view> known,
                                             std::string_view what_becomes,
                                             std::span<const std::string> used = {});

    void move_to(const CsvRow& row);
    bool is_good() const { return complaints_.error_count() == errors_before_row_; }
    Position where() const;                         // of the row
    Position where(std::string_view column) const;  // of the cell; of the row without such a column

    std::optional<std::string> text(std::string_view column, Presence = Presence::optional);
    std::optional<double> number(std::string_view column, Presence = Presence::optional,
                                 Bounds = Bounds::non_negative);
    std::optional<int> count(std::string_view column, int least = 0);
    // true, yes, 1; false, no, 0
    std::optional<bool> boolean(std::string_view column, Presence = Presence::optional);
    std::optional<Date> date(std::string_view column);
    std::optional<Moment> moment(std::string_view column);

    // One of a few words, given in the order of the enumerators. Case and - _ do not matter.
    template <class Enum>
    std::optional<Enum> word(std::string_view column, std::span<const std::string_view> words) {
        const auto index = word_index(column, words);
        if (!index) return std::nullopt;
        return static_cast<Enum>(*index);
    }

    void complain(std::string_view column, std::string problem, std::string why = {},
                  std::string remedy = {});

  private:
    const CsvCell* cell(std::string_view column) const;  // null without such a column
    const CsvCell* filled(std::string_view column, Presence presence);
    std::optional<std::size_t> word_index(std::string_view column,
                                          std::span<const std::string_view> words);

    const CsvTable& table_;
    Complaints& complaints_;
    std::map<std::string_view, std::size_t> columns_;
    const CsvRow* row_ = nullptr;
    std::size_t errors_before_row_ = 0;
};

}  // namespace trialcost
