// One number for the content of a result, to prove that two runs gave the same.
// Errors: none. Randomness: none.
#pragma once

#include <string>

#include "sim/results/result_data.hpp"

namespace trialcost {

// SHA-256, in hexadecimal, of everything but /provenance: equal for two runs of the same inputs. It
// covers names, shapes and values in the order of the schema, not the bytes of the file, so it does
// not depend on the version of HDF5.
std::string root_digest(const ResultData& data);

}  // namespace trialcost
