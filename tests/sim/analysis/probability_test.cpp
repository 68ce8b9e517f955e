#include "sim/analysis/probability.hpp"

#include <cmath>
#include <stdexcept>

#include "sim/analysis/binomial.hpp"
#include "sim/analysis/event_tally.hpp"
#include "tests/catch_compat.hpp"

using namespace trialcost;

namespace {

constexpr double t_3 = 3.18244630528426;  // scipy.stats.t.ppf(.975, 3)

Estimate of_counts(std::vector<std::uint64_t> counts, Sampler sampler = Sampler::sobol) {
    const auto replicates = static_cast<std::uint32_t>(counts.size());
    return probability(counts, {sampler, 1, replicates, 100});
}

}  // namespace

TEST_CASE("fifty draws on the rarer side: t over the replicates, by hand") {
    const Estimate rare = of_counts({10, 12, 14, 14});  // 50 hits; deviations -2.5, -.5, 1.5, 1.5
    CHECK(rare.value == 0.125);
    CHECK(rare.high - rare.value == Approx(t_3 * std::sqrt(11.0 / 12) / 100).epsilon(1e-12));
    CHECK(rare.value - rare.low == Approx(rare.high - rare.value).epsilon(1e-12));

    const Estimate common = of_counts({90, 88, 86, 86});
    CHECK(common.value == 0.875);
    CHECK(common.low == Approx(1 - rare.high).epsilon(1e-12));
}

TEST_CASE("t over the replicates is clipped to [0, 1]") {
    CHECK(of_counts({0, 0, 0, 60}).low == 0);
    CHECK(of_counts({100, 100, 100, 40}).high == 1);
}

TEST_CASE("fewer than fifty on the rarer side: Clopper-Pearson on the pooled count") {
    const Estimate rare = of_counts({10, 12, 14, 13});
    CHECK(rare.value == 0.1225);
    CHECK(rare.low == clopper_pearson(49, 400).low);
    CHECK(rare.high == clopper_pearson(49, 400).high);

    // Never "100 % +- 0.0".
    const Estimate sure = of_counts({100, 100, 100, 100});
    CHECK(sure.value == 1);
    CHECK(sure.low == Approx(1 - 3.0 / 400).margin(1e-4));
    CHECK(of_counts({0, 0, 0, 0}).high == Approx(3.0 / 400).margin(1e-4));
}

TEST_CASE("plain Monte Carlo and a single replicate: Clopper-Pearson always") {
    CHECK(of_counts({50, 50, 50, 50}, Sampler::monte_carlo).low == clopper_pearson(200, 400).low);
    CHECK(of_counts({50}).high == clopper_pearson(50, 100).high);
}

TEST_CASE("events are counted by replicate, in any parts") {
    const SamplingDesign design{Sampler::sobol, 1, 4, 100};
    EventTally whole(design), part(design);
    for (std::uint32_t r = 0; r < 4; ++r) {
        whole.add(r, 10 * r);
        part.add(r, 5);
    }
    whole.merge(part);
    CHECK(whole.count() == 80);
    CHECK(whole.probability(design).low == of_counts({5, 15, 25, 35}).low);
    CHECK_THROWS_AS(whole.add(4, 1), std::out_of_range);
}

TEST_CASE("counts that do not fit the design are a mistake of the caller") {
    CHECK_THROWS_AS(of_counts({101, 0}), std::logic_error);
    CHECK_THROWS_AS(of_counts({}), std::logic_error);
    CHECK_THROWS_AS(probability(std::vector<std::uint64_t>{1}, {Sampler::sobol, 1, 2, 10}),
                    std::logic_error);
}
