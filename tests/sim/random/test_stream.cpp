#include "sim/random/stream.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <functional>
#include <numeric>
#include <stdexcept>
#include <string>
#include <unordered_set>
#include <vector>

#include "tests/catch_compat.hpp"

namespace {

using namespace trialcost;
using Words = std::array<std::uint32_t, 4>;

// Pearson's statistic for counts that are equally likely.
double chi_square(const std::vector<std::uint64_t>& counts) {
    const std::uint64_t total = std::accumulate(counts.begin(), counts.end(), std::uint64_t{0});
    const double expected = static_cast<double>(total) / static_cast<double>(counts.size());
    double statistic = 0.0;
    for (const std::uint64_t count : counts) {
        const double excess = static_cast<double>(count) - expected;
        statistic += excess * excess / expected;
    }
    return statistic;
}

std::size_t cell_of(double uniform, std::size_t cells) {
    return static_cast<std::size_t>(uniform * static_cast<double>(cells));
}

TEST_CASE("The stream of a name never changes") {
    // FNV-1a, the finaliser and the fold written independently in Python; its FNV-1a gives the
    // published values for "a" and "foobar".
    CHECK(stream_of("") == 0x55493646);
    CHECK(stream_of("a") == 0x2b1c6703);
    CHECK(stream_of("foobar") == 0x0ef37e62);
    CHECK(stream_of("spot/restart_time") == 0xeb051598);
}

TEST_CASE("Similar names spread over the streams like random numbers") {
    // n = 100,000 numbered names. Collisions ~ Poisson(n^2/2^33 = 1.16): more than 10 has
    // probability 2e-8 (the hash is fixed, so the outcome is too); 8 lost bits give about 300.
    std::unordered_set<std::uint32_t> streams;
    constexpr int names = 100'000;
    for (int i = 0; i < names; ++i) streams.insert(stream_of("input_" + std::to_string(i)));
    CHECK(names - static_cast<int>(streams.size()) <= 10);
}

TEST_CASE("Two names in one stream are refused by name") {
    std::vector<std::string> names{"work", "input_13873", "price", "input_37549", "startup"};
    REQUIRE(stream_of(names[1]) == stream_of(names[3]));
    using Catch::Matchers::Contains;
    CHECK_THROWS_WITH(assert_distinct_streams(names),
                      Contains("input_13873") && Contains("input_37549"));
    CHECK_THROWS_AS(assert_distinct_streams(names), std::invalid_argument);

    names[3] = "price";
    CHECK_THROWS_WITH(assert_distinct_streams(names), Contains("'price' is used twice"));

    names[3] = "drift";
    CHECK_NOTHROW(assert_distinct_streams(names));
    CHECK_NOTHROW(assert_distinct_streams({}));
}

TEST_CASE("The counter is laid out as documented") {
    const DrawKey key{0x0123456789abcdef, 0x4567, 0x89ab'cdef0123};
    CHECK(bits(key, 0xfeedbeef, 0x76543210) ==
          philox4x32({0xcdef0123, 0x456789ab, 0xfeedbeef, 0x76543210}, {0x89abcdef, 0x01234567}));
}

TEST_CASE("A draw must fit in 48 bits") {
    CHECK_NOTHROW(bits({1, 0, draws_per_stream - 1}, 0, 0));
    CHECK_THROWS_AS(bits({1, 0, draws_per_stream}, 0, 0), std::out_of_range);
    CHECK_THROWS_AS(uniform_pair({1, 0, ~std::uint64_t{0}}, 0, 0), std::out_of_range);
}

TEST_CASE("Every bit of every argument changes about half of the 128 bits") {
    // n = 200 base points for each of the 192 argument bits. The mean number of changed bits has
    // expectation 64 and s.e. sqrt(32/200) = 0.4; the limit of 2.6 is 6.5 s.e. (false alarm over
    // all 192 bits 2e-8). An argument bit that is ignored changes 0.
    struct Point {
        DrawKey key;
        std::uint32_t stream;
        std::uint32_t event;
    };
    using Flip = std::function<void(Point&)>;
    std::vector<Flip> flips;
    flips.reserve(192);
    for (int bit = 0; bit < 64; ++bit)
        flips.emplace_back([=](Point& p) { p.key.seed ^= std::uint64_t{1} << bit; });
    for (int bit = 0; bit < 48; ++bit)
        flips.emplace_back([=](Point& p) { p.key.draw ^= std::uint64_t{1} << bit; });
    for (int bit = 0; bit < 16; ++bit)
        flips.emplace_back([=](Point& p) {
            p.key.replicate = static_cast<std::uint16_t>(p.key.replicate ^ (1U << bit));
        });
    for (int bit = 0; bit < 32; ++bit) {
        flips.emplace_back([=](Point& p) { p.stream ^= std::uint32_t{1} << bit; });
        flips.emplace_back([=](Point& p) { p.event ^= std::uint32_t{1} << bit; });
    }
    for (const Flip& flip : flips) {
        int changed = 0;
        for (std::uint32_t i = 0; i < 200; ++i) {
            const Point base{
                {i, static_cast<std::uint16_t>(i % 7), 3ULL * i}, stream_of("x"), i % 5};
            Point other = base;
            flip(other);
            const Words before = bits(base.key, base.stream, base.event);
            const Words after = bits(other.key, other.stream, other.event);
            REQUIRE(before != after);
            for (std::size_t w = 0; w < 4; ++w) changed += std::popcount(before[w] ^ after[w]);
        }
        CHECK(changed / 200.0 == Approx(64.0).margin(2.6));
    }
}

TEST_CASE("Seeds 0 and 1 share no block of 128 bits") {
    // 2 x 100,000 blocks: a shared one has probability 1e10/2^128 = 3e-29.
    std::vector<Words> blocks;
    for (const std::uint64_t seed : {0U, 1U})
        for (std::uint64_t draw = 0; draw < 100'000; ++draw)
            blocks.push_back(bits({seed, 0, draw}, stream_of("work"), 0));
    std::sort(blocks.begin(), blocks.end());
    CHECK(std::adjacent_find(blocks.begin(), blocks.end()) == blocks.end());
}

TEST_CASE("Uniforms stay strictly inside (0, 1) and use 52 bits") {
    STATIC_REQUIRE(uniform_of(0, 0) == 0x1p-53);
    STATIC_REQUIRE(uniform_of(0xffffffff, 0xffffffff) == 1.0 - 0x1p-53);
    STATIC_REQUIRE(uniform_of(0x80000000, 0) == 0.5 + 0x1p-53);
    STATIC_REQUIRE(uniform_of(0, 1U << 12) - uniform_of(0, 0) == 0x1p-52);
    const DrawKey key{7, 2, 11};
    const Words words = bits(key, 5, 3);
    CHECK(uniform_pair(key, 5, 3).first == uniform_of(words[0], words[1]));
    CHECK(uniform_pair(key, 5, 3).second == uniform_of(words[2], words[3]));
}

TEST_CASE("Uniforms of one stream are uniform") {
    // n = 1,000,000, 256 cells; the statistic is chi-square(255), mean 255, s.d. 22.6. False
    // alarm 1e-6 at 377.1. Smallest fault caught (power 1/2): one cell off by 17 %, or all by
    // 1.1 % alternately.
    std::vector<std::uint64_t> counts(256);
    for (std::uint64_t draw = 0; draw < 500'000; ++draw) {
        const UniformPair pair = uniform_pair({42, 0, draw}, stream_of("work"), 0);
        ++counts[cell_of(pair.first, 256)];
        ++counts[cell_of(pair.second, 256)];
    }
    CHECK(chi_square(counts) < 377.1);
}

TEST_CASE("Neighbouring draws, replicates, names, events and seeds are independent") {
    // n = 400,000 pairs on 32 x 32 cells each; chi-square(1023), mean 1023, s.d. 45.2. False
    // alarm 1e-6 at 1252.6, five looks. Smallest fault caught (power 1/2): a correlation of
    // about .024.
    const std::uint32_t stream = stream_of("work");
    const std::uint32_t other_stream = stream_of("worl");
    const auto at = [](std::uint64_t seed, std::uint16_t replicate, std::uint64_t draw,
                       std::uint32_t name, std::uint32_t event) {
        return uniform_pair({seed, replicate, draw}, name, event).first;
    };
    const std::vector<std::function<double(std::uint64_t)>> neighbours{
        [&](std::uint64_t draw) { return at(42, 0, draw + 1, stream, 0); },
        [&](std::uint64_t draw) { return at(42, 1, draw, stream, 0); },
        [&](std::uint64_t draw) { return at(42, 0, draw, other_stream, 0); },
        [&](std::uint64_t draw) { return at(42, 0, draw, stream, 1); },
        [&](std::uint64_t draw) { return at(43, 0, draw, stream, 0); }};
    for (const auto& neighbour : neighbours) {
        std::vector<std::uint64_t> counts(1024);  // 32 x 32
        for (std::uint64_t draw = 0; draw < 400'000; ++draw)
            ++counts[32 * cell_of(at(42, 0, draw, stream, 0), 32) + cell_of(neighbour(draw), 32)];
        CHECK(chi_square(counts) < 1252.6);
    }
}

}  // namespace
