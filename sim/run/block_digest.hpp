// The content of a block of draws as one digest, for some blocks of a run: by them a result can be
// proved later, by computing the same blocks again. No randomness, no errors.
#pragma once

#include <cstdint>
#include <string>

#include "sim/run/runner.hpp"

namespace trialcost {

// SHA-256, in hexadecimal, of what happened in every draw of every option, bit for bit.
std::string block_digest(const BlockDraws& draws);

// At most 64 blocks of a run, spread evenly over it.
bool is_checked_block(const SamplingDesign& design, std::uint64_t number);

}  // namespace trialcost
