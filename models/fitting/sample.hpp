// The observations that a distribution is fitted to, in one unit.
#pragma once

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

namespace trialcost {

struct Sample {
    std::vector<double> observed;  // ascending
    std::vector<double> censored;  // ascending: known to be larger than these (right-censored)

    std::size_t size() const { return observed.size() + censored.size(); }
};

inline Sample sorted_sample(std::vector<double> observed, std::vector<double> censored = {}) {
    std::sort(observed.begin(), observed.end());
    std::sort(censored.begin(), censored.end());
    return {std::move(observed), std::move(censored)};
}

}  // namespace trialcost
