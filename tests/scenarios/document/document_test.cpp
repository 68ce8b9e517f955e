#include "scenarios/document/document.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>
#include <vector>

#include "tests/catch_compat.hpp"

using namespace trialcost;

namespace {

Node parsed(const std::string& text) {
    Complaints complaints;
    const auto file = check_text("s.toml", text, complaints);
    REQUIRE(file);
    Node node = parse_toml(*file, complaints);
    for (const Complaint& complaint : complaints.all()) FAIL(render(complaint));
    return node;
}

// The one complaint about a text, as "line:column field problem (why); remedy".
std::string complaint_about(const std::string& text) {
    Complaints complaints;
    const auto file = check_text("s.toml", text, complaints);
    if (file) (void)parse_toml(*file, complaints);
    if (complaints.all().empty()) return "was accepted";
    REQUIRE(complaints.all().size() == 1);
    Complaint c = complaints.all()[0];
    CHECK(c.where.file == "s.toml");
    return std::to_string(c.where.line) + ":" + std::to_string(c.where.column) + " " + c.field +
           (c.field.empty() ? "" : " ") + c.problem + (c.why.empty() ? "" : " (" + c.why + ")") +
           (c.remedy.empty() ? "" : "; " + c.remedy);
}

bool complains(const std::string& text, const std::string& start) {
    const std::string complaint = complaint_about(text);
    CAPTURE(text, complaint, start);
    const bool matches = complaint.starts_with(start);
    CHECK(matches);
    return matches;
}

std::vector<std::string> keys(const Node& table) {
    std::vector<std::string> out;
    for (const Node& child : table.children()) out.push_back(child.key());
    return out;
}

constexpr const char* sample = R"(format = 1
title  = "é: which node?"
as_of  = 2026-11-30
share  = 0.25
quick  = true

[option.h200]
nodes  = 4
trials = ["a.csv",
          "b.csv"]
failure.hardware.rate = { events = 3, exposure = "412 node h" }

[option.a100]
"odd key".x = 'y'

[[step]]
n = 1
[[step]]
n = 2
)";

}  // namespace

TEST_CASE("values keep their kind, place and path") {
    const Node root = parsed(sample);
    CHECK(root.is(Node::Kind::table));
    CHECK(root.path().empty());
    CHECK(root.find("format")->integer() == 1);
    CHECK(root.find("title")->text() == "é: which node?");
    CHECK(root.find("as_of")->date() == Date{2026, 11, 30});
    CHECK(root.find("share")->number() == 0.25);
    CHECK(root.find("format")->number() == 1);
    CHECK(root.find("quick")->boolean());
    CHECK(root.find("none") == nullptr);
    CHECK(root.find("title")->find("none") == nullptr);
    CHECK(root.find("title")->where() == Position{"s.toml", 2, 10});
    CHECK(root.find("title")->key_where() == Position{"s.toml", 2, 1});

    const Node& h200 = *root.find("option")->find("h200");
    CHECK(h200.path() == "option.h200");
    const Node& trials = *h200.find("trials");
    REQUIRE(trials.children().size() == 2);
    CHECK(trials.children()[1].text() == "b.csv");
    CHECK(trials.children()[1].path() == "option.h200.trials[1]");
    CHECK(trials.children()[1].where() == Position{"s.toml", 10, 11});
    const Node& rate = *h200.find("failure")->find("hardware")->find("rate");
    CHECK(rate.path() == "option.h200.failure.hardware.rate");
    CHECK(rate.where() == Position{"s.toml", 11, 25});
    CHECK(rate.find("exposure")->where() == Position{"s.toml", 11, 50});

    const Node& odd = root.find("option")->find("a100")->children()[0];
    CHECK(odd.children()[0].path() == "option.a100.\"odd key\".x");
    CHECK(root.find("step")->children()[1].find("n")->integer() == 2);
    CHECK(root.find("step")->children()[1].find("n")->path() == "step[1].n");
    CHECK_THROWS_AS(root.find("title")->integer(), std::logic_error);
    CHECK_THROWS_AS(root.find("quick")->number(), std::logic_error);
}

TEST_CASE("members keep the order of the file") {
    const Node root = parsed(sample);
    CHECK(keys(root) ==
          std::vector<std::string>{"format", "title", "as_of", "share", "quick", "option", "step"});
    CHECK(keys(*root.find("option")) == std::vector<std::string>{"h200", "a100"});
    const Node inline_table = parsed("t = { z = 1, a = 2, m = 3 }");
    CHECK(keys(*inline_table.find("t")) == std::vector<std::string>{"z", "a", "m"});
}

TEST_CASE("line ends and marks of any editor are accepted") {
    for (const char* text :
         {"a = 1\nb = 2\n", "a = 1\nb = 2", "a = 1\r\nb = 2\r\n", "a = 1\rb = 2\r",
          "\xEF\xBB\xBF"
          "a = 1\r\nb = 2",
          "\n\n# note\na = 1\n\nb = 2\n\n"}) {
        const Node root = parsed(text);
        CHECK(root.find("a")->integer() == 1);
        CHECK(root.find("b")->integer() == 2);
    }
    CHECK(parsed("a = 1\rb = 2").find("b")->where() == Position{"s.toml", 2, 5});
    CHECK(parsed("").children().empty());
}

