#include "sim/analysis/order_statistics.hpp"

#include <stdexcept>

#include "sim/analysis/binomial.hpp"

namespace trialcost {

namespace {

void require_inside_unit_interval(double value) {
    if (!(value > 0 && value < 1))
        throw std::logic_error("percentile or confidence outside (0, 1)");
}

// The smallest integer of (below, holds] for which the monotone `condition` holds; it does not hold
// at `below`, and does at `holds`.
template <typename Condition>
std::uint64_t first_that_holds(std::uint64_t below, std::uint64_t holds, Condition condition) {
    while (holds - below > 1) {
        const std::uint64_t middle = below + (holds - below) / 2;
        (condition(middle) ? holds : below) = middle;
    }
    return holds;
}

}  // namespace

OrderStatisticRanks order_statistic_ranks(std::uint64_t draws, double p, double confidence) {
    require_inside_unit_interval(p);
    require_inside_unit_interval(confidence);
    const double tail = (1 - confidence) / 2;
    const auto cdf = [&](std::uint64_t hits) { return binomial_cdf(hits, draws, p); };
    OrderStatisticRanks ranks;
    if (draws == 0) return ranks;
    // Rank l is too high when more than `tail` lies on at most l - 1 hits; rank draws + 1 always
    // is.
    const auto too_high = [&](std::uint64_t rank) { return cdf(rank - 1) > tail; };
    if (!too_high(1)) ranks.lower = first_that_holds(1, draws + 1, too_high) - 1;
    // Rank u is high enough when at most `tail` lies on u hits or more.
    const auto high_enough = [&](std::uint64_t rank) { return cdf(rank - 1) >= 1 - tail; };
    if (high_enough(draws)) {
        ranks.upper = high_enough(1) ? 1 : first_that_holds(1, draws, high_enough);
    }
    return ranks;
}

double order_statistic_coverage(std::uint64_t draws, double p, std::uint64_t lower,
                                std::uint64_t upper) {
    require_inside_unit_interval(p);
    if (lower < 1 || lower >= upper || upper > draws) {
        throw std::logic_error("ranks run from 1 to the number of draws");
    }
    return binomial_cdf(upper - 1, draws, p) - binomial_cdf(lower - 1, draws, p);
}

std::uint64_t wilks_sample_size(double p, double confidence, std::uint64_t order) {
    require_inside_unit_interval(p);
    require_inside_unit_interval(confidence);
    if (order == 0) throw std::logic_error("the largest draw has order 1");
    const auto enough = [&](std::uint64_t draws) {
        return 1 - binomial_cdf(order - 1, draws, 1 - p) >= confidence;
    };
    std::uint64_t draws = order;
    if (enough(draws)) return draws;
    while (!enough(2 * draws)) draws *= 2;
    return first_that_holds(draws, 2 * draws, enough);
}

}  // namespace trialcost
