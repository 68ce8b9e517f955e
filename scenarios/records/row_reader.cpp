#include "scenarios/records/row_reader.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>

#include "models/units/measure.hpp"
#include "scenarios/document/words.hpp"

namespace trialcost {
namespace {

std::string decimal(double value) {
    std::array<char, 32> text{};
    const auto end = std::to_chars(text.data(), text.data() + text.size(), value);
    return {text.data(), end.ptr};
}

// Cells hold plain numbers; for "12 min" the remedy is the number to write.
std::string remedy_for(const std::string& written, const std::string& otherwise) {
    const auto parsed = parse_measure(written);
    const auto* measure = std::get_if<Measure>(&parsed);
    if (measure == nullptr) return otherwise;
    if (measure->dimension == Dimension::time) return "in seconds: " + decimal(measure->value);
    if (measure->dimension == Dimension::fraction) return "as a share: " + decimal(measure->value);
    return otherwise;
}

}  // namespace

RowReader::RowReader(const CsvTable& table, Complaints& complaints)
    : table_(table), complaints_(complaints) {
    for (std::size_t i = 0; i < table.header.size(); ++i) columns_[table.header[i].text] = i;
}

bool RowReader::has_columns(std::span<const std::string_view> required) {
    std::vector<std::string_view> names;
    for (const CsvCell& cell : table_.header) names.push_back(cell.text);
    bool all = true;
    for (const std::string_view column : required) {
        if (columns_.contains(column)) continue;
        const std::string meant = nearest(column, names);
        complaints_.error({table_.file, table_.header_line, 0}, std::string(column),
                          "the column is missing", "needed: " + listed(required),
                          meant.empty() ? "" : "is it `" + meant + "`?");
        all = false;
    }
    return all;
}

std::vector<std::size_t> RowReader::unknown_columns(std::span<const std::string_view> known,
                                                    std::string_view what_becomes,
                                                    std::span<const std::string> used) {
    std::vector<std::size_t> unknown;
    for (std::size_t i = 0; i < table_.header.size(); ++i) {
        const CsvCell& cell = table_.header[i];
        if (std::find(known.begin(), known.end(), cell.text) != known.end()) continue;
        unknown.push_back(i);
        if (std::find(used.begin(), used.end(), cell.text) != used.end()) continue;
        const std::string meant = nearest(cell.text, known);
        complaints_.warning(
            table_.where(cell), {}, "column `" + cell.text + "` is not one trialcost knows",
            std::string(what_becomes), meant.empty() ? "" : "did you mean `" + meant + "`?");
    }
    return unknown;
}

void RowReader::move_to(const CsvRow& row) {
    row_ = &row;
    errors_before_row_ = complaints_.error_count();
}

Position RowReader::where() const {
    return {table_.file, row_->line, 0};
}

Position RowReader::where(std::string_view column) const {
    const CsvCell* found = cell(column);
    return found == nullptr ? where() : table_.where(*found);
}

const CsvCell* RowReader::cell(std::string_view column) const {
    const auto index = columns_.find(column);
    return index == columns_.end() ? nullptr : &row_->cells[index->second];
}

const CsvCell* RowReader::filled(std::string_view column, Presence presence) {
    const CsvCell* found = cell(column);
    if (found != nullptr && !found->text.empty()) return found;
    if (presence == Presence::required) complain(column, "is blank", "every row needs it");
    return nullptr;
}

std::optional<std::string> RowReader::text(std::string_view column, Presence presence) {
    const CsvCell* found = filled(column, presence);
    if (found == nullptr) return std::nullopt;
    return found->text;
}

std::optional<double> RowReader::number(std::string_view column, Presence presence, Bounds bounds) {
    const CsvCell* found = filled(column, presence);
    if (found == nullptr) return std::nullopt;
    const auto parsed = parse_number(found->text);
    if (const auto* fault = std::get_if<MeasureFault>(&parsed)) {
        complain(column, fault->problem, {}, remedy_for(found->text, fault->remedy));
        return std::nullopt;
    }
    const double value = std::get<double>(parsed);
    if (const std::string_view fault = fault_of(value, bounds); !fault.empty()) {
        const bool may_be_blank = presence == Presence::optional;
        complain(column, std::string(fault), "it is " + found->text,
                 may_be_blank ? "leave the cell blank if it is not known" : "");
        return std::nullopt;
    }
    return value;
}

std::optional<int> RowReader::count(std::string_view column, int least) {
    const auto value = number(column, Presence::optional, Bounds::any);
    if (!value) return std::nullopt;
    if (std::trunc(*value) != *value || *value < least ||
        *value > std::numeric_limits<int>::max()) {
        complain(column, "must be a whole number, " + std::to_string(least) + " or more",
                 "it is " + decimal(*value), "leave the cell blank if it is not known");
        return std::nullopt;
    }
    return static_cast<int>(*value);
}

std::optional<bool> RowReader::boolean(std::string_view column, Presence presence) {
    const CsvCell* found = filled(column, presence);
    if (found == nullptr) return std::nullopt;
    const std::string word = folded(found->text);
    if (word == "true" || word == "yes" || word == "1") return true;
    if (word == "false" || word == "no" || word == "0") return false;
    complain(column, "must be true or false", "it is `" + found->text + "`",
             "write true or false (or yes, no, 1, 0)");
    return std::nullopt;
}

std::optional<Date> RowReader::date(std::string_view column) {
    const CsvCell* found = filled(column, Presence::optional);
    if (found == nullptr) return std::nullopt;
    const auto value = parse_date(found->text);
    if (!value) {
        complain(column, "must be a date", "it is `" + found->text + "`",
                 "write it like 2026-11-30");
    }
    return value;
}

std::optional<Moment> RowReader::moment(std::string_view column) {
    const CsvCell* found = filled(column, Presence::optional);
    if (found == nullptr) return std::nullopt;
    const auto value = parse_moment(found->text);
    if (!value) {
        complain(column, "must be a date and time with its offset from UTC",
                 "it is `" + found->text + "`", "write it like 2026-11-30T08:15:00+01:00");
    }
    return value;
}

std::optional<std::size_t> RowReader::word_index(std::string_view column,
                                                 std::span<const std::string_view> words) {
    const CsvCell* found = filled(column, Presence::optional);
    if (found == nullptr) return std::nullopt;
    if (const auto index = find_word(found->text, words)) return index;
    const std::string meant = nearest(found->text, words);
    complain(column, "`" + found->text + "` is not one of its words", listed(words),
             meant.empty() ? "" : "did you mean `" + meant + "`?");
    return std::nullopt;
}

void RowReader::complain(std::string_view column, std::string problem, std::string why,
                         std::string remedy) {
    complaints_.error(where(column), std::string(column), std::move(problem), std::move(why),
                      std::move(remedy));
}

}  // namespace trialcost
