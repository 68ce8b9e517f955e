#include "sim/analysis/probability.hpp"

#include <algorithm>
#include <numeric>
#include <stdexcept>

#include "sim/analysis/binomial.hpp"
#include "sim/analysis/replicate_spread.hpp"
#include "sim/analysis/sections.hpp"

namespace trialcost {

namespace {

constexpr std::uint64_t fewest_on_rarer_side = 50;

Estimate over_replicates(std::span<const std::uint64_t> counts, const SamplingDesign& design,
                         double pooled_share) {
    std::vector<double> shares;
    for (const std::uint64_t count : counts) {
        shares.push_back(static_cast<double>(count) / design.draws_per_replicate);
    }
    const double half_width = section_half_width(shares, pooled_share);
    return {pooled_share, std::max(0.0, pooled_share - half_width),
            std::min(1.0, pooled_share + half_width)};
}

}  // namespace

Estimate probability(std::span<const std::uint64_t> count_per_replicate,
                     const SamplingDesign& design) {
    const bool fits = count_per_replicate.size() == design.replicates && design.total() > 0;
    if (!fits || std::any_of(count_per_replicate.begin(), count_per_replicate.end(),
                             [&](auto count) { return count > design.draws_per_replicate; })) {
        throw std::logic_error("one count of draws per replicate is needed");
    }
    const std::uint64_t count =
        std::accumulate(count_per_replicate.begin(), count_per_replicate.end(), std::uint64_t{0});
    const std::uint64_t rarer = std::min(count, design.total() - count);
    if (!has_replicate_spread(design) || rarer < fewest_on_rarer_side) {
        return clopper_pearson(count, design.total());
    }
    const double share = static_cast<double>(count) / static_cast<double>(design.total());
    return over_replicates(count_per_replicate, design, share);
}

}  // namespace trialcost
