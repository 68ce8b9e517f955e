#include "models/calibration/field_scale.hpp"

#include <cmath>
#include <limits>

#include "tests/catch_compat.hpp"

using namespace trialcost;

namespace {

using Records = std::vector<double>;

// Student's t with 2 degrees of freedom at 3/4: sqrt(2/3).
constexpr double t2_at_3_4 = 0.816496580927726;

// x of the t at t on the scale.
double at(const FieldScale& scale, std::size_t n, double t) {
    return scale.latent_mean() + scale.latent_sd() * std::sqrt(1 + 1 / static_cast<double>(n)) * t;
}

}  // namespace

TEST_CASE("ranked: the records stand at their expected ranks") {
    const FieldScale scale(Records{130, 100, 104}, PredictiveKind::ranked);
    CHECK(scale.value(at(scale, 3, -t2_at_3_4)) == Approx(100).epsilon(1e-12));
    CHECK(scale.value(at(scale, 3, 0)) == Approx(104).epsilon(1e-12));
    CHECK(scale.value(at(scale, 3, t2_at_3_4)) == Approx(130).epsilon(1e-12));
}

TEST_CASE("ranked: the scale is the log of the excess over a floor") {
    const FieldScale scale(Records{104, 100, 130}, PredictiveKind::ranked);
    const double floor = 100 * std::pow(100.0 / 130.0, 4);
    double mean = 0, squares = 0;
    for (double x : {100.0, 104.0, 130.0}) {
        CHECK(scale.latent(x) == Approx(std::log(x - floor)).epsilon(1e-12));
        mean += std::log(x - floor) / 3;
    }
    for (double x : {100.0, 104.0, 130.0}) squares += std::pow(std::log(x - floor) - mean, 2);
    CHECK(scale.latent_mean() == Approx(mean).epsilon(1e-12));
    CHECK(scale.latent_sd() == Approx(std::sqrt(squares / 2)).epsilon(1e-12));
    // Far out the t is straight, and below it comes down to the floor.
    CHECK(scale.value(at(scale, 3, 4)) == Approx(floor + std::exp(at(scale, 3, 4))));
    CHECK(scale.value(-1000) == Approx(floor));
}

// Where 60 % of the chance beyond an extreme is left, the value has gone on by 1/.6 - 1 times the
// gap to the next record (not at all where two records are equal), at most by the t's own step;
// from 40 % on it is the t's.
TEST_CASE("ranked: beyond the extremes first the last gap, then the t") {
    // t(3) at 4/5, 1 - .6/5 and 1 - .4/5, by its closed distribution function.
    const double t_last = 0.9784723123633041, t_near = 1.4616245732763162,
                 t_far = 1.8589281910254325;
    const FieldScale tied(Records{100, 100, 115, 120}, PredictiveKind::ranked);
    CHECK(tied.value(at(tied, 4, -t_last)) == Approx(100).epsilon(1e-12));
    CHECK(tied.value(at(tied, 4, -t_near)) == Approx(100).epsilon(1e-12));
    const auto latent_at = [](const FieldScale& scale, double t) {
        return scale.latent(scale.value(at(scale, 4, t)));
    };
    const double gap = tied.latent(120) - tied.latent(115);
    REQUIRE(gap * 2 / 3 < at(tied, 4, t_near) - at(tied, 4, t_last));
    CHECK(latent_at(tied, t_near) == Approx(tied.latent(120) + gap * 2 / 3));
    CHECK(latent_at(tied, (t_last + t_near) / 2) == Approx(tied.latent(120) + gap / 3));
    REQUIRE(at(tied, 4, t_far) > tied.latent(120) + gap);
    for (double t : {t_far, 2 * t_far}) {
        CHECK(latent_at(tied, t) == Approx(at(tied, 4, t)));
        CHECK(latent_at(tied, -t) == Approx(at(tied, 4, -t)));
    }
    CHECK(latent_at(tied, (t_near + t_far) / 2) ==
          Approx((latent_at(tied, t_near) + at(tied, 4, t_far)) / 2));
    // A gap that is wider than the t's own step counts as that step.
    const FieldScale wide(Records{100, 101, 102, 160}, PredictiveKind::ranked);
    const double step = at(wide, 4, t_near) - at(wide, 4, t_last);
    REQUIRE((wide.latent(160) - wide.latent(102)) * 2 / 3 > step);
    CHECK(latent_at(wide, t_near) == Approx(wide.latent(160) + step));
}

