// A text that came from outside, checked once: UTF-8, no NUL, no control characters, a bounded
// size.
//
// Lines end with LF, CRLF or CR and are counted from 1; columns count characters (code points)
// from 1. Copies are cheap: they share the text.
#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace trialcost {

class Complaints;

// The file could not be read at all: missing, no permission, a folder, a pipe, a device, too large.
class UnreadableInput : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

inline constexpr std::size_t scenario_size_limit = std::size_t{4} << 20;
inline constexpr std::size_t csv_size_limit = std::size_t{256} << 20;

class TextFile {
  public:
    const std::string& name() const { return shared_->name; }      // as messages show it
    std::string_view text() const { return shared_->text; }        // without a byte order mark
    const std::string& sha256() const { return shared_->sha256; }  // hex, of the bytes as stored
    std::string_view line(int number) const;  // empty when there is no such line
    int line_count() const { return static_cast<int>(shared_->line_starts.size()); }

  private:
    struct Shared {
        std::string name;
        std::string text;
        std::string sha256;
        std::vector<std::size_t> line_starts;
    };
    friend std::optional<TextFile> check_text(std::string name, std::string bytes, Complaints&);
    explicit TextFile(std::shared_ptr<const Shared> shared) : shared_(std::move(shared)) {}

    std::shared_ptr<const Shared> shared_;
};

// Reads a regular file whole. Throws UnreadableInput when it cannot be read; a content that is not
// clean UTF-8 text becomes one complaint and nullopt. The file is made known to `complaints`.
std::optional<TextFile> read_text_file(const std::filesystem::path& path, std::size_t size_limit,
                                       Complaints& complaints);

// The same checks for bytes that are already here (standard input, tests).
std::optional<TextFile> check_text(std::string name, std::string bytes, Complaints& complaints);

// Whether the text is UTF-8 without control characters; one complaint where it is not. `text` may
// be a piece of a file that begins with the line `first_line`.
bool check_characters(const std::string& name, std::string_view text, int first_line,
                      Complaints& complaints);

}  // namespace trialcost
