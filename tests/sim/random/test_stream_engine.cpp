#include "sim/random/stream_engine.hpp"

#include <algorithm>
#include <boost/random/normal_distribution.hpp>
#include <cstdint>
#include <numeric>
#include <random>
#include <stdexcept>
#include <vector>

#include "tests/catch_compat.hpp"

namespace {

using namespace trialcost;

static_assert(std::uniform_random_bit_generator<StreamEngine>);

TEST_CASE("The engine walks the words of the events of its stream") {
    StreamEngine engine(9, "bootstrap", 3, 77);
    for (std::uint32_t event = 0; event < 3; ++event)
        for (const std::uint32_t word : bits({9, 3, 77}, stream_of("bootstrap"), event))
            CHECK(engine() == word);

    StreamEngine later(9, "bootstrap", 3, 77, 2);
    CHECK(later() == bits({9, 3, 77}, stream_of("bootstrap"), 2)[0]);
}

TEST_CASE("The engine throws when its events are used up") {
    StreamEngine engine(1, "x", 0, 0, 0xffffffff);
    for (int word = 0; word < 4; ++word) CHECK_NOTHROW(engine());
    CHECK_THROWS_AS(engine(), std::overflow_error);
    CHECK_THROWS_AS(engine(), std::overflow_error);
    StreamEngine beyond(1, "x", 0, draws_per_stream);
    CHECK_THROWS_AS(beyond(), std::out_of_range);
}

TEST_CASE("Boost's normal distribution runs on the engine") {
    // n = 100,000: mean with s.e. .0032, variance with s.e. .0045; limits 5 s.e. (false alarm
    // 1.1e-6 in all). Smallest fault caught (power 1/2): a mean off by .016, a variance by .022.
    StreamEngine engine(0, "oracle");
    boost::random::normal_distribution<double> normal;
    constexpr int n = 100'000;
    double sum = 0.0;
    double sum_of_squares = 0.0;
    for (int i = 0; i < n; ++i) {
        const double score = normal(engine);
        sum += score;
        sum_of_squares += score * score;
    }
    CHECK(sum / n == Approx(0.0).margin(0.0158));
    CHECK(sum_of_squares / n == Approx(1.0).margin(0.0224));
}

TEST_CASE("std::shuffle runs on the engine and is fair") {
    // n = 60,000 shuffles of 3: chi-square(5) over the 6 orders, mean 5; false alarm 1e-6 at
    // 35.9. Smallest fault caught (power 1/2): an order whose probability is off by about 5 %.
    StreamEngine engine(1, "shuffle");
    std::vector<int> counts(6);
    constexpr int n = 60'000;
    for (int i = 0; i < n; ++i) {
        std::vector<int> order{0, 1, 2};
        std::shuffle(order.begin(), order.end(), engine);
        ++counts[2 * static_cast<std::size_t>(order[0]) + (order[1] > order[2] ? 1 : 0)];
    }
    double statistic = 0.0;
    for (const int count : counts) statistic += (count - n / 6.0) * (count - n / 6.0) / (n / 6.0);
    CHECK(statistic < 35.9);
}

}  // namespace
