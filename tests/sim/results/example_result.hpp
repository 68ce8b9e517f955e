// A complete result for tests: every dataset and attribute of the schema, each filled with values
// of its own, with the awkward ones among them (NaN, infinity, empty text, non-ASCII, length 0).
#pragma once

#include <string>

#include "sim/results/result_data.hpp"

namespace trialcost {

struct ExampleOptions {
    std::string host = "node-1";      // in /provenance
    double first_total_cost = 100.0;  // in the root
    std::string left_out = {};        // a dataset or attribute that is not set
};

ResultData example_result(const ExampleOptions& options = {});

}  // namespace trialcost
