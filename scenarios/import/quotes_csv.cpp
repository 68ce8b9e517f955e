#include "scenarios/import/quotes_csv.hpp"

#include <array>
#include <string_view>

#include "scenarios/document/complaints.hpp"

namespace trialcost {
namespace {

struct Column {
    std::string_view name;
    std::string ImportedQuote::*cell;
};

// Columns that no importer fills (month_h, included, contract, confirmed) are left out: blank and
// missing mean the same.
constexpr std::array<Column, 21> columns{{{"region", &ImportedQuote::region},
                                          {"zone_id", &ImportedQuote::zone},
                                          {"service", &ImportedQuote::service},
                                          {"item", &ImportedQuote::item},
                                          {"purchase", &ImportedQuote::purchase},
                                          {"price", &ImportedQuote::price},
                                          {"currency", &ImportedQuote::currency},
                                          {"unit", &ImportedQuote::unit},
                                          {"granularity_s", &ImportedQuote::granularity_s},
                                          {"minimum_s", &ImportedQuote::minimum_s},
                                          {"tier_from", &ImportedQuote::tier_from},
                                          {"tier_to", &ImportedQuote::tier_to},
                                          {"direction", &ImportedQuote::direction},
                                          {"plan", &ImportedQuote::plan},
                                          {"upfront", &ImportedQuote::upfront},
                                          {"term_h", &ImportedQuote::term_h},
                                          {"instances", &ImportedQuote::instances},
                                          {"starts_at", &ImportedQuote::starts_at},
                                          {"verified_on", &ImportedQuote::verified_on},
                                          {"valid_until", &ImportedQuote::valid_until},
                                          {"source", &ImportedQuote::source}}};

// Without control characters, and quoted where the comma would mislead.
void add_cell(std::string& out, std::string_view text) {
    const std::string shown = printable(text);
    const bool plain = shown.find_first_of(",\"#") == std::string::npos &&
                       (shown.empty() || (shown.front() != ' ' && shown.back() != ' '));
    if (plain) {
        out += shown;
        return;
    }
    out += '"';
    for (const char c : shown) {
        if (c == '"') out += '"';
        out += c;
    }
    out += '"';
}

}  // namespace

std::string quotes_csv(const std::vector<ImportedQuote>& quotes,
                       const std::vector<std::string>& notes) {
    std::string out;
    for (const std::string& note : notes) out += "# " + printable(note) + "\n";
    out += "provider";
    for (const Column& column : columns) {
        out += ',';
        out += column.name;
    }
    out += '\n';
    for (const ImportedQuote& quote : quotes) {
        out += "aws";
        for (const Column& column : columns) {
            out += ',';
            add_cell(out, quote.*column.cell);
        }
        out += '\n';
    }
    return out;
}

}  // namespace trialcost
