#include "models/calibration/over_dispersion.hpp"

#include <cmath>
#include <vector>

#include "models/distribution/distribution.hpp"
#include "sim/random/stream.hpp"
#include "tests/catch_compat.hpp"

using namespace trialcost;

namespace {

// A Poisson count by the times between events.
double poisson(double mean, std::uint64_t set, std::uint32_t& event) {
    double count = -1;
    for (double left = mean; left > 0; ++count)
        left += std::log(uniform_pair({11, 0, set}, 1, event++).first);
    return count;
}

struct Shown {
    double share = 0, mean_variance = 0;
};

// Sets of counts whose runs have the given exposures and a factor of the given variance.
Shown shown(std::size_t sets, const std::vector<double>& exposures, double variance) {
    Shown out;
    for (std::size_t set = 0; set < sets; ++set) {
        std::uint32_t event = 0;
        std::vector<RunCount> runs;
        for (double exposure : exposures) {
            const double u = uniform_pair({11, 0, set}, 2, event).first;
            const double factor = variance > 0 ? quantile({Gamma{1 / variance, variance}}, u) : 1.0;
            runs.push_back({poisson(exposure * factor, set, event), exposure});
        }
        const auto found = over_dispersion(runs);
        if (!found) continue;
        out.share += found->is_shown() ? 1.0 / static_cast<double>(sets) : 0;
        out.mean_variance += found->factor_variance / static_cast<double>(sets);
    }
    return out;
}

}  // namespace

TEST_CASE("too few counts do not tell whether runs differ") {
    CHECK_FALSE(over_dispersion(std::vector<RunCount>{}));
    CHECK_FALSE(over_dispersion(std::vector<RunCount>{{9, 1}, {0, 1}}));
    CHECK_FALSE(over_dispersion(std::vector<RunCount>{{9, 1}, {0, 1}, {0, 0}}));
    CHECK_FALSE(over_dispersion(std::vector<RunCount>{{5, 1}, {0, 1}, {0, 1}}));
    CHECK(over_dispersion(std::vector<RunCount>{{6, 1}, {0, 1}, {0, 1}}));
}

// By hand: expected 4 each; squares 36 + 9 + 9 = 54. Pearson 54/4 = 13.5; its mean is 2, its
// variance 4 - 4/12. a = 3 (4/9 4 + 1/9 8) = 8, b = 3 (4/9 16 + 1/9 32) = 32; (54 - 8)/32.
TEST_CASE("counts of 10, 1 and 1 in equal runs") {
    const auto found = over_dispersion(std::vector<RunCount>{{10, 2}, {1, 2}, {1, 2}});
    REQUIRE(found);
    // SciPy: gamma.sf(13.5, 12/11, scale=11/6)
    CHECK(found->p_value == Approx(0.00080463624).epsilon(1e-6));
    CHECK(found->factor_variance == Approx(46.0 / 32));
    CHECK(found->count_inflation == Approx(1 + 46.0 / 32 * 12 / 3));
    CHECK(found->is_shown());
    const auto even = over_dispersion(std::vector<RunCount>{{4, 2}, {5, 2}, {3, 2}});
    REQUIRE(even);
    CHECK(even->factor_variance == 0);
    CHECK(even->count_inflation == 1);
    CHECK_FALSE(even->is_shown());
}

// 2,000 sets of counts each; the share that is shown has a standard error of .005. By chance alone
// 5 % are, by 3 standard errors at most 6.5 % (the counts are whole, so often fewer). A factor of
// variance 1 on eight runs of five events is found in most sets, and its variance without bias
// beyond that of holding at 0 (standard error .02).
TEST_CASE("runs that differ are told from runs that do not") {
    const std::vector<double> even(8, 5.0), uneven{1, 2, 2, 4, 6, 12};
    CHECK(shown(2'000, even, 0).share < 0.065);
    CHECK(shown(2'000, uneven, 0).share < 0.065);
    CHECK(shown(2'000, even, 0).share > 0.03);
    const Shown differ = shown(2'000, even, 1);
    CHECK(differ.share > 0.85);
    CHECK(differ.mean_variance == Approx(1).margin(0.15));
}
