#include "sim/analysis/moment.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "sim/analysis/sections.hpp"

namespace trialcost {
namespace {

constexpr double fewest_tail_draws = 10;

// Empty if the draws have moments at all.
std::string why_no_moment(const FigureTally& figure) {
    const DrawTally& draws = figure.pooled();
    if (draws.unknown() > 0)
        return fmt::format("{} of {} draws are not numbers", draws.unknown(), draws.size());
    if (draws.infinite() > 0)
        return fmt::format("no finite mean: {} of {} draws are infinite", draws.infinite(),
                           draws.size());
    if (figure.sections().size() < 2) return "one replicate has no interval: take two or more";
    if (figure.design().draws_per_replicate < 2) return "too few draws for an interval";
    return {};
}

// `of(section)`: the figure of one section.
template <class OfSection>
Estimate over_sections(const std::vector<Section>& sections, double value, const OfSection& of) {
    if (!std::isfinite(value)) return refused_estimate("too large to be summed");
    std::vector<double> values;
    for (const Section& section : sections) values.push_back(of(section));
    const double half_width = section_half_width(values, value);
    return {value, value - half_width, value + half_width};
}

// Whether the doubled draws have moments, too.
bool is_finite(const DrawTally& draws) {
    return draws.unknown() == 0 && draws.infinite() == 0;
}

template <class OfDraws>
Estimate settled(const FigureTally& figure, const Estimate& base, const OfDraws& of) {
    if (base.refused() || figure.doubled() == nullptr) return base;
    const DrawTally& doubled = *figure.doubled();
    return settle_moment(
        base, is_finite(doubled) ? of(doubled) : std::numeric_limits<double>::quiet_NaN());
}

double square(double x) {
    return x * x;
}

}  // namespace

Estimate mean(const FigureTally& figure) {
    if (std::string why = why_no_moment(figure); !why.empty()) return refused_estimate(why);
    const Estimate base = over_sections(figure.sections(), figure.pooled().mean(),
                                        [](const Section& section) { return section.mean; });
    return settled(figure, base, [](const DrawTally& draws) { return draws.mean(); });
}

Estimate standard_deviation(const FigureTally& figure) {
    if (std::string why = why_no_moment(figure); !why.empty()) return refused_estimate(why);
    const double centre = figure.pooled().mean();
    const Estimate variance = over_sections(
        figure.sections(), figure.pooled().variance(),
        [&](const Section& section) { return section.variance + square(section.mean - centre); });
    if (variance.refused()) return variance;
    const Estimate base{std::sqrt(variance.value), std::sqrt(std::max(0.0, variance.low)),
                        std::sqrt(variance.high)};
    return settled(figure, base,
                   [](const DrawTally& draws) { return std::sqrt(draws.variance()); });
}

Estimate tail_mean(const FigureTally& figure) {
    const double p = figure.asked().tail;
    if ((1 - p) * static_cast<double>(figure.pooled().size()) < fewest_tail_draws)
        return refused_estimate("too few draws in the tail: more draws needed");
    if (std::string why = why_no_moment(figure); !why.empty()) return refused_estimate(why);
    const Estimate base = over_sections(figure.sections(), tail_mean_of(figure.pooled(), p),
                                        [](const Section& section) { return section.tail_mean; });
    return settled(figure, base, [&](const DrawTally& draws) { return tail_mean_of(draws, p); });
}

Estimate ratio_of_sums(const FigureTally& numerator, const FigureTally& denominator) {
    for (const FigureTally* figure : {&numerator, &denominator})
        if (std::string why = why_no_moment(*figure); !why.empty()) return refused_estimate(why);
    std::vector<double> ratios;
    for (std::size_t s = 0; s < numerator.sections().size(); ++s) {
        const double below = denominator.sections()[s].mean;
        if (!(below > 0)) return refused_estimate("no output to divide by in some replicates");
        ratios.push_back(numerator.sections()[s].mean / below);
    }
    const double value = numerator.pooled().mean() / denominator.pooled().mean();
    const double half_width = section_half_width(ratios, value);
    const Estimate base{value, value - half_width, value + half_width};
    if (numerator.doubled() == nullptr && denominator.doubled() == nullptr) return base;
    const auto doubled = [](const FigureTally& figure) {
        return figure.doubled() != nullptr ? figure.doubled()->mean() : figure.pooled().mean();
    };
    return settle_moment(base, doubled(numerator) / doubled(denominator));
}

Estimate settle_moment(const Estimate& with_default_bounds, double with_doubled_bounds) {
    if (with_default_bounds.refused()) return with_default_bounds;
    const double move = std::abs(with_doubled_bounds - with_default_bounds.value);
    const double half_width = (with_default_bounds.high - with_default_bounds.low) / 2;
    if (move <= half_width) return with_default_bounds;
    return refused_estimate("no finite mean: state a timeout");
}

}  // namespace trialcost
