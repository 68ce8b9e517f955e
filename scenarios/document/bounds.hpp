// Which values of a figure make sense.
#pragma once

#include <string_view>

namespace trialcost {

enum class Bounds { any, non_negative, positive, share };  // share: 0 to 1

// What is wrong with `value`, or empty.
std::string_view fault_of(double value, Bounds bounds);

}  // namespace trialcost
