#include "scenarios/records/csv_stream.hpp"

#include <fstream>
#include <string>
#include <vector>

#include "scenarios/document/text_file.hpp"
#include "tests/catch_compat.hpp"
#include "tests/scenarios/records/complaint_lines.hpp"
#include "tests/sim/results/scratch_folder.hpp"

using namespace trialcost;

namespace {

struct Streamed {
    std::vector<CsvRow> rows;
    std::string complaints, sha256;
};

Streamed streamed(const std::string& text) {
    const ScratchFolder folder;
    const auto path = folder.path() / "t.csv";
    std::ofstream(path, std::ios::binary) << text;
    Complaints complaints;
    InputFile file(path);
    CsvStream stream(file, complaints);
    Streamed out;
    while (auto row = stream.next()) out.rows.push_back(std::move(*row));
    CHECK_FALSE(stream.next());  // the end stays the end
    out.sha256 = stream.sha256();
    out.complaints = complaint_lines(complaints);
    return out;
}

// Each cell with the place where it begins.
std::string cells(const std::vector<CsvRow>& rows) {
    std::string out;
    for (const CsvRow& row : rows) {
        out += std::to_string(row.line) + ":";
        for (const CsvCell& cell : row.cells)
            out += " " + std::to_string(cell.line) + "," + std::to_string(cell.column) + "=" +
                   cell.text;
        out += "\n";
    }
    return out;
}

// Rows of all sorts: quoted cells over several lines, blank lines, characters of several bytes.
std::string many_rows(const std::string& line_end, std::size_t bytes) {
    std::string text = "name,place,note" + line_end;
    for (int i = 0; text.size() < bytes; ++i) {
        text += std::to_string(i) + ",Zürich,";
        // So many line ends within quotes that a piece would often end at one of them.
        const std::string lines = line_end + line_end + line_end + line_end;
        text += i % 7 == 0 ? "plain" : "\"many" + lines + "lines, \"\"and\"\" a comma\"";
        text += line_end;
        if (i % 11 == 0) text += line_end;
    }
    return text;
}

}  // namespace

TEST_CASE("rows of a stream are those of the whole file, wherever a piece ends") {
    for (const char* line_end : {"\n", "\r\n", "\r"}) {
        const std::string text = many_rows(line_end, 700'000);
        const Streamed stream = streamed(text);
        CHECK(stream.complaints.empty());
        Complaints complaints;
        const auto file = check_text("t.csv", text, complaints);
        const CsvTable table = parse_csv(*file, complaints);
        CHECK(stream.sha256 == table.sha256);
        REQUIRE(stream.rows.size() == table.rows.size() + 1);  // the header is a row
        CHECK((cells({stream.rows.begin() + 1, stream.rows.end()}) == cells(table.rows)));
    }
}

TEST_CASE("rows of a stream may differ in length") {
    const Streamed stream = streamed("\xEF\xBB\xBF\"a\",\"b\"\n\n,,\n1,2,3\nx");
    CHECK(stream.complaints.empty());
    CHECK(cells(stream.rows) == "1: 1,1=a 1,5=b\n4: 4,1=1 4,3=2 4,5=3\n5: 5,1=x\n");
}

TEST_CASE("what is wrong far behind the start has its line") {
    const std::string start(300'000, '\n');
    CHECK(streamed(start + "a,M\xFCnchen\n").complaints ==
          "300001:4 not UTF-8 (byte 0xFC at 300001:4); save as UTF-8\n");
    CHECK(streamed(start + "a,\"b\n").complaints ==
          "300001:3 a quote is opened and never closed; close it; a quote that belongs to the text "
          "is written twice\n");
    CHECK(streamed(start + "a,\"" + std::string(3 << 20, 'x') + "\"\n").complaints ==
          "300001:0 the row is longer than 1 MiB; is a quote not closed, or is it the wrong "
          "file?\n");
    CHECK(streamed("\xFF\xFE"
                   "a,b")
              .complaints == "1:1 not UTF-8 (it starts like UTF-16); save as UTF-8\n");
    CHECK(streamed("").rows.empty());
}
