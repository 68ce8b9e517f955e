#include "sim/analysis/non_finite.hpp"

#include <cmath>

namespace trialcost {

NonFinite count_non_finite(std::span<const double> column, InfiniteDraws infinite_draws) {
    NonFinite found;
    for (std::size_t i = 0; i < column.size(); ++i) {
        if (std::isfinite(column[i])) continue;
        if (column[i] > 0 && infinite_draws == InfiniteDraws::defined) continue;
        if (found.count == 0) found.first_draw = i;
        ++found.count;
    }
    return found;
}

}  // namespace trialcost
