#include "sim/analysis/knowledge_share.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <vector>

#include "models/distribution/special_functions.hpp"

namespace trialcost {
namespace {

// Sums over knowledge draws, from which a group of them can be taken off.
struct Sums {
    double count = 0, mean = 0, square = 0, variance = 0;

    void add(const ChanceMoments& moments, double origin, double weight) {
        const double offset = moments.mean - origin;
        count += weight;
        mean += weight * offset;
        square += weight * offset * offset;
        variance += weight * moments.variance;
    }

    double share(double chance_draws) const {
        const double within = variance / count;
        const double between = (square - mean * mean / count) / (count - 1) - within / chance_draws;
        const double known = std::fmax(0.0, between);
        return known / (known + within);
    }
};

}  // namespace

Estimate knowledge_share(std::span<const ChanceMoments> by_knowledge, std::size_t replicates,
                         std::size_t chance_draws) {
    if (replicates < 2 || by_knowledge.size() % replicates != 0 || by_knowledge.empty() ||
        chance_draws < 2)
        throw std::logic_error("knowledge_share: replicates of one length are needed");
    const std::size_t each = by_knowledge.size() / replicates;
    const double inner = static_cast<double>(chance_draws);
    Sums all;
    for (const ChanceMoments& moments : by_knowledge) all.add(moments, by_knowledge[0].mean, 1);
    const double share = all.share(inner);
    if (std::isnan(share)) return refused_estimate("it is the same in every draw");

    double squares = 0;
    for (std::size_t r = 0; r < replicates; ++r) {
        Sums others = all;
        for (const ChanceMoments& moments : by_knowledge.subspan(r * each, each))
            others.add(moments, by_knowledge[0].mean, -1);
        const double off = others.share(inner) - share;
        squares += std::isnan(off) ? 1 : off * off;
    }
    const double degrees = static_cast<double>(replicates - 1);
    const double half_width =
        student_t_quantile(degrees, (1 - interval_confidence) / 2, Tail::upper) *
        std::sqrt(squares * degrees / static_cast<double>(replicates));
    return {share, std::fmax(0.0, share - half_width), std::fmin(1.0, share + half_width)};
}

Band band_over_knowledge(std::span<const double> probabilities) {
    if (probabilities.empty()) throw std::logic_error("a band needs knowledge draws");
    std::vector<double> sorted(probabilities.begin(), probabilities.end());
    std::sort(sorted.begin(), sorted.end());
    const auto at = [&](double p) {
        const double rank = std::ceil(p * static_cast<double>(sorted.size()));
        return sorted[static_cast<std::size_t>(std::fmax(rank, 1.0)) - 1];
    };
    return {at((1 - band_confidence) / 2), at((1 + band_confidence) / 2)};
}

}  // namespace trialcost
