#include "scenarios/document/text_file.hpp"

#include <algorithm>
#include <array>
#include <span>

#include "scenarios/document/complaints.hpp"
#include "scenarios/document/input_file.hpp"
#include "scenarios/document/utf8.hpp"
#include "sim/digest/sha256.hpp"

namespace trialcost {
namespace {

[[noreturn]] void refuse_as_too_large(const std::string& name, std::size_t size_limit) {
    throw UnreadableInput(printable(name) + ": is larger than " + std::to_string(size_limit >> 20) +
                          " MiB, the most that is read");
}

std::string read_bytes(const std::filesystem::path& path, std::size_t size_limit) {
    InputFile file(path);
    if (file.size() > size_limit) refuse_as_too_large(file.name(), size_limit);

    // The size above is a hint only: the file may grow while it is read.
    std::string bytes;
    bytes.reserve(static_cast<std::size_t>(file.size()));
    std::array<char, 1 << 16> block{};
    while (const std::size_t got = file.read(block)) {
        bytes.append(block.data(), got);
        if (bytes.size() > size_limit) refuse_as_too_large(file.name(), size_limit);
    }
    return bytes;
}

std::vector<std::size_t> find_line_starts(std::string_view text) {
    std::vector<std::size_t> starts{0};
    for (std::size_t i = 0; i < text.size(); ++i) {
        const bool crlf = text[i] == '\r' && i + 1 < text.size() && text[i + 1] == '\n';
        if ((text[i] == '\n' || text[i] == '\r') && !crlf) starts.push_back(i + 1);
    }
    return starts;
}

std::string hex_of(unsigned int code, int digits) {
    constexpr std::string_view hex = "0123456789ABCDEF";
    std::string text(static_cast<std::size_t>(digits), '0');
    for (auto digit = text.rbegin(); digit != text.rend(); ++digit, code >>= 4) {
        *digit = hex[code & 15];
    }
    return text;
}

bool is_forbidden(char32_t code) {
    const bool allowed = code == '\t' || code == '\n' || code == '\r';
    return (code < 0x20 && !allowed) || code == 0x7F;
}

struct BadByte {
    std::size_t at;
    Utf8Character character;
};

std::optional<BadByte> find_bad_byte(std::string_view text) {
    for (std::size_t at = 0; at < text.size();) {
        const Utf8Character character = first_character(text.substr(at));
        if (character.length == 0 || is_forbidden(character.code)) return BadByte{at, character};
        at += character.length;
    }
    return std::nullopt;
}

}  // namespace

std::string_view TextFile::line(int number) const {
    const auto& starts = shared_->line_starts;
    if (number < 1 || number > line_count()) return {};
    const auto index = static_cast<std::size_t>(number - 1);
    const std::size_t end = index + 1 < starts.size() ? starts[index + 1] : shared_->text.size();
    std::string_view line = text().substr(starts[index], end - starts[index]);
    while (line.ends_with('\n') || line.ends_with('\r')) line.remove_suffix(1);
    return line;
}

bool check_characters(const std::string& name, std::string_view text, int first_line,
                      Complaints& complaints) {
    const auto bad = find_bad_byte(text);
    if (!bad) return true;
    const std::vector<std::size_t> starts = find_line_starts(text.substr(0, bad->at));
    const Position where{
        name, first_line + static_cast<int>(starts.size()) - 1,
        static_cast<int>(count_characters(text.substr(starts.back(), bad->at - starts.back()))) +
            1};
    const auto byte = static_cast<unsigned char>(text[bad->at]);
    if (bad->character.length == 0) {
        complaints.error(where, {}, "not UTF-8",
                         "byte 0x" + hex_of(byte, 2) + " at " + std::to_string(where.line) + ":" +
                             std::to_string(where.column),
                         "save as UTF-8");
    } else if (byte == 0) {
        complaints.error(where, {}, "a NUL byte in a text", "is it a binary file, or UTF-16?",
                         "save as UTF-8");
    } else {
        complaints.error(where, {}, "a control character in a text", "U+" + hex_of(byte, 4),
                         "remove it");
    }
    return false;
}

std::optional<TextFile> check_text(std::string name, std::string bytes, Complaints& complaints) {
    auto shared = std::make_shared<TextFile::Shared>();
    shared->sha256 = hexadecimal(sha256(std::as_bytes(std::span(bytes))));
    if (bytes.starts_with("\xFF\xFE") || bytes.starts_with("\xFE\xFF")) {
        complaints.error({name, 1, 1}, {}, "not UTF-8", "it starts like UTF-16", "save as UTF-8");
        return std::nullopt;
    }
    if (bytes.starts_with("\xEF\xBB\xBF")) bytes.erase(0, 3);
    shared->name = std::move(name);
    shared->text = std::move(bytes);
    shared->line_starts = find_line_starts(shared->text);
    TextFile file(shared);
    complaints.know(file);

    if (!check_characters(shared->name, shared->text, 1, complaints)) return std::nullopt;
    return file;
}

std::optional<TextFile> read_text_file(const std::filesystem::path& path, std::size_t size_limit,
                                       Complaints& complaints) {
    return check_text(path.string(), read_bytes(path, size_limit), complaints);
}

}  // namespace trialcost
