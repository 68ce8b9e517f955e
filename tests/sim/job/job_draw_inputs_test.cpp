// The inputs of an attempt: knowledge once per draw, chance for each attempt, by name.
//
// The first attempt reads coordinates, attempt number a of the draw the streams of the same names
// at event a. Expected values are the formulas of docs/methods.md, written out.
#include <cmath>

#include "models/distribution/special_functions.hpp"
#include "tests/catch_compat.hpp"
#include "tests/sim/job/drawn_job.hpp"

using namespace trialcost;
using namespace trialcost::fixtures;

namespace {

constexpr double forever_s = 1e300;

// Two groups of two fields each, in which no field is like another.
struct TwoGroups {
    OptionPlan option = simple_option("a", {Constant{1}}, 1);
    Source fields[2][2];

    TwoGroups() {
        const std::size_t first = add_group(option, "records1", {{1, 2, 4, 3}, {5, 3, 5, 6}});
        const std::size_t second = add_group(option, "records2", {{30, 20, 50}, {8, 8.5, 9.5}});
        for (std::size_t f = 0; f < 2; ++f) {
            fields[0][f] = field_of(first, f);
            fields[1][f] = field_of(second, f);
        }
    }
};

// x of a field whose group has two coordinates, from the scores of its names.
double field_value(const RecordGroup& group, std::size_t field, double k_score, const double a[2],
                   const double g[2]) {
    const JointPredictive& fit = group.predictive;
    const auto n = static_cast<double>(fit.records);
    const double sqrt_k = std::sqrt((n - 1) / group.chi_square(k_score));
    double knowledge = 0, chance = 0;
    for (std::size_t j = 0; j < 2; ++j) {
        knowledge += fit.load(field, j) * a[j];
        chance += fit.load(field, j) * g[j];
    }
    return std::exp(fit.mean[field] + sqrt_k * (knowledge / std::sqrt(n) + chance));
}

}  // namespace

TEST_CASE("recorded fields: their group's knowledge once, its chance for each attempt") {
    TwoGroups job;
    DrawnJob drawn(job.option, 4);
    const double k[2] = {0.7, -0.4}, a[2][2] = {{0.3, -1.2}, {1.1, 0.6}};
    const double g[2][2] = {{-0.8, 0.5}, {0.9, 1.7}};
    for (std::size_t i = 0; i < 2; ++i) {
        const RecordGroup& group = drawn.option().groups[i];
        REQUIRE(group.predictive.rank == 2);
        drawn.set_score(chi_square_name(group), k[i]);
        for (std::size_t j = 0; j < 2; ++j) {
            drawn.set_score(knowledge_name(group, j), a[i][j]);
            drawn.set_score(chance_name(group, j), g[i][j]);
        }
    }
    JobDraw& draw = drawn.start();
    for (std::uint32_t run : {0u, 1u, 3u}) {
        draw.run_attempt(run, run == 0 ? 0 : 1, forever_s);
        const std::uint32_t serial = run == 0 ? 0 : run * drawn.option().job.max_attempts + 1;
        for (std::size_t i = 0; i < 2; ++i) {
            const RecordGroup& group = drawn.option().groups[i];
            const double later[2] = {DrawnJob::stream_score(chance_name(group, 0), serial),
                                     DrawnJob::stream_score(chance_name(group, 1), serial)};
            for (std::size_t f = 0; f < 2; ++f) {
                INFO("run " << run << ", group " << i << ", field " << f);
                CHECK(draw.value(job.fields[i][f]) ==
                      Approx(field_value(group, f, k[i], a[i], serial == 0 ? g[i] : later))
                          .epsilon(1e-12));
            }
        }
    }
}

TEST_CASE("a stated input keeps its value in a draw, or has one for each attempt") {
    OptionPlan option = simple_option("a", {Constant{1}}, 1);
    const Distribution law{Normal{10, 1}};
    const Source once = stated(option, "once", law);
    const Source each = stated(option, "each", law, Varies::per_attempt);
    DrawnJob drawn(option);
    drawn.set_score("a/once", 0.5);
    drawn.set_score("a/each", -0.25);
    JobDraw& draw = drawn.start();
    draw.run_attempt(0, 0, forever_s);
    CHECK(draw.value(once) == Approx(10.5));
    CHECK(draw.value(each) == Approx(9.75));
    draw.run_attempt(0, 2, forever_s);
    CHECK(draw.value(once) == Approx(10.5));
    CHECK(draw.value(each) == Approx(10 + DrawnJob::stream_score("a/each", 2)));
    // A new draw starts from its coordinates again.
    drawn.set_score("a/once", 1);
    drawn.start().run_attempt(0, 0, forever_s);
    CHECK(draw.value(once) == Approx(11));
    CHECK(draw.value(each) == Approx(9.75));
}

