#include "sim/analysis/percentile.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <vector>

#include "sim/analysis/order_statistics.hpp"
#include "sim/analysis/replicate_spread.hpp"
#include "sim/analysis/sections.hpp"

namespace trialcost {

namespace {

constexpr std::uint64_t fewest_draws_beyond = 10;
constexpr double tolerated_move = 0.01;

std::uint64_t draws_beyond(std::uint64_t draws, double p) {
    const std::uint64_t rank = percentile_rank(draws, p);
    return std::min(draws - rank, rank - 1);
}

std::size_t number_of(const FigureTally& figure, double p) {
    const std::vector<double>& asked = figure.asked().percentiles;
    const auto found = std::find(asked.begin(), asked.end(), p);
    if (found == asked.end()) throw std::logic_error("a percentile that was not asked for");
    return static_cast<std::size_t>(found - asked.begin());
}

// The percentiles that the replicates have by themselves; empty where nothing is read from them.
std::vector<double> section_percentiles(const FigureTally& figure, double p, UnknownDraws place) {
    std::vector<double> values;
    if (!has_replicate_spread(figure.design())) return values;
    const std::size_t number = number_of(figure, p);
    for (const Section& section : figure.sections())
        values.push_back(place == UnknownDraws::highest ? section.highest[number]
                                                        : section.lowest[number]);
    return values;
}

Estimate by_order_statistics(const DrawTally& draws, double p, UnknownDraws place) {
    const OrderStatisticRanks ranks = order_statistic_ranks(draws.size(), p, interval_confidence);
    if (!ranks.lower || !ranks.upper) {
        return refused_estimate(
            fmt::format("only {} of {} draws lie beyond P{:.6g}: more draws needed",
                        draws_beyond(draws.size(), p), draws.size(), 100 * p));
    }
    return {draws.percentile(p, place), draws.at_rank(*ranks.lower, place),
            draws.at_rank(*ranks.upper, place)};
}

// By what a histogram may be off.
Estimate widened(Estimate estimate, double error) {
    if (estimate.refused()) return estimate;
    estimate.low -= error;
    estimate.high += error;
    return estimate;
}

Estimate percentile_with_unknown(const FigureTally& figure, double p, UnknownDraws place) {
    const DrawTally& pooled = figure.pooled();
    const double error = pooled.percentile_error(p, place);
    const std::vector<double> sections = section_percentiles(figure, p, place);
    const bool all_finite =
        std::all_of(sections.begin(), sections.end(), [](double q) { return std::isfinite(q); });
    if (sections.empty() || !all_finite || draws_beyond(pooled.size(), p) < fewest_draws_beyond)
        return widened(by_order_statistics(pooled, p, place), error);
    const double value = pooled.percentile(p, place);
    const double half_width = section_half_width(sections, value);
    return widened({value, value - half_width, value + half_width}, error);
}

Estimate percentile_with_default_bounds(const FigureTally& figure, double p) {
    Estimate highest = percentile_with_unknown(figure, p, UnknownDraws::highest);
    const DrawTally& pooled = figure.pooled();
    if (pooled.unknown() == 0 || highest.refused()) return highest;
    const std::uint64_t known = pooled.size() - pooled.unknown();
    if (known == 0) return refused_estimate("no draw is a number");
    const Estimate lowest = percentile_with_unknown(figure, p, UnknownDraws::lowest);
    if (lowest.refused()) return lowest;
    return {pooled.at_rank(percentile_rank(known, p), UnknownDraws::highest), lowest.low,
            highest.high};
}

}  // namespace

Estimate percentile(const FigureTally& figure, double p) {
    const Estimate base = percentile_with_default_bounds(figure, p);
    const DrawTally* doubled = figure.doubled();
    return doubled != nullptr ? settle_percentile(base, doubled->percentile(p)) : base;
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
