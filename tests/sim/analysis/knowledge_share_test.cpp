// The share of the spread that is lack of knowledge, from moments whose law is known.
#include "sim/analysis/knowledge_share.hpp"

#include <cmath>
#include <vector>

#include "models/distribution/special_functions.hpp"
#include "sim/random/stream.hpp"
#include "tests/catch_compat.hpp"

using namespace trialcost;

namespace {

constexpr std::size_t replicates = 16, each = 16, chance_draws = 1024;

// Means N(0, known), with the noise that chance draws of variance `by_chance` leave.
std::vector<ChanceMoments> moments(double known, double by_chance, std::uint64_t seed) {
    std::vector<ChanceMoments> out;
    for (std::size_t i = 0; i < replicates * each; ++i) {
        const auto u = uniform_pair({seed, 0, i}, stream_of("means"), 0);
        out.push_back({1e6 + std::sqrt(known) * normal_quantile(u.first) +
                           std::sqrt(by_chance / chance_draws) * normal_quantile(u.second),
                       by_chance});
    }
    return out;
}

}  // namespace

// 400 seeds, a true share of 1/4 (n = 256 means each). Coverage of a 95 % interval: standard error
// .011; within 91 to 98.5 % at a false-alarm rate below .001; an interval 20 % too narrow or 35 %
// too wide is seen. Mean of the shares: standard error .0009; 4 of them.
TEST_CASE("the share of knowledge and its interval") {
    int covered = 0;
    double sum = 0;
    for (std::uint64_t seed = 0; seed < 400; ++seed) {
        const Estimate share = knowledge_share(moments(1, 3, seed), replicates, chance_draws);
        covered += share.low <= 0.25 && 0.25 <= share.high ? 1 : 0;
        sum += share.value;
    }
    CHECK(sum / 400 == Approx(0.25).margin(0.0036));
    CHECK(covered >= 364);
    CHECK(covered <= 394);
}

// The noise of the means alone would be a share of 1/1025.
TEST_CASE("without knowledge to gain the share is nothing") {
    double sum = 0;
    for (std::uint64_t seed = 0; seed < 100; ++seed)
        sum += knowledge_share(moments(0, 1, seed), replicates, chance_draws).value;
    CHECK(sum / 100 < 1e-4);
    CHECK(knowledge_share(moments(1, 0, 1), replicates, chance_draws).value == 1);
}

TEST_CASE("a figure that never varies has no share") {
    CHECK(knowledge_share(moments(0, 0, 1), replicates, chance_draws).refused());
}

TEST_CASE("the band is the 5 and 95 % percentile") {
    std::vector<double> probabilities;
    for (int i = 100; i >= 1; --i) probabilities.push_back(i / 100.0);
    CHECK(band_over_knowledge(probabilities).low == 0.05);
    CHECK(band_over_knowledge(probabilities).high == 0.95);
    CHECK(band_over_knowledge(std::vector<double>{0.3}).low == 0.3);
}