TEST_CASE("a value is held at its bounds, and only a bound by default is told and moves") {
    OptionPlan option = simple_option("a", {Constant{1}}, 1);
    Source stated_bound = stated(option, "x", {Normal{0, 1}});
    stated_bound.lower = -1;
    stated_bound.upper = 1;
    Source by_default = stated_bound;
    by_default.bound = Bound::by_default;
    DrawnJob drawn(option);
    const auto value_at = [&](double score, const Source& source, double factor = 1) {
        drawn.set_score("a/x", score);
        return drawn.start(factor).value(source);
    };
    CHECK(value_at(0.5, by_default) == Approx(0.5));
    CHECK_FALSE(drawn.start().held());
    CHECK(value_at(-3, by_default) == -1);
    CHECK(value_at(3, stated_bound, 2) == 1);
    CHECK_FALSE(drawn.start().held());

    drawn.set_score("a/x", 1.5);
    JobDraw& draw = drawn.start();
    CHECK(draw.value(by_default) == 1);
    CHECK(draw.held());
    CHECK(draw.value(stated_bound) == 1);
    CHECK(draw.held());  // once held, held for the draw
    drawn.start(2);
    CHECK_FALSE(draw.held());
    CHECK(draw.value(by_default) == Approx(1.5));
    CHECK_FALSE(draw.held());
    CHECK(value_at(5, by_default, 2) == 2);
    CHECK(draw.held());
}

// The share of runs that are not zero is knowledge; whether this one is zero is chance. Of 999
// attempts with a share of .3 the number above zero is binomial, sd 14.5: 4 of them.
TEST_CASE("a field that is zero in some records is zero by its own coordinate, then stream") {
    OptionPlan option = simple_option("a", {Constant{1}}, 1);
    const std::size_t group = add_group(option, "records1", {{2, 4}, {7, 7}});
    option.job.startup_warm = field_of(group, 1);
    option.job.startup_warm.not_zero = stated(option, "share", {Constant{0.3}}).index;
    option.job.startup_cold = option.job.startup_warm;
    DrawnJob drawn(option, 1000);
    const auto first = [&](double probability) {
        drawn.set_score("a/records1/zero2", normal_quantile(probability));
        JobDraw& draw = drawn.start();
        draw.run_attempt(0, 0, forever_s);
        return draw.value(option.job.startup_warm);
    };
    CHECK(first(0.29) == Approx(7));
    CHECK(first(0.31) == 0);
    JobDraw& draw = drawn.start();
    int above_zero = 0;
    for (std::uint32_t run = 1; run < 1000; ++run) {
        draw.run_attempt(run, 0, forever_s);
        const bool expected = DrawnJob::uniforms("a/records1/zero2", run * 10).first < 0.3;
        CHECK((draw.value(option.job.startup_warm) > 0) == expected);
        above_zero += draw.value(option.job.startup_warm) > 0;
    }
    CHECK(std::abs(above_zero - 300) < 58);
}

TEST_CASE("an attempt passes below its probability, by its own coordinate, then stream") {
    OptionPlan option = simple_option("a", {Constant{1}}, 1);
    option.job.output_per_run = stated(option, "output", {Constant{5}});
    option.job.pass_probability = stated(option, "pass_probability", {Constant{0.6}});
    DrawnJob drawn(option, 50);
    for (double probability : {0.59, 0.61}) {
        drawn.set_score("a/pass", normal_quantile(probability));
        const AttemptResult result = drawn.start().run_attempt(0, 0, forever_s);
        CHECK(result.passed == (probability < 0.6));
        CHECK(result.output_units == (probability < 0.6 ? 5 : 0));
    }
    JobDraw& draw = drawn.start();
    for (std::uint32_t run = 0; run < 50; ++run)
        CHECK(draw.run_attempt(run, 3, forever_s).passed ==
              (DrawnJob::uniforms("a/pass", run * 10 + 3).first < 0.6));
    // What is given up neither passes nor yields, whatever its luck.
    drawn.set_score("a/pass", -3);
    const AttemptResult cut = drawn.start().run_attempt(0, 0, 1800);
    CHECK(cut.outcome.end == AttemptEnd::given_up);
    CHECK_FALSE(cut.passed);
    CHECK(cut.output_units == 0);
}

