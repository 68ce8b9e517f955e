#include "scenarios/document/table_reader.hpp"

#include <functional>
#include <string>

#include "tests/catch_compat.hpp"

using namespace trialcost;

namespace {

// Reads `text` with `read` and returns the complaints, one per line, as
// "line:column field: problem (why); remedy".
std::string complaints_of(const std::string& text, const std::function<void(TableReader&)>& read) {
    Complaints complaints;
    const auto file = check_text("s.toml", text, complaints);
    REQUIRE(file);
    const Node root = parse_toml(*file, complaints);
    TableReader reader(root, complaints);
    read(reader);
    std::string out;
    for (const Complaint& c : complaints.all()) {
        out += std::to_string(c.where.line) + ":" + std::to_string(c.where.column) + " " + c.field +
               (c.field.empty() ? "" : ": ") + c.problem +
               (c.why.empty() ? "" : " (" + c.why + ")") +
               (c.remedy.empty() ? "" : "; " + c.remedy) + "\n";
    }
    return out;
}

std::string about_time(const std::string& value, Bounds bounds = Bounds::non_negative) {
    return complaints_of("period = " + value + "\n", [bounds](TableReader& table) {
        CHECK_FALSE(table.measure("period", Dimension::time, Presence::required, bounds));
    });
}

}  // namespace

TEST_CASE("keys that are there are read") {
    const auto complaints = complaints_of(
        R"(title = "t"
purchase = "capacity_block"
period = "30 min"
factor = 1.5
runs = 40
draws = 1e6
quick = false
as_of = 2026-11-30
files = ["a", "b"]
list = [1, 2, 3]
[inner]
x = 1
)",
        [](TableReader& table) {
            CHECK(table.text("title") == "t");
            CHECK(table.choice("purchase", {"on-demand", "capacity-block"}) == "capacity-block");
            CHECK(table.measure("period", Dimension::time)->value == 1800);
            CHECK(table.measure("factor", Dimension::number)->value == 1.5);
            CHECK(table.integer("runs") == 40);
            CHECK(table.integer("draws") == 1'000'000);
            CHECK(table.boolean("quick") == false);
            CHECK(table.date("as_of") == Date{2026, 11, 30});
            CHECK(table.texts("files").size() == 2);
            CHECK(table.array("list").size() == 3);
            CHECK(table.table("inner")->find("x")->integer() == 1);
            CHECK(table.any("none") == nullptr);
            CHECK_FALSE(table.text("none"));
            CHECK(table.has("title"));
            CHECK_FALSE(table.has("none"));
            table.any("inner");
            table.finish();
        });
    CHECK(complaints.empty());
}

TEST_CASE("a figure of the wrong form is named with an example of the right one") {
    CHECK(about_time("30") ==
          "1:10 period: must be a time (it has no unit); write it like \"30 min\"\n");
    CHECK(about_time("\"30\"") ==
          "1:10 period: must be a time (`30` has no unit); write it like \"30 min\"\n");
    CHECK(about_time("\"3 GB\"") ==
          "1:10 period: must be a time (`3 GB` is an amount of data); write it like \"30 min\"\n");
    CHECK(about_time("true") ==
          "1:10 period: must be a time (it is true or false); write it like \"30 min\"\n");
    CHECK(about_time("[]") ==
          "1:10 period: must be a time (it is a list); write it like \"30 min\"\n");
    CHECK(about_time("\"1,5 h\"") ==
          "1:10 period: must be a time (`1,5 h` has a comma in its number); "
          "decimal comma? write 1.5\n");
    CHECK(about_time("\"-3 h\"") == "1:10 period: must not be negative\n");
    CHECK(about_time("\"0 h\"", Bounds::positive) == "1:10 period: must be more than zero\n");
    CHECK(complaints_of("u = \"101 %\"\n", [](TableReader& table) {
              CHECK_FALSE(
                  table.measure("u", Dimension::fraction, Presence::optional, Bounds::share));
          }) == "1:5 u: must lie between 0 and 1 (100 %)\n");
    CHECK(
        complaints_of("a = [\"1 h\", \"2 GB\"]\n", [](TableReader& table) {
            Complaints own;
            const auto elements = table.array("a");
            CHECK(read_measure(*elements[1], {Dimension::time, Dimension::data}, own)->value == 2);
            CHECK_FALSE(read_measure(*elements[1], {Dimension::time, Dimension::money}, own));
            CHECK(own.all()[0].problem == "must be a time or an amount of money");
            CHECK(own.all()[0].field == "a[1]");
        }).empty());
}

