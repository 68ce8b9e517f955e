#include "scenarios/document/text_file.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "scenarios/document/complaints.hpp"
#include "tests/catch_compat.hpp"

using namespace trialcost;
namespace fs = std::filesystem;

namespace {

// A folder of this test's own, removed at the end.
class ScratchFolder {
  public:
    ScratchFolder() {
        std::string name = (fs::temp_directory_path() / "trialcost_text_XXXXXX").string();
        REQUIRE(::mkdtemp(name.data()) != nullptr);
        path_ = name;
    }
    ~ScratchFolder() {
        std::error_code ignored;
        fs::remove_all(path_, ignored);
    }
    ScratchFolder(const ScratchFolder&) = delete;
    ScratchFolder& operator=(const ScratchFolder&) = delete;

    fs::path operator/(const char* name) const { return path_ / name; }
    const fs::path& path() const { return path_; }

    fs::path write(const char* name, std::string_view bytes) const {
        std::ofstream(path_ / name, std::ios::binary) << bytes;
        return path_ / name;
    }

  private:
    fs::path path_;
};

std::string why_unreadable(const fs::path& path, std::size_t limit = 1024) {
    Complaints complaints;
    try {
        (void)read_text_file(path, limit, complaints);
    } catch (const UnreadableInput& error) {
        return error.what();
    }
    return "was read";
}

// The one complaint about a content, as "line:column problem (why); remedy".
std::string complaint_about(std::string bytes) {
    Complaints complaints;
    if (check_text("f", std::move(bytes), complaints)) return "was accepted";
    REQUIRE(complaints.all().size() == 1);
    const Complaint& c = complaints.all()[0];
    return std::to_string(c.where.line) + ":" + std::to_string(c.where.column) + " " + c.problem +
           " (" + c.why + "); " + c.remedy;
}

}  // namespace

TEST_CASE("a file is read whole and its stored bytes are hashed") {
    const ScratchFolder folder;
    Complaints complaints;
    const auto file = read_text_file(folder.write("a.csv",
                                                  "\xEF\xBB\xBF"
                                                  "abc"),
                                     1024, complaints);
    REQUIRE(file);
    CHECK(file->text() == "abc");
    CHECK(file->name() == (folder / "a.csv").string());
    // printf '\xEF\xBB\xBFabc' | sha256sum
    CHECK(file->sha256() == "1c28dc3f1f804a1ad9c9b4b4cf5e2658d16ad4ed08e3020d04a8d2865018947c");
    CHECK_FALSE(complaints.any_error());
}

TEST_CASE("what is not a readable file is refused with its path") {
    const ScratchFolder folder;
    const auto ends_with = [](const std::string& text, const std::string& end) {
        CAPTURE(text);
        return text.ends_with(end);
    };
    CHECK(why_unreadable(folder / "none.toml") ==
          (folder / "none.toml").string() + ": cannot be read: No such file or directory");
    CHECK(ends_with(why_unreadable(folder.path()), ": is a folder, not a file"));
    REQUIRE(::mkfifo((folder / "pipe").c_str(), 0600) == 0);
    CHECK(ends_with(why_unreadable(folder / "pipe"), ": is a pipe, not a file"));
    CHECK(ends_with(why_unreadable("/dev/zero"), ": is a device, not a file"));
    fs::create_symlink(folder / "loop", folder / "loop");
    CHECK(ends_with(why_unreadable(folder / "loop"),
                    ": cannot be read: Too many levels of symbolic links"));

    const fs::path large = folder.write("large", std::string(2 << 20, 'a'));
    CHECK(
        ends_with(why_unreadable(large, 1 << 20), ": is larger than 1 MiB, the most that is read"));
    CHECK(why_unreadable(large, 2 << 20) == "was read");
    // A size of 0 says nothing for files that are made as they are read.
    CHECK(ends_with(why_unreadable("/proc/self/maps", 10), "the most that is read"));
}

TEST_CASE("only clean UTF-8 is a text") {
    CHECK(complaint_about("é\n\tab\xE9"
                          "c") == "2:4 not UTF-8 (byte 0xE9 at 2:4); save as UTF-8");
    CHECK(complaint_about("1,2\r\nM\xFCnchen") ==
          "2:2 not UTF-8 (byte 0xFC at 2:2); save as UTF-8");
    CHECK(complaint_about("a\xC3") == "1:2 not UTF-8 (byte 0xC3 at 1:2); save as UTF-8");
    CHECK(complaint_about("\xC0\x80") == "1:1 not UTF-8 (byte 0xC0 at 1:1); save as UTF-8");
    CHECK(complaint_about("\xE0\x9F\xBF") == "1:1 not UTF-8 (byte 0xE0 at 1:1); save as UTF-8");
    CHECK(complaint_about("\xED\xA0\x80") == "1:1 not UTF-8 (byte 0xED at 1:1); save as UTF-8");
    CHECK(complaint_about("\xF4\x90\x80\x80") == "1:1 not UTF-8 (byte 0xF4 at 1:1); save as UTF-8");
    CHECK(complaint_about(std::string("\xFF\xFE"
                                      "a\0",
                                      4)) ==
          "1:1 not UTF-8 (it starts like UTF-16); save as UTF-8");
    CHECK(complaint_about(std::string("\xFE\xFF\0a", 4)) ==
          "1:1 not UTF-8 (it starts like UTF-16); save as UTF-8");
    CHECK(complaint_about(std::string("a\0b\0", 4)) ==
          "1:2 a NUL byte in a text (is it a binary file, or UTF-16?); save as UTF-8");
    CHECK(complaint_about("a\n\x1b[31m") ==
          "2:1 a control character in a text (U+001B); remove it");
    CHECK(complaint_about("del\x7f") == "1:4 a control character in a text (U+007F); remove it");
    for (const char* text : {"", "a", "a\r\nb\rc\td\n", "\u00e9\u4e2d\U0001F600", "\xEF\xBB\xBF"}) {
        CHECK(complaint_about(text) == "was accepted");
    }
}

TEST_CASE("lines end with LF, CRLF or CR") {
    Complaints complaints;
    const auto file = check_text("f", "one\r\ntwo\rthree\n\nfive", complaints);
    REQUIRE(file);
    CHECK(file->line_count() == 5);
    CHECK(file->line(1) == "one");
    CHECK(file->line(2) == "two");
    CHECK(file->line(3) == "three");
    CHECK(file->line(4).empty());
    CHECK(file->line(5) == "five");
    CHECK(file->line(0).empty());
    CHECK(file->line(6).empty());
}
