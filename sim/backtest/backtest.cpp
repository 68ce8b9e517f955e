#include "sim/backtest/backtest.hpp"

#include <algorithm>
#include <cmath>

#include "models/distribution/portable_math.hpp"
#include "sim/backtest/field_sum.hpp"
#include "sim/backtest/one_field.hpp"
#include "sim/random/stream.hpp"
#include "sim/run/parallel.hpp"

namespace trialcost {
namespace {

constexpr std::size_t bootstrap_samples = 1000;
constexpr std::size_t figure_count = predicted_probabilities.size() + 1;
// Coverages, then the log of the ratio of interval scores.
using Figures = std::array<double, figure_count>;

double log_ratio(const GroupScore& score) {
    // Runs that are all equal: both predict nothing else.
    if (score.interval_score == score.log_t_interval_score) return 0;
    return portable::log(score.interval_score / score.log_t_interval_score);
}

Figures figures_of(const GroupScore& score) {
    Figures out;
    std::copy(score.coverage.begin(), score.coverage.end(), out.begin());
    out.back() = log_ratio(score);
    return out;
}

template <class NumberOf>
Figures mean_over(const std::vector<Figures>& groups, const NumberOf& number_of) {
    Figures sum{};
    for (std::size_t g = 0; g < groups.size(); ++g) {
        const Figures& each = groups[number_of(g)];
        for (std::size_t i = 0; i < sum.size(); ++i) sum[i] += each[i];
    }
    for (double& figure : sum) figure /= static_cast<double>(groups.size());
    return sum;
}

Figures bootstrap_errors(const std::vector<Figures>& groups, std::uint64_t seed) {
    const std::uint32_t stream = stream_of("backtest/bootstrap");
    const auto count = static_cast<double>(groups.size());
    const Figures centre = mean_over(groups, [](std::size_t g) { return g; });
    Figures squares{};
    for (std::size_t sample = 0; sample < bootstrap_samples; ++sample) {
        const DrawKey key{seed, 0, sample};
        const Figures mean = mean_over(groups, [&](std::size_t g) {
            const double u = uniform_pair(key, stream, static_cast<std::uint32_t>(g)).first;
            return static_cast<std::size_t>(u * count);
        });
        for (std::size_t i = 0; i < squares.size(); ++i)
            squares[i] += (mean[i] - centre[i]) * (mean[i] - centre[i]);
    }
    for (double& square : squares) square = std::sqrt(square / bootstrap_samples);
    return squares;
}

void add_places(std::span<const GroupScore> scores, BacktestSummary& summary) {
    constexpr std::size_t hundredths = std::tuple_size_v<decltype(GroupScore::places)>;
    const std::size_t per_tenth = hundredths / summary.places.size();
    double below = 0;
    for (std::size_t i = 0; i < hundredths; ++i) {
        double here = 0;
        for (const GroupScore& score : scores) here += score.places[i];
        here /= static_cast<double>(scores.size());
        summary.places[i / per_tenth] += here;
        below += here;
        const double uniform = static_cast<double>(i + 1) / static_cast<double>(hundredths);
        summary.largest_place_gap = std::max(summary.largest_place_gap, std::fabs(below - uniform));
    }
}

}  // namespace

std::vector<GroupScore> backtest(std::span<const BacktestGroup> groups,
                                 const BacktestDesign& design, int threads) {
    std::vector<GroupScore> scores(groups.size());
    if (groups.empty()) return scores;
    const std::size_t fields = groups.front().runs.front().size();
    const Predictor predictor =
        fields == 1 ? one_field_predictor(design.first) : field_sum_predictor(fields, design.first);
    for_each_block(groups.size(), threads, [&](std::size_t g) {
        scores[g] = backtest_group(groups[g], design, predictor);
    });
    return scores;
}

BacktestSummary summarize(std::span<const GroupScore> scores, std::uint64_t seed) {
    std::vector<Figures> groups;
    for (const GroupScore& score : scores) groups.push_back(figures_of(score));
    const Figures mean = mean_over(groups, [](std::size_t g) { return g; });

    BacktestSummary summary{.groups = scores.size()};
    for (std::size_t i = 0; i < summary.coverage.size(); ++i) summary.coverage[i].value = mean[i];
    summary.interval_score_ratio.value = portable::exp(mean.back());
    if (scores.size() > 1) {
        const Figures errors = bootstrap_errors(groups, seed);
        for (std::size_t i = 0; i < summary.coverage.size(); ++i)
            summary.coverage[i].standard_error = errors[i];
        summary.interval_score_ratio.standard_error =
            summary.interval_score_ratio.value * errors.back();
    }
    add_places(scores, summary);
    return summary;
}

}  // namespace trialcost
