// The trial records that speak for one option, and what they measured (docs/methods.md, "From records
// to inputs"). A record of another node count, software or stage is another measurement: it is left
// out, and said to be.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "models/calibration/field_groups.hpp"
#include "scenarios/build/scenario.hpp"
#include "scenarios/records/failure_records.hpp"
#include "scenarios/records/trial_records.hpp"

namespace trialcost {

// What the records measured a pass by: productive compute apart from data wait; in-training time as
// one; or only the billed time as a whole.
enum class RunBasis { productive, end_to_end, billed };

struct MeasuredRuns {
    std::vector<const TrialRecord*> runs;
    std::vector<const FailureRecord*> failures;  // of these runs
    RunBasis basis = RunBasis::billed;
    std::string count_noun;                 // "samples", "tokens", "steps"; else the output unit
    std::string source;                     // "trials/h100.csv: 10 rows"
    std::vector<std::string> left_out;      // why which rows were not used
    std::string closeness;                  // how the records differ from the target; empty: they do not
    bool target_load = false;
    bool stand_in = false;
    std::size_t passed = 0;
    double largest_unexplained = 0;         // share of billed time, largest over the runs
};

struct OptionRecords {
    std::vector<TrialRecords> trials;
    std::vector<FailureRecords> failures;
};

// Chooses the runs and finds their basis. Contradictions become complaints.
MeasuredRuns choose_runs(const Scenario& scenario, const WrittenOption& option, const OptionRecords& records,
                         Complaints& complaints);

// Work of one run in units of the count basis; nothing where it was not recorded or came to nothing.
std::optional<double> work_of(const TrialRecord& run);

// Node hours in which a failure could have struck.
double exposure_node_h(const TrialRecord& run, std::uint32_t nodes);

// The fields the job model needs, by run: "work", "seconds_per_unit", "wait_ratio", "startup" (or
// "startup_cold" and "startup_warm"), "checkpoint_time", "validation_time", "output_per_run", and
// "amount:COLUMN" for the columns that cost items name.
std::vector<MeasuredField> measured_fields(const MeasuredRuns& runs, const std::vector<std::string>& amount_columns);

}  // namespace trialcost
