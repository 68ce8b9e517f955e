// What takes the seconds per unit of the records to the target: transfer divides, node scaling
// multiplies; all that goes with the work follows, and nothing else.
#include "tests/catch_compat.hpp"
#include "tests/sim/job/drawn_job.hpp"

using namespace trialcost;
using namespace trialcost::fixtures;

namespace {

constexpr double forever_s = 1e300;

// 40 units of 5 s or more, and waiting beside them.
OptionPlan job_of_records() {
    OptionPlan option = simple_option("a", {Constant{1}}, 1);
    const std::size_t group = add_group(option, "records1", {{5, 6, 8}, {0.1, 0.3, 0.2}});
    option.job.work = stated(option, "units", {Constant{40}});
    option.job.seconds_per_unit = field_of(group, 0);
    option.job.wait_ratio = field_of(group, 1);
    return option;
}

double wall_s(const OptionPlan& option) {
    DrawnJob drawn(option);
    drawn.set_score(chance_name(drawn.option().groups[0], 0), 0.7);
    drawn.set_score(knowledge_name(drawn.option().groups[0], 1), -1.1);
    return drawn.start().run_attempt(0, 0, forever_s).outcome.wall_s;
}

}  // namespace

TEST_CASE("transfer divides the time of the work exactly, node scaling multiplies it") {
    const double plain_s = wall_s(job_of_records());
    REQUIRE(plain_s > 0);

    OptionPlan slower = job_of_records();
    slower.job.transfer = stated(slower, "transfer", {Constant{0.5}});
    CHECK(wall_s(slower) == 2 * plain_s);

    OptionPlan scaled = job_of_records();
    scaled.job.node_scaling = stated(scaled, "node_scaling", {Constant{1.3}});
    CHECK(wall_s(scaled) == Approx(1.3 * plain_s).epsilon(1e-14));

    // A startup is what it was.
    OptionPlan started = slower;
    started.job.startup_cold = started.job.startup_warm = stated(started, "startup", {Constant{7}});
    CHECK(wall_s(started) == Approx(7 + 2 * plain_s).epsilon(1e-14));

    OptionPlan both = slower;
    both.job.node_scaling = stated(both, "node_scaling", {Constant{0.25}});
    CHECK(wall_s(both) == plain_s / 2);
}
