// Who ran what, where and when: for the provenance of a result, apart from its root data.
#pragma once

#include <string>

#include "sim/results/result_data.hpp"

namespace trialcost {

std::string version_text();

// Now, RFC 3339 in UTC.
std::string timestamp();

// "0.1.0"
std::string program_version();

struct Provenance {
    std::string argv;
    std::string scenario;  // absolute path
    std::string today;     // the date on which it was read
    int threads = 1, ranks = 1;
    std::string started_at, finished_at;
    double wall_s = 0;
};

void add_provenance(ResultData& result, const Provenance& provenance);

}  // namespace trialcost
