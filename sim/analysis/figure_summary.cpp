#include "sim/analysis/figure_summary.hpp"

#include <algorithm>
#include <cmath>

#include "sim/analysis/moment.hpp"
#include "sim/analysis/percentile.hpp"

namespace trialcost {

SectionFigures reported_figures(double confidence) {
    std::vector<double> percentiles(reported_percentiles.begin(), reported_percentiles.end());
    if (std::find(percentiles.begin(), percentiles.end(), confidence) == percentiles.end())
        percentiles.push_back(confidence);
    return {std::move(percentiles), reported_tail};
}

std::vector<Estimate> percentiles_of(const FigureTally& figure) {
    std::vector<Estimate> percentiles;
    for (const double p : reported_percentiles) percentiles.push_back(percentile(figure, p));
    return percentiles;
}

FigureSummary summarise(const FigureTally& figure) {
    return {percentiles_of(figure), mean(figure),          standard_deviation(figure),
            tail_mean(figure),      figure.pooled().min(), figure.pooled().max()};
}

Estimate runs_that_fit(const FigureTally& minus_runs, double confidence) {
    const Estimate estimate = percentile(minus_runs, confidence);
    if (estimate.refused()) return estimate;
    return {std::abs(estimate.value), std::max(0.0, std::floor(-estimate.high)),
            std::ceil(std::abs(estimate.low))};
}

}  // namespace trialcost
