// Block records: one row per block of a measured run, as written, to tell whether its throughput
// holds. Blank cells are unknown, never zero. Times in seconds. Which run a row belongs to is
// looked up by the builder of the plan.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "scenarios/document/complaints.hpp"
#include "scenarios/document/text_file.hpp"

namespace trialcost {

struct BlockRecord {
    enum class Kind { train, eval };

    Position where;  // of the row
    std::string run_id;
    int block = 0;  // its place in the run
    Kind kind = Kind::train;
    std::optional<double> duration_s;  // > 0
    std::optional<double> units;       // of work, > 0, of one kind for all blocks of a run
};

struct BlockRecords {
    std::string file;
    std::string sha256;
    std::vector<BlockRecord> rows;  // good rows only, in file order
};

BlockRecords read_block_records(const TextFile& file, Complaints& complaints);

}  // namespace trialcost
