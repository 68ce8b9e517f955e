#include "sim/analysis/binomial.hpp"

#include <stdexcept>

#include "tests/catch_compat.hpp"

using namespace trialcost;

TEST_CASE("Clopper-Pearson as SciPy gives it") {
    struct Row {
        std::uint64_t hits, draws;
        double low, high;
    };
    // scipy.stats.beta.ppf: (.025, hits, draws - hits + 1) and (.975, hits + 1, draws - hits)
    constexpr Row rows[] = {{1, 20, 0.0012650894979498, 0.248732762772028},
                            {10, 100, 0.049004689221486, 0.176222597740023},
                            {49, 16384, 0.00221334723915556, 0.00395198906495648},
                            {16380, 16384, 0.999375022093646, 0.999933476018604}};
    for (const Row& row : rows) {
        CAPTURE(row.hits, row.draws);
        const Estimate estimate = clopper_pearson(row.hits, row.draws);
        CHECK(estimate.value == static_cast<double>(row.hits) / static_cast<double>(row.draws));
        CHECK(estimate.low == Approx(row.low).epsilon(1e-11));
        CHECK(estimate.high == Approx(row.high).epsilon(1e-11));
    }
}

TEST_CASE("no hit in n: at most about 3/n; nothing but hits: its mirror image") {
    // 1 - .05^(1/draws)
    CHECK(clopper_pearson(0, 10).high == Approx(0.2588655508930523).epsilon(1e-12));
    CHECK(clopper_pearson(0, 1000).high == Approx(0.0029912495450952958).epsilon(1e-12));
    CHECK(clopper_pearson(0, 16384).high == Approx(0.00018282827227360154).epsilon(1e-12));
    CHECK(clopper_pearson(0, 16384).low == 0);
    CHECK(clopper_pearson(0, 16384).value == 0);

    const Estimate sure = clopper_pearson(1000, 1000);
    CHECK(sure.value == 1);
    CHECK(sure.high == 1);
    CHECK(sure.low == Approx(1 - 0.0029912495450952958).epsilon(1e-12));
}

TEST_CASE("binomial distribution function as SciPy gives it") {
    CHECK(binomial_cdf(3, 10, .3) == Approx(0.6496107184).epsilon(1e-11));
    CHECK(binomial_cdf(939, 1000, .95) == Approx(0.0670625186333088).epsilon(1e-11));
    CHECK(binomial_cdf(0, 50, .1) == Approx(0.00515377520732011).epsilon(1e-11));
    CHECK(binomial_cdf(1038300, 1 << 20, .99) == Approx(0.980724180317627).epsilon(1e-9));
    CHECK(binomial_cdf(10, 10, .3) == 1);
    CHECK(binomial_cdf(3, 10, 0) == 1);
    CHECK(binomial_cdf(3, 10, 1) == 0);
}

TEST_CASE("impossible counts are a mistake of the caller") {
    CHECK_THROWS_AS(clopper_pearson(0, 0), std::logic_error);
    CHECK_THROWS_AS(clopper_pearson(11, 10), std::logic_error);
    CHECK_THROWS_AS(binomial_cdf(1, 10, 1.5), std::logic_error);
}
