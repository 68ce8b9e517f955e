#include "tools/report/fail_condition.hpp"

#include "tests/catch_compat.hpp"

using namespace trialcost;

namespace {

// Two options: "a" keeps its ceiling in 95 % of cases and expands; of "b" nothing is known.
ResultData two_options() {
    ResultData data;
    const double none = std::nan("");
    data.set("option", std::vector<std::string>{"a", "b"}, {2});
    data.set("quantile", std::vector<double>{0.5, 0.9}, {2});
    data.set("ceiling", std::vector<std::string>{"total"}, {1});
    data.set("p_kept", std::vector<double>{0.95, none}, {2, 1});
    data.set("p_kept_all", std::vector<double>{0.95, none}, {2});
    data.set("p_not_finished", std::vector<double>{0, none}, {2});
    data.set("total_cost", std::vector<double>{100, 200, none, none}, {2, 2});
    data.set("verdict", std::vector<std::string>{"EXPAND", "HOLD"}, {2});
    return data;
}

bool holds(const char* text) {
    const ResultData data = two_options();
    return FailCondition::parse(text).holds(ResultView(data));
}

}  // namespace

TEST_CASE("a condition on one option compares its figure") {
    CHECK_FALSE(holds("a: p_kept(total) < 0.9"));
    CHECK(holds("a: p_kept(total) < 0.96"));
    CHECK(holds("a: p_kept( total )>=0.95"));
    CHECK_FALSE(holds("a: p_kept(all) <= 0.9"));
    CHECK(holds("a: p90(total) > 199"));
    CHECK_FALSE(holds("a: p50(total) > 199"));
    CHECK(holds("a: p50(total) == 100"));
    CHECK_FALSE(holds("a: p_not_finished > 0"));
    CHECK(holds("a: p_not_finished != 1"));
}

TEST_CASE("values may carry the units of a scenario") {
    CHECK(holds("a: p_kept(total) < 96 %"));
    CHECK_FALSE(holds("a: p_kept(total) < 94%"));
    ResultData data = two_options();
    const double none = std::nan("");
    data.set("wall_time", std::vector<double>{3600, 90000, none, none}, {2, 2});
    data.set("total_with_migration", std::vector<double>{900, 1000, none, none}, {2, 2});
    const auto wall = [&](const char* text) {
        return FailCondition::parse(text).holds(ResultView(data));
    };
    CHECK(wall("a: p90(wall_time) > 24 h"));
    CHECK_FALSE(wall("a: p90(wall_time) > 26 h"));
    CHECK(wall("a: p90(wall_time) > 1 d"));
    CHECK(wall("a: p50(wall_time) == 60 min"));
    CHECK(wall("a: p90(total_with_migration) == 1000"));
    CHECK_THROWS_WITH(FailCondition::parse("p90(total) > 900 USD"),
                      Catch::Matchers::Contains("money have no unit"));
}

TEST_CASE("without an option any option makes it true, and what is unknown passes no gate") {
    CHECK(holds("p_kept(total) < 0.9"));
    CHECK(holds("b: p90(total) > 1e9"));
    CHECK(holds("p_not_finished > 0.5"));
}

TEST_CASE("verdicts are compared by name") {
    CHECK(holds("verdict != expand"));
    CHECK_FALSE(holds("a: verdict != EXPAND"));
    CHECK(holds("b: verdict == hold"));
}

TEST_CASE("a condition that says nothing is refused with the right form") {
    for (const char* text : {"", "p_kept(total)", "p_kept(total) < much", "p_kept < 0.9",
                             "p33(total) < 1", "p90(cost) < 1", "verdict == maybe",
                             "verdict < expand", "p_kept(total) ! 1", "mean(total) < 3"}) {
        INFO(text);
        CHECK_THROWS_WITH(FailCondition::parse(text),
                          Catch::Matchers::Contains("--fail-if") &&
                              Catch::Matchers::Contains("p_kept(total) < 0.9"));
    }
}

TEST_CASE("names are checked before anything is simulated") {
    const std::vector<std::string> options{"a", "b"}, ceilings{"total"};
    FailCondition::parse("a: p_kept(total) < 0.9").check(options, ceilings);
    CHECK_THROWS_AS(FailCondition::parse("c: p_kept(total) < 0.9").check(options, ceilings),
                    std::invalid_argument);
    CHECK_THROWS_AS(FailCondition::parse("p_kept(wall_time) < 0.9").check(options, ceilings),
                    std::invalid_argument);
}
