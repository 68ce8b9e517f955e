#include "scenarios/records/block_records.hpp"

#include <array>
#include <cmath>
#include <limits>
#include <string_view>

#include "scenarios/records/csv.hpp"
#include "scenarios/records/row_reader.hpp"

namespace trialcost {
namespace {

constexpr std::array<std::string_view, 4> required_columns{"run_id", "block", "duration_s",
                                                           "units"};
constexpr std::array<std::string_view, 5> known_columns{"run_id", "block", "kind", "duration_s",
                                                        "units"};

// In the order of the enumerators.
constexpr std::array<std::string_view, 2> kind_words{"train", "eval"};

int read_number(RowReader& row) {
    constexpr double most = std::numeric_limits<int>::max();
    const double number = row.number("block", Presence::required).value_or(0);
    if (number == std::trunc(number) && number <= most) return static_cast<int>(number);
    row.complain("block", "must be a whole number", {},
                 "number the blocks of a run in their order");
    return 0;
}

}  // namespace

BlockRecords read_block_records(const TextFile& file, Complaints& complaints) {
    BlockRecords records{file.name(), file.sha256(), {}};
    const CsvTable table = parse_csv(file, complaints);
    RowReader row(table, complaints);
    if (table.header.empty() || !row.has_columns(required_columns)) return records;
    row.unknown_columns(known_columns, "it is not used");

    for (const CsvRow& cells : table.rows) {
        row.move_to(cells);
        BlockRecord record;
        record.where = row.where();
        record.run_id = row.text("run_id", Presence::required).value_or("");
        record.block = read_number(row);
        record.kind =
            row.word<BlockRecord::Kind>("kind", kind_words).value_or(BlockRecord::Kind::train);
        record.duration_s = row.number("duration_s", Presence::optional, Bounds::positive);
        if (record.kind == BlockRecord::Kind::train)
            record.units = row.number("units", Presence::optional, Bounds::positive);
        if (row.is_good()) records.rows.push_back(std::move(record));
    }
    return records;
}

}  // namespace trialcost
