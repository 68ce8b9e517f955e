// The pending case: for each unknown of an option, the largest value that still keeps every ceiling
// on cost (or the ceiling on wall time) with the plan's confidence, if nothing else that is unknown
// costs anything. Money in the plan's currency, times in seconds.
#pragma once

#include <string>
#include <vector>

#include "sim/plan/plan.hpp"
#include "sim/run/option_tally.hpp"

namespace trialcost {

struct PendingUnknown {
    std::string what;  // "price of instances"
    double most = 0;   // NaN: nothing can be said; negative: the ceiling breaks without it
    std::string unit;
    std::string sentence;  // for people
};

// `tally`: finished; null where nothing could be simulated.
std::vector<PendingUnknown> pending_unknowns(const Plan& plan, const OptionPlan& option,
                                             const OptionTally* tally);

}  // namespace trialcost
