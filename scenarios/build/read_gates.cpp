#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "scenarios/build/read_option.hpp"
#include "scenarios/document/table_reader.hpp"
#include "scenarios/document/words.hpp"

namespace trialcost {
namespace {

constexpr std::array<std::string_view, 3> confirmed_gates = {"quota", "network", "availability"};

std::vector<std::string> known_gates() {
    std::vector<std::string> names(confirmed_gates.begin(), confirmed_gates.end());
    for (const std::string_view step : port_steps) names.push_back("port." + std::string(step));
    return names;
}

WrittenGate read_gate(const Node& node, const std::string& name, Complaints& complaints) {
    TableReader table(node, complaints);
    WrittenGate gate;
    gate.name = name;
    if (table.has("unknown")) {
        gate.evidence = table.text("unknown").value_or("");
    } else {
        const auto passed = table.boolean("passed", Presence::required);
        gate.evidence = table.text("evidence", Presence::required).value_or("");
        if (const auto date = table.date("date"))
            gate.evidence += fmt::format(" ({})", format_date(*date));
        if (passed) gate.answer = *passed ? Answer::yes : Answer::no;
    }
    table.finish();
    return gate;
}

bool is_answer(const Node& node) {
    return node.find("passed") != nullptr || node.find("unknown") != nullptr;
}

void read_into(const Node& node, const std::string& prefix, std::vector<WrittenGate>& gates,
               Complaints& complaints) {
    const std::vector<std::string> known = known_gates();
    for (const Node& child : node.children()) {
        const std::string name = prefix + child.key();
        if (child.is(Node::Kind::refused)) continue;
        if (child.is(Node::Kind::table) && !is_answer(child) && name == "port") {
            read_into(child, "port.", gates, complaints);
        } else if (std::find(known.begin(), known.end(), name) == known.end()) {
            const std::string near = nearest(name, known);
            complaints.error(
                child.key_where(), child.path(), "unknown gate `" + name + "`",
                near.empty() ? "known: " + fmt::format("{}", fmt::join(known, ", ")) : "",
                near.empty() ? "" : "did you mean `" + near + "`?");
        } else if (!child.is(Node::Kind::table)) {
            complaints.error(
                child.where(), child.path(), "is not an answer", "",
                "write { passed = true, evidence = \"...\" } or { unknown = \"...\" }");
        } else {
            gates.push_back(read_gate(child, name, complaints));
        }
    }
}

}  // namespace

std::vector<WrittenGate> read_gates(const Node& node, Complaints& complaints) {
    std::vector<WrittenGate> gates;
    read_into(node, "", gates, complaints);
    return gates;
}

}  // namespace trialcost
