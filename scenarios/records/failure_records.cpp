#include "scenarios/records/failure_records.hpp"

#include <array>

#include "scenarios/records/csv.hpp"
#include "scenarios/records/row_reader.hpp"

namespace trialcost {
namespace {

constexpr std::array<std::string_view, 1> required_columns{"run_id"};
constexpr std::array<std::string_view, 10> known_columns{
    "run_id", "at_s",       "stage",     "class",  "cause",
    "lost_s", "downtime_s", "restore_s", "billed", "log"};

// In the order of the enumerators.
constexpr std::array<std::string_view, 5> stage_words{"startup", "work", "checkpoint", "validation",
                                                      "restart"};

}  // namespace

FailureRecords read_failure_records(const TextFile& file, Complaints& complaints) {
    FailureRecords records{file.name(), file.sha256(), {}};
    const CsvTable table = parse_csv(file, complaints);
    RowReader row(table, complaints);
    if (table.header.empty() || !row.has_columns(required_columns)) return records;
    row.unknown_columns(known_columns, "it is not used");

    for (const CsvRow& cells : table.rows) {
        row.move_to(cells);
        FailureRecord record;
        record.where = row.where();
        record.run_id = row.text("run_id", Presence::required).value_or("");
        record.at_s = row.number("at_s");
        record.stage = row.word<FailureRecord::Stage>("stage", stage_words);
        record.failure_class = row.text("class");
        record.cause = row.text("cause");
        record.lost_s = row.number("lost_s");
        record.downtime_s = row.number("downtime_s");
        record.restore_s = row.number("restore_s");
        record.billed = row.boolean("billed");
        record.log = row.text("log");
        if (row.is_good()) records.rows.push_back(std::move(record));
    }
    return records;
}

std::string_view to_text(FailureRecord::Stage stage) {
    return stage_words[static_cast<std::size_t>(stage)];
}

}  // namespace trialcost
