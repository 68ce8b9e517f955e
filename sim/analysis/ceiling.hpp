// In how many draws ceilings are kept: one, or several together in the same draw.
//
// Counted per draw by comparison: a figure at or below its limit keeps it; a draw with an infinite
// figure (no qualified output) never does. A draw that is not a number may or may not have kept it:
// the low end of the interval takes it as over, the high end as kept. Limits and figures are in one
// unit. Counts may come in any order, in any parts. Errors: a replicate outside the design, or more
// draws than it has, is an error of EventTally. No randomness.
#pragma once

#include <cstdint>

#include "sim/analysis/estimate.hpp"
#include "sim/analysis/event_tally.hpp"
#include "sim/sampling/points.hpp"

namespace trialcost {

// Of one draw, under one ceiling or several; the worse of two is the larger.
enum class Kept : std::uint8_t { yes, unknown, no };

Kept kept_in(double figure, double limit);

class CeilingTally {
  public:
    explicit CeilingTally(const SamplingDesign& design) : surely_(design), perhaps_(design) {}

    void add(std::uint32_t replicate, Kept kept) {
        surely_.add(replicate, kept == Kept::yes ? 1 : 0);
        perhaps_.add(replicate, kept == Kept::no ? 0 : 1);
    }
    void merge(const CeilingTally& other);

    Estimate p_kept(const SamplingDesign& design) const;

    void write(StateWriter& out) const;
    void read(StateReader& in);

  private:
    EventTally surely_, perhaps_;
};

}  // namespace trialcost
