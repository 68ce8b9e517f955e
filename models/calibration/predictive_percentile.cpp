#include "models/calibration/predictive_percentile.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <vector>

#include "models/calibration/posterior.hpp"
#include "models/distribution/special_functions.hpp"

namespace trialcost {

double predictive_percentile(std::span<const double> records, double probability,
                             PredictiveKind kind) {
    const bool usable = std::all_of(records.begin(), records.end(),
                                    [](double x) { return x >= 0 && std::isfinite(x); });
    if (records.empty() || !usable || !(probability > 0 && probability < 1))
        throw std::logic_error(
            "predictive_percentile: finite records >= 0 and a probability inside (0, 1)");
    std::vector<double> positive;
    std::copy_if(records.begin(), records.end(), std::back_inserter(positive),
                 [](double x) { return x > 0; });
    if (positive.empty()) return 0;
    if (positive.size() < records.size()) {
        const double not_zero = mean(share_posterior(static_cast<double>(positive.size()),
                                                     static_cast<double>(records.size())));
        if (probability <= 1 - not_zero) return 0;
        probability = 1 - (1 - probability) / not_zero;
    }
    const FieldScale scale(positive, kind);
    const auto n = static_cast<double>(positive.size());
    // exp(log x) need not be x.
    if (scale.latent_sd() == 0) return positive[0];
    return scale.value(scale.latent_mean() + scale.latent_sd() * std::sqrt(1 + 1 / n) *
                                                 student_t_quantile(n - 1, probability));
}

}  // namespace trialcost
