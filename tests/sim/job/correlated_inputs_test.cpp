// Correlated stated inputs: the factor is applied to the scores of their own names.
#include <cmath>

#include "tests/catch_compat.hpp"
#include "tests/sim/job/drawn_job.hpp"

using namespace trialcost;
using namespace trialcost::fixtures;

namespace {

constexpr double forever_s = 1e300;

// Standard normal inputs: their values are the scores.
struct Three {
    OptionPlan option = simple_option("a", {Constant{1}}, 1);
    Source x, y, z;

    explicit Three(Varies varies) {
        x = input("x", varies);
        y = input("y", varies);
        z = input("z", varies);
        option.correlated.push_back(
            {{"a/x", "a/y", "a/z"}, {3, {1, 0, 0, 0.6, 0.8, 0, -0.48, 0.36, 0.8}}});
    }

    Source input(const std::string& name, Varies varies) {
        Source source = stated(option, name, {Normal{0, 1}}, varies);
        source.lower = -HUGE_VAL;
        return source;
    }
};

}  // namespace

TEST_CASE("correlated inputs of a draw: the first score stays, the others are drawn given it") {
    Three inputs(Varies::once);
    DrawnJob drawn(inputs.option);
    drawn.set_score("a/x", 0.5);
    drawn.set_score("a/y", -1.5);
    drawn.set_score("a/z", 2);
    JobDraw& draw = drawn.start();
    for (std::uint32_t attempt : {0u, 1u}) {
        draw.run_attempt(0, attempt, forever_s);
        CHECK(draw.value(inputs.x) == 0.5);
        CHECK(draw.value(inputs.y) == Approx(0.6 * 0.5 + 0.8 * -1.5).epsilon(1e-14));
        CHECK(draw.value(inputs.z) == Approx(-0.48 * 0.5 + 0.36 * -1.5 + 0.8 * 2).epsilon(1e-14));
    }
    // A draw that follows a later attempt reads its coordinates again.
    drawn.set_score("a/x", -1);
    CHECK(drawn.start().value(inputs.y) == Approx(0.6 * -1 + 0.8 * -1.5).epsilon(1e-14));
}

TEST_CASE("correlated inputs of an attempt: coordinates at first, the streams of the same names") {
    Three inputs(Varies::per_attempt);
    DrawnJob drawn(inputs.option);
    drawn.set_score("a/x", 0.5);
    drawn.set_score("a/y", -1.5);
    JobDraw& draw = drawn.start();
    draw.run_attempt(0, 0, forever_s);
    CHECK(draw.value(inputs.y) == Approx(0.6 * 0.5 + 0.8 * -1.5).epsilon(1e-14));
    draw.run_attempt(0, 2, forever_s);
    const double x = DrawnJob::stream_score("a/x", 2), y = DrawnJob::stream_score("a/y", 2),
                 z = DrawnJob::stream_score("a/z", 2);
    CHECK(draw.value(inputs.x) == x);
    CHECK(draw.value(inputs.y) == Approx(0.6 * x + 0.8 * y).epsilon(1e-14));
    CHECK(draw.value(inputs.z) == Approx(-0.48 * x + 0.36 * y + 0.8 * z).epsilon(1e-14));
}

TEST_CASE("no correlated score lies further out than inputs are made for") {
    Three inputs(Varies::once);
    DrawnJob drawn(inputs.option);
    drawn.set_score("a/x", 8);
    drawn.set_score("a/y", 8);
    CHECK(drawn.start().value(inputs.y) == 8.5);
    drawn.set_score("a/x", -8);
    drawn.set_score("a/y", -8);
    CHECK(drawn.start().value(inputs.y) == -8.5);
}