TEST_CASE("ranked: one record far from many holds the value until the t has caught up") {
    const Records records{10, 10.1, 10.2, 10.3, 10.4, 10.5, 10.6, 10.7, 20};
    const FieldScale scale(records, PredictiveKind::ranked);
    REQUIRE(at(scale, 9, 1.9) < scale.latent(20));
    CHECK(scale.value(at(scale, 9, 2.1)) == scale.value(at(scale, 9, 1.9)));
    CHECK(scale.value(at(scale, 9, 1.9)) > 20);
    CHECK(scale.value(at(scale, 9, 6)) > scale.value(at(scale, 9, 5)));
}

TEST_CASE("values never go down as the score goes up") {
    for (const Records& records :
         {Records{100, 104, 130}, Records{7, 7, 7.001}, Records{1, 1, 1, 9, 9}, Records{5, 6},
          Records{0.01, 2, 300, 4, 5, 6, 7, 8, 9, 10, 11, 12}, Records{3, 3}}) {
        for (const PredictiveKind kind : all_predictive_kinds) {
            const FieldScale scale(records, kind);
            double before = 0;
            for (double t = -40; t <= 40; t += 0.01) {
                const double value = scale.value(at(scale, records.size(), t));
                CHECK(value >= before);
                before = value;
            }
        }
    }
}

TEST_CASE("two records are Student-t on the log; one or equal ones have no spread") {
    const FieldScale two(Records{400, 900}, PredictiveKind::ranked);
    CHECK(two.value(two.latent_mean()) == Approx(600));
    CHECK(two.latent_sd() == Approx(std::log(2.25) / std::sqrt(2.0)));
    CHECK(two.value(at(two, 2, 3.5)) ==
          Approx(600 * std::exp(std::log(2.25) / std::sqrt(2.0) * std::sqrt(1.5) * 3.5)));
    for (const PredictiveKind kind : all_predictive_kinds)
        for (const Records& same : {Records{0.1}, Records{0.1, 0.1, 0.1}}) {
            const FieldScale scale(same, kind);
            CHECK(scale.latent_sd() == 0);
            CHECK(scale.value(scale.latent_mean()) == Approx(0.1).epsilon(1e-15));
        }
}

TEST_CASE("inverse_t: the inverse is straight up to its pole") {
    const FieldScale scale(Records{10, 12.5, 20}, PredictiveKind::inverse_t);
    // 1 - 10/x: 0, .2, .5
    CHECK(scale.latent_mean() == Approx(0.7 / 3));
    CHECK(scale.latent(12.5) == Approx(0.2));
    CHECK(scale.value(0.5) == Approx(20));
    CHECK(scale.value(0.99) == Approx(1000));
    CHECK(scale.value(1) == std::numeric_limits<double>::infinity());
    CHECK(scale.value(3) == std::numeric_limits<double>::infinity());
}

TEST_CASE("records that differ by rounding alone have finite values") {
    const double next = std::nextafter(250.0, 251.0);
    const FieldScale scale(Records{250, 250, next}, PredictiveKind::ranked);
    for (double t : {-30.0, -1.0, 0.0, 1.0, 5.0}) {
        const double value = scale.value(at(scale, 3, t));
        CHECK(value > 249.9);
        CHECK(value < 250.1);
    }
}

TEST_CASE("records without a scale are faults of the program") {
    CHECK_THROWS_AS(FieldScale(Records{}, PredictiveKind::log_t), std::logic_error);
    CHECK_THROWS_AS(FieldScale(Records{1, 0}, PredictiveKind::log_t), std::logic_error);
    CHECK_THROWS_AS(FieldScale(Records{1, HUGE_VAL}, PredictiveKind::ranked), std::logic_error);
}
