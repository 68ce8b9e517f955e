// What `trialcost fit` prints: text of at most 80 columns, or JSON (RFC 8259) with all digits.
#pragma once

#include <string>

#include "tools/report/fitted_column.hpp"

namespace trialcost {

std::string fit_text(const FittedColumn& fitted);
std::string fit_json(const FittedColumn& fitted);

}  // namespace trialcost
