// Plan, summaries and verdicts -> the arrays of a result, as the schema names them (all but the
// provenance). A refused figure is NaN there, with its reason among the refusals. No errors, no
// randomness.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "sim/plan/plan.hpp"
#include "sim/results/result_data.hpp"
#include "sim/run/option_summary.hpp"
#include "sim/run/side_cases.hpp"
#include "sim/run/verdicts.hpp"

namespace trialcost {

ResultData result_of(const Plan& plan, const std::vector<OptionSummary>& summaries,
                     const std::vector<JudgedOption>& judged, const SideCases& side = {});

// The blocks of draws by which the result can be proved: digests by number.
void set_checked_blocks(const std::map<std::uint64_t, std::string>& digests, ResultData& result);

}  // namespace trialcost
