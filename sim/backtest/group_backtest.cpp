#include "sim/backtest/group_backtest.hpp"

#include <algorithm>
#include <numeric>
#include <stdexcept>

#include "sim/random/stream.hpp"

namespace trialcost {
namespace {

// A predicted percentile may be one of the records, give or take what exp and log round.
constexpr double rounding = 1e-12;

// In a random order, the same for the same draw.
void shuffle(std::vector<std::size_t>& numbers, const DrawKey& key, std::uint32_t stream) {
    for (std::size_t left = numbers.size(); left > 1; --left) {
        const double u = uniform_pair(key, stream, static_cast<std::uint32_t>(left)).first;
        std::swap(numbers[left - 1],
                  numbers[static_cast<std::size_t>(u * static_cast<double>(left))]);
    }
}

double interval_score(const Prediction& prediction, const std::vector<double>& later) {
    constexpr double per_unit_outside = 2 / 0.1;
    const double low = prediction.percentiles.front(), high = prediction.percentiles.back();
    double outside = 0;
    for (const double y : later) outside += std::max({low - y, y - high, 0.0});
    return high - low + per_unit_outside * outside / static_cast<double>(later.size());
}

void add_coverage(const Prediction& prediction, const std::vector<double>& later, double weight,
                  GroupScore& score) {
    for (std::size_t i = 0; i < score.coverage.size(); ++i) {
        const double at_most = prediction.percentiles[i] * (1 + rounding);
        score.coverage[i] +=
            weight * static_cast<double>(std::count_if(later.begin(), later.end(),
                                                       [&](double y) { return y <= at_most; }));
    }
}

// A run that is new among n equally likely values falls into any of the n + 1 places between them;
// with values equal to it, into any of those that they take up.
double place_of(double y, const std::vector<double>& values, double u) {
    const double low = y * (1 - rounding), high = y * (1 + rounding);
    std::size_t below = 0, not_above = 0;
    for (const double value : values) {
        below += value < low ? 1 : 0;
        not_above += value <= high ? 1 : 0;
    }
    const auto room = static_cast<double>(not_above - below + 1);
    return (static_cast<double>(below) + u * room) / static_cast<double>(values.size() + 1);
}

std::vector<double> sums(const std::vector<std::vector<double>>& runs,
                         std::span<const std::size_t> numbers) {
    std::vector<double> out;
    for (const std::size_t i : numbers)
        out.push_back(std::accumulate(runs[i].begin(), runs[i].end(), 0.0));
    return out;
}

FieldRecords by_field(const std::vector<std::vector<double>>& runs,
                      std::span<const std::size_t> numbers) {
    FieldRecords out(runs.front().size());
    for (const std::size_t i : numbers)
        for (std::size_t f = 0; f < out.size(); ++f) out[f].push_back(runs[i][f]);
    return out;
}

}  // namespace

GroupScore backtest_group(const BacktestGroup& group, const BacktestDesign& design,
                          const Predictor& predictor) {
    if (design.first < 2 || group.runs.size() <= design.first || design.shuffles == 0)
        throw std::logic_error("backtest_group: two first runs, and some later ones");
    auto runs = group.runs;
    std::sort(runs.begin(), runs.end());
    const std::uint32_t order_stream = stream_of("backtest/" + group.name),
                        place_stream = stream_of("backtest/" + group.name + "/place");
    const double per_shuffle = 1 / static_cast<double>(design.shuffles);
    const double weight = per_shuffle / static_cast<double>(runs.size() - design.first);

    GroupScore score;
    std::vector<std::size_t> order(runs.size());
    for (std::size_t draw = 0; draw < design.shuffles; ++draw) {
        const DrawKey key{design.seed, 0, draw};
        std::iota(order.begin(), order.end(), std::size_t{0});
        shuffle(order, key, order_stream);
        const FieldRecords first = by_field(runs, std::span(order).first(design.first));
        const std::vector<double> later = sums(runs, std::span(order).subspan(design.first));

        const Prediction prediction = predictor(first, design.kind);
        add_coverage(prediction, later, weight, score);
        score.interval_score += per_shuffle * interval_score(prediction, later);
        score.log_t_interval_score +=
            per_shuffle * interval_score(design.kind == PredictiveKind::log_t
                                             ? prediction
                                             : predictor(first, PredictiveKind::log_t),
                                         later);
        for (std::size_t i = 0; i < later.size(); ++i) {
            const double u = uniform_pair(key, place_stream, static_cast<std::uint32_t>(i)).first;
            const double place = place_of(later[i], prediction.values, u);
            const auto bins = static_cast<double>(score.places.size());
            score.places[static_cast<std::size_t>(place * bins)] += weight;
        }
    }
    return score;
}

}  // namespace trialcost
