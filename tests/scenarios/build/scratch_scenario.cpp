#include "tests/scenarios/build/scratch_scenario.hpp"

#include <algorithm>
#include <stdexcept>

namespace trialcost {
namespace {

constexpr Date today{2026, 12, 24};

std::string line_of(const Complaint& complaint) {
    std::string out = complaint.severity == Complaint::Severity::warning ? "warning " : "";
    out += std::filesystem::path(complaint.where.file).filename().string() + ":" +
           std::to_string(complaint.where.line) + ":" + std::to_string(complaint.where.column) +
           " ";
    if (!complaint.field.empty()) out += complaint.field + ": ";
    out += complaint.problem;
    if (!complaint.why.empty()) out += " (" + complaint.why + ")";
    if (!complaint.remedy.empty()) out += "; " + complaint.remedy;
    return out + "\n";
}

std::string lines_of(const std::vector<Complaint>& complaints) {
    std::string out;
    for (const Complaint& complaint : complaints) out += line_of(complaint);
    return out;
}

// Rows may leave out their last cells.
std::string filled(const std::string& row, std::ptrdiff_t commas) {
    const auto missing = commas - std::count(row.begin(), row.end(), ',');
    return missing > 0 ? row + std::string(static_cast<std::size_t>(missing), ',') : row;
}

std::string filled_rows(const std::string& text) {
    const auto header_end = text.find('\n');
    const auto commas =
        std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(header_end), ',');
    std::string out, row;
    for (const char c : text) {
        if (c != '\n') {
            row += c;
            continue;
        }
        out += filled(row, commas) + "\n";
        row.clear();
    }
    return out;
}

template <class Items, class Name>
const auto& find_named(const Items& items, const Name& is_it, const std::string& name) {
    const auto at = std::find_if(items.begin(), items.end(), is_it);
    if (at == items.end()) throw std::runtime_error("the plan has no " + name);
    return *at;
}

}  // namespace

std::string ScenarioText::text() const {
    return "format = 1\ntitle = \"t\"\ncurrency = \"USD\"\nas_of = 2026-11-30\n" + top +
           "\n[workload]\nname = \"w\"\n" + workload + "\n[budget]\n" + budget + "\n[quotes]\n" +
           quotes +
           "\n[option.a]\ninstance = \"x8\"\nregion = \"r1\"\npurchase = \"on-demand\"\n"
           "trials = [\"a.csv\"]\n" +
           option + "\n" + tables + "\n";
}

ScratchScenario::ScratchScenario() {
    put(ScenarioText{});
    put("a.csv", trial_rows("", {"r1"}));
    put("quotes.csv", quote_header + good_quote);
}

void ScratchScenario::put(const std::string& name, const std::string& text) {
    put_text(*folder_ / name, name.ends_with(".csv") ? filled_rows(text) : text);
}

BuiltPlan ScratchScenario::built(OtherReadings others) const {
    return build_plan(*folder_ / "scenario.toml", today, others);
}

std::string ScratchScenario::complaints() const {
    try {
        built();
    } catch (const InputError& error) {
        return lines_of(error.complaints());
    }
    return "no complaint";
}

std::string ScratchScenario::warnings() const {
    return lines_of(built().warnings);
}

std::string trial_rows(const std::string& columns, const std::vector<std::string>& rows) {
    std::string out = "run_id,instance,billed_s,output_units,quality_passed" +
                      (columns.empty() ? "" : "," + columns) + "\n";
    for (const std::string& row : rows) {
        const auto comma = row.find(',');
        out += row.substr(0, comma) + ",x8,1000,1,true" +
               (comma == std::string::npos ? "" : row.substr(comma)) + "\n";
    }
    return out;
}

double value_at(const OptionPlan& option, const Source& source, double score) {
    if (source.kind == Source::Kind::stated) return option.stated.at(source.index).marginal(score);
    if (source.kind == Source::Kind::recorded) {
        const JointPredictive& predictive = option.groups.at(source.index).predictive;
        return predictive.value(source.field, predictive.mean.at(source.field));
    }
    throw std::runtime_error("the source is absent");
}

const Evidence& evidence_of(const OptionPlan& option, const std::string& input) {
    return find_named(
        option.evidence, [&](const Evidence& e) { return e.input == input; }, input);
}

bool has_evidence(const OptionPlan& option, const std::string& input) {
    return std::any_of(option.evidence.begin(), option.evidence.end(),
                       [&](const Evidence& e) { return e.input == input; });
}

const Gate& gate_of(const OptionPlan& option, const std::string& name) {
    return find_named(
        option.gates, [&](const Gate& g) { return g.name == name; }, name);
}

const StatedInput& stated_of(const OptionPlan& option, const std::string& name) {
    return find_named(
        option.stated, [&](const StatedInput& s) { return s.name == name; }, name);
}

}  // namespace trialcost
