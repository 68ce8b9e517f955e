#include "sim/analysis/ceiling.hpp"

#include <algorithm>
#include <limits>
#include <stdexcept>
#include <vector>

#include "sim/analysis/binomial.hpp"
#include "tests/catch_compat.hpp"
#include "tests/sim/analysis/tally_fixtures.hpp"

using namespace trialcost;
using namespace trialcost::fixtures;

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();
const SamplingDesign ten_draws{Sampler::sobol, 1, 2, 5};

// Both ceilings in the same draw.
Estimate together(const std::vector<double>& a, double limit_a, const std::vector<double>& b,
                  double limit_b) {
    CeilingTally tally(ten_draws);
    for (std::size_t i = 0; i < a.size(); ++i)
        tally.add(static_cast<std::uint32_t>(i / 5),
                  std::max(kept_in(a[i], limit_a), kept_in(b[i], limit_b)));
    return tally.p_kept(ten_draws);
}

}  // namespace

TEST_CASE("ceilings are kept at or below them, each and together in the same draw") {
    const std::vector<double> cost{1, 2, 3, 4, 5, 6, 7, 8, 9, 10};
    const std::vector<double> time{10, 9, 8, 7, 6, 5, 4, 3, 2, 1};
    CHECK(p_kept(cost, 8, ten_draws).value == 0.8);
    CHECK(p_kept(time, 7, ten_draws).value == 0.7);
    CHECK(together(cost, 8, time, 7).value == 0.5);  // neither .7 nor .8 * .7
    CHECK(together(cost, 8, time, 7).low == clopper_pearson(5, 10).low);
}

TEST_CASE("a draw with an infinite figure keeps no ceiling, not even an infinite one") {
    const std::vector<double> unit_cost{1, infinity, 3, 4, 5, infinity, 7, 8, 9, 10};
    CHECK(p_kept(unit_cost, 100, ten_draws).value == 0.8);
    CHECK(p_kept(unit_cost, infinity, ten_draws).value == 0.8);
}

TEST_CASE("a draw that is not a number is over at the low end and kept at the high end") {
    const std::vector<double> cost{1, not_a_number, 3, 4, 5, -infinity, 7, 8, 9, 10};
    const std::vector<double> time{1, 99, 1, 1, 1, 1, 1, 1, 1, 1};
    const Estimate kept = p_kept(cost, 8, ten_draws);
    CHECK(kept.value == 0.6);
    CHECK(kept.low == clopper_pearson(6, 10).low);
    CHECK(kept.high == clopper_pearson(8, 10).high);
    // Draw 1 is over in time for sure.
    CHECK(together(cost, 8, time, 50).high == clopper_pearson(7, 10).high);
}

TEST_CASE("counts of parts add up to those of the whole") {
    const std::vector<double> cost{1, 2, 3, 4, 5, 6, 7, 8, 9, 10};
    CeilingTally first(ten_draws), second(ten_draws);
    for (std::size_t i = 0; i < 10; ++i)
        (i % 3 == 0 ? first : second).add(static_cast<std::uint32_t>(i / 5), kept_in(cost[i], 8));
    first.merge(second);
    CHECK(first.p_kept(ten_draws).value == 0.8);
    CHECK(first.p_kept(ten_draws).low == p_kept(cost, 8, ten_draws).low);
    CHECK_THROWS_AS(first.add(2, Kept::yes), std::out_of_range);
}
