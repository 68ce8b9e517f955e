#include "sim/analysis/column_summary.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "sim/analysis/percentile.hpp"

namespace trialcost {

ColumnSummary summarise(const SettledColumn& column, InfiniteDraws infinite_draws) {
    std::vector<Estimate> percentiles;
    for (const double p : reported_percentiles) percentiles.push_back(column.percentile(p));
    const std::span<const double> known = column.sorted().pooled().known();
    constexpr double none = std::numeric_limits<double>::quiet_NaN();
    return {std::move(percentiles),
            column.mean(),
            column.standard_deviation(),
            column.tail_mean(reported_tail),
            known.empty() ? none : known.front(),
            known.empty() ? none : known.back(),
            count_non_finite(column.draws(), infinite_draws)};
}

Estimate budget_to_ask(const SettledColumn& column, double confidence) {
    return column.percentile(confidence);
}

Estimate runs_that_fit(std::span<const std::uint32_t> runs_in_draw, const SamplingDesign& design,
                       double confidence) {
    // At least m runs fit where minus their number is at most -m: the largest m is minus the
    // percentile of the negated column.
    std::vector<double> negated;
    negated.reserve(runs_in_draw.size());
    for (const std::uint32_t runs : runs_in_draw) negated.push_back(-static_cast<double>(runs));
    const Estimate estimate = percentile(SortedColumn(negated, design), confidence);
    if (estimate.refused()) return estimate;
    return {std::abs(estimate.value), std::max(0.0, std::floor(-estimate.high)),
            std::ceil(std::abs(estimate.low))};
}

}  // namespace trialcost
