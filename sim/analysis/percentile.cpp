#include "sim/analysis/percentile.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "sim/analysis/order_statistics.hpp"
#include "sim/analysis/sections.hpp"

namespace trialcost {

namespace {

constexpr std::uint64_t fewest_draws_beyond = 10;
constexpr double tolerated_move = 0.01;

std::uint64_t draws_beyond(std::uint64_t draws, double p) {
    const std::uint64_t rank = percentile_rank(draws, p);
    return std::min(draws - rank, rank - 1);
}

std::vector<double> replicate_percentiles(const SortedColumn& column, double p,
                                          UnknownDraws place) {
    std::vector<double> values;
    for (const SortedDraws& replicate : column.replicates()) {
        values.push_back(replicate.at_rank(percentile_rank(replicate.size(), p), place));
    }
    return values;
}

Estimate by_order_statistics(const SortedDraws& draws, double p, UnknownDraws place) {
    const OrderStatisticRanks ranks = order_statistic_ranks(draws.size(), p, interval_confidence);
    if (!ranks.lower || !ranks.upper) {
        return refused_estimate(
            fmt::format("only {} of {} draws lie beyond P{:.6g}: more draws needed",
                        draws_beyond(draws.size(), p), draws.size(), 100 * p));
    }
    return {draws.at_rank(percentile_rank(draws.size(), p), place),
            draws.at_rank(*ranks.lower, place), draws.at_rank(*ranks.upper, place)};
}

Estimate percentile_with_unknown(const SortedColumn& column, double p, UnknownDraws place) {
    const SortedDraws& pooled = column.pooled();
    const std::vector<double> sections = replicate_percentiles(column, p, place);
    const bool all_finite =
        std::all_of(sections.begin(), sections.end(), [](double q) { return std::isfinite(q); });
    if (sections.empty() || !all_finite || draws_beyond(pooled.size(), p) < fewest_draws_beyond) {
        return by_order_statistics(pooled, p, place);
    }
    const double value = pooled.at_rank(percentile_rank(pooled.size(), p), place);
    const double half_width = section_half_width(sections, value);
    return {value, value - half_width, value + half_width};
}

}  // namespace

Estimate percentile(const SortedColumn& column, double p) {
    Estimate highest = percentile_with_unknown(column, p, UnknownDraws::highest);
    const SortedDraws& pooled = column.pooled();
    if (pooled.unknown() == 0 || highest.refused()) return highest;
    if (pooled.known().empty()) return refused_estimate("no draw is a number");
    const Estimate lowest = percentile_with_unknown(column, p, UnknownDraws::lowest);
    if (lowest.refused()) return lowest;
    const std::uint64_t rank = percentile_rank(pooled.known().size(), p);
    return {pooled.known()[rank - 1], lowest.low, highest.high};
}

Estimate settle_percentile(const Estimate& with_default_bounds, double with_doubled_bounds) {
    const double value = with_default_bounds.value;
    if (with_default_bounds.refused() || value == with_doubled_bounds) return with_default_bounds;
    const double move = std::abs(with_doubled_bounds - value);
    if (std::isfinite(value) && move <= tolerated_move * std::abs(value))
        return with_default_bounds;
    return refused_estimate(
        "moves by more than 1 % when the assumed bounds of the inputs are doubled: state a "
        "timeout");
}

}  // namespace trialcost
