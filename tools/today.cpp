#include "tools/today.hpp"

#include <chrono>

namespace trialcost {

Date today() {
    return date_of(std::chrono::floor<std::chrono::microseconds>(std::chrono::system_clock::now()));
}

}  // namespace trialcost
