// When a sample is large enough: a stopping rule for samples that are doubled until their error is
// as small as wanted.
//
// Of every option: the half-widths of the intervals of the median and of the percentile at the
// plan's confidence, of total cost (of wall time where no cost is known), over the percentile; and
// those of the probabilities of keeping a ceiling, as they are. All have to be at most the target
// at two looks running: one small interval is often luck, and stopping at it would make intervals
// that cover too little. Figures that are refused are passed over. No randomness.
#pragma once

#include <string>

#include "sim/run/run_tally.hpp"

namespace trialcost {

// Draws in each replicate at the first look; intervals of fewer are not to be trusted.
inline constexpr std::uint32_t first_look_draws = 1024;

class TargetError {
  public:
    explicit TargetError(double target) : target_(target) {}

    // A look at a sample that is complete; finishes it.
    bool is_reached(const Plan& plan, RunTally& tally);
    // A look at a sample of that error.
    bool is_reached(double error);

    // Of the latest look.
    double error() const { return error_; }

  private:
    double target_;
    double error_ = 0;
    bool was_reached_ = false;
};

}  // namespace trialcost
