// Failure records: one row per failure of a measured run, as written. Blank cells are unknown,
// never zero. Times in seconds. Which run a row belongs to is looked up by the builder of the plan.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "scenarios/document/complaints.hpp"
#include "scenarios/document/text_file.hpp"

namespace trialcost {

struct FailureRecord {
    enum class Stage { startup, work, checkpoint, validation, restart };

    Position where;  // of the row
    std::string run_id;
    std::optional<double> at_s;  // since the start of the run
    std::optional<Stage> stage;
    std::optional<std::string> failure_class;  // column `class`
    std::optional<std::string> cause;
    std::optional<double> lost_s;
    std::optional<double> downtime_s;
    std::optional<double> restore_s;  // the whole restart time
    std::optional<bool> billed;       // is the downtime billed
    std::optional<std::string> log;
};

struct FailureRecords {
    std::string file;
    std::string sha256;
    std::vector<FailureRecord> rows;  // good rows only, in file order
};

FailureRecords read_failure_records(const TextFile& file, Complaints& complaints);

std::string_view to_text(FailureRecord::Stage stage);

}  // namespace trialcost
