#include "scenarios/build/input_value.hpp"

#include "scenarios/build/distribution_reader.hpp"
#include "scenarios/document/table_reader.hpp"

namespace trialcost {
namespace {

std::optional<InputValue> single_value(const Node& node, std::initializer_list<Dimension> dimensions,
                                       Complaints& complaints) {
    const auto measure = read_measure(node, dimensions, complaints);
    if (!measure) return std::nullopt;
    InputValue out;
    out.distribution = {Constant{measure->value}};
    out.shown = measure->text;
    out.per = measure->per;
    return out;
}

void read_varies(TableReader& table, InputValue& value) {
    const auto word = table.choice("varies", {"once", "per attempt", "per event"});
    if (!word) return;
    value.varies = *word == "once" ? Varies::once : *word == "per attempt" ? Varies::per_attempt : Varies::per_event;
}

std::optional<InputValue> unknown(TableReader& table) {
    InputValue out;
    out.kind = InputValue::Kind::unknown;
    out.evidence_class = EvidenceClass::unknown;
    const auto note = table.text("unknown", Presence::required);
    if (!note) return std::nullopt;
    out.because = *note;
    return out;
}

std::optional<InputValue> conservative(TableReader& table, std::initializer_list<Dimension> dimensions,
                                       Complaints& complaints) {
    const Node* node = table.any("conservative", Presence::required);
    const auto because = table.text("because", Presence::required);
    auto out = node != nullptr ? read_input(*node, dimensions, complaints) : std::nullopt;
    if (!out || !because) return std::nullopt;
    out->evidence_class = EvidenceClass::conservative;
    out->because = *because;
    return out;
}

std::optional<InputValue> events(TableReader& table) {
    const auto count = table.measure("events", Dimension::number, Presence::required);
    const auto exposure = table.measure("exposure", Dimension::node_time, Presence::required, Bounds::positive);
    const auto source = table.text("source");
    const auto because = table.text("because");
    if (!count || !exposure) return std::nullopt;
    InputValue out;
    out.kind = InputValue::Kind::events;
    out.events = count->value;
    out.exposure_node_h = exposure->value;
    out.evidence_class = because ? EvidenceClass::conservative : EvidenceClass::measured;
    out.because = because.value_or("");
    out.source = source.value_or("the scenario");
    out.per = "node h";
    return out;
}

std::optional<InputValue> measured_column(TableReader& table) {
    const auto column = table.text("measured", Presence::required);
    if (!column) return std::nullopt;
    InputValue out;
    out.kind = InputValue::Kind::measured_column;
    out.evidence_class = EvidenceClass::measured;
    out.column = *column;
    return out;
}

std::optional<InputValue> distribution(TableReader& table, const std::string& family,
                                       std::initializer_list<Dimension> dimensions, Complaints& complaints) {
    const auto read = read_distribution(table, family, dimensions, complaints);
    if (!read) return std::nullopt;
    InputValue out;
    out.distribution = read->distribution;
    out.per = read->per;
    return out;
}

std::optional<InputValue> read_form(TableReader& table, std::initializer_list<Dimension> dimensions,
                                    Complaints& complaints) {
    if (table.has("unknown")) return unknown(table);
    if (table.has("conservative")) return conservative(table, dimensions, complaints);
    if (table.has("events") || table.has("exposure")) return events(table);
    if (table.has("measured")) return measured_column(table);
    if (const auto family = family_named_in(table.node())) return distribution(table, *family, dimensions, complaints);
    complaints.error(table.node().where(), table.node().path(), "says neither a value nor that it is unknown", "",
                     "write { conservative = ..., because = \"...\" }, { pert = [...] }, { unknown = \"why\" } or a "
                     "plain value with its unit");
    return std::nullopt;
}

}  // namespace

std::optional<InputValue> read_input(const Node& node, std::initializer_list<Dimension> dimensions,
                                     Complaints& complaints) {
    std::optional<InputValue> out;
    if (!node.is(Node::Kind::table)) {
        out = single_value(node, dimensions, complaints);
    } else {
        TableReader table(node, complaints);
        const std::size_t errors = complaints.error_count();
        out = read_form(table, dimensions, complaints);
        const auto source = table.text("source");
        if (out) {
            if (source) out->source = *source;
            read_varies(table, *out);
        }
        // Where the form itself is wrong, its parameters would be called unknown keys.
        if (out || complaints.error_count() == errors) table.finish();
    }
    if (out) out->where = node.where();
    return out;
}

}  // namespace trialcost
