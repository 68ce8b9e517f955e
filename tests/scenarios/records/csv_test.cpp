#include "scenarios/records/csv.hpp"

#include <string>
#include <vector>

#include "tests/catch_compat.hpp"

using namespace trialcost;

namespace {

CsvTable parsed(const std::string& text) {
    Complaints complaints;
    const auto file = check_text("t.csv", text, complaints);
    REQUIRE(file);
    CsvTable table = parse_csv(*file, complaints);
    for (const Complaint& complaint : complaints.all()) FAIL(render(complaint));
    return table;
}

std::vector<std::string> texts(const std::vector<CsvCell>& cells) {
    std::vector<std::string> out;
    for (const CsvCell& cell : cells) out.push_back(cell.text);
    return out;
}

// The complaints, one per line, as "line:column problem (why); remedy".
std::string complaints_about(const std::string& text) {
    Complaints complaints;
    const auto file = check_text("t.csv", text, complaints);
    if (file) (void)parse_csv(*file, complaints);
    std::string out;
    for (const Complaint& c : complaints.all()) {
        CHECK(c.where.file == "t.csv");
        out += std::to_string(c.where.line) + ":" + std::to_string(c.where.column) + " " +
               c.problem + (c.why.empty() ? "" : " (" + c.why + ")") + "; " + c.remedy + "\n";
    }
    return out;
}

using Texts = std::vector<std::string>;

}  // namespace

TEST_CASE("the forms a table may have") {
    for (const char* text : {
             "a,b\n1,2\n3,4\n",        // LF
             "a,b\r\n1,2\r\n3,4\r\n",  // CRLF
             "a,b\r1,2\r3,4\r",        // lone CR
             "a,b\n1,2\n3,4",          // no line end at the end
             "\xEF\xBB\xBF"
             "a,b\n1,2\n3,4\n",                         // byte order mark
             "a,b,\n1,2,\n3,4,\n",                      // trailing commas
             "a,b\n1,2,\n3,4\n",                        // one of them
             "\n\na,b\n\n1,2\n \t\n3,4\n\n\n",          // blank lines
             "a,b\n1,2\n,\n3,4\n,,\n,,,,\n",            // rows of commas
             "# from the bench\n#\n\na,b\n1,2\n3,4\n",  // comments before the header
             "\"a\",\"b\"\n\"1\",2\n3,\"4\"\n",         // quotes
             " a , b \n 1,2 \n\t3 ,\t4\n",              // blanks around cells
             "a,b\n \"1\" ,2\n3, \"4\"\n",              // blanks around quoted cells
         }) {
        CAPTURE(text);
        const CsvTable table = parsed(text);
        CHECK(texts(table.header) == Texts{"a", "b"});
        REQUIRE(table.rows.size() == 2);
        CHECK(texts(table.rows[0].cells) == Texts{"1", "2"});
        CHECK(texts(table.rows[1].cells) == Texts{"3", "4"});
    }
}

TEST_CASE("quoted cells keep commas, quotes, line ends and blanks") {
    const CsvTable table = parsed(
        "id,note,n\n1,\"a, b\",x\n2,\"say \"\"no\"\"\",y\n3,\"two\r\nlines\",z\n4,\" "
        "\",\"\"\"\"\n5,\"\",é\n");
    REQUIRE(table.rows.size() == 5);
    CHECK(table.rows[0].cells[1].text == "a, b");
    CHECK(table.rows[1].cells[1].text == "say \"no\"");
    CHECK(table.rows[2].cells[1].text == "two\nlines");
    CHECK(table.rows[3].cells[1].text == " ");
    CHECK(table.rows[3].cells[2].text == "\"");
    CHECK(table.rows[4].cells[1].text.empty());
    // Behind the row of two lines the count goes on right.
    CHECK(table.rows[2].line == 4);
    CHECK(table.rows[2].cells[2].line == 5);
    CHECK(table.rows[2].cells[2].column == 8);
    CHECK(table.rows[3].line == 6);
    // A hash is data below the header.
    CHECK(parsed("a,b\n#1,2\n").rows[0].cells[0].text == "#1");
}

