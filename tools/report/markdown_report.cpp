#include "tools/report/markdown_report.hpp"

#include <fmt/format.h>

#include "scenarios/document/complaints.hpp"
#include "tools/report/migration_text.hpp"
#include "tools/report/option_table.hpp"
#include "tools/report/result_view.hpp"
#include "tools/report/text_layout.hpp"

namespace trialcost {
namespace {

std::string table(const std::vector<std::vector<std::string>>& rows) {
    std::string out;
    for (std::size_t r = 0; r < rows.size(); ++r) {
        for (const std::string& cell : rows[r]) out += "| " + markdown_text(cell) + " ";
        out += "|\n";
        if (r > 0) continue;
        for (std::size_t c = 0; c < rows[0].size(); ++c) out += c == 0 ? "| --- " : "| ---: ";
        out += "|\n";
    }
    return out;
}

}  // namespace

std::string markdown_text(std::string_view text) {
    constexpr std::string_view marks = "\\`*_{}[]<>()#+-!|&~";
    std::string out;
    for (char c : printable(text)) {
        if (marks.find(c) != std::string_view::npos) out += '\\';
        out += c;
    }
    return out;
}

std::string markdown_report(const ResultData& data) {
    const ResultView result(data);
    std::string out = fmt::format("## {}\n\n", markdown_text(data.text_attribute("title")));
    for (std::size_t i = 0; i < result.options().size(); ++i) {
        const std::string& would_be = result.text("would_be", i);
        const std::string why =
            would_be.empty() ? result.text("verdict_reason", i) : "would be " + would_be;
        out += fmt::format("- **{}** {}: {}\n", markdown_text(result.text("verdict", i)),
                           markdown_text(result.options()[i]), markdown_text(why));
    }
    out += "\n" + table(option_rows(result)) + "\n";
    for (const std::string& line : migration_lines(result)) out += markdown_text(line) + "  \n";
    for (const std::string& note : option_notes(result)) out += markdown_text(note) + "  \n";
    out += fmt::format(
        "\nas of {}, seed {}, {} draws\n", data.text_attribute("as_of"),
        data.count_attribute("seed"),
        data.counts("n_draws").empty()
            ? 0
            : data.count_attribute("replicates") * data.count_attribute("draws_per_replicate"));
    return out;
}

}  // namespace trialcost
