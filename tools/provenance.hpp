// Who ran what, where and when: for the provenance of a result, apart from its root data.
#pragma once

#include <string>

#include "sim/results/result_data.hpp"

namespace trialcost {

std::string version_text();

// Now, RFC 3339 in UTC.
std::string timestamp();

struct RunTimes {
    std::string started_at, finished_at;
    double wall_s = 0;
};

void add_provenance(ResultData& result, const std::string& argv, int threads,
                    const RunTimes& times);

}  // namespace trialcost
