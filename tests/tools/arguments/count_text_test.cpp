#include "tools/arguments/count_text.hpp"

#include "tests/catch_compat.hpp"

using trialcost::parse_count;

TEST_CASE("counts as people type them") {
    CHECK(parse_count("1000000") == 1'000'000u);
    CHECK(parse_count("1_000_000") == 1'000'000u);
    CHECK(parse_count("1e6") == 1'000'000u);
    CHECK(parse_count("10M") == 10'000'000u);
    CHECK(parse_count("1.5k") == 1'500u);
    CHECK(parse_count("0") == 0u);
    CHECK(parse_count("18446744073709551615") == 18'446'744'073'709'551'615u);
}

TEST_CASE("what is no count") {
    for (const char* text : {"", "k", "1.5", "-5", "nan", "inf", "1e400", "18446744073709551616",
                             "1e20", "12x", "0x10", "1 000"})
        CHECK_FALSE(parse_count(text));
}
