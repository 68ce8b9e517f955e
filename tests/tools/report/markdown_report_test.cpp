#include "tools/report/markdown_report.hpp"

#include "tests/catch_compat.hpp"

using namespace trialcost;

TEST_CASE("text stays text whatever renders it") {
    CHECK(markdown_text("a|b") == "a\\|b");
    CHECK(markdown_text("<script>") == "\\<script\\>");
    CHECK(markdown_text("[x](y) *b* `c` # 1") == "\\[x\\]\\(y\\) \\*b\\* \\`c\\` \\# 1");
    CHECK(markdown_text("one\ntwo") == "one two");
}
