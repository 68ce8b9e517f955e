// A figure with its 95 % interval, or the reason why there is none.
//
// Units are those of the column the figure was computed from. The interval speaks of the error left
// by the finite number of draws; `low` may be -infinity and `high` +infinity. A refused estimate
// has NaN for all three numbers and the reason in plain words. No randomness, no errors.
#pragma once

#include <limits>
#include <string>
#include <utility>

namespace trialcost {

inline constexpr double interval_confidence = 0.95;

struct Estimate {
    double value;
    double low;
    double high;
    std::string refusal{};

    bool refused() const { return !refusal.empty(); }
};

// Neither known nor refused: what it speaks of is unknown.
inline Estimate unknown_estimate() {
    constexpr double none = std::numeric_limits<double>::quiet_NaN();
    return {none, none, none};
}

inline Estimate refused_estimate(std::string why) {
    constexpr double none = std::numeric_limits<double>::quiet_NaN();
    return {none, none, none, std::move(why)};
}

}  // namespace trialcost
