// What porting costs, and when it is paid back, in words.
#pragma once

#include <string>
#include <vector>

#include "tools/report/result_view.hpp"

namespace trialcost {

// A sentence for each option that is ported, and one for those that have no ledger.
std::vector<std::string> migration_lines(const ResultView& result);

// The same as a section of the terminal report.
std::string migration(const ResultView& result);

}  // namespace trialcost
