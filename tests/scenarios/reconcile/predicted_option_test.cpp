#include "scenarios/reconcile/predicted_option.hpp"

#include <limits>
#include <stdexcept>

#include "tests/catch_compat.hpp"
#include "tests/scenarios/reconcile/example_prediction.hpp"

using namespace trialcost;

namespace {

constexpr double unknown_cost = std::numeric_limits<double>::quiet_NaN();

// Two options; only the second one has storage, at a price that is unknown.
ResultData two_options() {
    ResultData out;
    out.set_attribute("title", "t");
    out.set_attribute("currency", "USD");
    out.set_attribute("runs", std::uint64_t{3});
    out.set("option", std::vector<std::string>{"a", "b"}, {2});
    out.set("quantile", std::vector<double>{0.05, 0.5, 0.95}, {3});
    out.set("cost_item", std::vector<std::string>{"instances", "storage"}, {2});
    out.set("total_cost", std::vector<double>{1, 2, 3, 4, 5, 6}, {2, 3});
    out.set("total_is_lower_bound", std::vector<std::uint8_t>{0, 1}, {2});
    out.set("cost_item_cost",
            std::vector<double>{1, 2, 3, unknown_cost, unknown_cost, unknown_cost, 4, 5, 6,
                                unknown_cost, unknown_cost, unknown_cost},
            {2, 2, 3});
    out.set("line_option", std::vector<std::string>{"a", "b", "b", "b"}, {4});
    out.set(
        "line_item",
        std::vector<std::string>{"instances", "instances", "instances after the block", "storage"},
        {4});
    out.set("line_service", std::vector<std::string>{"ec2", "ec2", "ec2", "ebs.gp3"}, {4});
    out.set("line_quoted", std::vector<std::string>{"x8", "x9", "x9", "stored"}, {4});
    return out;
}

void check(const Standing& standing, Standing::Kind kind, double from, double to) {
    CHECK(standing.kind == kind);
    CHECK(standing.from == Approx(from));
    CHECK(standing.to == Approx(to));
}

}  // namespace

TEST_CASE("a prediction is one option of a result, with its items") {
    const PredictedOption b = prediction_of(two_options(), "b");
    CHECK(b.option == "b");
    CHECK(b.currency == "USD");
    CHECK(b.runs == 3u);
    CHECK(b.instance_type == "x9");
    CHECK(b.total_is_lower_bound);
    CHECK(b.total.percentiles == std::vector<double>{4, 5, 6});
    REQUIRE(b.items.size() == 2);
    CHECK(b.items[0].percentiles == std::vector<double>{4, 5, 6});
    CHECK(b.items[0].is_known());
    CHECK(b.items[1].name == "storage");
    CHECK(b.items[1].service == "ebs.gp3");
    CHECK(b.items[1].quoted == "stored");
    CHECK_FALSE(b.items[1].is_known());
    const PredictedOption a = prediction_of(two_options(), "a");
    REQUIRE(a.items.size() == 1);
    CHECK(a.instance_type == "x8");
    CHECK_FALSE(a.total_is_lower_bound);
}

TEST_CASE("an option that is not there, or not said, is refused") {
    CHECK_THROWS_AS(prediction_of(two_options(), std::nullopt), std::invalid_argument);
    CHECK_THROWS_AS(prediction_of(two_options(), "c"), std::invalid_argument);
}

TEST_CASE("an amount stands between the percentiles around it, by the way it is off them") {
    const PredictedOption by_hand = example_prediction();
    const auto standing = [&](double amount, std::size_t item) {
        return standing_of(amount, by_hand.items[item], by_hand.shares);
    };
    using Kind = Standing::Kind;
    check(standing(7.5, 0), Kind::inside, 0.275, 0.275);  // half-way from P5 to P50
    check(standing(17.5, 0), Kind::inside, 0.8375, 0.8375);
    check(standing(10, 0), Kind::inside, 0.5, 0.5);
    check(standing(5, 0), Kind::inside, 0.05, 0.05);
    check(standing(20, 0), Kind::inside, 0.95, 0.95);
    check(standing(4.99, 0), Kind::below, 0.05, 0.05);
    check(standing(20.01, 0), Kind::above, 0.95, 0.95);
    // A fixed sum is every percentile at once.
    check(standing(35, 2), Kind::inside, 0.05, 0.95);
    check(standing(35.01, 2), Kind::above, 0.95, 0.95);
    const PredictedItem unknown{"u", "", "", {unknown_cost, unknown_cost, unknown_cost}};
    CHECK(standing_of(1, unknown, by_hand.shares).kind == Kind::unknown);
    const PredictedItem endless{"e", "", "", {1, 2, std::numeric_limits<double>::infinity()}};
    check(standing_of(9, endless, by_hand.shares), Kind::inside, 0.5, 0.5);
}
