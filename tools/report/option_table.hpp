// The table of options: cost at P50, P90 and P95, wall time, whether the first ceiling is kept,
// unit cost. A star marks percentiles that the records cannot carry.
#pragma once

#include <string>

#include "tools/report/result_view.hpp"

namespace trialcost {

// The first row is the head.
std::vector<std::vector<std::string>> option_rows(const ResultView& result);

// One sentence each.
std::vector<std::string> option_notes(const ResultView& result);

// "1 040 USD", "26.0 USD/run", "30.0 d": the limit of a ceiling with its unit.
std::string ceiling_text(const ResultView& result, std::size_t ceiling);

// "97 % (83 to 99 %)": how likely a ceiling is kept, with the band over what is not known;
// `ceiling` may be ceilings().size(), for all of them together.
std::string kept_text(const ResultView& result, std::size_t option, std::size_t ceiling);

}  // namespace trialcost
