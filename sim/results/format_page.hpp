// The page docs/result-file.md, printed from the schema.
// Errors: none. Randomness: none.
#pragma once

#include <string>

namespace trialcost {

std::string format_page();

}  // namespace trialcost
