// Sorts doubles that are not NaN, in ascending order, by their bytes: three to five times as fast
// as a comparison sort for the columns of a run. Negative zero sorts before zero. Needs twice the
// memory of the values while it runs. Least significant byte first: Knuth, TAOCP 3, 5.2.5.
// No errors, no randomness.
#pragma once

#include <vector>

namespace trialcost {

void radix_sort(std::vector<double>& values);

}  // namespace trialcost
