#include "tools/report/text_layout.hpp"
#include "models/units/counted.hpp"

#include <cmath>
#include <limits>

#include "tests/catch_compat.hpp"

using namespace trialcost;

TEST_CASE("figures as people read them") {
    CHECK(amount(982.4) == "982");
    CHECK(amount(1040) == "1 040");
    CHECK(amount(1234567) == "1 234 567");
    CHECK(amount(-1040) == "-1 040");
    CHECK(amount(24.63) == "24.6");
    CHECK(amount(0.5) == "0.50");
    CHECK(amount(0) == "0");
    CHECK(amount(std::nan("")) == "-");
    CHECK(amount(HUGE_VAL) == "infinite");
}

TEST_CASE("a probability never reads as certain") {
    CHECK(share(0.96) == "96 %");
    CHECK(share(1) == "> 99.9 %");
    CHECK(share(0) == "< 0.1 %");
    CHECK(bounded_share(1, true) == "≤ 100 %");
    CHECK(bounded_share(0.5, true) == "≤ 50 %");
    CHECK(share(0.9996) == "> 99.9 %");
    CHECK(share(0.9994) == "99.9 %");
    CHECK(share(0.0004) == "< 0.1 %");
    CHECK(share(0.995) == "99.5 %");
    CHECK(share(0.003) == "0.3 %");
}

TEST_CASE("durations") {
    CHECK(duration(3600) == "1.0 h");
    CHECK(duration(71 * 3600) == "71.0 h");
    CHECK(duration(96 * 3600) == "4.0 d");
}

TEST_CASE("no line is wider than the terminal, and the margin is kept") {
    const std::string text = "    - " + std::string(40, 'a') + " " + std::string(40, 'b') + " c";
    CHECK(wrapped(text, 6) ==
          "    - " + std::string(40, 'a') + "\n      " + std::string(40, 'b') + " c\n");
    CHECK(wrapped("HOLD    a  b", 4) == "HOLD    a  b\n");
    CHECK(wrapped("", 0) == "\n");
    CHECK(wrapped("a " + std::string(60, 'b'), 40) == "a " + std::string(60, 'b') + "\n");
    CHECK(wrapped("a b " + std::string(78, 'c'), 40) == "a b\n  " + std::string(78, 'c') + "\n");
}

TEST_CASE("columns are aligned by characters, not bytes") {
    CHECK(aligned({{"name", "P50"}, {"x", "≥ 1 040"}}) == "name      P50\nx     ≥ 1 040\n");
    CHECK(width("≥ 1") == 3);
    CHECK(aligned({{"only"}, {"x"}}) == "only\nx\n");
    const std::string wide(37, 'w');
    CHECK(aligned({{"a", wide, wide, "c"}}) == "a  " + wide + "  " + wide + "\n\na  c\n");
}

TEST_CASE("nouns follow their count") {
    CHECK(counted(1, "option") == "1 option");
    CHECK(counted(0, "thread") == "0 threads");
}
