// Intervals of the lognormal budget C = 100 exp(.1 z1 + .3 z2 + .5 z3): how often they hold the
// truth (P50, P95 and P(C > 150) by SciPy's normal distribution), and how wide they are.
#include <array>
#include <cmath>
#include <vector>

#include "models/lanes/blocks.hpp"
#include "sim/analysis/percentile.hpp"
#include "sim/run/target_error.hpp"
#include "tests/catch_compat.hpp"
#include "tests/sim/analysis/tally_fixtures.hpp"

using namespace trialcost;
using namespace trialcost::fixtures;

namespace {

constexpr int repeats = 1000;
constexpr std::array truths{100.0, 264.615734421, 1 - .246558035};

std::vector<double> costs_of(const SamplingDesign& design) {
    const Points points(design, {"throughput", "failures", "price"});
    std::vector<double> costs(design.total()), scores(design.draws_per_replicate);
    constexpr std::array sds{0.1, 0.3, 0.5};
    for (std::size_t c = 0; c < sds.size(); ++c)
        for (std::uint32_t r = 0; r < design.replicates; ++r) {
            points.scores(c, r, 0, scores);
            for (std::size_t i = 0; i < scores.size(); ++i)
                costs[r * scores.size() + i] += sds[c] * scores[i];
        }
    lanes::exps(costs, costs);
    for (double& cost : costs) cost *= 100;
    return costs;
}

// P50, P95, P(C <= 150).
std::array<Estimate, 3> figures_of(const SamplingDesign& design) {
    const std::vector<double> costs = costs_of(design);
    const FigureTally tally = tally_of(costs, design);
    return {percentile(tally, 0.5), percentile(tally, 0.95), p_kept(costs, 150, design)};
}

struct Counted {
    std::array<int, 3> held{};
    std::array<double, 3> width{};  // mean

    void add(const std::array<Estimate, 3>& figures) {
        for (std::size_t i = 0; i < 3; ++i) {
            held[i] += figures[i].low <= truths[i] && truths[i] <= figures[i].high;
            width[i] += (figures[i].high - figures[i].low) / repeats;
        }
    }
    void check() const {
        for (const int count : held) {
            CHECK(count >= 0.93 * repeats);
            CHECK(count <= 0.97 * repeats);
        }
    }
};

Counted counted(Sampler sampler) {
    Counted all;
    for (std::uint64_t seed = 1; seed <= repeats; ++seed)
        all.add(figures_of({sampler, seed, 16, 1024}));
    return all;
}

}  // namespace

// 1,000 seeds of 16 x 1,024 draws. Statistic: the share of intervals that hold the truth, standard
// error sqrt(.95 .05 / 1000) = .0069; limits .93 and .97 are 2.9 s.e. away, so that one in 270
// choices of seeds would fail for each of nine figures; these are fixed. Smallest fault caught:
// intervals too short by 13 % or too long by 16 %.
TEST_CASE("intervals hold the truth in 95 % of seeds, and those of Sobol' points are narrow") {
    const Counted sobol = counted(Sampler::sobol), plain = counted(Sampler::monte_carlo);
    sobol.check();
    plain.check();
    counted(Sampler::latin_hypercube).check();
    for (std::size_t i = 0; i < 3; ++i) {
        INFO(sobol.width[i] / plain.width[i]);
        CHECK(sobol.width[i] <= 0.45 * plain.width[i]);
    }
}

// The same for runs that stop by themselves: looks at 16 x 1,024 draws and doublings of them, until
// the half-widths are at most .4 % at two looks running. Stopping at the first small one would
// choose intervals that are short by chance.
TEST_CASE("intervals of runs that stop at an error hold the truth as often") {
    Counted all;
    int looks = 0;
    for (std::uint64_t seed = 1; seed <= repeats; ++seed) {
        TargetError target(0.004);
        SamplingDesign design{Sampler::sobol, seed, 16, first_look_draws};
        for (bool reached = false; !reached; design.draws_per_replicate *= 2) {
            const auto figures = figures_of(design);
            double error = (figures[2].high - figures[2].low) / 2;
            for (std::size_t i = 0; i < 2; ++i)
                error = std::fmax(error, (figures[i].high - figures[i].low) / 2 / figures[i].value);
            reached = target.is_reached(error);
            if (reached) all.add(figures);
            ++looks;
        }
    }
    all.check();
    CHECK(looks > 2 * repeats);
}
