#include "sim/analysis/moment.hpp"

#include <cmath>
#include <limits>
#include <stdexcept>
#include <vector>

#include "sim/analysis/compensated_sum.hpp"
#include "tests/catch_compat.hpp"
#include "tests/sim/analysis/tally_fixtures.hpp"

using namespace trialcost;
using namespace trialcost::fixtures;

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double t_3 = 3.18244630528426;   // scipy.stats.t.ppf(.975, 3)
constexpr double t_15 = 2.13144954555932;  // scipy.stats.t.ppf(.975, 15)

const SamplingDesign four_pairs{Sampler::sobol, 1, 4, 2};
const std::vector<double> eight{1, 3, 2, 4, 5, 5, 6, 14};  // replicate means 2, 3, 5, 10

void check_half_width(const Estimate& estimate, double half_width) {
    CHECK(estimate.high - estimate.value == Approx(half_width).epsilon(1e-12));
    CHECK(estimate.value - estimate.low == Approx(half_width).epsilon(1e-12));
}

}  // namespace

TEST_CASE("mean with t over the replicates, by hand") {
    const Estimate estimate = mean(tally_of(eight, four_pairs));
    CHECK(estimate.value == 5);
    check_half_width(estimate, t_3 * std::sqrt((9 + 4 + 0 + 25) / 12.0));
}

TEST_CASE("standard deviation, by hand") {
    // Squares about 5: 16 4 9 1 0 0 1 81; replicate means 10, 5, 0, 41; variance 14.
    const Estimate estimate = standard_deviation(tally_of(eight, four_pairs));
    const double half = t_3 * std::sqrt((16 + 81 + 196 + 729) / 12.0);
    CHECK(estimate.value == Approx(std::sqrt(14.0)).epsilon(1e-14));
    CHECK(estimate.high == Approx(std::sqrt(14 + half)).epsilon(1e-12));
    CHECK(estimate.low == 0);  // 14 - half is negative
}

TEST_CASE("tail mean takes the exact fraction of the draw at the percentile") {
    // 1 ... 210, upper 5 %: 10.5 draws. P95 is the 200th draw (199.5 rounded up): the ten above it
    // and half of the 200th make (205.5 * 10 + 0.5 * 200) / 10.5.
    std::vector<double> column;
    for (int i = 0; i < 210; ++i) column.push_back(1 + (i * 71) % 210);
    const Estimate tail = tail_mean(tally_of(column, {Sampler::sobol, 1, 10, 21}));
    CHECK(tail.value == Approx((2055 + 100) / 10.5).epsilon(1e-12));
    CHECK(tail.low < tail.value);
    CHECK(tail.high > tail.value);
    CHECK(tail_mean(tally_of(eight, four_pairs)).refused());
}

TEST_CASE("an atom at the percentile counts with its share only") {
    std::vector<double> column(400, 5.0);
    for (std::size_t i = 0; i < 400; i += 40) column[i] = 105;  // 10 of 400; the tail holds 20
    CHECK(tail_mean(tally_of(column, {Sampler::sobol, 1, 4, 100})).value == Approx(55));
}

TEST_CASE("the sections are the replicates, and one is none") {
    std::vector<double> column;
    for (int i = 0; i < 64; ++i) column.push_back(i / 4);  // section s holds s four times
    const Estimate sixteen = mean(tally_of(column, {Sampler::monte_carlo, 1, 16, 4}));
    CHECK(sixteen.value == 7.5);
    check_half_width(sixteen, t_15 * std::sqrt(340.0 / (16 * 15)));
    for (const Sampler sampler : {Sampler::monte_carlo, Sampler::sobol})
        CHECK(mean(tally_of(column, {sampler, 1, 1, 64})).refusal ==
              "one replicate has no interval: take two or more");
}

TEST_CASE("a constant has no spread and no interval") {
    const std::vector<double> column(64, 0.1);
    const SamplingDesign design{Sampler::sobol, 1, 4, 16};
    CHECK(mean(tally_of(column, design)).low == 0.1);
    CHECK(mean(tally_of(column, design)).high == 0.1);
    CHECK(standard_deviation(tally_of(column, design)).value == 0);
}

TEST_CASE("infinite and unknown draws have no moments") {
    std::vector<double> column = eight;
    column[3] = infinity;
    CHECK(mean(tally_of(column, four_pairs)).refusal ==
          "no finite mean: 1 of 8 draws are infinite");
    CHECK(standard_deviation(tally_of(column, four_pairs)).refused());
    CHECK(std::isnan(mean(tally_of(column, four_pairs)).value));
    column[3] = -infinity;
    CHECK(mean(tally_of(column, four_pairs)).refusal == "1 of 8 draws are not numbers");
    const std::vector<double> huge{1e308, -1e308, 1e308, -1e308, 1e308, -1e308, 1e308, -1e308};
    CHECK(mean(tally_of(huge, four_pairs)).refusal == "too large to be summed");
}

TEST_CASE("sums lose nothing to size or order") {
    // Naive addition gives 0 for the first, and 2^53 for the second.
    CompensatedSum cancelling;
    for (const double term : {1e17, 1.0, 1.0, -1e17}) cancelling.add(term);
    CHECK(cancelling.value() == 2);

    CompensatedSum first, second;
    first.add(0x1p53);
    for (int i = 0; i < 8; ++i) second.add(i % 2 ? 1.0 : 0.25);
    for (int i = 0; i < 3; ++i) first.add(1.0);
    first.merge(second);
    CHECK(first.value() == 0x1p53 + 8);

    const std::vector<double> tenths(1 << 14, 0.1);
    CHECK(mean(tally_of(tenths, {Sampler::sobol, 1, 4, 1 << 12})).value == 0.1);
}

TEST_CASE("a moment that rests on assumed bounds is refused") {
    const Estimate base{100, 98, 102};
    CHECK(settle_moment(base, 102).value == 100);
    CHECK(settle_moment(base, 97.9).refusal == "no finite mean: state a timeout");
    CHECK(settle_moment(base, 1e9).refused());
    CHECK(settle_moment(base, infinity).refused());
    CHECK(settle_moment(base, std::numeric_limits<double>::quiet_NaN()).refused());
    CHECK(settle_moment(refused_estimate("first"), 100).refusal == "first");
}

TEST_CASE("a ratio of sums is not the mean of ratios") {
    // Two replicates of two draws: costs 1, 3 and 2, 2; outputs 1, 1 and 0, 2.
    const SamplingDesign design{Sampler::sobol, 1, 2, 2};
    const std::vector<double> cost{1, 3, 2, 2}, output{1, 1, 0, 2};
    const Estimate ratio = ratio_of_sums(tally_of(cost, design), tally_of(output, design));
    CHECK(ratio.value == 2);
    CHECK(ratio.low == 2);
    const std::vector<double> dearer{1, 3, 3, 2};
    // 9/4; sections 2 and 5/2: half-width t_1 sqrt((1/16 + 1/16)/2) = 12.706 / 4.
    const Estimate other = ratio_of_sums(tally_of(dearer, design), tally_of(output, design));
    CHECK(other.value == 2.25);
    CHECK(other.high - other.value == Approx(12.7062047 / 4).epsilon(1e-6));
    const std::vector<double> nothing{1, 1, 0, 0};
    CHECK(ratio_of_sums(tally_of(cost, design), tally_of(nothing, design)).refused());
}
