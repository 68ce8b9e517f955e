// Plan -> sample columns of one option, in blocks of draws over threads.
//
// Each block computes the scores of its coordinates, then its draws one by one, and writes only its
// own slice of the columns: the same bytes for any number of threads. Draws in which an input was
// held at a bound taken by default are run once more with those bounds doubled.
#pragma once

#include <cstdint>
#include <functional>
#include <stdexcept>

#include "sim/plan/plan.hpp"
#include "sim/run/sample_columns.hpp"

namespace trialcost {

inline constexpr std::uint32_t draws_per_block = 1024;

// Replicates from this number on are those of nested samples.
inline constexpr std::uint32_t most_replicates = 0x7000;

// An identity of the model did not hold in a draw, or a figure is not a number: the program is
// wrong.
class SelfCheckError : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

// Called from any thread with the number of draws that are done so far.
using Progress = std::function<void(std::uint64_t)>;

class Runner {
  public:
    // Throws std::invalid_argument: two names share a stream, too many coordinates or events.
    Runner(const Plan& plan, int threads, RunsDrawn drawn = RunsDrawn::that_fit);

    // The option must be able to run (JobPlan::can_run). Throws SelfCheckError.
    SampleColumns run(const OptionPlan& option, const Progress& progress) const;

    const std::vector<std::string>& coordinate_names() const { return points_.coordinate_names(); }

  private:
    const Plan& plan_;
    int threads_;
    RunsDrawn drawn_;
    Points points_;
};

}  // namespace trialcost
