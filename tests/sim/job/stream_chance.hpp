// Chance for tests of the event loop: budgets from a counter stream, constant downtime and restart.
#pragma once

#include <cmath>
#include <cstdint>

#include "models/distribution/portable_math.hpp"
#include "sim/random/stream.hpp"

namespace trialcost {

struct StreamChance {
    DrawKey key;
    double downtime = 0, restart = 0;
    std::uint32_t event = 0;

    void next_event() { ++event; }
    double exponential() const { return -portable::log(uniform_pair(key, 1, event).first); }
    double exponential(std::size_t failure_class) const {
        const auto stream = static_cast<std::uint32_t>(3 + failure_class);
        return -portable::log(uniform_pair(key, stream, event).first);
    }
    double uniform() const { return uniform_pair(key, 2, event).first; }
    double outage_after_s(std::size_t, double) const { return HUGE_VAL; }
    double downtime_s(std::size_t) const { return downtime; }
    double restart_s(std::size_t) const { return restart; }
};

}  // namespace trialcost
