#include "sim/fitting/goodness_of_fit.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <string>
#include <vector>

#include "models/distribution/marginal.hpp"
#include "models/distribution/special_functions.hpp"
#include "sim/random/stream.hpp"

namespace trialcost {
namespace {

// The distribution of the times at which observation ends (Kaplan and Meier's estimate, with the
// parts of events and censored values exchanged).
class CensoringTimes {
  public:
    explicit CensoringTimes(const Sample& sample) {
        if (!sample.censored.empty())
            last_ = std::max(sample.observed.back(), sample.censored.back());
        double survival = 1.0;
        for (std::size_t i = 0; i < sample.censored.size(); ++i) {
            const double time = sample.censored[i];
            // An event at the same time comes before the end of observation.
            const auto seen =
                std::upper_bound(sample.observed.begin(), sample.observed.end(), time) -
                sample.observed.begin();
            const double at_risk =
                static_cast<double>(sample.size() - i) - static_cast<double>(seen);
            survival *= (at_risk - 1) / at_risk;
            times_.push_back(time);
            ended_.push_back(1.0 - survival);
        }
    }

    // Beyond all that was seen, the estimate does not say when observation ends: there, at once.
    double at(double uniform) const {
        const auto i = std::upper_bound(ended_.begin(), ended_.end(), uniform) - ended_.begin();
        return i == std::ssize(times_) ? last_ : times_[static_cast<std::size_t>(i)];
    }

  private:
    std::vector<double> times_, ended_;
    double last_ = std::numeric_limits<double>::infinity();
};

Sample drawn(const Marginal& marginal, const CensoringTimes& censoring, std::size_t count,
             const DrawKey& key, std::uint32_t stream) {
    std::vector<double> observed, censored;
    for (std::size_t i = 0; i < count; ++i) {
        const UniformPair uniforms = uniform_pair(key, stream, static_cast<std::uint32_t>(i));
        const double value = marginal(normal_quantile(uniforms.first));
        const double end = censoring.at(uniforms.second);
        (value <= end ? observed : censored).push_back(std::min(value, end));
    }
    return sorted_sample(std::move(observed), std::move(censored));
}

std::optional<Marginal> compiled(const Distribution& distribution) {
    try {
        return Marginal::compile(distribution);
    } catch (const std::runtime_error&) {
        return std::nullopt;
    }
}

}  // namespace

std::optional<GoodnessOfFit> goodness_of_fit(const FamilyFit& fit, const Sample& sample,
                                             std::uint64_t seed, BootstrapSize size) {
    const std::optional<Marginal> marginal = compiled(fit.likeliest);
    if (!marginal) return std::nullopt;
    const CensoringTimes censoring(sample);
    const std::uint32_t stream = stream_of("fit/" + std::string(name_of(fit.family)));
    const std::size_t count = std::min(sample.size(), size.most_drawn);
    const double scale = std::sqrt(static_cast<double>(sample.size()) / static_cast<double>(count));

    const Agreement found = agreement(sample, fit.likeliest);
    std::size_t fitted = 0, wider_gaps = 0, larger_areas = 0;
    for (std::size_t r = 0; r < size.replicates; ++r) {
        const Sample other = drawn(*marginal, censoring, count, {seed, 0, r}, stream);
        if (!why_not(fit.family, other).empty()) continue;
        const std::optional<Family> refitted = likeliest(fit.family, other);
        if (!refitted) continue;
        const Agreement chance = agreement(other, {*refitted});
        ++fitted;
        if (chance.largest_gap >= scale * found.largest_gap) ++wider_gaps;
        if (chance.anderson_darling >= found.anderson_darling) ++larger_areas;
    }
    if (10 * fitted < 9 * size.replicates) return std::nullopt;
    const auto share = [&](std::size_t beyond) {
        return static_cast<double>(1 + beyond) / static_cast<double>(1 + fitted);
    };
    return GoodnessOfFit{found, share(wider_gaps), share(larger_areas)};
}

}  // namespace trialcost
