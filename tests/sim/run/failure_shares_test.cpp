// The share of the billed time that the failures of each class take, and the failures whose unknown
// downtime would have to be paid.
#include <cmath>
#include <string>

#include "models/calibration/posterior.hpp"
#include "tests/catch_compat.hpp"
#include "tests/sim/run/run_fixtures.hpp"

using namespace trialcost;
using namespace trialcost::fixtures;

namespace {

FailureClassPlan& add_class(OptionPlan& option, const std::string& name, double per_hour) {
    FailureClassPlan failures;
    failures.name = name;
    failures.rate = stated(option, "failure." + name + ".rate", {Constant{per_hour}});
    failures.rate_scale = 1.0 / 3600;
    failures.downtime =
        stated(option, "failure." + name + ".downtime", {Lognormal{6, 0.5}}, Varies::per_event);
    failures.restart = stated(option, "failure." + name + ".restart_time", {Constant{120}});
    option.job.failures.push_back(failures);
    return option.job.failures.back();
}

// Ten hours of work in twenty segments on two nodes, two runs; classes a and b.
Plan two_classes() {
    OptionPlan option = simple_option("o", {Constant{10}}, 3);
    option.nodes = 2;
    option.job.checkpoint_interval = stated(option, "interval", {Constant{1800}});
    add_class(option, "a", 0.1);
    add_class(option, "b", 0.3).lost_work = LostWork::none;
    return plan_of({option}, 2, {Sampler::sobol, 1, 4, 64});
}

double part(const Draws& columns, TimePart which, std::size_t draw) {
    return columns.parts_s[static_cast<std::size_t>(which)][draw];
}

double lost_s(const Draws& columns, std::size_t draw) {
    return part(columns, TimePart::lost_work, draw) + part(columns, TimePart::downtime, draw) +
           part(columns, TimePart::restart, draw);
}

}  // namespace

TEST_CASE("what the classes take adds up to what failures cost, in every draw") {
    const Plan plan = two_classes();
    const Draws columns = run(plan);
    REQUIRE(columns.class_shares.size() == 2);
    double larger_b = 0;
    for (std::size_t i = 0; i < plan.sampling.total(); ++i) {
        const double a = columns.class_shares[0][i], b = columns.class_shares[1][i];
        const double billed_s = columns.column(Figure::billed_time_h)[i] * 3600;
        CHECK((a + b) * billed_s == Approx(lost_s(columns, i)).margin(1e-6));
        larger_b += b > a;
    }
    CHECK(larger_b > 128);
    const OptionSummary summary = summary_of(plan, 0);
    REQUIRE(summary.failure_classes.size() == 2);
    CHECK(summary.failure_classes[0].name == "a");
    CHECK(summary.failure_classes[1].name == "b");
    double mean_b = 0;
    for (double share : columns.class_shares[1]) mean_b += share / 256;
    CHECK(summary.failure_classes[1].mean.value == Approx(mean_b));
    CHECK(summary.failure_classes[1].percentiles.size() == reported_percentiles.size());
}

TEST_CASE("downtime that is not billed takes no billed time, but a block is billed whole") {
    Plan plan = two_classes();
    OptionPlan& option = plan.options[0];
    option.job.failures[0].downtime_billed = false;
    option.job.failures[1].rate_scale = 0;
    Draws columns = run(plan);
    for (std::size_t i = 0; i < plan.sampling.total(); ++i) {
        const double billed_s = columns.column(Figure::billed_time_h)[i] * 3600;
        CHECK(columns.class_shares[0][i] * billed_s ==
              Approx(lost_s(columns, i) - part(columns, TimePart::downtime, i)).margin(1e-6));
        CHECK(columns.class_shares[1][i] == 0);
    }
    option.instance_price->purchase = PurchaseOption::capacity_block;
    option.instance_price->block = {24 * 3600.0, 1800};
    columns = run(plan);
    for (std::size_t i = 0; i < plan.sampling.total(); ++i)
        CHECK(columns.class_shares[0][i] * columns.column(Figure::billed_time_h)[i] * 3600 ==
              Approx(lost_s(columns, i)).margin(1e-6));
}

// Downtimes of a are known; of b unknown. With b the only one of unknown downtime, an hour of it
// for each of its failures is what counts, and nothing where the provider does not bill it.
TEST_CASE("an unknown downtime weighs by the failures of its own class") {
    Plan plan = two_classes();
    OptionPlan& option = plan.options[0];
    option.job.failures[0].rate_scale *= 20;
    option.job.failures[1].downtime = {};
    const Draws columns = run(plan);
    const OptionSummary summary = summary_of(plan, 0);
    double with_b = 0;
    for (std::size_t i = 0; i < plan.sampling.total(); ++i) {
        const int open = columns.open_failures[i];
        CHECK((open > 0) == (columns.class_shares[1][i] > 0));
        with_b += open > 0 ? 1.0 / 256 : 0;
    }
    CHECK(summary.p_unknown_downtime == with_b);
    CHECK(summary.p_any_failure == 1);
    CHECK(with_b < 1);
    CHECK(summary.downtime_hour_adds > 0);
    CHECK(summary.downtime_hour_adds < 15 * 2 * 3.0);  // far from the forty failures of a
    option.job.failures[1].downtime_billed = false;
    const OptionSummary unbilled = summary_of(plan, 0);
    CHECK(unbilled.p_unknown_downtime == 0);
    CHECK(unbilled.downtime_hour_adds == 0);
    option.instance_price->purchase = PurchaseOption::capacity_block;
    option.instance_price->block = {3600, 0};
    CHECK(summary_of(plan, 0).p_unknown_downtime > 0.9);
}

// Two events in 40 h, cut into 1, 3 and 18 classes; a run of 10 h that loses nothing is exposed for
// 10 h, so that its failures are negative binomial: mean 2.5/4, P(none) = (40/50)^2.5. 16,384
// draws; without the help of Sobol' points the mean has a standard error of .007 and P(none) of
// .004. With half an event for each class the mean of 18 would be 2.75.
TEST_CASE("the law of all failures does not depend on how they are cut into classes") {
    for (const std::size_t classes : {1, 3, 18}) {
        INFO(classes << " classes");
        OptionPlan option = simple_option("o", {Constant{10}}, 3);
        for (std::size_t i = 0; i < classes; ++i) {
            FailureClassPlan& failures = add_class(option, std::to_string(i), 1);
            failures.rate = stated(option, "rate." + std::to_string(i),
                                   {rate_posterior(i == 0 ? 2 : 0, classes, 40)});
            failures.lost_work = LostWork::none;
            failures.downtime = failures.restart = stated(option, "none", {Constant{0}});
        }
        const Plan plan = plan_of({option}, 1, {Sampler::sobol, 1, 16, 1024});
        const Draws columns = run(plan);
        const auto failures = columns.column(Figure::failures);
        double mean = 0;
        for (double count : failures) mean += count / 16384;
        CHECK(std::fabs(mean - 2.5 / 4) < 4 * 0.007);
        CHECK(std::fabs(share_at_most(failures, 0) - std::pow(0.8, 2.5)) < 4 * 0.004);
    }
}
