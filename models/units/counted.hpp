// "1 option", "2 options".
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace trialcost {

inline std::string counted(std::size_t count, std::string_view noun) {
    return std::to_string(count) + " " + std::string(noun) + (count == 1 ? "" : "s");
}

}  // namespace trialcost
