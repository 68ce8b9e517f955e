// Columns of draws, replicate after replicate, as tallies.
#pragma once

#include <span>
#include <vector>

#include "sim/analysis/ceiling.hpp"
#include "sim/analysis/figure_tally.hpp"

namespace trialcost::fixtures {

// The percentiles that the tests read.
inline SectionFigures all_figures() {
    return {{0.01, 0.05, 0.1, 0.25, 0.5, 0.75, 0.8, 0.889, 0.891, 0.9, 0.95, 0.99}, 0.95};
}

// `doubled`: the same draws under doubled bounds; as drawn if empty.
inline FigureTally tally_of(std::span<const double> column, const SamplingDesign& design,
                            std::span<const double> doubled = {}) {
    FigureTally tally(design, all_figures());
    const std::size_t draws = design.draws_per_replicate;
    for (std::uint32_t r = 0; r < design.replicates; ++r)
        tally.add(r, column.subspan(r * draws, draws));
    for (std::size_t i = 0; i < doubled.size(); ++i)
        if (doubled[i] != column[i]) tally.add_doubled(column.subspan(i, 1), doubled.subspan(i, 1));
    tally.finish();
    return tally;
}

inline Estimate p_kept(std::span<const double> column, double limit, const SamplingDesign& design) {
    CeilingTally tally(design);
    for (std::size_t i = 0; i < column.size(); ++i)
        tally.add(static_cast<std::uint32_t>(i / design.draws_per_replicate),
                  kept_in(column[i], limit));
    return tally.p_kept(design);
}

}  // namespace trialcost::fixtures
