// What is looked at in the quotes as a whole, before any of them prices anything.
#pragma once

#include "scenarios/build/build_option.hpp"

namespace trialcost {

// A price more than five times away from an earlier one of the same key is a slip of the pen, or
// must be confirmed in its row.
void check_jumps(const Scenario& scenario, const QuoteShelf& shelf, Complaints& complaints);

// A region that looks like a code of the provider, but is none and has no quote; or
// that is spelt otherwise than in the quotes.
void check_region(const Scenario& scenario, const WrittenOption& option, const QuoteShelf& shelf,
                  Complaints& complaints);

}  // namespace trialcost
