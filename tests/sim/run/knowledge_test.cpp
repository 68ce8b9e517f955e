// The two levels of a draw: what is known once, what varies from run to run, and what is shared.
#include <cmath>

#include "tests/catch_compat.hpp"
#include "tests/sim/run/run_fixtures.hpp"

using namespace trialcost;
using namespace trialcost::fixtures;

// 40 runs from 5 records with a log spread of .1; P95 of the cost per run over the median of one
// run. tests/independent/forty_runs.py, which shares no code with trialcost: 1.1229 +- 0.0001.
// Redrawing the knowledge for each run would say 1.056, multiplying one run by 40 1.263. 16 x 2^12
// draws; the interval of P95 gives the standard error, about 0.0004: 4 of them see a wrong level of
// any name.
TEST_CASE("forty runs share their knowledge and redraw their chance") {
    OptionPlan option = simple_option("a", {Constant{1}}, 1);
    option.job.work = recorded(option, "records1", spaced_records(5, 1, 0.1));
    option.job.work.upper = 1e9;
    const Plan plan = plan_of({option}, 40, {Sampler::sobol, 5, 16, 1 << 12});
    const FigureSummary cost = summary_of(plan, 0).figure(Figure::total_cost);
    const Estimate p95 = cost.percentiles[8];
    const double error = (p95.high - p95.low) / 2 / 2.131 / 40;
    CHECK(error < 0.001);
    CHECK(std::fabs(p95.value / 40 - 1.1229) < 4 * std::hypot(error, 0.0001));
}

// Two identical options with log spread .3 and 16 x 2^12 draws. Without sharing P(A < B) = 1/2: the
// standard error is below that of independent draws, .002; streams coupled by accident would say 1.
TEST_CASE("identical options are independent unless they share a name") {
    const Distribution hours{Lognormal{0, 0.3}};
    Plan plan = plan_of({simple_option("a", hours, 1), simple_option("b", hours, 1)}, 1,
                        {Sampler::sobol, 3, 16, 1 << 12});
    const auto costs = [&](std::size_t option) { return draws_of(plan, option, 2).figures[0]; };
    const auto share_cheaper = [](const std::vector<double>& a, const std::vector<double>& b) {
        double count = 0;
        for (std::size_t i = 0; i < a.size(); ++i)
            count += a[i] < b[i] ? 1 : a[i] == b[i] ? 0.5 : 0;
        return count / static_cast<double>(a.size());
    };
    const double draws = static_cast<double>(plan.sampling.total());
    CHECK(std::fabs(share_cheaper(costs(0), costs(1)) - 0.5) < 4 * 0.5 / std::sqrt(draws));

    for (OptionPlan& option : plan.options) option.stated[0].name = "shared/work";
    plan.shared = {plan.options[0].stated[0]};
    CHECK(costs(0) == costs(1));
}

// A run that is drawn per attempt varies between the runs of a draw; one drawn once does not.
TEST_CASE("a stated distribution is drawn as often as it says") {
    const auto spread = [](Varies varies) {
        OptionPlan option = simple_option("a", {Constant{1}}, 1);
        option.job.work = stated(option, "hours", {Lognormal{0, 0.3}}, varies);
        const Plan plan = plan_of({option}, 25, {Sampler::sobol, 1, 16, 1024});
        return summary_of(plan, 0).figure(Figure::total_cost).sd.value / 25;
    };
    const double one = std::exp(0.045) * std::sqrt(std::expm1(0.09));  // sd of the lognormal
    CHECK(spread(Varies::once) == Approx(one).epsilon(0.02));
    CHECK(spread(Varies::per_attempt) == Approx(one / 5).epsilon(0.02));
}

// The share of runs in which a field is not zero is Beta(k + 1/2, n - k + 1/2), drawn once.
TEST_CASE("a field that is zero in some records is zero in as many draws") {
    OptionPlan option = simple_option("a", {Constant{1}}, 1);
    option.job.startup_warm = option.job.startup_cold =
        recorded(option, "records1", {3600, 3600.001});
    option.job.startup_warm.not_zero = option.job.startup_cold.not_zero =
        stated(option, "not_zero", {Beta{2.5, 4.5}}).index;
    const Plan plan = plan_of({option}, 1, {Sampler::sobol, 1, 16, 1 << 12});
    const Draws columns = draws_of(plan, 0, 2);
    const double zero = share_at_most(columns.column(Figure::total_cost), 1.5);
    // Mean of the Beta; the standard error of 65,536 draws is below .002.
    CHECK(zero == Approx(4.5 / 7).margin(0.008));
}
