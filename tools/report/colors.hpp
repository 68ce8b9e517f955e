// Colours of a terminal. They repeat what a word says and never stand for it; what they are put
// around has its layout already.
#pragma once

#include <string_view>

namespace trialcost {

enum class Colors { off, on };

namespace color {

inline constexpr std::string_view red = "\x1b[31m", green = "\x1b[32m", yellow = "\x1b[33m",
                                  magenta = "\x1b[35m", cyan = "\x1b[36m", end = "\x1b[0m";

}  // namespace color
}  // namespace trialcost
