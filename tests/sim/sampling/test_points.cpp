#include "sim/sampling/points.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

#include "models/distribution/special_functions.hpp"
#include "models/lanes/targets.hpp"
#include "tests/catch_compat.hpp"

namespace {

using namespace trialcost;
using Catch::Matchers::Contains;

std::vector<std::string> numbered_names(std::size_t count) {
    std::vector<std::string> names;
    for (std::size_t i = 0; i < count; ++i) names.push_back("name_" + std::to_string(i));
    return names;
}

std::vector<double> uniforms_of(const Points& points, std::size_t coordinate,
                                std::uint32_t replicate) {
    std::vector<double> values(points.design().draws_per_replicate);
    points.uniforms(coordinate, replicate, 0, values);
    return values;
}

std::vector<double> scores_of(const Points& points, std::size_t coordinate,
                              std::uint32_t replicate) {
    std::vector<double> values(points.design().draws_per_replicate);
    points.scores(coordinate, replicate, 0, values);
    return values;
}

SamplingDesign design_of(Sampler sampler, std::uint64_t seed, std::uint32_t replicates,
                         std::uint32_t draws) {
    return {sampler, seed, replicates, draws};
}

TEST_CASE("A design counts its draws without overflow") {
    CHECK(SamplingDesign{}.total() == 65'536);
    CHECK(design_of(Sampler::sobol, 1, 65'536, 1U << 31).total() == std::uint64_t{1} << 47);
}

TEST_CASE("Designs and names that cannot be sampled are refused") {
    const auto error_of = [](SamplingDesign design, std::size_t count) {
        try {
            const Points points(design, numbered_names(count));
        } catch (const std::invalid_argument& error) {
            return std::string(error.what());
        }
        return std::string("accepted");
    };
    CHECK_THAT(error_of(design_of(Sampler::sobol, 1, 16, 1000), 2), Contains("power of two"));
    CHECK_THAT(error_of(design_of(Sampler::monte_carlo, 1, 16, 1000), 2), Contains("accepted"));
    CHECK_THAT(error_of(design_of(Sampler::sobol, 1, 16, 0), 2), Contains("at least one"));
    CHECK_THAT(error_of(design_of(Sampler::monte_carlo, 1, 0, 8), 2), Contains("at least one"));
    CHECK_THAT(error_of(design_of(Sampler::sobol, 1, 65'536, 8), 2), Contains("accepted"));
    CHECK_THAT(error_of(design_of(Sampler::sobol, 1, 65'537, 8), 2), Contains("at most 65536"));
    CHECK_THAT(error_of(design_of(Sampler::sobol, 1, 2, 8), 3667), Contains("accepted"));
    CHECK_THAT(error_of(design_of(Sampler::sobol, 1, 2, 8), 3668), Contains("at most 3667"));
    CHECK_THAT(error_of(design_of(Sampler::monte_carlo, 1, 2, 8), 3668), Contains("accepted"));
    CHECK_THROWS_WITH(Points({}, {"input_13873", "b", "input_37549"}),
                      Contains("input_13873") && Contains("input_37549"));
    CHECK_THROWS_WITH(Points({}, {"a", "b", "a"}), Contains("'a' is used twice"));
}

TEST_CASE("Reading outside the sample is refused") {
    const Points points(design_of(Sampler::sobol, 1, 2, 8), {"a", "b"});
    std::vector<double> out(4);
    CHECK_NOTHROW(points.scores(1, 1, 4, out));
    CHECK_THROWS_AS(points.scores(2, 0, 0, out), std::out_of_range);
    CHECK_THROWS_AS(points.scores(0, 2, 0, out), std::out_of_range);
    CHECK_THROWS_AS(points.scores(0, 0, 5, out), std::out_of_range);
    CHECK_THROWS_AS(points.uniforms(0, 0, 0xfffffffe, out), std::out_of_range);
    CHECK_NOTHROW(points.uniforms(0, 0, 8, {}));
}

TEST_CASE("The bits of a sample never change") {
    // Sobol': worked out in Python from SciPy's direction numbers, with Philox, the hash of names
    // and the scramble written independently. Monte Carlo: the documented counter.
    const Points sobol(design_of(Sampler::sobol, 2024, 4, 8), {"work", "price", "startup"});
    CHECK(uniforms_of(sobol, 0, 0)[0] == 0x1.c7c51dap-6);
    CHECK(uniforms_of(sobol, 1, 3)[5] == 0x1.9046bad6p-2);
    CHECK(uniforms_of(sobol, 2, 2)[7] == 0x1.dcf2df5fp-1);

    const Points monte_carlo(design_of(Sampler::monte_carlo, 2024, 4, 8), {"work", "price"});
    CHECK(uniforms_of(monte_carlo, 1, 3)[5] ==
          uniform_pair({2024, 3, 5}, stream_of("price"), 0xffffffff).first);
}

TEST_CASE("Scores are the normal quantiles of the uniforms") {
    for (const Sampler sampler : {Sampler::sobol, Sampler::monte_carlo}) {
        const Points points(design_of(sampler, 3, 2, 64), {"a", "b"});
        const std::vector<double> uniforms = uniforms_of(points, 1, 1);
        const std::vector<double> scores = scores_of(points, 1, 1);
        for (std::size_t i = 0; i < scores.size(); ++i)
            CHECK(scores[i] == Approx(normal_quantile(uniforms[i])).epsilon(4e-14));
    }
}

TEST_CASE("Scores have one set of bits for all instruction sets") {
    for (const Sampler sampler : {Sampler::sobol, Sampler::monte_carlo, Sampler::latin_hypercube}) {
        const Points points(design_of(sampler, 3, 2, 4096), {"a", "b"});
        const std::vector<double> expected = scores_of(points, 1, 1);
        for (const lanes::Target& target : lanes::available_targets()) {
            CAPTURE(target.name);
            const lanes::OnlyTarget only(target);
            CHECK(scores_of(points, 1, 1) == expected);
        }
    }
}

TEST_CASE("Blocks give the bits of one pass") {
    for (const Sampler sampler : {Sampler::sobol, Sampler::monte_carlo}) {
        const Points points(design_of(sampler, 5, 3, 1024), numbered_names(6));
        for (const std::size_t coordinate : {0UL, 5UL}) {
            const std::vector<double> whole = scores_of(points, coordinate, 2);
            std::vector<double> pieces(whole.size());
            std::uint32_t first = 0;
            for (const std::uint32_t length : {1U, 2U, 5U, 32U, 31U, 0U, 441U, 512U}) {
                points.scores(coordinate, 2, first, std::span(pieces).subspan(first, length));
                first += length;
            }
            REQUIRE(first == whole.size());
            CHECK(pieces == whole);
        }
    }
}

TEST_CASE("A name added at the end, or more draws, change no bit") {
    for (const Sampler sampler : {Sampler::sobol, Sampler::monte_carlo}) {
        const Points small(design_of(sampler, 5, 3, 256), numbered_names(6));
        const Points wide(design_of(sampler, 5, 3, 256), numbered_names(9));
        const Points longer(design_of(sampler, 5, 4, 512), numbered_names(6));
        for (std::size_t coordinate = 0; coordinate < 6; ++coordinate) {
            const std::vector<double> values = uniforms_of(small, coordinate, 2);
            CHECK(uniforms_of(wide, coordinate, 2) == values);
            std::vector<double> start = uniforms_of(longer, coordinate, 2);
            start.resize(values.size());
            CHECK(start == values);
        }
    }
}

TEST_CASE("The last draw of the longest replicate can be read") {
    // Expected value from the Python program named above.
    const Points points(design_of(Sampler::sobol, 5, 1, 1U << 31), {"a", "b"});
    std::vector<double> tail(3);
    points.uniforms(1, 0, (1U << 31) - 3, tail);
    CHECK(tail[2] == 0x1.e5d36986p-2);
}

TEST_CASE("Seeds, names and replicates each give a sample of their own") {
    for (const Sampler sampler : {Sampler::sobol, Sampler::monte_carlo}) {
        const Points zero(design_of(sampler, 0, 2, 256), {"a", "b"});
        const Points one(design_of(sampler, 1, 2, 256), {"a", "b"});
        const Points renamed(design_of(sampler, 0, 2, 256), {"a", "c"});
        const std::vector<std::vector<double>> samples{
            uniforms_of(zero, 1, 0), uniforms_of(one, 1, 0), uniforms_of(renamed, 1, 0),
            uniforms_of(zero, 1, 1), uniforms_of(zero, 0, 0)};
        for (std::size_t i = 0; i < samples.size(); ++i)
            for (std::size_t j = 0; j < i; ++j)
                for (std::size_t draw = 0; draw < samples[i].size(); ++draw)
                    REQUIRE(samples[i][draw] != samples[j][draw]);
        CHECK(uniforms_of(renamed, 0, 1) == uniforms_of(zero, 0, 1));
    }
}

TEST_CASE("Each Sobol' coordinate of each replicate has one draw in each interval") {
    const Points points(design_of(Sampler::sobol, 11, 4, 1024), numbered_names(150));
    for (std::size_t coordinate = 0; coordinate < 150; ++coordinate)
        for (std::uint32_t replicate = 0; replicate < 4; ++replicate) {
            std::vector<double> values = uniforms_of(points, coordinate, replicate);
            std::sort(values.begin(), values.end());
            for (std::size_t i = 0; i < values.size(); ++i)
                REQUIRE(static_cast<std::size_t>(values[i] * 1024.0) == i);
        }
}

TEST_CASE("The first two Sobol' coordinates stay a net in each replicate") {
    constexpr int m = 8;
    const Points points(design_of(Sampler::sobol, 12, 16, 1U << m), {"a", "b"});
    for (std::uint32_t replicate = 0; replicate < 16; ++replicate) {
        const std::vector<double> x = uniforms_of(points, 0, replicate);
        const std::vector<double> y = uniforms_of(points, 1, replicate);
        for (int across = 0; across <= m; ++across) {
            std::vector<int> hits(1U << m);
            for (std::size_t i = 0; i < hits.size(); ++i) {
                const auto column = static_cast<std::size_t>(std::ldexp(x[i], across));
                const auto row = static_cast<std::size_t>(std::ldexp(y[i], m - across));
                ++hits[(column << (m - across)) + row];
            }
            for (const int count : hits) REQUIRE(count == 1);
        }
    }
}

TEST_CASE("Coordinates are uncorrelated") {
    // The correlation of scores pooled over 16 x 1024 draws for each of the 780 pairs of 40
    // coordinates: s.e. 1/128 under Monte Carlo, less under Sobol' for most pairs; limit 6 s.e.
    // (false alarm 2e-6). Smallest fault caught (power 1/2): a correlation of .047. A scramble
    // shared by two coordinates, or one dimension used twice with one scramble, gives near 1.
    for (const Sampler sampler : {Sampler::sobol, Sampler::monte_carlo}) {
        const Points points(design_of(sampler, 13, 16, 1024), numbered_names(40));
        std::vector<std::vector<double>> scores(40);
        for (std::size_t coordinate = 0; coordinate < 40; ++coordinate)
            for (std::uint32_t replicate = 0; replicate < 16; ++replicate) {
                const std::vector<double> block = scores_of(points, coordinate, replicate);
                scores[coordinate].insert(scores[coordinate].end(), block.begin(), block.end());
            }
        for (std::size_t a = 0; a < 40; ++a)
            for (std::size_t b = 0; b < a; ++b) {
                double sum = 0.0;
                for (std::size_t i = 0; i < scores[a].size(); ++i)
                    sum += scores[a][i] * scores[b][i];
                REQUIRE(std::fabs(sum / 16'384.0) < 6.0 / 128.0);
            }
    }
}

TEST_CASE("Scores have mean 0 and variance 1") {
    // 16 x 4096 draws. s.e. of the mean and of the mean square: Sobol' (one draw per stratum,
    // integrated with SciPy) 2.19e-5 and 1.69e-4; Monte Carlo 3.91e-3 and 5.52e-3. Limits 5 s.e.
    // (false alarm 1.1e-6 each). Smallest fault caught under Sobol' (power 1/2): a mean off by
    // 1.1e-4, a variance off by 8.5e-4.
    const auto check = [](Sampler sampler, double mean_error, double square_error) {
        const Points points(design_of(sampler, 14, 16, 4096), {"a", "b", "c"});
        for (std::size_t coordinate = 0; coordinate < 3; ++coordinate) {
            double sum = 0.0;
            double sum_of_squares = 0.0;
            for (std::uint32_t replicate = 0; replicate < 16; ++replicate)
                for (const double score : scores_of(points, coordinate, replicate)) {
                    sum += score;
                    sum_of_squares += score * score;
                }
            CHECK(sum / 65'536.0 == Approx(0.0).margin(5.0 * mean_error));
            CHECK(sum_of_squares / 65'536.0 == Approx(1.0).margin(5.0 * square_error));
        }
    };
    check(Sampler::sobol, 2.19e-5, 1.69e-4);
    check(Sampler::monte_carlo, 3.91e-3, 5.52e-3);
}

TEST_CASE("Of two like coordinates each is the smaller half of the time") {
    // n = 16 x 4096; binomial s.e. .00195 (Sobol': less); limit 4 s.e. (false alarm 6e-5 each,
    // 10 pairs, two samplers). Smallest fault caught (power 1/2): .508 for .5. Coupled streams
    // give 0.
    for (const Sampler sampler : {Sampler::sobol, Sampler::monte_carlo}) {
        const Points points(design_of(sampler, 15, 16, 4096), numbered_names(5));
        for (std::size_t a = 0; a < 5; ++a)
            for (std::size_t b = 0; b < a; ++b) {
                int smaller = 0;
                for (std::uint32_t replicate = 0; replicate < 16; ++replicate) {
                    const std::vector<double> x = uniforms_of(points, a, replicate);
                    const std::vector<double> y = uniforms_of(points, b, replicate);
                    for (std::size_t i = 0; i < x.size(); ++i) smaller += x[i] < y[i] ? 1 : 0;
                }
                CHECK(smaller / 65'536.0 == Approx(0.5).margin(4.0 * 0.00195));
            }
    }
}

}  // namespace
