#include "sim/backtest/one_field.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include "models/calibration/field_groups.hpp"
#include "models/calibration/posterior.hpp"
#include "models/distribution/special_functions.hpp"

namespace trialcost {
namespace {

constexpr std::size_t value_count = 512;

// In units of the standard deviation of the records on their scale; nothing: the value is 0.
using Score = std::optional<double>;

Score score_of(double probability, std::size_t positive, std::size_t records) {
    const auto n = static_cast<double>(positive);
    if (positive < records) {
        const double not_zero = mean(share_posterior(n, static_cast<double>(records)));
        if (probability <= 1 - not_zero) return std::nullopt;
        probability = 1 - (1 - probability) / not_zero;
    }
    if (positive == 1) return 0.0;
    return std::sqrt(1 + 1 / n) * student_t_quantile(n - 1, probability);
}

struct Scores {
    std::vector<Score> percentiles, values;

    Scores(std::size_t positive, std::size_t records) {
        for (const double probability : predicted_probabilities)
            percentiles.push_back(score_of(probability, positive, records));
        constexpr auto count = static_cast<double>(value_count);
        for (std::size_t i = 0; i < value_count; ++i)
            values.push_back(score_of((static_cast<double>(i) + 0.5) / count, positive, records));
    }
};

}  // namespace

Predictor one_field_predictor(std::size_t records) {
    std::vector<Scores> by_positive;  // records, from one on
    for (std::size_t positive = 1; positive <= records; ++positive)
        by_positive.emplace_back(positive, records);

    return [by_positive](const FieldRecords& fields, PredictiveKind kind) {
        std::vector<double> positive;
        std::copy_if(fields[0].begin(), fields[0].end(), std::back_inserter(positive),
                     [](double x) { return x > 0; });
        Prediction prediction;
        prediction.values.assign(value_count, 0.0);
        if (positive.empty()) return prediction;
        const FieldScale scale(positive, kind);
        const double bound =
            default_bound_factor * *std::max_element(positive.begin(), positive.end());
        const auto value = [&](const Score& score) {
            if (!score) return 0.0;
            return std::min(bound, scale.value(scale.latent_mean() + scale.latent_sd() * *score));
        };
        const Scores& scores = by_positive[positive.size() - 1];
        std::transform(scores.percentiles.begin(), scores.percentiles.end(),
                       prediction.percentiles.begin(), value);
        std::transform(scores.values.begin(), scores.values.end(), prediction.values.begin(),
                       value);
        return prediction;
    };
}

}  // namespace trialcost
