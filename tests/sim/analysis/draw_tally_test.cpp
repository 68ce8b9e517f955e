// Tallies of draws: few as they are, many in a histogram; what is read from either.
#include "sim/analysis/draw_tally.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "models/distribution/portable_math.hpp"
#include "models/distribution/special_functions.hpp"
#include "sim/analysis/compensated_sum.hpp"
#include "tests/catch_compat.hpp"

using namespace trialcost;

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();
constexpr std::size_t many = 3 * DrawTally::most_exact;

// n values at the mid-points of equal shares of a lognormal distribution, shuffled by a stride.
std::vector<double> lognormal(std::size_t n, double sd) {
    std::vector<double> draws(n);
    for (std::size_t i = 0; i < n; ++i) {
        const double u = (static_cast<double>(i * 7919 % n) + 0.5) / static_cast<double>(n);
        draws[i] = portable::exp(sd * normal_quantile(u));
    }
    return draws;
}

DrawTally tally_of(std::span<const double> draws) {
    DrawTally tally;
    tally.add(draws);
    tally.finish();
    return tally;
}

std::vector<std::byte> bytes_of(const DrawTally& tally) {
    StateWriter out;
    tally.write(out);
    return out.take();
}

}  // namespace

TEST_CASE("few draws are kept as they are") {
    const std::vector<double> draws{3, -1, 0.1, 7, 7};
    const DrawTally tally = tally_of(draws);
    CHECK(tally.is_exact());
    const std::vector<double> sorted{-1, 0.1, 3, 7, 7};
    for (std::uint64_t rank = 1; rank <= 5; ++rank)
        CHECK(tally.at_rank(rank, UnknownDraws::highest) == sorted[rank - 1]);
    CHECK(tally.mean() == Approx(16.1 / 5));
    CHECK(tally.min() == -1);
    CHECK(tally.max() == 7);
    CHECK_THROWS_AS(tally.at_rank(0, UnknownDraws::highest), std::logic_error);
    CHECK_THROWS_AS(tally.at_rank(6, UnknownDraws::highest), std::logic_error);
}

// Against the sorted draws. A bin is 2^-12 wide, and the mid-points of equal shares lie so evenly
// that interpolation inside it is off by a hundredth of it at most where bins hold hundreds of
// draws (P5 to P95), and by the whole bin in the tails.
TEST_CASE("many draws go into a histogram that is off by less than its bins") {
    for (const double sd : {0.01, 0.5, 6.0}) {
        std::vector<double> draws = lognormal(many, sd);
        const DrawTally tally = tally_of(draws);
        CHECK_FALSE(tally.is_exact());
        std::sort(draws.begin(), draws.end());
        for (const double p : {1e-4, 0.01, 0.05, 0.5, 0.9, 0.95, 0.99, 0.9999}) {
            const double exact = draws[percentile_rank(many, p) - 1];
            CHECK(std::fabs(tally.percentile(p) - exact) <= exact * 0x1p-12);
        }
        CHECK(tally.min() == draws.front());
        CHECK(tally.max() == draws.back());
        CHECK(tally.percentile(1e-9) >= draws.front());
    }
}

TEST_CASE("moments of a histogram are those of the draws") {
    for (const double sign : {1.0, -1.0}) {
        std::vector<double> draws = lognormal(many, 0.5);
        for (double& draw : draws) draw *= sign;
        const DrawTally tally = tally_of(draws);
        CompensatedSum sum, squares, over;
        for (const double draw : draws) sum.add(draw);
        const double mean = sum.value() / many;
        for (const double draw : draws) {
            squares.add((draw - mean) * (draw - mean));
            over.add(std::fmax(0.0, draw - sign * 1.5));
        }
        CHECK(tally.mean() == Approx(mean).epsilon(1e-10));
        CHECK(tally.variance() == Approx(squares.value() / many).epsilon(1e-8));
        CHECK(tally.mean_overrun(sign * 1.5) == Approx(over.value() / many).epsilon(1e-6));
    }
}

