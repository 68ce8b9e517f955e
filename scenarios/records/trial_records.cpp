#include "scenarios/records/trial_records.hpp"

#include <array>

#include "models/units/measure.hpp"
#include "scenarios/records/csv.hpp"
#include "scenarios/records/row_reader.hpp"

namespace trialcost {
namespace {

constexpr std::array<std::string_view, 5> required_columns{"run_id", "instance", "billed_s",
                                                           "output_units", "quality_passed"};

// Words, in the order of the enumerators.
constexpr std::array<std::string_view, 6> stage_words{"load-definition", "software-check",
                                                      "minimal-port",    "baseline",
                                                      "target-load",     "bill-reconciliation"};
constexpr std::array<std::string_view, 2> cache_words{"cold", "warm"};
constexpr std::array<std::string_view, 3> count_words{"samples", "tokens", "steps"};
constexpr std::array<std::string_view, 3> throughput_words{"end_to_end", "productive", "billed"};

// The optional columns of one plain kind, each with where it goes.
template <class Value>
struct Column {
    std::string_view name;
    std::optional<Value> TrialRecord::*member;
};

constexpr std::array text_columns{
    Column<std::string>{"region", &TrialRecord::region},
    Column<std::string>{"software", &TrialRecord::software},
    Column<std::string>{"precision", &TrialRecord::precision},
    Column<std::string>{"parallel_strategy", &TrialRecord::parallel_strategy},
    Column<std::string>{"log", &TrialRecord::log},
};

constexpr std::array amount_columns{
    Column<double>{"startup_s", &TrialRecord::startup_s},
    Column<double>{"compile_s", &TrialRecord::compile_s},
    Column<double>{"warmup_s", &TrialRecord::warmup_s},
    Column<double>{"in_training_s", &TrialRecord::in_training_s},
    Column<double>{"productive_s", &TrialRecord::productive_s},
    Column<double>{"data_wait_s", &TrialRecord::data_wait_s},
    Column<double>{"idle_s", &TrialRecord::idle_s},
    Column<double>{"checkpoint_s", &TrialRecord::checkpoint_s},
    Column<double>{"validation_s", &TrialRecord::validation_s},
    Column<double>{"lost_s", &TrialRecord::lost_s},
    Column<double>{"downtime_s", &TrialRecord::downtime_s},
    Column<double>{"restore_s", &TrialRecord::restore_s},
    Column<double>{"steps", &TrialRecord::steps},
    Column<double>{"samples", &TrialRecord::samples},
    Column<double>{"tokens", &TrialRecord::tokens},
};

constexpr std::array count_columns{
    Column<int>{"checkpoints", &TrialRecord::checkpoints},
    Column<int>{"validations", &TrialRecord::validations},
    Column<int>{"failures", &TrialRecord::failures},
};

constexpr std::array<std::string_view, 11> other_columns{
    "stage",   "started_at",       "ended_at",          "purchase",
    "nodes",   "global_batch",     "count_basis",       "cache",
    "quality", "throughput_basis", "device_utilization"};

std::vector<std::string_view> known_columns() {
    std::vector<std::string_view> names(required_columns.begin(), required_columns.end());
    for (const auto& column : text_columns) names.push_back(column.name);
    for (const auto& column : amount_columns) names.push_back(column.name);
    for (const auto& column : count_columns) names.push_back(column.name);
    names.insert(names.end(), other_columns.begin(), other_columns.end());
    return names;
}

void read_required(RowReader& row, TrialRecord& record) {
    record.run_id = row.text("run_id", Presence::required).value_or("");
    record.instance = row.text("instance", Presence::required).value_or("");
    record.billed_s = row.number("billed_s", Presence::required, Bounds::positive).value_or(0);
    record.output_units = row.number("output_units", Presence::required).value_or(0);
    record.quality_passed = row.boolean("quality_passed", Presence::required).value_or(false);
}

void read_optional(RowReader& row, TrialRecord& record) {
    for (const auto& column : text_columns) record.*column.member = row.text(column.name);
    for (const auto& column : amount_columns) record.*column.member = row.number(column.name);
    for (const auto& column : count_columns) record.*column.member = row.count(column.name);
    record.stage = row.word<TrialRecord::Stage>("stage", stage_words);
    record.started_at = row.moment("started_at");
    record.ended_at = row.moment("ended_at");
    record.purchase = row.word<RecordedPurchase>("purchase", purchase_words());
    record.nodes = row.count("nodes", 1);
    record.global_batch = row.number("global_batch", Presence::optional, Bounds::positive);
    record.count_basis = row.word<TrialRecord::CountBasis>("count_basis", count_words);
    record.cache = row.word<TrialRecord::Cache>("cache", cache_words);
    record.quality = row.number("quality", Presence::optional, Bounds::any);
    record.throughput_basis =
        row.word<TrialRecord::ThroughputBasis>("throughput_basis", throughput_words);
    record.device_utilization = row.number("device_utilization", Presence::optional, Bounds::share);
}

// Work cannot be nothing where something came out; only the column that counts it matters.
void check_work(RowReader& row, const TrialRecord& record) {
    if (!record.count_basis) return;
    constexpr std::array works{&TrialRecord::samples, &TrialRecord::tokens, &TrialRecord::steps};
    const auto basis = static_cast<std::size_t>(*record.count_basis);
    if (record.*works[basis] == 0.0) {
        row.complain(count_words[basis], "is zero although the run has output", {},
                     "leave the cell blank if it is not known");
    }
}

// What one row says twice.
void check_row(RowReader& row, const TrialRecord& record) {
    if (record.started_at && record.ended_at && *record.ended_at < *record.started_at) {
        row.complain("ended_at", "the run ends before it starts", {}, "are the two swapped?");
    }
    const bool has_output = record.output_units > 0;
    if (has_output || record.quality_passed) check_work(row, record);
    if (has_output && record.in_training_s && *record.in_training_s == 0) {
        row.complain("in_training_s", "is zero although the run has output", {},
                     "leave the cell blank if it is not known");
    }
    if (has_output && record.productive_s && *record.productive_s == 0) {
        row.complain("productive_s", "is zero although the run has output", {},
                     "leave the cell blank if it is not known");
    }
}

void read_extra(const CsvTable& table, const CsvRow& row, const std::vector<std::size_t>& columns,
                TrialRecord& record, TrialRecords& records) {
    for (const std::size_t index : columns) {
        const CsvCell& cell = row.cells[index];
        if (cell.text.empty()) continue;
        const std::string& name = table.header[index].text;
        const auto parsed = parse_number(cell.text);
        if (const auto* value = std::get_if<double>(&parsed)) {
            record.extra.emplace(name, *value);
        } else if (auto& first = records.extra_columns[name]; !first) {
            first = table.where(cell);
        }
    }
}

}  // namespace

TrialRecords read_trial_records(const TextFile& file, Complaints& complaints,
                                std::span<const std::string> amounts) {
    TrialRecords records{file.name(), file.sha256(), {}, {}};
    const std::size_t errors_before = complaints.error_count();
    const CsvTable table = parse_csv(file, complaints);
    RowReader row(table, complaints);
    if (table.header.empty() || !row.has_columns(required_columns)) return records;
    const auto extra_columns = row.unknown_columns(
        known_columns(), "it is used only where the scenario names it", amounts);
    for (const std::size_t index : extra_columns) {
        records.extra_columns.emplace(table.header[index].text, std::nullopt);
    }

    std::map<std::string, int> line_of_run;
    for (const CsvRow& cells : table.rows) {
        row.move_to(cells);
        TrialRecord record;
        record.where = row.where();
        read_required(row, record);
        read_optional(row, record);
        read_extra(table, cells, extra_columns, record, records);
        check_row(row, record);
        if (!record.run_id.empty()) {
            const auto [first, is_new] = line_of_run.emplace(record.run_id, cells.line);
            if (!is_new) {
                row.complain("run_id", "there are two runs `" + record.run_id + "`",
                             "the first is in line " + std::to_string(first->second),
                             "name each run once");
            }
        }
        if (row.is_good()) records.rows.push_back(std::move(record));
    }
    if (table.rows.empty() && complaints.error_count() == errors_before) {
        complaints.error({file.name(), table.header_line, 0}, {}, "no records",
                         "there is a header and nothing below it", "add one row per measured run");
    }
    return records;
}

std::string_view to_text(TrialRecord::Stage stage) {
    return stage_words[static_cast<std::size_t>(stage)];
}

std::string_view to_text(TrialRecord::Cache cache) {
    return cache_words[static_cast<std::size_t>(cache)];
}

std::string_view to_text(TrialRecord::CountBasis basis) {
    return count_words[static_cast<std::size_t>(basis)];
}

std::string_view to_text(TrialRecord::ThroughputBasis basis) {
    return throughput_words[static_cast<std::size_t>(basis)];
}

}  // namespace trialcost
