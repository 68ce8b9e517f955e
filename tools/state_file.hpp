// Files that hold a part of a run (sim/run/run_state.hpp).
#pragma once

#include <cstddef>
#include <filesystem>
#include <span>
#include <vector>

#include "sim/run/run_state.hpp"

namespace trialcost {

// Throws UnreadableInput.
std::vector<std::byte> read_state_file(const std::filesystem::path& path);

// Throws std::invalid_argument, which names the file.
StateHeader header_of(const std::filesystem::path& path, std::span<const std::byte> bytes);

}  // namespace trialcost
