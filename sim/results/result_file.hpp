// The result file: HDF5 with a checksum behind it.
//
// The last 48 bytes are `trialcostSHA256\n` and the SHA-256 of all bytes before; HDF5 does not look
// at them. A damaged file is found by them before HDF5 sees it (HDF5 1.10 crashes on many). They
// say nothing about who wrote the file. A file changed by another tool loses them and is refused.
// HDF5 is not thread-safe: one call into this room at a time. No lock is taken on any file.
// Randomness: none.
#pragma once

#include <filesystem>
#include <stdexcept>

#include "sim/results/atomic_file.hpp"
#include "sim/results/result_data.hpp"

namespace trialcost {

// The content is not that of a result this version reads.
class ResultFileError : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

// The file could not be read at all.
class UnreadableResult : public ResultFileError {
  public:
    using ResultFileError::ResultFileError;
};

// Builds the file in memory, reads it back from there, compares, and then puts it at `path` in one
// step. The same data gives the same bytes. Errors: OutputError; std::logic_error if something
// required is not set.
void write_result(const ResultData& data, const std::filesystem::path& path, Overwrite overwrite);

// Errors: ResultFileError, naming file, object and reason.
ResultData read_result(const std::filesystem::path& path);

}  // namespace trialcost
