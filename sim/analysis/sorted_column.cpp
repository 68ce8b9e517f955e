#include "sim/analysis/sorted_column.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "sim/analysis/column.hpp"
#include "sim/analysis/radix_sort.hpp"

namespace trialcost {

std::uint64_t percentile_rank(std::uint64_t draws, double p) {
    if (draws == 0 || !(p > 0 && p < 1)) throw std::logic_error("percentile outside (0, 1)");
    // 0.07 * 100 is a little more than 7: the slack keeps such a product from gaining a rank.
    constexpr double slack = 1 - 8 * std::numeric_limits<double>::epsilon();
    const double rank = std::ceil(p * static_cast<double>(draws) * slack);
    return std::clamp<std::uint64_t>(static_cast<std::uint64_t>(rank), 1, draws);
}

SortedDraws::SortedDraws(std::span<const double> draws) : unknown_(0) {
    known_.reserve(draws.size());
    for (const double draw : draws) {
        if (is_unknown(draw)) {
            ++unknown_;
        } else {
            known_.push_back(draw);
        }
    }
    radix_sort(known_);
}

double SortedDraws::at_rank(std::uint64_t rank, UnknownDraws place) const {
    if (rank < 1 || rank > size()) throw std::logic_error("rank outside the column");
    constexpr double infinity = std::numeric_limits<double>::infinity();
    if (place == UnknownDraws::highest) return rank <= known_.size() ? known_[rank - 1] : infinity;
    return rank <= unknown_ ? -infinity : known_[rank - unknown_ - 1];
}

SortedColumn::SortedColumn(std::span<const double> column, const SamplingDesign& design)
    : design_(design), pooled_(column) {
    require_column_of(design, column.size());
    if (!has_replicate_spread(design)) return;
    replicates_.reserve(design.replicates);
    for (std::uint32_t r = 0; r < design.replicates; ++r) {
        replicates_.emplace_back(replicate_of(column, design, r));
    }
}

}  // namespace trialcost
