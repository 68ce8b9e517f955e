#include "sim/analysis/ceiling.hpp"

#include <limits>
#include <stdexcept>

#include "sim/analysis/binomial.hpp"
#include "tests/catch_compat.hpp"

using namespace trialcost;

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();
const SamplingDesign ten_draws{Sampler::sobol, 1, 2, 5};

}  // namespace

TEST_CASE("ceilings are kept at or below them, each and together in the same draw") {
    const std::vector<double> cost{1, 2, 3, 4, 5, 6, 7, 8, 9, 10};
    const std::vector<double> time{10, 9, 8, 7, 6, 5, 4, 3, 2, 1};
    const std::vector<Ceiling> ceilings{{cost, 8}, {time, 7}};
    const CeilingsKept kept = ceilings_kept(ceilings, ten_draws);
    REQUIRE(kept.each.size() == 2);
    CHECK(kept.each[0].value == 0.8);
    CHECK(kept.each[1].value == 0.7);
    CHECK(kept.together.value == 0.5);  // neither .7 nor .8 * .7
    CHECK(kept.together.low == clopper_pearson(5, 10).low);
}

TEST_CASE("a draw with an infinite figure keeps no ceiling, not even an infinite one") {
    const std::vector<double> unit_cost{1, infinity, 3, 4, 5, infinity, 7, 8, 9, 10};
    const CeilingsKept finite = ceilings_kept(std::vector<Ceiling>{{unit_cost, 100}}, ten_draws);
    CHECK(finite.each[0].value == 0.8);
    const CeilingsKept none = ceilings_kept(std::vector<Ceiling>{{unit_cost, infinity}}, ten_draws);
    CHECK(none.together.value == 0.8);
}

TEST_CASE("a draw that is not a number is over at the low end and kept at the high end") {
    const std::vector<double> cost{1, not_a_number, 3, 4, 5, -infinity, 7, 8, 9, 10};
    const std::vector<double> time{1, 99, 1, 1, 1, 1, 1, 1, 1, 1};
    const CeilingsKept kept = ceilings_kept(std::vector<Ceiling>{{cost, 8}, {time, 50}}, ten_draws);
    CHECK(kept.each[0].value == 0.6);
    CHECK(kept.each[0].low == clopper_pearson(6, 10).low);
    CHECK(kept.each[0].high == clopper_pearson(8, 10).high);
    CHECK(kept.together.high == clopper_pearson(7, 10).high);  // draw 1 is over in time for sure
}

TEST_CASE("ceilings that fit no column are a mistake of the caller") {
    const std::vector<double> short_column(9, 1);
    CHECK_THROWS_AS(ceilings_kept(std::vector<Ceiling>{{short_column, 8}}, ten_draws),
                    std::logic_error);
    CHECK_THROWS_AS(ceilings_kept(std::vector<Ceiling>{}, ten_draws), std::logic_error);
}
