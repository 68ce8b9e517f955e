// The conservative case: what is known stands at its cautious side, chance stays.
#include "sim/plan/cautious_plan.hpp"

#include <cmath>

#include "sim/plan/coordinates.hpp"
#include "tests/catch_compat.hpp"
#include "tests/sim/plan/plan_fixtures.hpp"

using namespace trialcost;
using namespace trialcost::fixtures;

namespace {

constexpr double z90 = 1.2815515655446004;  // standard normal

double held_value(const OptionPlan& option, const Source& source) {
    CHECK(option.stated[source.index].marginal(-3) == option.stated[source.index].marginal(3));
    return option.stated[source.index].marginal(0);
}

}  // namespace

TEST_CASE("what is drawn once stands at its 90 percentile, where more is better at its 10") {
    OptionPlan option = simple_option("a", {Lognormal{0, 0.5}}, 1);
    option.job.startup_warm = stated(option, "startup", {Lognormal{0, 0.5}});
    option.job.throughput = stated(option, "throughput", {Lognormal{0, 0.5}});
    option.job.utilization = stated(option, "utilization", {Lognormal{0, 0.5}});
    option.job.pass_probability = stated(option, "pass", {Lognormal{0, 0.5}});
    option.job.output_per_run = stated(option, "output", {Lognormal{0, 0.5}});
    const Plan plan = plan_of({option}, 1, {});
    const OptionPlan cautious = cautious_plan(plan).options[0];
    const double worse = std::exp(0.5 * z90);
    CHECK(held_value(cautious, cautious.job.work) == Approx(worse));
    CHECK(held_value(cautious, cautious.job.startup_warm) == Approx(worse));
    for (const Source* source : {&cautious.job.throughput, &cautious.job.utilization,
                                 &cautious.job.pass_probability, &cautious.job.output_per_run})
        CHECK(held_value(cautious, *source) == Approx(1 / worse));
}

TEST_CASE("what varies from attempt to attempt keeps its chance") {
    OptionPlan option = simple_option("a", {Constant{1}}, 1);
    option.job.startup_warm = stated(option, "startup", {Lognormal{0, 0.5}}, Varies::per_attempt);
    const OptionPlan cautious = cautious_plan(plan_of({option}, 1, {})).options[0];
    const Marginal& startup = cautious.stated[cautious.job.startup_warm.index].marginal;
    CHECK(startup(0) == Approx(1));
    CHECK(startup(1) == Approx(std::exp(0.5)));
}

// Four records with a log spread of .2: the mean of the log is known as t(3), whose 90 percentile
// is 1.637744 (SciPy), times .2/2.
TEST_CASE("means of recorded fields stand at their 90 percentile, those of output at their 10") {
    OptionPlan option = simple_option("a", {Constant{1}}, 1);
    const std::size_t group =
        add_group(option, "records", {spaced_records(4, 5, 0.2), spaced_records(4, 2, 0.2)});
    option.job.seconds_per_unit = field_of(group, 0);
    option.job.output_per_run = field_of(group, 1);
    const Plan plan = plan_of({option}, 1, {});
    const Plan cautious = cautious_plan(plan);
    const RecordGroup& held = cautious.options[0].groups[group];
    CHECK(held.knowledge == RecordGroup::Knowledge::fixed);
    CHECK(held.predictive.mean[0] == Approx(std::log(5) + 1.637744 * 0.1));
    CHECK(held.predictive.mean[1] == Approx(std::log(2) - 1.637744 * 0.1));
    CHECK(coordinate_table(cautious).names == coordinate_table(plan).names);
}
