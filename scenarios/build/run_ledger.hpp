// What the records of an option say about themselves: whether two are one, whether the trials or
// the inside of a run drift, how much of their time is explained (docs/methods.md, "Drift and
// trend").
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "models/calibration/drift.hpp"
#include "models/calibration/trend.hpp"
#include "scenarios/build/measured_runs.hpp"
#include "scenarios/build/scenario.hpp"

namespace trialcost {

// A drift or trend beyond this, and distinguishable from none, is more than trials may show.
inline constexpr double drift_limit = 0.05;
inline constexpr double drift_significance = 0.01;

struct RunLedger {
    struct Repeat {
        std::size_t run, of;  // places in the runs
    };
    // All times of a run are those of another, and one of them is finer than a second. Whole
    // seconds meet by chance: in two of three sets of ten public runs.
    std::vector<Repeat> duplicates;
    std::vector<Repeat> alike_in_whole_seconds;
    std::size_t distinct = 0;  // runs less duplicates

    std::optional<Trend> trend;  // of the seconds per unit of work
    std::size_t started = 0;     // runs that say when they started, less duplicates

    std::optional<Drift> drift;  // of the throughput inside a run
    std::size_t with_blocks = 0, with_unknown_blocks = 0;
    std::vector<Position> block_rows;

    bool trend_is_shown() const;
    bool drift_is_shown() const;
    // Beyond the limit, but the records cannot tell it from none.
    bool drift_is_open() const;
};

RunLedger examine_runs(const WrittenOption& option, const MeasuredRuns& runs);

// Warns of each duplicate, at both rows.
void warn_of_duplicates(const MeasuredRuns& runs, const RunLedger& ledger, Complaints& complaints);

// One row of evidence for each of: duplicates, unexplained_time, trend, drift.
std::vector<Evidence> ledger_rows(const Scenario& scenario, const MeasuredRuns& runs,
                                  const RunLedger& ledger);

}  // namespace trialcost