TEST_CASE("cells know their place in characters") {
    const CsvTable table = parsed("# note\r\nid,ort,s\r\nr1,  Zürich,3\r\nr2,\"ü\",4");
    CHECK(table.header_line == 2);
    CHECK(table.where(table.header[2]) == Position{"t.csv", 2, 8});
    CHECK(table.where(table.rows[0].cells[1]) == Position{"t.csv", 3, 6});
    CHECK(table.where(table.rows[0].cells[2]) == Position{"t.csv", 3, 13});
    CHECK(table.where(table.rows[1].cells[1]) == Position{"t.csv", 4, 4});
    CHECK(table.where(table.rows[1].cells[2]) == Position{"t.csv", 4, 8});
    CHECK(table.column("s") == 2);
    CHECK_FALSE(table.column("S"));
    // printf … | sha256sum
    CHECK(parsed("a\n1\n").sha256 ==
          "309b0e45a73d3fc5325e2b6ed0a01ef8b9cde6b05a5633c1f893f970d52bfddc");
}

TEST_CASE("a header alone is a table without rows") {
    CHECK(parsed("a,b\n").rows.empty());
    CHECK(parsed("a,b").rows.empty());
}

TEST_CASE("what is wrong with a table") {
    CHECK(complaints_about("") == "0:0 the table is empty; write a line of column names first\n");
    CHECK(complaints_about("\n # \n") == "");  // not a comment: a column of that name
    CHECK(complaints_about("# only\n\n") ==
          "0:0 the table is empty; write a line of column names first\n");
    CHECK(complaints_about("a,b,a\n") == "1:5 there are two columns `a`; keep one of them\n");
    CHECK(complaints_about("a,,b\n") == "1:3 a column has no name; name it or remove it\n");
    CHECK(complaints_about("a;b\n1;2\n") ==
          "1:1 cells are set apart by semicolons; save with commas\n");
    CHECK(complaints_about("a,b\n1\n1,2,3\n4,5\n") ==
          "2:0 the row has 1 cells (the header has 2); leave unknown cells blank; quote cells with "
          "commas in them\n"
          "3:0 the row has 3 cells (the header has 2); leave unknown cells blank; quote cells with "
          "commas in them\n");
    CHECK(complaints_about("a,b\n1,\"2\n3,4\n") ==
          "2:3 a quote is opened and never closed; close it; a quote that belongs to the text is "
          "written twice\n");
    CHECK(complaints_about("a,b\n1,x\"2\n3,\"4\"5\n6,7\n") ==
          "2:4 a quote inside a cell that does not start with one; quote the whole cell and double "
          "the quotes in it\n"
          "3:6 text behind a closing quote; a quote that belongs to the text is written twice\n");
    CHECK(complaints_about("a\nM\xFCnchen\n") ==
          "2:2 not UTF-8 (byte 0xFC at 2:2); save as UTF-8\n");
    CHECK(complaints_about(std::string("a\n1\0\n", 5)) ==
          "2:2 a NUL byte in a text (is it a binary file, or UTF-16?); save as UTF-8\n");
}

TEST_CASE("rows that are wrong are left out, the others are kept") {
    Complaints complaints;
    const auto file = check_text("t.csv", "a,b\n1\n2,3\nx\"y,4\n5,6\n", complaints);
    const CsvTable table = parse_csv(*file, complaints);
    CHECK(complaints.error_count() == 2);
    REQUIRE(table.rows.size() == 2);
    CHECK(table.rows[1].cells[0].text == "5");
}

TEST_CASE("sizes are bounded") {
    const std::string mebibyte(1 << 20, 'x');
    CHECK(complaints_about("a,b\n" + mebibyte + ",1\n") ==
          "2:0 the row is longer than 1 MiB; is a quote not closed, or is it the wrong file?\n");
    CHECK(complaints_about("a,b\n\"" + mebibyte + "\",1\n") ==
          "2:0 the row is longer than 1 MiB; is a quote not closed, or is it the wrong file?\n");
    CHECK(complaints_about("a\n" + mebibyte.substr(100) + "\n").empty());
    CHECK(complaints_about("a\n" + std::string(5000, ',') + "\n") ==
          "2:0 the row has more than 4096 cells; is it the right file?\n");
}
