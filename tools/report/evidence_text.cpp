#include "tools/report/evidence_text.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "scenarios/document/complaints.hpp"
#include "tools/report/text_layout.hpp"

namespace trialcost {
namespace {

// Of the option, as far as the file has it.
std::string text_of(const ResultView& result, const std::string& name, std::size_t option) {
    return result.data().has(name) ? result.text(name, option) : "";
}

std::vector<EvidenceRow> rows_of(const ResultView& result, const std::string& option) {
    const ResultData& data = result.data();
    const auto& owners = data.texts("evidence_option");
    std::vector<EvidenceRow> rows;
    for (std::size_t i = 0; i < owners.size(); ++i) {
        if (owners[i] != option) continue;
        const auto n = data.counts("evidence_n")[i];
        rows.push_back(
            {data.texts("evidence_input")[i], data.texts("evidence_class")[i],
             data.texts("evidence_value")[i] + (n > 1 ? fmt::format(" (n = {})", n) : ""),
             data.texts("evidence_source")[i], data.texts("evidence_closeness")[i]});
    }
    return rows;
}

}  // namespace

// A name that is wider than the column stands on a line of its own.
std::string evidence_table(const std::vector<EvidenceRow>& rows) {
    constexpr std::size_t widest_column = 28;
    std::size_t column = 0;
    for (const EvidenceRow& row : rows)
        column = std::max(column, std::min(width(row.input), widest_column));
    std::string out;
    for (const EvidenceRow& row : rows) {
        std::string line = "  " + row.input;
        if (width(row.input) > column) {
            out += printable(line) + "\n";
            line = "  ";
        }
        line += std::string(column + 2 - width(line) + 2, ' ');
        line += fmt::format("{:<12}  {}; {}", row.evidence_class, row.value, row.source);
        if (!row.closeness.empty()) line += "; " + row.closeness;
        out += wrapped(printable(line), column + 18);
    }
    return out;
}

std::string stage_text(const std::string& stage, const std::string& next_needs,
                       const std::string& preliminary) {
    std::string line = "  stage: " + (stage.empty() ? "none yet" : stage);
    if (!next_needs.empty()) line += "; the next needs " + next_needs;
    std::string out = wrapped(printable(line), 4);
    if (!preliminary.empty()) out += wrapped("  " + printable(preliminary), 4);
    return out;
}

std::string evidence_section(const ResultView& result) {
    std::string out = "What it rests on\n";
    for (std::size_t i = 0; i < result.options().size(); ++i) {
        const std::string& option = result.options()[i];
        out += option + "\n";
        if (result.data().has("stage"))
            out += stage_text(text_of(result, "stage", i), text_of(result, "next_stage_needs", i),
                              text_of(result, "preliminary", i));
        out += evidence_table(rows_of(result, option));
    }
    return out;
}

}  // namespace trialcost
