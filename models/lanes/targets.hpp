// Which instruction sets the kernels can run on here, and a way to choose one, for tests.
//
// A program leaves the choice alone: the first kernel called takes the best target. Every target
// gives the same bits, which is what the tests choose targets for.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace trialcost::lanes {

struct Target {
    std::int64_t bit;  // Highway's
    std::string name;
};

// Compiled in and supported by this processor, best first; the last one runs anywhere.
std::vector<Target> available_targets();

// While it lives, kernels called from any thread run on this target. Not to be nested.
class OnlyTarget {
  public:
    explicit OnlyTarget(const Target& target);
    ~OnlyTarget();
    OnlyTarget(const OnlyTarget&) = delete;
    OnlyTarget& operator=(const OnlyTarget&) = delete;
};

}  // namespace trialcost::lanes
