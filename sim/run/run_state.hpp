// Part of a run as a file: which blocks of which sample are done, and their tallies. What shards
// hand to `merge`, ranks to the first of them, and a stopped run to the one that resumes it.
//
// Layout: words as in sim/analysis/state_bytes.hpp, and the SHA-256 of all of them at the end. A
// state belongs to one identity: scenario, records, quotes, date, sampling and version. Errors:
// StateError, with what is wrong with the bytes. No randomness.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "sim/run/block.hpp"
#include "sim/run/run_tally.hpp"

namespace trialcost {

// SHA-256 of everything that decides the draws: 64 hexadecimal digits. `version`: of the program.
std::string run_identity(const Plan& plan, const std::string& version);

struct StateHeader {
    std::string identity;
    std::string scenario;  // where it was read from
    std::string today;     // the date on which it was read, "2026-11-30"
    SamplingDesign sampling;
    std::uint64_t shard = 0, shards = 1;
    std::vector<BlockRange> done;  // ascending, none adjoining another
};

std::vector<std::byte> state_bytes(const StateHeader& header, const RunTally& tally);

// Throws StateError: not a state, of another format, cut off, or damaged.
StateHeader read_header(std::span<const std::byte> state);

// Into a tally of no draws, of the plan that has the identity of the header.
void read_tally(std::span<const std::byte> state, RunTally& tally);

// With the range added; throws StateError where it has a block twice.
std::vector<BlockRange> with_range(std::vector<BlockRange> ranges, const BlockRange& added);

// Of the whole, what is in none of the ranges.
std::vector<BlockRange> missing_of(const BlockRange& whole, const std::vector<BlockRange>& ranges);

}  // namespace trialcost
