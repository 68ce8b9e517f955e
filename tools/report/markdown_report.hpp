// A short summary of a result in Markdown, for a pull request: verdicts, table, budget to ask for.
// Text from the scenario is escaped: it stays text whatever renders it.
#pragma once

#include <string>
#include <string_view>

#include "sim/results/result_data.hpp"

namespace trialcost {

std::string markdown_report(const ResultData& result);

// Text that stands for itself in Markdown: marks escaped, line ends as blanks, nothing hidden.
std::string markdown_text(std::string_view text);

}  // namespace trialcost
