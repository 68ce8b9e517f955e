// What one trial record says of its time (docs/methods.md, "From records to inputs"). Times in s.
//
// In-training time holds productive compute, data wait, idle and lost work; startup, checkpoint
// saves, validation, downtime and restart come beside it. What a record leaves blank is derived
// from the parts it has, where they leave only one value; else it stays unknown.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "scenarios/document/complaints.hpp"
#include "scenarios/records/quotes.hpp"
#include "scenarios/records/trial_records.hpp"

namespace trialcost {

// A record completed by its failure rows: lost_s, downtime_s, restore_s and failures are their sums
// where the record itself does not say them.
struct MeasuredRun : TrialRecord {
    double unbilled_downtime_s = 0;
    double most_rounding_s = 0;  // billed time may be longer than the time used by up to this
};

// What the records measured a pass by: productive compute apart from data wait; in-training time as
// one; or only the billed time as a whole.
enum class RunBasis { productive, end_to_end, billed };

// Finds how much billing may have rounded these runs up, by the quotes of their instance: those of
// another do not tell. A rule that would round the billed time of a run up did not bill these runs.
void find_rounding(std::vector<MeasuredRun>& runs, std::span<const QuoteRecord> quotes);

// Work in units of the count basis; nothing where it was not recorded or came to nothing.
std::optional<double> work_of(const MeasuredRun& run);

std::optional<double> productive_s(const MeasuredRun& run);
// Data wait, idle and stragglers: what in-training time has beside productive and lost time.
std::optional<double> wait_s(const MeasuredRun& run);
// Time of a pass on this basis, without what failures cost; per unit of work.
std::optional<double> seconds_per_unit(const MeasuredRun& run, RunBasis basis);

// What billing rounded up, as far as the parts of the record tell.
double rounded_up_s(const MeasuredRun& run);
// Billed time that neither a part of the record nor rounding explains; may be negative.
double unexplained_s(const MeasuredRun& run);
// Startup with what was billed and not explained: a launch is where unrecorded time usually goes,
// and it costs money wherever it went. Not for the billed basis, which holds it all.
std::optional<double> startup_with_rest_s(const MeasuredRun& run);

// Node hours in which a failure could have struck: all that was used but downtime. Where a part
// was not recorded, the run was exposed all the same.
double exposure_node_h(const MeasuredRun& run, std::uint32_t nodes);

// Complains where the parts of the run contradict each other or leave no time for its work.
void check_times(const MeasuredRun& run, RunBasis basis, Complaints& complaints);

}  // namespace trialcost
