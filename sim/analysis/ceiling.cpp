#include "sim/analysis/ceiling.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <stdexcept>

#include "sim/analysis/column.hpp"
#include "sim/analysis/probability.hpp"

namespace trialcost {

namespace {

// Of one draw, under one ceiling or several; the worse of two is the larger.
enum class Kept : std::uint8_t { yes, unknown, no };

Kept kept_in(double figure, double limit) {
    if (is_unknown(figure)) return Kept::unknown;
    return std::isfinite(figure) && figure <= limit ? Kept::yes : Kept::no;
}

Estimate probability_of_kept(std::span<const Kept> kept, const SamplingDesign& design) {
    std::vector<std::uint64_t> surely;
    std::vector<std::uint64_t> perhaps;
    for (std::uint32_t r = 0; r < design.replicates; ++r) {
        const auto draws = replicate_of(kept, design, r);
        const auto yes = std::count(draws.begin(), draws.end(), Kept::yes);
        const auto unknown = std::count(draws.begin(), draws.end(), Kept::unknown);
        surely.push_back(static_cast<std::uint64_t>(yes));
        perhaps.push_back(static_cast<std::uint64_t>(yes + unknown));
    }
    const Estimate cautious = probability(surely, design);
    if (surely == perhaps) return cautious;
    return {cautious.value, cautious.low, probability(perhaps, design).high};
}

}  // namespace

CeilingsKept ceilings_kept(std::span<const Ceiling> ceilings, const SamplingDesign& design) {
    if (ceilings.empty()) throw std::logic_error("no ceiling to keep");
    CeilingsKept result;
    std::vector<Kept> together(design.total(), Kept::yes);
    std::vector<Kept> one(design.total());
    for (const Ceiling& ceiling : ceilings) {
        require_column_of(design, ceiling.figure.size());
        for (std::size_t i = 0; i < one.size(); ++i) {
            one[i] = kept_in(ceiling.figure[i], ceiling.limit);
            together[i] = std::max(together[i], one[i]);
        }
        result.each.push_back(probability_of_kept(one, design));
    }
    result.together = probability_of_kept(together, design);
    return result;
}

}  // namespace trialcost
