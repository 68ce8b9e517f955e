// Every instruction set gives the same bits, wherever a value stands in its block.
#include "models/lanes/targets.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "models/lanes/blocks.hpp"
#include "tests/catch_compat.hpp"

namespace {

using namespace trialcost;

using BlockFunction = void (*)(std::span<const double>, std::span<double>);

constexpr double infinity = std::numeric_limits<double>::infinity();

struct Case {
    const char* name;
    BlockFunction function;
    std::vector<double> arguments;
};

std::vector<Case> cases() {
    const double nan = std::numeric_limits<double>::quiet_NaN();
    std::vector<double> any{0.0, -0.0, infinity, -infinity, nan, 5e-324, 1e-310, 1e308, -1.0};
    std::vector<double> exponents = any, positive = any, probabilities = any, scores = any;
    for (int i = 0; i < 20'000; ++i) {
        exponents.push_back(-760.0 + 1500.0 * (i + 0.382) / 20'000);
        exponents.push_back(-1.0 + 2.0 * (i + 0.382) / 20'000);
        positive.push_back(std::ldexp(1.0 + i / 20'011.0, i % 2097 - 1073));
        positive.push_back((i + 0.382) / 10'000);
        probabilities.push_back((i + 0.5) / 20'000);
        probabilities.push_back(std::ldexp(1.0 + i / 20'011.0, -(i % 1070) - 1));
        scores.push_back(-40.0 + 80.0 * (i + 0.382) / 20'000);
        scores.push_back(-4.0 + 8.0 * (i + 0.382) / 20'000);
    }
    return {{"exp", lanes::exps, exponents},
            {"log", lanes::logs, positive},
            {"normal quantile", lanes::normal_quantiles, probabilities},
            {"normal cdf", lanes::normal_cdfs, scores}};
}

// The bits of the values; one pattern for every NaN.
std::vector<std::uint64_t> bits_of(const Case& the_case, std::size_t first, std::size_t length) {
    std::vector<double> out(length);
    the_case.function(std::span(the_case.arguments).subspan(first, length), out);
    std::vector<std::uint64_t> bits;
    for (const double value : out)
        bits.push_back(std::isnan(value) ? 0x7ff8000000000000
                                         : std::bit_cast<std::uint64_t>(value));
    return bits;
}

TEST_CASE("the targets end with one that runs anywhere") {
    const std::vector<lanes::Target> targets = lanes::available_targets();
    REQUIRE(!targets.empty());
    for (const lanes::Target& target : targets) UNSCOPED_INFO(target.name);
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__) && !defined(__SSSE3__)
    CHECK(targets.size() >= 2);  // the plain build knows wider ones, and any machine has them
    CHECK(targets.back().name == "SCALAR");
#endif
}

TEST_CASE("every target gives the same bits") {
    const std::vector<lanes::Target> targets = lanes::available_targets();
    for (const Case& the_case : cases()) {
        CAPTURE(the_case.name);
        const std::vector<std::uint64_t> expected = bits_of(the_case, 0, the_case.arguments.size());
        for (const lanes::Target& target : targets) {
            CAPTURE(target.name);
            const lanes::OnlyTarget only(target);
            CHECK(bits_of(the_case, 0, the_case.arguments.size()) == expected);
        }
    }
}

TEST_CASE("a value has the same bits wherever it stands in its block") {
    const std::vector<lanes::Target> targets = lanes::available_targets();
    for (const Case& the_case : cases()) {
        CAPTURE(the_case.name);
        const std::vector<std::uint64_t> whole = bits_of(the_case, 0, 64);
        for (const lanes::Target& target : targets) {
            CAPTURE(target.name);
            const lanes::OnlyTarget only(target);
            for (std::size_t length = 0; length <= 19; ++length)
                for (std::size_t first = 0; first <= 9; ++first) {
                    const auto start = whole.begin() + static_cast<std::ptrdiff_t>(first);
                    REQUIRE(bits_of(the_case, first, length) ==
                            std::vector(start, start + static_cast<std::ptrdiff_t>(length)));
                }
        }
    }
}

TEST_CASE("a forced target is let go at the end") {
    const std::size_t all = lanes::available_targets().size();
    {
        const lanes::OnlyTarget only(lanes::available_targets().back());
        CHECK(lanes::available_targets().size() == 1);
    }
    CHECK(lanes::available_targets().size() == all);
}

}  // namespace
