// Trial records: one row per measured run, as written. Blank cells are unknown, never zero.
//
// Times are in seconds, of the whole job, not per node. Only what one row says about itself is
// checked here; what rows mean together (bases, remainders, failure sums) is for the builder of the
// plan.
#pragma once

#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "models/evidence/stage.hpp"
#include "models/units/date.hpp"
#include "scenarios/document/complaints.hpp"
#include "scenarios/document/text_file.hpp"
#include "scenarios/records/purchase.hpp"

namespace trialcost {

struct TrialRecord {
    using Stage = TrialStage;
    enum class Cache { cold, warm };
    enum class CountBasis { samples, tokens, steps };
    enum class ThroughputBasis { end_to_end, productive, billed };

    Position where;  // of the row
    std::string run_id;
    std::string instance;
    double billed_s = 0;      // > 0
    double output_units = 0;  // of the workload's output unit
    bool quality_passed = false;

    std::optional<Stage> stage;
    std::optional<Moment> started_at;
    std::optional<Moment> ended_at;
    std::optional<std::string> region;
    std::optional<RecordedPurchase> purchase;
    std::optional<int> nodes;
    std::optional<std::string> software;
    std::optional<std::string> precision;
    std::optional<std::string> parallel_strategy;
    std::optional<double> global_batch;
    std::optional<CountBasis> count_basis;
    std::optional<Cache> cache;
    std::optional<double> startup_s;
    std::optional<double> compile_s;
    std::optional<double> warmup_s;
    std::optional<double> in_training_s;
    std::optional<double> productive_s;
    std::optional<double> data_wait_s;
    std::optional<double> idle_s;
    std::optional<double> checkpoint_s;
    std::optional<int> checkpoints;
    std::optional<double> validation_s;
    std::optional<int> validations;
    std::optional<double> lost_s;
    std::optional<double> downtime_s;
    std::optional<double> restore_s;  // the whole restart time
    std::optional<int> failures;
    std::optional<double> steps;
    std::optional<double> samples;
    std::optional<double> tokens;
    std::optional<double> quality;
    std::optional<ThroughputBasis> throughput_basis;
    std::optional<double> device_utilization;  // share
    std::optional<std::string> log;

    // Columns trialcost does not know, where the cell is a number: a scenario may name them as
    // amounts.
    std::map<std::string, double, std::less<>> extra;
};

struct TrialRecords {
    std::string file;
    std::string sha256;
    std::vector<TrialRecord> rows;  // good rows only, in file order
    // Unknown columns, each with the place of its first cell that is not a number, if there is one:
    // such a column cannot serve as an amount.
    std::map<std::string, std::optional<Position>, std::less<>> extra_columns;
};

// `amounts`: the columns that the scenario names as amounts.
TrialRecords read_trial_records(const TextFile& file, Complaints& complaints,
                                std::span<const std::string> amounts = {});

// "target-load", "cold", "samples", "end_to_end", …: as they stand in the file.
std::string_view to_text(TrialRecord::Stage stage);
std::string_view to_text(TrialRecord::Cache cache);
std::string_view to_text(TrialRecord::CountBasis basis);
std::string_view to_text(TrialRecord::ThroughputBasis basis);

}  // namespace trialcost
