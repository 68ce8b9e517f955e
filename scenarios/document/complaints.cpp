#include "scenarios/document/complaints.hpp"

#include <algorithm>
#include <utility>

#include "scenarios/document/utf8.hpp"

namespace trialcost {
namespace {

// What reorders, joins or hides text without a glyph of its own.
bool is_invisible_mark(char32_t code) {
    const auto within = [code](char32_t first, char32_t last) {
        return code >= first && code <= last;
    };
    return code == 0xAD || code == 0x061C || code == 0x180E || within(0x200B, 0x200F) ||
           within(0x2028, 0x202E) || within(0x2060, 0x206F) || code == 0xFEFF ||
           within(0xFFF9, 0xFFFB) || within(0xE0000, 0xE007F);
}

bool is_control(char32_t code) {
    return code < 0x20 || (code >= 0x7F && code <= 0x9F);
}

// printable(), but told how far the text goes in characters: `count` of them from `first`.
struct Window {
    std::string text;
    std::size_t first = 0;
};

// The part of a source line around `column` (from 1) that fits a terminal.
Window window_around(std::string_view line, std::size_t column) {
    constexpr std::size_t most = 120;
    constexpr std::size_t lead = 60;
    const std::size_t first = column > most - 20 ? column - lead : 0;
    Window window{{}, first};
    std::size_t index = 0;
    while (!line.empty() && index < first + most) {
        const std::size_t length = std::max<std::size_t>(first_character(line).length, 1);
        // Every character keeps its place so that the caret stands below the right one.
        if (index >= first) {
            const std::string shown = printable(line.substr(0, length));
            window.text += shown.empty() ? " " : shown;
        }
        line.remove_prefix(length);
        ++index;
    }
    if (!line.empty()) window.text += "…";
    return window;
}

std::string position_text(const Position& where) {
    std::string text = printable(where.file);
    if (where.line > 0) text += ":" + std::to_string(where.line);
    if (where.line > 0 && where.column > 0) text += ":" + std::to_string(where.column);
    return text;
}

std::string message_text(const Complaint& complaint) {
    std::string text = printable(complaint.problem);
    if (!complaint.field.empty()) text = printable(complaint.field) + ": " + text;
    if (!complaint.why.empty()) text += " (" + printable(complaint.why) + ")";
    if (!complaint.remedy.empty()) text += "; " + printable(complaint.remedy);
    return text;
}

}  // namespace

void Complaints::error(Position where, std::string field, std::string problem, std::string why,
                       std::string remedy) {
    add({std::move(where),
         std::move(field),
         std::move(problem),
         std::move(why),
         std::move(remedy),
         Complaint::Severity::error,
         {}});
}

void Complaints::warning(Position where, std::string field, std::string problem, std::string why,
                         std::string remedy) {
    add({std::move(where),
         std::move(field),
         std::move(problem),
         std::move(why),
         std::move(remedy),
         Complaint::Severity::warning,
         {}});
}

void Complaints::add(Complaint complaint) {
    const bool is_error = complaint.severity == Complaint::Severity::error;
    const bool first_error = is_error && error_count_ == 0;
    ++(is_error ? error_count_ : warning_count_);
    // The first error is kept even behind very many warnings: it decides that the input is wrong.
    if (kept_.size() >= most_kept && !first_error) return;
    const Position& where = complaint.where;
    if (!said_
             .emplace(complaint.severity, where.file, where.line, where.column, complaint.field,
                      complaint.problem)
             .second)
        return;
    if (const auto file = files_.find(complaint.where.file); file != files_.end()) {
        // A line of megabytes under thousands of complaints would only fill the memory.
        constexpr std::size_t longest_shown = 4096;
        const std::string_view line = file->second.line(complaint.where.line);
        if (line.size() <= longest_shown) complaint.source_line = line;
    }
    kept_.push_back(std::move(complaint));
}

void Complaints::know(const TextFile& file) {
    files_.insert_or_assign(file.name(), file);
}

void Complaints::throw_if_any_error() const {
    if (any_error()) throw InputError(kept_);
}

InputError::InputError(std::vector<Complaint> complaints) : complaints_(std::move(complaints)) {
    const auto first = std::find_if(complaints_.begin(), complaints_.end(), [](const Complaint& c) {
        return c.severity == Complaint::Severity::error;
    });
    what_ = first == complaints_.end()
                ? "wrong input"
                : position_text(first->where) + ": error: " + message_text(*first);
}

std::string render(const Complaint& complaint, const LabelMarks& marks) {
    const bool is_error = complaint.severity == Complaint::Severity::error;
    std::string text = position_text(complaint.where);
    if (!text.empty()) text += ": ";
    text.append(marks.before).append(is_error ? "error:" : "warning:").append(marks.after);
    text += " " + message_text(complaint) + "\n";
    if (complaint.source_line.empty()) return text;

    const auto column = static_cast<std::size_t>(std::max(complaint.where.column, 0));
    const Window window = window_around(complaint.source_line, column);
    text += "    " + window.text + "\n";
    if (column > 0) text += std::string(4 + column - 1 - window.first, ' ') + "^\n";
    return text;
}

std::string printable(std::string_view text) {
    std::string out;
    while (!text.empty()) {
        const Utf8Character character = first_character(text);
        const std::size_t length = std::max<std::size_t>(character.length, 1);
        if (character.length == 0) {
            out += "\uFFFD";
        } else if (text[0] == '\t' || text[0] == '\n' || text[0] == '\r') {
            out += ' ';
        } else if (!is_control(character.code) && !is_invisible_mark(character.code)) {
            out.append(text.substr(0, length));
        }
        text.remove_prefix(length);
    }
    return out;
}

}  // namespace trialcost
