#include "models/fitting/agreement.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "models/distribution/portable_math.hpp"

namespace trialcost {
namespace {

// Antiderivative of (height - u)^2 / (u (1 - u)), for a stretch on which the empirical function
// stands at `height`.
double antiderivative(double height, double u) {
    double sum = -u;
    if (height > 0) sum += height * height * portable::log(u);
    if (height < 1) sum -= (1 - height) * (1 - height) * portable::log1p(-u);
    return sum;
}

// Of all values: with fewer still under observation Kaplan and Meier's estimate is mostly noise.
constexpr double fewest_at_risk = 0.1;

}  // namespace

Agreement agreement(const Sample& sample, const Distribution& distribution) {
    const auto& observed = sample.observed;
    const auto& censored = sample.censored;
    const auto n = static_cast<double>(sample.size());
    constexpr double smallest = std::numeric_limits<double>::min();
    constexpr double largest = 1.0 - 0x1p-53;

    double survival = 1.0, height = 0.0, at_risk = n, u_before = 0.0, gap = 0.0, integral = 0.0;
    std::size_t left = 0;  // censored values below the current one
    for (std::size_t i = 0, j = 0; i < observed.size(); i = j) {
        while (j < observed.size() && observed[j] == observed[i]) ++j;
        const std::size_t left_before = left;
        while (left < censored.size() && censored[left] < observed[i]) ++left;
        at_risk -= static_cast<double>(left - left_before);
        if (!censored.empty() && at_risk < fewest_at_risk * n) break;
        const double u = std::clamp(cdf(distribution, observed[i]), smallest, largest);
        integral += antiderivative(height, u) - (i > 0 ? antiderivative(height, u_before) : 0.0);
        gap = std::max(gap, std::fabs(u - height));

        const auto events = static_cast<double>(j - i);
        survival *= (at_risk - events) / at_risk;
        at_risk -= events;
        // Without censoring the count itself, free of the rounding of a long product.
        height = censored.empty() ? static_cast<double>(j) / n : 1.0 - survival;
        gap = std::max(gap, std::fabs(height - u));
        u_before = u;
    }
    // The last stretch, at height 1, reaches to u = 1.
    if (censored.empty()) integral += -1.0 - antiderivative(1.0, u_before);
    return {gap, n * integral};
}

}  // namespace trialcost
