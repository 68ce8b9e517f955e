// What a JSON file is, told by the members of its root: for the message when it is not what the
// format says.
#pragma once

#include "scenarios/import/json_records.hpp"
#include "scenarios/import/quote_request.hpp"

namespace trialcost {

// Whether the file is of the format that was asked for; else a complaint that says what it is, and
// what to do with it.
bool is_of_format(const JsonRecord& root, const std::string& file, QuoteFormat format,
                  Complaints& complaints);

}  // namespace trialcost
