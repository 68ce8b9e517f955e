// Chance for tests of the event loop: budgets from a counter stream, constant downtime and restart.
#pragma once

#include <cstdint>

#include "models/distribution/portable_math.hpp"
#include "sim/random/stream.hpp"

namespace trialcost {

struct StreamChance {
    DrawKey key;
    double downtime = 0, restart = 0;
    std::uint32_t event = 0;

    double exponential() { return -portable::log(uniform_pair(key, 1, event++).first); }
    double uniform() { return uniform_pair(key, 2, event).first; }
    double downtime_s(std::size_t) const { return downtime; }
    double restart_s(std::size_t) const { return restart; }
};

}  // namespace trialcost
