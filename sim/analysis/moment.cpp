#include "sim/analysis/moment.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "sim/analysis/column.hpp"
#include "sim/analysis/compensated_sum.hpp"
#include "sim/analysis/sections.hpp"

namespace trialcost {

namespace {

constexpr std::size_t block_draws = 1024;
constexpr std::uint32_t fewest_monte_carlo_sections = 16;
constexpr std::uint64_t fewest_draws_over = 50;
constexpr double fewest_tail_draws = 10;

std::size_t section_count(const SamplingDesign& design) {
    if (design.sampler != Sampler::monte_carlo) return design.replicates;
    return std::max(design.replicates, fewest_monte_carlo_sections);
}

// Empty if the column has moments at all.
std::string why_no_moment(std::span<const double> column, const SamplingDesign& design) {
    require_column_of(design, column.size());
    const auto unknown = std::count_if(column.begin(), column.end(), is_unknown);
    if (unknown > 0) return fmt::format("{} of {} draws are not numbers", unknown, column.size());
    const auto infinite =
        std::count_if(column.begin(), column.end(), [](double x) { return std::isinf(x); });
    if (infinite > 0) {
        return fmt::format("no finite mean: {} of {} draws are infinite", infinite, column.size());
    }
    if (section_count(design) < 2) return "one replicate has no interval: take two or more";
    if (column.size() < 2 * section_count(design)) return "too few draws for an interval";
    return {};
}

template <typename Function>
CompensatedSum sum_of(std::span<const double> draws, Function function) {
    CompensatedSum total;
    for (std::size_t start = 0; start < draws.size(); start += block_draws) {
        CompensatedSum block;
        for (const double draw :
             draws.subspan(start, std::min(block_draws, draws.size() - start))) {
            block.add(function(draw));
        }
        total.merge(block);
    }
    return total;
}

// Mean of function(draw) over a column that has moments.
template <typename Function>
Estimate mean_over_draws(std::span<const double> column, const SamplingDesign& design,
                         Function function) {
    const std::size_t sections = section_count(design);
    CompensatedSum total;
    std::vector<double> section_means;
    for (std::size_t s = 0; s < sections; ++s) {
        const std::size_t begin = s * column.size() / sections;
        const std::size_t end = (s + 1) * column.size() / sections;
        const CompensatedSum sum = sum_of(column.subspan(begin, end - begin), function);
        section_means.push_back(sum.value() / static_cast<double>(end - begin));
        total.merge(sum);
    }
    const double value = total.value() / static_cast<double>(column.size());
    if (!std::isfinite(value)) return refused_estimate("too large to be summed");
    const double half_width = section_half_width(section_means, value);
    return {value, value - half_width, value + half_width};
}

double half_width_of(const Estimate& estimate) {
    return (estimate.high - estimate.low) / 2;
}

}  // namespace

Estimate mean(std::span<const double> column, const SamplingDesign& design) {
    if (std::string why = why_no_moment(column, design); !why.empty()) return refused_estimate(why);
    return mean_over_draws(column, design, [](double x) { return x; });
}

Estimate ratio_of_sums(std::span<const double> numerator, std::span<const double> denominator,
                       const SamplingDesign& design) {
    for (const auto& column : {numerator, denominator})
        if (std::string why = why_no_moment(column, design); !why.empty())
            return refused_estimate(why);
    const auto itself = [](double x) { return x; };
    const std::size_t sections = section_count(design);
    CompensatedSum above, below;
    std::vector<double> ratios;
    for (std::size_t s = 0; s < sections; ++s) {
        const std::size_t begin = s * numerator.size() / sections;
        const std::size_t draws = (s + 1) * numerator.size() / sections - begin;
        const CompensatedSum a = sum_of(numerator.subspan(begin, draws), itself);
        const CompensatedSum b = sum_of(denominator.subspan(begin, draws), itself);
        if (!(b.value() > 0)) return refused_estimate("no output to divide by in some replicates");
        ratios.push_back(a.value() / b.value());
        above.merge(a);
        below.merge(b);
    }
    const double value = above.value() / below.value();
    const double half_width = section_half_width(ratios, value);
    return {value, value - half_width, value + half_width};
}

Estimate standard_deviation(std::span<const double> column, const SamplingDesign& design) {
    const Estimate centre = mean(column, design);
    if (centre.refused()) return centre;
    const Estimate variance = mean_over_draws(
        column, design, [&](double x) { return (x - centre.value) * (x - centre.value); });
    if (variance.refused()) return variance;
    return {std::sqrt(variance.value), std::sqrt(std::max(0.0, variance.low)),
            std::sqrt(variance.high)};
}

Estimate expected_overrun(std::span<const double> column, const SamplingDesign& design,
                          double limit) {
    if (std::string why = why_no_moment(column, design); !why.empty()) return refused_estimate(why);
    Estimate overrun =
        mean_over_draws(column, design, [&](double x) { return std::max(0.0, x - limit); });
    overrun.low = std::max(0.0, overrun.low);
    return overrun;
}

Estimate overrun_when_over(std::span<const double> column, const SamplingDesign& design,
                           double limit) {
    const Estimate overrun = expected_overrun(column, design, limit);
    if (overrun.refused()) return overrun;
    const auto over = static_cast<std::uint64_t>(
        std::count_if(column.begin(), column.end(), [&](double x) { return x > limit; }));
    if (over < fewest_draws_over) {
        return refused_estimate(fmt::format("only {} of {} draws are over", over, column.size()));
    }
    const double share_over = static_cast<double>(over) / static_cast<double>(column.size());
    const double value = overrun.value / share_over;
    // A ratio of two means varies, to first order, like the mean of excess - ratio x {over}.
    const double half_width =
        half_width_of(mean_over_draws(
            column, design, [&](double x) { return x > limit ? x - limit - value : 0.0; })) /
        share_over;
    return {value, std::max(0.0, value - half_width), value + half_width};
}

Estimate tail_mean(std::span<const double> column, const SamplingDesign& design, double p,
                   double percentile_value) {
    const double tail = 1 - p;
    if (tail * static_cast<double>(column.size()) < fewest_tail_draws) {
        return refused_estimate("too few draws in the tail: more draws needed");
    }
    // The overrun above the percentile, shared out over the tail; to first order an error in the
    // percentile cancels.
    const Estimate overrun = expected_overrun(column, design, percentile_value);
    if (overrun.refused()) return overrun;
    return {percentile_value + overrun.value / tail, percentile_value + overrun.low / tail,
            percentile_value + overrun.high / tail};
}

Estimate settle_moment(const Estimate& with_default_bounds, const Estimate& with_doubled_bounds,
                       const std::string& refusal) {
    if (with_default_bounds.refused()) return with_default_bounds;
    if (with_doubled_bounds.refused()) return with_doubled_bounds;
    const double move = std::abs(with_doubled_bounds.value - with_default_bounds.value);
    if (move > half_width_of(with_default_bounds)) return refused_estimate(refusal);
    return with_default_bounds;
}

}  // namespace trialcost
