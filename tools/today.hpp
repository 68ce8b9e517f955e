// The one look at the calendar: for scenarios that do not say from which date the age of quotes
// counts.
#pragma once

#include "models/units/date.hpp"

namespace trialcost {

Date today();  // UTC

}  // namespace trialcost
