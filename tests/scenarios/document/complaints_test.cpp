#include "scenarios/document/complaints.hpp"

#include <string>

#include "tests/catch_compat.hpp"

using namespace trialcost;

TEST_CASE("a complaint reads like a compiler's") {
    Complaints complaints;
    const auto file = check_text("job.toml", "a = 1\nperiod = \"30\"\n", complaints);
    REQUIRE(file);
    complaints.error({"job.toml", 2, 10}, "workload.period", "must be a time", "`30` has no unit",
                     "write it like \"30 min\"");
    REQUIRE(complaints.all().size() == 1);
    CHECK(render(complaints.all()[0]) ==
          "job.toml:2:10: error: workload.period: must be a time (`30` has no unit); write it like "
          "\"30 min\"\n"
          "    period = \"30\"\n"
          "             ^\n");
}

TEST_CASE("what is not known of a complaint is left out") {
    Complaints complaints;
    complaints.warning({"quotes.csv", 0, 0}, "", "no quotes");
    complaints.warning({}, "", "nothing to do");
    CHECK(render(complaints.all()[0]) == "quotes.csv: warning: no quotes\n");
    CHECK(render(complaints.all()[1]) == "warning: nothing to do\n");
}

TEST_CASE("a long line is shown around its column") {
    Complaints complaints;
    const std::string line = std::string(1000, 'a') + "X" + std::string(1000, 'b');
    REQUIRE(check_text("long.csv", line, complaints));
    complaints.error({"long.csv", 1, 1001}, "", "here");
    const std::string text = render(complaints.all()[0]);
    const std::size_t shown = text.find('\n') + 1;
    const std::size_t caret_line = text.find('\n', shown) + 1;
    CHECK(caret_line - shown < 200);
    CHECK(text[shown + (text.find('^') - caret_line)] == 'X');
}

TEST_CASE("the caret counts characters, and a tab is one") {
    Complaints complaints;
    REQUIRE(check_text("é.toml", "\té = \u202e\u00e9X", complaints));
    complaints.error({"é.toml", 1, 8}, "", "here");
    CHECK(render(complaints.all()[0]) ==
          "é.toml:1:8: error: here\n"
          "     é =  éX\n"
          "           ^\n");
}

TEST_CASE("nothing from a file acts on the terminal") {
    CHECK(printable("a\x1b[31mred") == "a[31mred");
    CHECK(printable("a\r\n\tb") == "a   b");
    CHECK(printable("bell\a del\x7f") == "bell del");
    CHECK(printable("\u009b31m C1") == "31m C1");
    CHECK(printable("\u202eright to left\u202c \u2066isolate\u2069") == "right to left isolate");
    CHECK(printable("zero\u200bwidth\ufeff") == "zerowidth");
    CHECK(printable("broken \xff\xc3") == "broken \uFFFD\uFFFD");
    CHECK(printable("ünï 中文 €") == "ünï 中文 €");

    Complaint complaint;
    complaint.where = {"a\x1b]0;title\a.toml", 1, 1};
    complaint.field = "\x1b[2J";
    complaint.problem = "\u202e";
    complaint.why = "\x9b";
    complaint.remedy = "\x1b";
    complaint.source_line = "x = \"\x1b[2J\"";
    const std::string text = render(complaint);
    CHECK(text.find('\x1b') == std::string::npos);
    CHECK(text.find('\a') == std::string::npos);
    CHECK(text.find('\x9b') == std::string::npos);
    CHECK(text.find("\u202e") == std::string::npos);
}

TEST_CASE("complaints are collected and thrown together") {
    Complaints complaints;
    complaints.warning({"a.toml", 1, 1}, "x", "is odd");
    CHECK_FALSE(complaints.any_error());
    complaints.throw_if_any_error();
    complaints.error({"a.toml", 2, 1}, "y", "is wrong", "so it is", "write z");
    complaints.error({"a.toml", 3, 1}, "z", "is wrong too");
    CHECK(complaints.any_error());
    CHECK(complaints.error_count() == 2);
    CHECK(complaints.warning_count() == 1);
    try {
        complaints.throw_if_any_error();
        FAIL("nothing was thrown");
    } catch (const InputError& error) {
        CHECK(error.complaints().size() == 3);
        CHECK(std::string(error.what()) == "a.toml:2:1: error: y: is wrong (so it is); write z");
    }
}

TEST_CASE("what is said twice of one place is kept once, and counts") {
    Complaints complaints;
    complaints.error({"a.csv", 2, 5}, "price", "is odd", "of option a");
    complaints.error({"a.csv", 2, 5}, "price", "is odd", "of option b");
    CHECK(complaints.error_count() == 2);
    REQUIRE(complaints.all().size() == 1);
    CHECK(complaints.all()[0].why == "of option a");
    complaints.warning({"a.csv", 2, 5}, "price", "is odd");
    complaints.error({"a.csv", 2, 5}, "unit", "is odd");
    complaints.error({"a.csv", 2, 6}, "price", "is odd");
    complaints.error({"a.csv", 3, 5}, "price", "is odd");
    complaints.error({"b.csv", 2, 5}, "price", "is odd");
    complaints.error({"a.csv", 2, 5}, "price", "is even");
    CHECK(complaints.all().size() == 7);
}

TEST_CASE("marks stand around the kind of a complaint alone") {
    const LabelMarks marks{"<", ">"};
    Complaint complaint{{"error: a.csv", 2, 0}, "price", "is odd", "", "", {}, "error: x"};
    CHECK(render(complaint, marks) == "error: a.csv:2: <error:> price: is odd\n    error: x\n");
    complaint.severity = Complaint::Severity::warning;
    CHECK(render(complaint, marks).starts_with("error: a.csv:2: <warning:> price: is odd\n"));
}

TEST_CASE("very many complaints are counted, not kept") {
    Complaints complaints;
    for (std::size_t i = 0; i < Complaints::most_kept + 5; ++i)
        complaints.warning({"", static_cast<int>(i), 0}, "", "odd");
    CHECK(complaints.all().size() == Complaints::most_kept);
    complaints.error({}, "", "wrong");
    complaints.error({}, "", "wrong too");
    CHECK(complaints.warning_count() == Complaints::most_kept + 5);
    CHECK(complaints.error_count() == 2);
    CHECK(complaints.all().back().problem == "wrong");
    CHECK(complaints.all().size() == Complaints::most_kept + 1);
}
