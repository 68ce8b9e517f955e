#include "sim/results/evidence_arrays.hpp"

#include "sim/plan/coordinates.hpp"

namespace trialcost {
namespace {

void add_evidence(const Plan& plan, ArrayWriter& out) {
    TextTable evidence({"option", "input", "class", "value", "source", "closeness"});
    std::vector<std::uint64_t> observations;
    for (const OptionPlan& option : plan.options)
        for (const std::vector<Evidence>* rows : {&option.evidence, &option.ledger})
            for (const Evidence& e : *rows) {
                evidence.add({option.name, e.input, std::string(name_of(e.evidence_class)), e.value,
                              e.source, e.closeness});
                observations.push_back(e.observations);
            }
    evidence.store("evidence", out.data());
    out.data().set("evidence_n", observations, {observations.size()});
}

void add_gates(const Plan& plan, const std::vector<JudgedOption>& judged, ArrayWriter& out) {
    TextTable gates({"option", "name", "answer", "evidence"}), missing({"option", "what"});
    for (std::size_t i = 0; i < out.options(); ++i) {
        for (const Gate& gate : judged[i].gates)
            gates.add({plan.options[i].name, gate.name, std::string(name_of(gate.answer)),
                       gate.evidence});
        for (const std::string& what : judged[i].verdict.missing)
            missing.add({plan.options[i].name, what});
    }
    gates.store("gate", out.data());
    missing.store("missing", out.data());
}

void add_lineage(const Plan& plan, ArrayWriter& out) {
    TextTable lines(
        {"option", "item", "driver", "quote", "price", "unit", "status", "service", "quoted"});
    for (const OptionPlan& option : plan.options)
        for (const Lineage& line : option.lineage)
            lines.add({option.name, line.item, line.driver, line.quote, line.price, line.unit,
                       line.status, line.service, line.quoted});
    lines.store("line", out.data());
}

void add_inputs(const Plan& plan, ArrayWriter& out) {
    const CoordinateTable table = coordinate_table(plan);
    out.data().set("coordinate", table.names, {table.names.size()});
    TextTable files({"name", "sha256"});
    for (const FileDigest& file : plan.files) files.add({file.name, file.sha256});
    files.store("file", out.data());
    out.data().set("scenario_text", std::vector<std::string>{plan.scenario_text}, {});
}

}  // namespace

void add_evidence_arrays(const Plan& plan, const std::vector<JudgedOption>& judged,
                         ArrayWriter& out) {
    add_evidence(plan, out);
    add_gates(plan, judged, out);
    add_lineage(plan, out);
    add_inputs(plan, out);
}

}  // namespace trialcost
