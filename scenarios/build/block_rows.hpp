// The blocks of a run, from its rows.
#pragma once

#include <vector>

#include "models/calibration/drift.hpp"
#include "scenarios/build/run_times.hpp"
#include "scenarios/records/block_records.hpp"

namespace trialcost {

struct BlocksOfRun {
    std::vector<MeasuredBlock> train;  // in the order in which they ran
    std::vector<Position> rows;
    bool are_known = true;  // false: one of them lacks its duration or its units
};

// `rows`: those of this run, in any order, not empty. Numbers that repeat and blocks that are
// longer than their run become complaints.
BlocksOfRun blocks_of_run(const MeasuredRun& run, std::vector<const BlockRecord*> rows,
                          Complaints& complaints);

}  // namespace trialcost
