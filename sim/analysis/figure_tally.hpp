// All draws of one figure of a sample, tallied replicate by replicate, together with the same draws
// under doubled bounds.
//
// Draws may come in any order, block by block, from several tallies that are merged: what is read
// is the same bits. Once all draws of a replicate are in, it is a *section*: its own percentiles
// and moments are kept, and its draws go into the pool. So memory does not grow with draws.
// Inputs measured from few records have no finite mean; each is cut at a bound that, unless stated,
// is assumed. Draws in which such a bound held are tallied a second time with those bounds doubled:
// whatever moves is refused (percentile.hpp, moment.hpp).
// Units: those of the draws. Errors: more draws than the design has, a replicate outside it, or a
// percentile that was not asked for, is a std::logic_error. No randomness.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <vector>

#include "sim/analysis/draw_tally.hpp"
#include "sim/sampling/points.hpp"

namespace trialcost {

// What one replicate says by itself.
struct Section {
    // At the percentiles asked for, in their order, with unknown draws highest and lowest.
    std::vector<double> highest, lowest;
    double mean = 0, variance = 0, tail_mean = 0;  // of its finite draws
};

// What is asked of each section.
struct SectionFigures {
    std::vector<double> percentiles;
    double tail = 0.95;  // the tail mean is that beyond it
};

// p-percentile plus the mean overrun above it over the tail: the mean of the upper 1 - p, the draw
// at the percentile with the fraction that belongs to it (Rockafellar and Uryasev, J. Risk 2 (2000)
// 21).
double tail_mean_of(const DrawTally& draws, double p);

class FigureTally {
  public:
    FigureTally(const SamplingDesign& design, SectionFigures asked);

    void add(std::uint32_t replicate, std::span<const double> draws);
    // Draws that were added, and what they are under doubled bounds.
    void add_doubled(std::span<const double> drawn, std::span<const double> doubled);
    // Of other draws of the same sample.
    void merge(const FigureTally& other);
    // To be called once all draws are in, before anything is read.
    void finish();

    const SamplingDesign& design() const { return design_; }
    const SectionFigures& asked() const { return asked_; }
    bool is_complete() const;
    const DrawTally& pooled() const { return pooled_; }
    // Of the replicates, in their order.
    const std::vector<Section>& sections() const { return sections_; }
    // Null where doubled bounds change no draw.
    const DrawTally* doubled() const { return any_doubled_ ? &doubled_ : nullptr; }

    void write(StateWriter& out) const;
    void read(StateReader& in);

  private:
    void close(std::uint32_t replicate, DrawTally& draws);

    SamplingDesign design_;
    SectionFigures asked_;
    std::map<std::uint32_t, DrawTally> open_;  // replicates of which draws are missing
    std::vector<Section> sections_;            // by replicate
    std::vector<bool> is_closed_;
    DrawTally pooled_;
    DrawTally held_, held_doubled_;  // the draws that doubled bounds change, before and after
    DrawTally doubled_;              // once finished
    bool any_doubled_ = false;
};

}  // namespace trialcost
