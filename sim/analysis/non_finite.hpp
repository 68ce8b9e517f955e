// Draws that went wrong: not a number, -infinity, or +infinity where the model defines none.
//
// The model defines +infinity for the unit cost of a draw without qualified output, and nowhere
// else. A draw that went wrong is counted and reported, never dropped: percentiles take it as
// unknown, anywhere between -infinity and +infinity. No errors, no randomness.
#pragma once

#include <cstddef>
#include <span>

namespace trialcost {

enum class InfiniteDraws { undefined, defined };

struct NonFinite {
    std::size_t count = 0;
    std::size_t first_draw = 0;  // index in the column; meaningless if the count is 0
};

NonFinite count_non_finite(std::span<const double> column, InfiniteDraws infinite_draws);

}  // namespace trialcost