TEST_CASE("syntax errors say what to write") {
    complains("a = 1\nb = \"open\nc = 2\n", "2:10 b a string is not closed; end it with \"");
    complains("a = \"open", "1:10 a a string is not closed; end it with \"");
    complains("a = 'open\n", "1:10 a a string is not closed; end it with '");
    complains("a = \"\"\"open\n\n", "2:2 a string is not closed");
    complains("a = 1,5\n", "1:6 a a comma behind a value; decimal comma? write 1.5");
    complains("a = 1\na = 2\n", "2:5 a `a` is written twice; keep one of them");
    complains("[x]\n[y]\n[x]\n", "3:1 `x` is written twice; keep one of them");
    complains("a = 30 min\n",
              "1:8 a something follows the value; texts, and figures with a unit, "
              "stand in quotes: \"30 min\"");
    complains("a = 90 %\n", "1:8 a something follows the value; texts, and figures");
    complains("a = 1 000\n", "1:7 a something follows the value; texts, and figures");
    complains("a = USD\n", "1:5 a is not a value; texts, and figures");
    complains("a = True\n", "1:5 a is not a value; true and false are in lower case");
    complains("a = 10k\n", "1:7 a is not a number; texts, and figures");
    complains("a = \n", "1:5 a the value is missing; write one behind the =");
    complains("a\n", "1:2 no = behind the key; write key = value");
    complains("a: 1\n", "1:2 no = behind the key; write key = value");
    complains("a = [1, 2\n", "1:11 a a list is not closed; end it with ]");
    complains("a = { b = 1,\n c = 2 }\n",
              "1:13 a a table in braces is not closed on its line (TOML keeps "
              "{ … } on one line)");
    complains("a = { b = 1, }\n", "1:14 a a comma before }; remove the comma");
    complains("a = 1e400\n", "1:10 a is out of range (numbers go up to 1.7e308)");
    complains("a = 18446744073709551616\n", "1:25 a is too large for a whole number");
    complains("a = 2026-02-30\n", "1:15 a is not a day of the calendar; write it like 2026-11-30");
    complains("[t]\n[u]  # of u\na.b = 2026-13-01\n", "3:14 u.a.b is not a day of the calendar");
    complains("a = 2026-1-1\n", "1:11 a is not a date; write it like 2026-11-30");
    // Where a line sets nothing that can be named, nothing is.
    complains("\"x y\" = 1e400\n", "1:14 is out of range");
    complains("[t]\na = [1,\n  1e400]\n", "3:8 is out of range");
}

TEST_CASE("values without a meaning here are refused, each at its place") {
    complains("[t]\na = nan\n", "2:5 t.a is not a finite number");
    complains("a = [1.0, -inf]\n", "1:11 a[1] is not a finite number");
    complains("a = 10:30:00\n", "1:5 a is a time of day (only dates have a meaning here)");
    complains("a = 2026-11-30T10:00:00Z\n", "1:5 a is a time of day");
    complains("a = 0000-01-01\n", "1:5 a is not a day of the calendar");

    Complaints complaints;
    const auto file = check_text("s.toml", "a = nan\nb = inf\nc = 3\n", complaints);
    const Node root = parse_toml(*file, complaints);
    CHECK(complaints.error_count() == 2);
    CHECK(root.find("a")->is(Node::Kind::refused));
    CHECK(root.find("c")->integer() == 3);
}

TEST_CASE("what breaks toml++ 3.3.0 is a plain complaint") {
    // Fails an assertion inside it.
    complains(std::string("[\0", 2), "1:2 a NUL byte in a text");
    complains(std::string("a = 1\n[\0]\n", 10), "2:2 a NUL byte in a text");
    // Undefined behaviour inside it: U+00A1 to U+0499 behind a bare value.
    complains("a = 12\u00a1\n", "1:7 a is not a number");
    complains("a = 12\u00e9\n", "1:7 a is not a number");
    complains("a = 12\u0499\n", "1:7 a is not a number");
    complains("a = true\u0142\n", "1:9 a ");
    complains("a = b\u00fc\n", "1:5 a is not a value");
    // Overflows the stack: a dotted key is not limited as nested values are.
    std::string endless = "a";
    for (int i = 0; i < 1'000'000; ++i) endless += ".a";
    complains("x = 1\n" + endless + " = 1\n", "2:0 a key has too many parts (more than 32)");
    complains("[" + endless + "]\n", "1:0 a key has too many parts");
    complains("a = { b = 'x', " + endless + " = 1 }\n", "1:0 a key has too many parts");
}

TEST_CASE("depth and length of keys are bounded, dots in texts are not") {
    complains("a = " + std::string(100'000, '['), "1:");
    complains("a = " + std::string(300, '[') + std::string(300, ']'), "1:");
    complains("a = " + std::string(100, '[') + std::string(100, ']'), "1:37 a[0][0]");
    complains(std::string(201, 'k') + " = 1\n", "1:1 a key is too long (more than 200 bytes)");
    const std::string dots(1000, '.');
    const std::vector<std::string> accepted{"a = \"" + dots + "\"",
                                            "a = '" + dots + "'",
                                            "a = \"\"\"\n" + dots + "\n\"\"\"",
                                            "a = '''" + dots + "'''",
                                            "# " + dots + "\na = 1",
                                            "a = \"\\\"" + dots + "\"",
                                            "a = [1.5, 2.5]\nb.c.d = 2.5",
                                            "\"" + dots.substr(0, 99) + "\" = 1"};
    for (const std::string& text : accepted) {
        CAPTURE(text);
        CHECK(complaint_about(text) == "was accepted");
    }
}
