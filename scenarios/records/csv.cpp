#include "scenarios/records/csv.hpp"

#include <algorithm>
#include <set>

#include "scenarios/records/csv_records.hpp"

namespace trialcost {
namespace {

class CsvParser {
  public:
    CsvParser(const TextFile& file, Complaints& complaints)
        : file_(file), complaints_(complaints), records_(file.name(), file.text(), 1, complaints) {}

    CsvTable parse() {
        CsvTable table{file_.name(), file_.sha256(), 0, {}, {}};
        if (!read_header(table)) return table;
        while (records_.skip_blank_lines()) {
            CsvRow row{records_.line(), {}};
            const auto end = records_.read(row.cells);
            if (end == CsvRecords::Record::unreadable) break;
            if (end == CsvRecords::Record::good && !is_blank(row) &&
                records_.fits(row, table.header.size()))
                table.rows.push_back(std::move(row));
        }
        return table;
    }

  private:
    bool read_header(CsvTable& table) {
        records_.skip_comments();
        if (records_.at_end()) {
            complain({file_.name(), 0, 0}, "the table is empty", {},
                     "write a line of column names first");
            return false;
        }
        table.header_line = records_.line();
        if (records_.read(table.header) != CsvRecords::Record::good) return false;
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

    void complain(Position where, std::string problem, std::string why, std::string remedy) {
        complaints_.error(std::move(where), {}, std::move(problem), std::move(why),
                          std::move(remedy));
    }

    const TextFile& file_;
    Complaints& complaints_;
    CsvRecords records_;
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
