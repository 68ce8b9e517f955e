#include "models/calibration/trend.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "models/calibration/student_test.hpp"
#include "models/distribution/portable_math.hpp"

namespace trialcost {
namespace {

// Ranks from 0; equal values share the mean of theirs.
std::vector<double> ranks_of(std::span<const double> values) {
    std::vector<std::size_t> order(values.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::sort(order.begin(), order.end(),
              [&](std::size_t a, std::size_t b) { return values[a] < values[b]; });
    std::vector<double> ranks(values.size());
    for (std::size_t first = 0; first < order.size();) {
        std::size_t end = first;
        while (end < order.size() && values[order[end]] == values[order[first]]) ++end;
        const double shared = static_cast<double>(first + end - 1) / 2;
        for (; first < end; ++first) ranks[order[first]] = shared;
    }
    return ranks;
}

double mean_of(const std::vector<double>& values) {
    double sum = 0;
    for (const double value : values) sum += value;
    return sum / static_cast<double>(values.size());
}

}  // namespace

std::optional<Trend> trend_over(std::span<const double> starts, std::span<const double> values) {
    const std::size_t n = values.size();
    if (n < least_for_trend) return std::nullopt;
    const std::vector<double> ranks = ranks_of(starts);
    const auto [first, last] = std::minmax_element(ranks.begin(), ranks.end());
    const double span = *last - *first;
    if (!(span > 0)) return std::nullopt;
    std::vector<double> logs;
    for (const double value : values) logs.push_back(portable::log(value));
    const double rank_mean = mean_of(ranks), log_mean = mean_of(logs);
    double xx = 0, xy = 0;
    for (std::size_t i = 0; i < n; ++i) {
        xx += (ranks[i] - rank_mean) * (ranks[i] - rank_mean);
        xy += (ranks[i] - rank_mean) * (logs[i] - log_mean);
    }
    const double slope = xy / xx;
    double squares = 0;
    for (std::size_t i = 0; i < n; ++i) {
        const double rest = logs[i] - log_mean - slope * (ranks[i] - rank_mean);
        squares += rest * rest;
    }
    const double degrees = static_cast<double>(n) - 2;
    const StudentTest test =
        student_test(span * slope, span * std::sqrt(squares / degrees / xx), degrees);
    return Trend{portable::expm1(span * slope), portable::expm1(test.low),
                 portable::expm1(test.high), test.p_value};
}

}  // namespace trialcost