TEST_CASE("atoms come out of a histogram as they are") {
    std::vector<double> draws = lognormal(many, 0.5);
    for (std::size_t i = 0; i < many; i += 3) draws[i] = 0;
    for (std::size_t i = 1; i < many; i += 3) draws[i] = -1234.56789;
    const DrawTally tally = tally_of(draws);
    CHECK(tally.percentile(0.2) == -1234.56789);
    CHECK(tally.percentile(0.5) == 0);
    CHECK(tally.percentile(0.9) > 0);
    const DrawTally one = tally_of(std::vector<double>(many, 0.1));
    CHECK(one.percentile(0.5) == 0.1);
    CHECK(one.mean() == 0.1);
    CHECK(one.variance() == 0);
    const DrawTally whole = tally_of(std::vector<double>(many, 41));
    CHECK(whole.mean() * many == 41.0 * many);
}

TEST_CASE("the same bytes in any order and any parts") {
    std::vector<double> draws = lognormal(many, 3);
    for (std::size_t i = 0; i < many; i += 1000) draws[i] = -draws[i];
    draws[5] = infinity;
    draws[6] = not_a_number;
    const auto expected = bytes_of(tally_of(draws));
    // Parts of all sizes, merged from the last to the first.
    DrawTally merged;
    std::size_t end = many, size = 1;
    while (end > 0) {
        const std::size_t begin = end - std::min(end, size);
        DrawTally part;
        part.add(std::span(draws).subspan(begin, end - begin));
        merged.merge(part);
        end = begin;
        size = 2 * size + 1;
    }
    merged.finish();
    CHECK(bytes_of(merged) == expected);
    CHECK(merged.infinite() == 1);
    CHECK(merged.unknown() == 1);

    StateReader in(expected);
    const DrawTally read = DrawTally::read(in);
    CHECK(in.at_end());
    CHECK(bytes_of(read) == expected);
    CHECK(read.percentile(0.5) == merged.percentile(0.5));
    for (const std::size_t cut : {std::size_t{0}, std::size_t{7}, expected.size() / 2}) {
        StateReader part({expected.data(), cut});
        CHECK_THROWS_AS(DrawTally::read(part), StateError);
    }
}

TEST_CASE("draws can be taken off again") {
    for (const std::size_t n : {std::size_t{1000}, many}) {
        const std::vector<double> draws = lognormal(n, 1);
        const std::vector<double> off(draws.begin(), draws.begin() + 100);
        const std::vector<double> rest(draws.begin() + 100, draws.end());
        DrawTally tally = tally_of(draws);
        tally.subtract(tally_of(off));
        tally.finish();
        CHECK(tally.size() == n - 100);
        CHECK(tally.percentile(0.5) == tally_of(rest).percentile(0.5));
        CHECK(tally.mean() == Approx(tally_of(rest).mean()).epsilon(1e-12));
    }
    DrawTally none = tally_of(std::vector<double>(many, 1.0));
    CHECK_THROWS_AS(none.subtract(tally_of(std::vector<double>{2.0})), std::logic_error);
}

TEST_CASE("unknown draws stand at either end, infinite ones at the upper") {
    std::vector<double> draws = lognormal(many, 1);
    draws[0] = not_a_number;
    draws[1] = -infinity;
    draws[2] = infinity;
    const DrawTally tally = tally_of(draws);
    CHECK(tally.size() == many);
    CHECK(tally.at_rank(2, UnknownDraws::lowest) == -infinity);
    CHECK(tally.at_rank(3, UnknownDraws::lowest) == tally.at_rank(1, UnknownDraws::highest));
    CHECK(tally.at_rank(many - 2, UnknownDraws::highest) == infinity);
    CHECK(tally.max() == infinity);
    CHECK(std::isnan(tally_of(std::vector<double>{not_a_number}).max()));
}
