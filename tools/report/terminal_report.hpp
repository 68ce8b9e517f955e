// A result for the terminal, 80 columns: the verdicts, the table, the inverse figures, what is
// missing.
#pragma once

#include <string>

#include "sim/results/result_data.hpp"
#include "tools/report/colors.hpp"

namespace trialcost {

// How much of a result: the answer, or everything that the answer rests on.
enum class Detail { brief, full };

// Colours: of the words of the verdicts.
std::string terminal_report(const ResultData& result, Detail detail, Colors colors = Colors::off);

}  // namespace trialcost