TEST_CASE("the median pass is the first attempt with every score at 0") {
    OptionPlan option = simple_option("a", {Constant{1}}, 1);
    option.job.work = stated(option, "hours", {Lognormal{0, 1}}, Varies::per_attempt);
    option.job.startup_cold = stated(option, "startup_cold", {Constant{1000}});
    option.job.startup_warm = stated(option, "startup_warm", {Constant{100}});
    option.job.cold_start = ColdStart::first_launch;
    DrawnJob drawn(option, 9);
    drawn.set_score("a/hours", 2);
    JobDraw& draw = drawn.start(2);
    const double before = draw.run_attempt(8, 1, forever_s).outcome.wall_s;
    CHECK(draw.median_pass_s() == Approx(1000 + 3600));
    CHECK(drawn.start().run_attempt(8, 1, forever_s).outcome.wall_s == before);
}

// Start 100, work 3,600 x 2 (half of it waits) in 4 segments, saves of 10, evaluation 50.
TEST_CASE("the shape of an attempt comes from its inputs, and its limits from the plan") {
    OptionPlan option = simple_option("a", {Constant{1}}, 1);
    JobPlan& job = option.job;
    job.wait_ratio = stated(option, "wait_ratio", {Constant{1}});
    job.startup_cold = stated(option, "startup_cold", {Constant{1000}});
    job.startup_warm = stated(option, "startup_warm", {Constant{100}});
    job.checkpoint_interval = stated(option, "checkpoint_interval", {Constant{1800}});
    job.checkpoint_time = stated(option, "checkpoint_time", {Constant{10}});
    job.validation_time = stated(option, "validation_time", {Constant{50}});
    const auto outcome = [&](std::uint32_t attempt = 0, double left_s = forever_s) {
        DrawnJob drawn(option);
        return drawn.start().run_attempt(0, attempt, left_s).outcome;
    };
    const AttemptOutcome warm = outcome();
    CHECK(warm.wall_s == Approx(100 + 7200 + 40 + 50));
    CHECK(warm.parts[TimePart::productive] == Approx(3600));
    CHECK(warm.parts[TimePart::data_wait] == Approx(3600));
    CHECK(warm.parts[TimePart::validation] == 50);
    OptionPlan rates = option;
    rates.job.seconds_per_unit = {};
    rates.job.throughput = stated(rates, "throughput", {Constant{1.0 / 7200}});
    rates.job.wait_ratio = {};
    rates.job.utilization = stated(rates, "utilization", {Constant{0.8}});
    DrawnJob by_rates(rates);
    const AttemptOutcome given = by_rates.start().run_attempt(0, 0, forever_s).outcome;
    CHECK(given.parts[TimePart::productive] == Approx(7200));
    CHECK(given.parts[TimePart::data_wait] == Approx(1800));
    job.last_save = LastSave::skipped;
    CHECK(outcome().parts[TimePart::checkpoint] == 30);

    const auto startup = [&](ColdStart when, std::uint32_t attempt) {
        job.cold_start = when;
        return outcome(attempt).parts[TimePart::startup];
    };
    CHECK(startup(ColdStart::never, 0) == 100);
    for (ColdStart first : {ColdStart::first_launch, ColdStart::node_replacement}) {
        CHECK(startup(first, 0) == 1000);
        CHECK(startup(first, 1) == 100);
    }
    CHECK(startup(ColdStart::every_launch, 1) == 1000);

    job.cold_start = ColdStart::never;
    job.max_attempt_factor = 0.5;
    CHECK(outcome().wall_s == Approx((100 + 7200 + 30 + 50) / 2.0));
    CHECK(outcome(0, 1234).wall_s == 1234);
    job.timeout_s = 2345;
    CHECK(outcome().wall_s == 2345);
    CHECK(outcome(0, 1234).wall_s == 1234);
}
