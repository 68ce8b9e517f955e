#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <stdexcept>
#include <string>
#include <vector>

#include "sim/results/result_data.hpp"
#include "sim/results/utf8_text.hpp"
#include "tests/catch_compat.hpp"
#include "tests/sim/results/example_result.hpp"

using namespace trialcost;

namespace {

using Reals = std::vector<double>;
using Texts = std::vector<std::string>;

}  // namespace

TEST_CASE("what was set is got back") {
    ResultData data;
    data.set("option", Texts{"a", "b"}, {2});
    data.set("quantile", Reals{0.1, 0.5, 0.9}, {3});
    data.set("total_cost", Reals{1, 2, 3, 4, 5, 6}, {2, 3});
    data.set("n_draws", std::vector<std::uint64_t>{7, 8}, {2});
    data.set("total_is_lower_bound", std::vector<std::uint8_t>{0, 1}, {2});
    data.set("scenario_text", Texts{"x"}, {});
    data.set_attribute("seed", std::uint64_t{42});
    data.set_attribute("confidence", 0.9);
    data.set_attribute("title", "t");
    CHECK(data.texts("option")[1] == "b");
    CHECK(data.reals("total_cost")[5] == 6);
    CHECK(data.shape("total_cost") == ResultData::Shape{2, 3});
    CHECK(data.counts("n_draws")[0] == 7);
    CHECK(data.flags("total_is_lower_bound")[1] == 1);
    CHECK(data.shape("scenario_text").empty());
    CHECK(data.count_attribute("seed") == 42);
    CHECK(data.real_attribute("confidence") == 0.9);
    CHECK(data.text_attribute("title") == "t");
    CHECK(data.length("quantile") == 3U);
    CHECK_FALSE(data.length("ceiling").has_value());
    CHECK_FALSE(data.has("unit_cost"));
    CHECK_FALSE(data.has_attribute("host"));
}

TEST_CASE("what the schema does not know is refused") {
    ResultData data;
    data.set("option", Texts{"a", "b"}, {2});
    const Reals six(6, 0.0);
    CHECK_THROWS_AS(data.set("total_costs", six, {2, 3}), std::logic_error);
    CHECK_THROWS_AS(data.set("total_cost", Texts(6), {2, 3}), std::logic_error);
    CHECK_THROWS_AS(data.set("total_cost", six, {6}), std::logic_error);
    CHECK_THROWS_AS(data.set("total_cost", six, {3, 2}), std::logic_error);  // option has length 2
    CHECK_THROWS_AS(data.set("total_cost", six, {2, 2}), std::logic_error);
    CHECK_THROWS_AS(data.set("total_cost", six, {2, 4}), std::logic_error);
    CHECK_THROWS_AS(data.set("total_cost", six, {2, 0}), std::logic_error);
    CHECK_THROWS_AS(data.set("option", Texts{"a", "b"}, {2}), std::logic_error);
    CHECK_THROWS_AS(data.set("total_is_lower_bound", std::vector<std::uint8_t>{0, 2}, {2}),
                    std::logic_error);
    CHECK_THROWS_AS(data.set_attribute("titel", "t"), std::logic_error);
    CHECK_THROWS_AS(data.set_attribute("title", 1.0), std::logic_error);
    data.set_attribute("title", "t");
    CHECK_THROWS_AS(data.set_attribute("title", "t"), std::logic_error);
    // A refused array fixes no length.
    CHECK_FALSE(data.length("quantile").has_value());
    data.set("total_cost", six, {2, 3});
    CHECK_THROWS_AS(data.set("quantile", Reals(4), {4}), std::logic_error);
}

TEST_CASE("a product of extents that wraps around is refused") {
    ResultData data;
    const std::size_t half = std::size_t{1} << 32U;
    CHECK_THROWS_AS(data.set("total_cost", Reals{}, {half, half}), std::logic_error);
}

TEST_CASE("getting another type, or what is not there, is refused") {
    const ResultData data = example_result({.left_out = "unit_cost"});
    CHECK_THROWS_AS(data.reals("option"), std::logic_error);
    CHECK_THROWS_AS(data.texts("total_cost"), std::logic_error);
    CHECK_THROWS_AS(data.reals("unit_cost"), std::logic_error);
    CHECK_THROWS_AS(data.shape("unit_cost"), std::logic_error);
    CHECK_THROWS_AS(data.real_attribute("title"), std::logic_error);
    CHECK_THROWS_AS(data.text_attribute("no such"), std::logic_error);
}

TEST_CASE("a result is complete when all that is required is set") {
    CHECK_NOTHROW(example_result().check_complete());
    CHECK_NOTHROW(example_result({.left_out = "host"}).check_complete());
    CHECK_NOTHROW(example_result({.left_out = "cost_per_month"}).check_complete());
    CHECK_THROWS_WITH(example_result({.left_out = "p_kept_lo"}).check_complete(),
                      Catch::Matchers::Contains("p_kept_lo"));
    CHECK_THROWS_WITH(example_result({.left_out = "as_of"}).check_complete(),
                      Catch::Matchers::Contains("as_of"));
}

TEST_CASE("every NaN becomes the same NaN") {
    ResultData data;
    const double odd = std::bit_cast<double>(std::uint64_t{0xFFF8000000000123});
    data.set("p_cut", Reals{odd, 1.0}, {2});
    const double quiet = std::numeric_limits<double>::quiet_NaN();
    CHECK(std::bit_cast<std::uint64_t>(data.reals("p_cut")[0]) ==
          std::bit_cast<std::uint64_t>(quiet));
    CHECK(data.reals("p_cut")[1] == 1.0);
}

// Expected texts: Python's bytes.decode("utf-8") accepts the same sequences; one U+FFFD for each
// byte that does not belong.
TEST_CASE("texts are valid UTF-8 without NUL") {
    const std::string bad = "\xEF\xBF\xBD";
    CHECK(utf8_text("plain") == "plain");
    CHECK(utf8_text("é€😀") == "é€😀");
    CHECK(utf8_text(std::string_view("a\0b", 3)) == "a" + bad + "b");
    CHECK(utf8_text("caf\xE9") == "caf" + bad);                     // Latin-1
    CHECK(utf8_text("\xC0\xAF") == bad + bad);                      // overlong
    CHECK(utf8_text("\xE0\x9F\xBF") == bad + bad + bad);            // overlong
    CHECK(utf8_text("\xED\xA0\x80") == bad + bad + bad);            // surrogate
    CHECK(utf8_text("\xF4\x90\x80\x80") == bad + bad + bad + bad);  // above U+10FFFF
    CHECK(utf8_text("\xE2\x82") == bad + bad);                      // cut short
    ResultData data;
    data.set("option", Texts{"\xFF"}, {1});
    data.set_attribute("argv", std::string("run \xFF"));
    CHECK(data.texts("option")[0] == bad);
    CHECK(data.text_attribute("argv") == "run " + bad);
}