TEST_CASE("values of the wrong kind, empty texts and numbers out of range") {
    const auto text = complaints_of(
        "title = 3\nempty = \"\"\npurchase = \"spit\"\nruns = 2.5\nfew = 0\nquick = \"yes\"\n"
        "as_of = \"2026-11-30\"\nfiles = [\"a\", 3, \"\"]\ninner = 4\nlist = {}\n",
        [](TableReader& table) {
            CHECK_FALSE(table.text("title"));
            CHECK_FALSE(table.text("empty"));
            CHECK_FALSE(table.choice("purchase", {"on-demand", "spot"}));
            CHECK_FALSE(table.integer("runs"));
            CHECK_FALSE(table.integer("few", Presence::optional, 1, 10));
            CHECK_FALSE(table.boolean("quick"));
            CHECK_FALSE(table.date("as_of"));
            CHECK(table.texts("files").size() == 1);
            CHECK(table.table("inner") == nullptr);
            CHECK(table.array("list").empty());
        });
    CHECK(text ==
          "1:9 title: must be a text (it is a whole number); write it like \"…\"\n"
          "2:9 empty: is empty; leave the key out\n"
          "3:12 purchase: `spit` is not one of its words (on-demand, spot); did you mean `spot`?\n"
          "4:8 runs: must be a whole number (it is a number); write it like 1\n"
          "5:7 few: is out of range; write a whole number from 1 to 10\n"
          "6:9 quick: must be true or false (it is a text); write it like true\n"
          "7:9 as_of: must be a date (it is a text); write it like 2026-11-30 (without quotes)\n"
          "8:15 files[1]: must be a text (it is a whole number); write it like \"…\"\n"
          "8:18 files[2]: must be a text (it is empty); write it like \"…\"\n"
          "9:9 inner: must be a table (it is a whole number); write it like { … }\n"
          "10:8 list: must be a list (it is a table); write it like [ … ]\n");
}

TEST_CASE("missing keys are named where they should stand") {
    CHECK(complaints_of("[workload]\n", [](TableReader& table) {
              Complaints own;
              TableReader workload(*table.table("workload"), own);
              CHECK_FALSE(workload.measure("period", Dimension::time, Presence::required));
              CHECK(own.all()[0].where == Position{"s.toml", 1, 1});
              CHECK(own.all()[0].field == "workload.period");
              CHECK(own.all()[0].problem == "is missing");
              CHECK(own.all()[0].remedy == "write period = \"30 min\"");
          }).empty());
}

TEST_CASE("unknown keys are reported with what was meant") {
    const auto text =
        complaints_of("trails = 1\nx.y = 2\n\n[other]\nz = 1\n", [](TableReader& table) {
            table.any("trials");
            table.any("nodes");
            table.finish();
        });
    CHECK(text ==
          "1:1 unknown key `trails`; did you mean `trials`?\n"
          "2:1 unknown key `x` (known here: nodes, trials)\n"
          "4:2 unknown key `other` (known here: nodes, trials)\n");
}

TEST_CASE("what the parser has refused is not complained about again") {
    const auto read = [](TableReader& table) {
        CHECK_FALSE(table.measure("a", Dimension::number, Presence::required));
        CHECK_FALSE(table.text("a", Presence::required));
        CHECK(table.any("a", Presence::required) == nullptr);
        table.finish();
    };
    CHECK(complaints_of("a = nan\n", read) ==
          "1:5 a: is not a finite number; write a finite number, or leave it out if it is not "
          "known\n");
    CHECK(complaints_of("a = \n", read) == "1:5 a: the value is missing; write one behind the =\n");
}

TEST_CASE("a reader can complain about a key itself") {
    CHECK(complaints_of("a = 1\n", [](TableReader& table) {
              table.complain("a", "is odd", "why", "remedy");
              table.complain("b", "is not there");
              table.complain("", "is wrong as a whole");
          }) == "1:5 a: is odd (why); remedy\n1:1 b: is not there\n1:1 is wrong as a whole\n");
}
