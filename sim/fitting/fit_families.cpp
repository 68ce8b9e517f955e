#include "sim/fitting/fit_families.hpp"

#include <algorithm>
#include <limits>

namespace trialcost {

std::vector<FamilyOutcome> fit_families(std::span<const FitFamily> families, const Sample& sample,
                                        std::uint64_t seed, BootstrapSize size) {
    std::vector<FamilyOutcome> outcomes;
    for (const FitFamily family : families) {
        FamilyOutcome outcome{family, {}, {}, {}, {}};
        auto fitted = fit_family(family, sample);
        if (auto* fit = std::get_if<FamilyFit>(&fitted)) {
            outcome.aicc = aicc(*fit, sample);
            outcome.goodness = goodness_of_fit(*fit, sample, seed, size);
            outcome.fit = std::move(*fit);
        } else {
            outcome.why_not = std::get<std::string>(fitted);
        }
        outcomes.push_back(std::move(outcome));
    }
    const auto rank = [](const FamilyOutcome& outcome) {
        if (!outcome.fit) return std::numeric_limits<double>::infinity();
        return outcome.aicc.value_or(0.0);
    };
    std::stable_sort(outcomes.begin(), outcomes.end(),
                     [&](const auto& a, const auto& b) { return rank(a) < rank(b); });
    return outcomes;
}

}  // namespace trialcost
