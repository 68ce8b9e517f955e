#include "sim/analysis/order_statistics.hpp"

#include <stdexcept>

#include "tests/catch_compat.hpp"

using namespace trialcost;

namespace {

struct Row {
    std::uint64_t draws;
    double p;
    std::uint64_t lower, upper;
    double coverage;
};

// Computed with SciPy's binomial distribution.
constexpr Row table[] = {
    {100, .50, 40, 61, .96480},          {100, .90, 84, 96, .95569},
    {100, .95, 90, 100, .98261},         {1000, .50, 469, 532, .95371},
    {1000, .90, 881, 919, .95491},       {1000, .95, 936, 964, .95810},
    {1000, .99, 983, 997, .97609},       {10000, .50, 4902, 5099, .95117},
    {10000, .90, 8941, 9059, .95079},    {10000, .95, 9457, 9543, .95153},
    {10000, .99, 9880, 9920, .95575},    {100000, .50, 49690, 50311, .95044},
    {100000, .90, 89814, 90187, .95069}, {100000, .95, 94864, 95136, .95154},
    {100000, .99, 98938, 99062, .95123},
};

}  // namespace

TEST_CASE("order-statistic ranks of a percentile and their coverage") {
    for (const Row& row : table) {
        CAPTURE(row.draws, row.p);
        const OrderStatisticRanks ranks = order_statistic_ranks(row.draws, row.p, 0.95);
        CHECK(ranks.lower == row.lower);
        CHECK(ranks.upper == row.upper);
        CHECK(order_statistic_coverage(row.draws, row.p, row.lower, row.upper) ==
              Approx(row.coverage).margin(5.1e-6));
    }
}

TEST_CASE("ranks mirror: the p-percentile from below is the (1 - p)-percentile from above") {
    const OrderStatisticRanks high = order_statistic_ranks(1000, 0.95, 0.95);
    const OrderStatisticRanks low = order_statistic_ranks(1000, 0.05, 0.95);
    CHECK(low.lower == 1001 - *high.upper);
    CHECK(low.upper == 1001 - *high.lower);
}

TEST_CASE("an end that no draw bounds is absent") {
    CHECK_FALSE(order_statistic_ranks(100, 0.99, 0.95).upper);
    CHECK(order_statistic_ranks(100, 0.99, 0.95).lower ==
          97);  // P(B <= 96) = .0184, P(B <= 97) = .0794
    CHECK_FALSE(order_statistic_ranks(100, 0.01, 0.95).lower);
    CHECK_FALSE(order_statistic_ranks(5, 0.5, 0.95).lower);  // 2^-5 > .025
    CHECK_FALSE(order_statistic_ranks(5, 0.5, 0.95).upper);
    CHECK(order_statistic_ranks(6, 0.5, 0.95).lower == 1);  // 2^-6 < .025
    CHECK(order_statistic_ranks(6, 0.5, 0.95).upper == 6);
    CHECK(order_statistic_ranks(10, 0.001, 0.95).upper == 1);  // P(B >= 1) = .00996
    CHECK_FALSE(order_statistic_ranks(0, 0.5, 0.95).lower);
}

TEST_CASE("coverage of given ranks, as OpenTURNS reports it") {
    CHECK(order_statistic_coverage(974, .95, 916, 939) == Approx(.9000410346812894).epsilon(1e-11));
    CHECK(order_statistic_coverage(975, .95, 911, 936) == Approx(.9034630959860642).epsilon(1e-11));
}

TEST_CASE("Wilks sample sizes") {
    struct Wilks {
        double p, confidence;
        std::uint64_t first, second, third;
    };
    constexpr Wilks rows[] = {{.90, .90, 22, 38, 52},    {.90, .95, 29, 46, 61},
                              {.95, .95, 59, 93, 124},   {.95, .99, 90, 130, 165},
                              {.99, .95, 299, 473, 628}, {.99, .99, 459, 662, 838}};
    for (const Wilks& row : rows) {
        CAPTURE(row.p, row.confidence);
        CHECK(wilks_sample_size(row.p, row.confidence, 1) == row.first);
        CHECK(wilks_sample_size(row.p, row.confidence, 2) == row.second);
        CHECK(wilks_sample_size(row.p, row.confidence, 3) == row.third);
    }
    CHECK(wilks_sample_size(.95, .95, 4) == 153);
    CHECK(wilks_sample_size(.95, .95, 6) == 208);
    CHECK(wilks_sample_size(.2, .5, 1) == 1);
}

TEST_CASE("order statistics of nothing are a mistake of the caller") {
    CHECK_THROWS_AS(order_statistic_ranks(100, 1.0, 0.95), std::logic_error);
    CHECK_THROWS_AS(order_statistic_ranks(100, 0.5, 0.0), std::logic_error);
    CHECK_THROWS_AS(order_statistic_coverage(100, 0.5, 0, 10), std::logic_error);
    CHECK_THROWS_AS(order_statistic_coverage(100, 0.5, 10, 101), std::logic_error);
    CHECK_THROWS_AS(wilks_sample_size(0.95, 0.95, 0), std::logic_error);
}
