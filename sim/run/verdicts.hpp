// Summaries and gates of all options -> their verdicts: adds the gates that need a simulation, then
// decides (models/evidence). No randomness.
#pragma once

#include <string>
#include <vector>

#include "models/evidence/evidence.hpp"
#include "sim/plan/plan.hpp"
#include "sim/run/option_summary.hpp"

namespace trialcost {

struct JudgedOption {
    std::vector<Gate> gates;  // those of the plan, then those of the figures
    Verdict verdict;
};

// "expand", "switch to h200", "hold".
std::string verdict_text(const Verdict& verdict);

// `summaries` in the order of the plan's options.
std::vector<JudgedOption> judge(const Plan& plan, const std::vector<OptionSummary>& summaries);

}  // namespace trialcost
