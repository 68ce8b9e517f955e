// A complete HDF5 file in memory.
//
// Layout: see schema.hpp. Contiguous, uncompressed, little-endian, texts of variable length (netCDF
// libraries of 2022 crash on fixed-length ones); links in order of creation; a dimension scale on
// every axis; no object times, so the same data gives the same bytes.
// HDF5 is not thread-safe: one call into this room at a time.
// Errors: std::logic_error if the data is not complete, H5Failure. Randomness: none.
#pragma once

#include <cstddef>
#include <vector>

#include "sim/results/result_data.hpp"

namespace trialcost {

std::vector<std::byte> build_image(const ResultData& data);

}  // namespace trialcost
