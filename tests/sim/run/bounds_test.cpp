// Bounds taken by default, and what may be printed in spite of them.
#include <cmath>

#include "tests/catch_compat.hpp"
#include "tests/sim/run/run_fixtures.hpp"

using namespace trialcost;
using namespace trialcost::fixtures;

namespace {

Plan measured_plan(std::size_t records, double spread, std::uint32_t draws_per_replicate) {
    OptionPlan option = simple_option("a", {Constant{1}}, 1);
    const std::vector<double> values = spaced_records(records, 1, spread);
    option.job.work = recorded(option, "records1", values);
    option.job.work.upper = 10 * values.back();
    option.job.work.bound = Bound::by_default;
    return plan_of({option}, 1, {Sampler::sobol, 2, 16, draws_per_replicate});
}

}  // namespace

// exp of a Student-t has no mean: without a bound the sample mean of 3 records grows with the draws
// (1.02, 10.6, 1e12 at 2^12, 2^16, 2^20). With bounds it agrees or is refused.
TEST_CASE("means at 2^12, 2^16 and 2^20 draws agree within their intervals or are refused") {
    for (std::size_t records : {3, 5, 10}) {
        std::vector<Estimate> means;
        for (std::uint32_t draws : {1u << 8, 1u << 12, 1u << 16})
            means.push_back(
                summary_of(measured_plan(records, 0.1, draws), 0).figure(Figure::total_cost).mean);
        for (const Estimate& a : means)
            for (const Estimate& b : means) {
                INFO(records << " records: " << a.value << " and " << b.value << " (" << a.refusal
                             << ")");
                if (a.refused() || b.refused()) continue;
                // Two 95 % intervals, both drawn from the same streams: 4 standard errors of the
                // wider.
                const double error = std::max(a.high - a.low, b.high - b.low) / 2 / 2.131;
                CHECK(std::fabs(a.value - b.value) < 4 * error);
            }
    }
}

TEST_CASE("a mean that rests on a bound taken by default is refused, percentiles are not") {
    const OptionSummary summary = summary_of(measured_plan(3, 0.3, 1 << 12), 0);
    const FigureSummary& cost = summary.figure(Figure::total_cost);
    CHECK(summary.p_held > 0);
    CHECK(cost.mean.refusal.find("timeout") != std::string::npos);
    CHECK(cost.tail_mean.refused());
    CHECK(summary.items[0].mean.refused());
    CHECK(summary.time_parts[0].mean.refused());  // all of it is productive
    CHECK_FALSE(summary.time_parts[0].percentiles[4].refused());
    CHECK_FALSE(cost.percentiles[4].refused());
    CHECK_FALSE(cost.percentiles[7].refused());
    // A bound that is stated is not in doubt.
    Plan bounded = measured_plan(3, 0.3, 1 << 12);
    bounded.options[0].job.work.bound = Bound::stated;
    const OptionSummary sure = summary_of(bounded, 0);
    CHECK(sure.p_held == 0);
    CHECK_FALSE(sure.figure(Figure::total_cost).mean.refused());
}

// P(cut) of 3 records: Student-t(2) beyond (log 10 + spread) / (spread sqrt(4/3)), exact. 65,536
// draws.
TEST_CASE("the share of draws held at a bound is the share beyond it") {
    const double spread = 0.3, bound = std::log(10) + spread;
    const double t = bound / (spread * std::sqrt(4.0 / 3));
    const double beyond = 0.5 - t / (2 * std::sqrt(2 + t * t));
    const OptionSummary summary = summary_of(measured_plan(3, spread, 1 << 12), 0);
    CHECK(summary.p_held == Approx(beyond).margin(4 * std::sqrt(beyond / 65536)));
}

TEST_CASE("a stated timeout gives an attempt up, so that a mean exists") {
    Plan plan = measured_plan(3, 0.3, 1 << 12);
    plan.options[0].job.timeout_s = 4 * 3600;
    const OptionSummary summary = summary_of(plan, 0);
    CHECK_FALSE(summary.figure(Figure::total_cost).mean.refused());
    CHECK(summary.figure(Figure::total_cost).max == Approx(4));
    CHECK(summary.not_finished > 0);
}

// 24 h of work without checkpoints; the rate comes from ten clean runs of 6 min: Gamma(1/2, 1 h),
// on average one failure in 2 h: thousands of tries at the median of the upper half.
TEST_CASE("work without checkpoints under an uncertain failure rate ends in bounded time") {
    OptionPlan option = simple_option("a", {Constant{24}}, 1);
    FailureClassPlan failures;
    failures.name = "all";
    failures.rate = stated(option, "failure.all.rate", {Gamma{0.5, 1}});
    failures.rate_scale = 1.0 / 3600;
    option.job.failures.push_back(failures);
    const OptionSummary summary = summary_of(plan_of({option}, 1, {Sampler::sobol, 1, 16, 256}), 0);
    // Given up at 20 times its failure-free time.
    CHECK(summary.figure(Figure::wall_time_s).max == Approx(20 * 24 * 3600));
    CHECK(summary.p_not_finished.value > 0.2);
    CHECK(summary.p_no_qualified_output.value == summary.p_not_finished.value);
    CHECK(std::isinf(summary.figure(Figure::unit_cost).percentiles[9].value));
    CHECK(std::fabs(summary.failure_z) < 6);
}

// An amount that is settled when the runs are over is held at its bound like any other.
TEST_CASE("a bound that holds an amount is seen whatever counts the amount") {
    for (const Driver driver : {Driver::per_run, Driver::per_billed_node_hour, Driver::fixed}) {
        OptionPlan option = simple_option("a", {Constant{1}}, 1);
        CostItemPlan item{.name = "x", .driver = driver, .amount = {}, .price = 1};
        item.amount = recorded(option, "records1", spaced_records(3, 1, 0.3));
        item.amount.upper = 3;
        item.amount.bound = Bound::by_default;
        option.items.push_back(item);
        const OptionSummary summary =
            summary_of(plan_of({option}, 1, {Sampler::sobol, 2, 16, 1024}), 0);
        INFO(name_of(driver));
        CHECK(summary.p_held > 0.01);
        CHECK(summary.figure(Figure::total_cost).mean.refused());
    }
}
