// What holds for every complaint, whatever the input was: it says something, stands at a possible
// place, and is safe to print.
#pragma once

#include "scenarios/document/complaints.hpp"

namespace trialcost {

// Ends the process with a trap where a complaint breaks the promise.
void require_sound(const Complaints& complaints);

}  // namespace trialcost
