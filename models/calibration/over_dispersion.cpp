#include "models/calibration/over_dispersion.hpp"

#include <algorithm>
#include <cstddef>

#include "models/distribution/distribution.hpp"

namespace trialcost {
namespace {

constexpr std::size_t least_runs = 3;
constexpr double least_events = 6;  // with fewer, the gamma tail is off by a factor of two
constexpr double significance = 0.05;

struct Totals {
    double runs = 0, events = 0, exposure = 0;
};

Totals totals_of(std::span<const RunCount> runs) {
    Totals sum;
    for (const RunCount& run : runs) {
        if (!(run.exposure > 0)) continue;
        ++sum.runs;
        sum.events += run.events;
        sum.exposure += run.exposure;
    }
    return sum;
}

double p_value(std::span<const RunCount> runs, const Totals& total) {
    double pearson = 0, inverse_shares = 0;
    for (const RunCount& run : runs) {
        if (!(run.exposure > 0)) continue;
        const double expected = total.events * run.exposure / total.exposure;
        pearson += (run.events - expected) * (run.events - expected) / expected;
        inverse_shares += total.exposure / run.exposure;
    }
    const double r = total.runs, mean = r - 1;
    const double variance = 2 * (r - 1) + (inverse_shares - r * r - 2 * r + 2) / total.events;
    if (!(variance > 0)) return 1;
    return 1 - cdf({Gamma{mean * mean / variance, variance / mean}}, pearson);
}

// The squares about the expected counts have the mean a + b v under a factor of variance v.
double factor_variance(std::span<const RunCount> runs, const Totals& total) {
    double squares_of_expected = 0;
    for (const RunCount& run : runs) {
        const double expected = total.events * run.exposure / total.exposure;
        squares_of_expected += expected * expected;
    }
    double squares = 0, a = 0, b = 0;
    for (const RunCount& run : runs) {
        const double share = run.exposure / total.exposure, expected = total.events * share;
        const double own = (1 - share) * (1 - share), others = share * share;
        squares += (run.events - expected) * (run.events - expected);
        a += own * expected + others * (total.events - expected);
        b += own * expected * expected + others * (squares_of_expected - expected * expected);
    }
    return std::max(0.0, (squares - a) / b);
}

}  // namespace

bool OverDispersion::is_shown() const {
    return p_value <= significance && factor_variance > 0;
}

std::optional<OverDispersion> over_dispersion(std::span<const RunCount> runs) {
    const Totals total = totals_of(runs);
    if (total.runs < least_runs || total.events < least_events) return std::nullopt;
    OverDispersion out{p_value(runs, total), factor_variance(runs, total)};
    for (const RunCount& run : runs) {
        const double share = run.exposure / total.exposure;
        out.count_inflation += out.factor_variance * total.events * share * share;
    }
    return out;
}

}  // namespace trialcost
