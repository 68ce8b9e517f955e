#include "scenarios/document/json_events.hpp"

#include <fstream>

#include "scenarios/document/text_file.hpp"
#include "tests/catch_compat.hpp"
#include "tests/sim/results/scratch_folder.hpp"

using namespace trialcost;

namespace {

// Each event in one line: "a.b[]=text" with the line on which it stands.
struct Heard : JsonListener {
    std::vector<std::string> lines;

    static std::string at(const JsonPlace& place) {
        std::string path;
        for (const std::string& key : place.keys) path += (path.empty() ? "" : ".") + key;
        return path;
    }
    void opens(const JsonPlace& place, JsonKind kind) override {
        lines.push_back(at(place) + " opens " + std::string(name_of(kind)));
    }
    void closes(const JsonPlace&, JsonKind) override {}
    void value(const JsonPlace& place, JsonKind kind, std::string_view text) override {
        lines.push_back(at(place) + "=" + std::string(text) + " " + std::string(name_of(kind)) +
                        " line " + std::to_string(place.position().line));
    }
};

struct Read {
    Heard heard;
    std::string complaint;
    bool good = false;
};

Read read(const std::string& text) {
    const ScratchFolder folder;
    const auto path = folder.path() / "x.json";
    std::ofstream(path, std::ios::binary) << text;
    InputFile file(path);
    Complaints complaints;
    Read out;
    out.good = read_json(file, out.heard, complaints).has_value();
    for (const Complaint& each : complaints.all())
        out.complaint += std::to_string(each.where.line) + ": " + each.problem + "\n";
    return out;
}

}  // namespace

TEST_CASE("events come with their place, numbers as they are written") {
    const Read out = read("{ \"a\": { \"b\": \"x\\u00e9\" },\n  \"c\": [1.50, true,\n null] }\n");
    CHECK(out.good);
    CHECK(out.complaint.empty());
    REQUIRE(out.heard.lines.size() == 7);
    CHECK(out.heard.lines[0].find("opens an object") != std::string::npos);
    CHECK(out.heard.lines[2].starts_with("a.b=xé "));
    CHECK(out.heard.lines[2].ends_with("line 1"));
    CHECK(out.heard.lines[4].starts_with("c.[]=1.50 "));
    CHECK(out.heard.lines[4].ends_with("line 2"));
    CHECK(out.heard.lines[6].starts_with("c.[]= "));
    CHECK(out.heard.lines[6].ends_with("line 3"));
}

TEST_CASE("what is no JSON is one complaint, with its line") {
    const struct {
        const char* text;
        int line;
    } faults[] = {{"{ \"a\": 1,\n", 2},        // cut off
                  {"{\n \"a\": 1,\n }", 3},    // a comma too many
                  {"{\n \"a\" 1 }", 2},        // no colon
                  {"{} {}", 1},                // two documents
                  {"{ \"a\": \"\xff\" }", 1},  // not UTF-8
                  {"", 0}};                    // the file as a whole
    for (const auto& [text, line] : faults) {
        INFO(text);
        const Read out = read(text);
        CHECK_FALSE(out.good);
        CHECK(std::count(out.complaint.begin(), out.complaint.end(), '\n') == 1);
        CHECK(out.complaint.starts_with(std::to_string(line) + ": "));
    }
}

TEST_CASE("containers stand at most 64 deep inside each other") {
    const auto nested = [](std::size_t depth) {
        return read(std::string(depth, '[') + std::string(depth, ']'));
    };
    CHECK(nested(64).good);
    CHECK_FALSE(nested(65).good);
    CHECK_FALSE(nested(100'000).good);
}

TEST_CASE("the tags of a cell are one object of plain values") {
    const auto tags = flat_json("{\"user_job\":\"run-7\",\"n\":3,\"on\":true}");
    REQUIRE(tags);
    REQUIRE(tags->size() == 3);
    CHECK((*tags)[0] == std::pair<std::string, std::string>{"user_job", "run-7"});
    CHECK((*tags)[1].second == "3");
    CHECK((*tags)[2].second == "true");
    CHECK(flat_json("{}")->empty());
    for (const char* other : {"", "[1]", "{\"a\":{}}", "{\"a\":1", "{\"a\":1} x", "null"}) {
        INFO(other);
        CHECK_FALSE(flat_json(other));
    }
}
