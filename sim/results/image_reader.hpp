// A result from an HDF5 file in memory that nobody vouches for.
//
// Takes what the schema names and ignores the rest. Refuses whatever the writer never makes: links
// that lead elsewhere, data outside the file, virtual or filtered data, other element types; and
// data that declares more bytes than the file has, before memory is taken for it. HDF5 itself may
// still crash on a file made for that purpose: result_file.hpp keeps damaged files away from it.
// HDF5 is not thread-safe: one call into this room at a time.
// Errors: H5Failure, and ImageRefused with object and reason. Randomness: none.
#pragma once

#include <cstddef>
#include <span>
#include <stdexcept>

#include "sim/results/result_data.hpp"

namespace trialcost {

class ImageRefused : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

ResultData parse_image(std::span<const std::byte> image);

}  // namespace trialcost
