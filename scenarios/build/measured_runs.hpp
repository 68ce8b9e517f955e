// The trial records that speak for one option, and what they measured (docs/methods.md, "From
// records to inputs"). A record of another instance, node count, software or stage is another
// measurement: it is left out, and said to be. Where there is none of the option's node count,
// those of other counts speak for it if they are enough to scale from (docs/methods.md, "Other
// node counts").
#pragma once

#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "models/calibration/field_groups.hpp"
#include "models/calibration/node_scaling.hpp"
#include "models/calibration/pooled_spread.hpp"
#include "models/evidence/evidence.hpp"
#include "models/job/attempt.hpp"
#include "scenarios/build/block_rows.hpp"
#include "scenarios/build/run_times.hpp"
#include "scenarios/build/scenario.hpp"
#include "scenarios/records/block_records.hpp"
#include "scenarios/records/failure_records.hpp"
#include "scenarios/records/quotes.hpp"
#include "scenarios/records/trial_records.hpp"

namespace trialcost {

struct MeasuredRuns {
    std::vector<MeasuredRun> runs;               // by run_id, whatever their order in the files
    std::vector<const FailureRecord*> failures;  // of these runs, by run and time
    std::map<std::string, BlocksOfRun> blocks;   // of these runs, by run_id
    RunBasis basis = RunBasis::billed;
    std::string count_noun;  // "samples", "tokens", "steps"; else the output unit
    std::string source;      // "trials/h100.csv:5-14"
    std::string left_out;    // which rows were not used, and why; empty: all were
    std::string closeness;   // how the records differ from the target; empty: they do not
    std::string stand_in;    // "measured on ..., priced as ..."; empty: the option's own records
    // "measured on 4 and 16 nodes, the option has 8"; empty: measured on the option's node count.
    std::string other_nodes;
    std::optional<NodeScaling> scaling;  // of the time per unit, from these nodes
    PooledSpreads pooled;      // over the options of the workload; empty: each option has its own
    bool target_load = false;  // of the option itself: never on other nodes
    std::size_t stage_unknown = 0;  // runs that do not say their stage
    std::size_t passed = 0;
    double largest_unexplained = 0;  // share of billed time, largest over the runs
    // Columns trialcost does not know, with the place of their first cell that is no amount.
    std::map<std::string, std::optional<Position>> extra_columns;

    // Of what the records say of an input. On other node counts the time per unit of work was
    // measured where it is scaled within reach; all else is taken to be as on those.
    EvidenceClass class_of(std::string_view input = {}) const;
};

struct OptionRecords {
    std::vector<const TrialRecords*> trials;
    std::vector<const FailureRecords*> failures;
    std::vector<const BlockRecords*> blocks;
    std::span<const QuoteRecord> quotes;  // of any instance: they tell how the runs were billed
};

// Chooses the runs and finds their basis. Contradictions become complaints. Keeps pointers into the
// failure records.
MeasuredRuns choose_runs(const Scenario& scenario, const WrittenOption& option,
                         const OptionRecords& records, Complaints& complaints);

// The fields the job model needs, by run: "work", "seconds_per_unit", "wait_ratio", "startup" (or
// "startup_cold" and "startup_warm"), "checkpoint_time", "validation_time", "output_per_run", and
// "amount:COLUMN" for the columns that cost items name. Fields that no run recorded are left out.
// The seconds per unit are moved to the option's node count where they were measured on others.
std::vector<MeasuredField> measured_fields(const MeasuredRuns& runs,
                                           const std::vector<std::string>& amount_columns);

struct SaveInterval {
    double interval_s = 0;
    std::size_t runs = 0;  // that tell it
};

// In-training time between two saves; nothing where no run saved. Of a run that saves at its end
// the last segment is the rest of its work, of any length up to the interval: half of one on
// average. So K saves stand for K - 1/2 intervals of the training that was kept; K + 1/2 where the
// end is not saved. That is right on average where the rest is evenly spread, and whatever it is, a
// run as long as the recorded one makes as many saves as that did.
std::optional<SaveInterval> measured_interval(const MeasuredRuns& runs, LastSave last_save);

}  // namespace trialcost
