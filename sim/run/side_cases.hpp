// The same job taken other ways, beside the baseline that the verdict rests on: the conservative
// case, and other predictives of the same records. Nothing is decided by them.
#pragma once

#include <string>
#include <vector>

#include "sim/run/option_summary.hpp"
#include "sim/run/verdicts.hpp"

namespace trialcost {

struct OtherPredictive {
    std::string name;  // "Student-t on the log"
    std::vector<OptionSummary> summaries;
    std::vector<JudgedOption> judged;
};

// All in the order of the plan's options.
struct SideCases {
    std::vector<OptionSummary> conservative;
    std::vector<OtherPredictive> other_predictives;
};

}  // namespace trialcost
