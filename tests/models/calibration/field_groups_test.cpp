#include "models/calibration/field_groups.hpp"

#include <cmath>

#include "tests/catch_compat.hpp"

using namespace trialcost;

namespace {
constexpr std::nullopt_t blank = std::nullopt;
}

TEST_CASE("fields recorded in the same runs are one group") {
    const CalibratedFields out = calibrate_fields(
        {{"a", {1, 2, 3}}, {"b", {4, 5, 7}}, {"c", {blank, 8, 9}}, {"d", {blank, blank, blank}}});
    REQUIRE(out.groups.size() == 2);
    CHECK(out.groups[0].field_names == std::vector<std::string>{"a", "b"});
    CHECK(out.groups[1].field_names == std::vector<std::string>{"c"});
    CHECK(out.groups[1].runs == std::vector<std::size_t>{1, 2});
    CHECK(out.groups[0].predictive.records == 3);
    CHECK(out.find("d") == nullptr);
    CHECK(out.find("b")->place == 1);
    CHECK(out.find("c")->runs == 2);
    CHECK(out.find("a")->median == Approx(2));
    CHECK(out.find("b")->median == Approx(5));
    CHECK(out.find("c")->sd_of_log == Approx(std::log(9.0 / 8) / std::sqrt(2.0)));
    CHECK(out.find("b")->least == 4);
    CHECK(out.find("b")->largest == 7);
}

TEST_CASE("a field that is sometimes zero keeps its positive part apart") {
    const CalibratedFields out =
        calibrate_fields({{"wait", {0, 0.1, 0.2, 0}}, {"none", {0, 0, 0, 0}}});
    REQUIRE(out.groups.size() == 1);
    const CalibratedField& wait = *out.find("wait");
    CHECK(wait.sometimes_zero());
    CHECK(wait.runs == 4);
    CHECK(wait.runs_above_zero == 2);
    CHECK(wait.largest == 0.2);
    CHECK(wait.least == 0);
    CHECK(out.groups[wait.group].runs == std::vector<std::size_t>{1, 2});
    CHECK(wait.least_above_zero == 0.1);
    CHECK(wait.median == Approx(std::sqrt(0.02)));
    CHECK(wait.sd_of_log == Approx(std::log(2.0) / std::sqrt(2.0)));
    CHECK(out.find("none")->always_zero());
}

TEST_CASE("as many runs are not the same runs") {
    const CalibratedFields out =
        calibrate_fields({{"a", {1, 2, blank}}, {"b", {blank, 3, 4}}, {"c", {9, 5, blank}}});
    REQUIRE(out.groups.size() == 2);
    CHECK(out.groups[0].field_names == std::vector<std::string>{"a", "c"});
    CHECK(out.find("c")->least == 5);
    CHECK(out.find("c")->largest == 9);
    CHECK(out.find("b")->median == Approx(std::sqrt(12.0)));
}

TEST_CASE("the predictive is of the kind that is asked for") {
    const std::vector<MeasuredField> fields{{"a", {1, 2, 9}}, {"b", {4, 5, 7}}};
    CHECK(calibrate_fields(fields, PredictiveKind::ranked).find("a")->median == Approx(2));
    CHECK(calibrate_fields(fields, PredictiveKind::log_t).find("a")->median ==
          Approx(std::cbrt(18.0)));
    CHECK(calibrate_fields(fields, PredictiveKind::inverse_t).find("a")->median ==
          Approx(3 / (1 + 1.0 / 2 + 1.0 / 9)));
}

TEST_CASE("values that no reader lets through are faults of the program") {
    CHECK_THROWS_AS(calibrate_fields({{"a", {-1.0}}}), std::logic_error);
    CHECK_THROWS_AS(calibrate_fields({{"a", {HUGE_VAL}}}), std::logic_error);
}
