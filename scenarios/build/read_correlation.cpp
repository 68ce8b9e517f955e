#include "scenarios/build/read_option.hpp"

namespace trialcost {
namespace {

std::optional<WrittenCorrelation> read_correlation(const Node& node, Complaints& complaints) {
    TableReader table(node, complaints);
    const auto inputs = table.texts("inputs", Presence::required);
    const Node* spearman = table.any("spearman", Presence::required);
    const auto value = spearman != nullptr
                           ? read_measure(*spearman, {Dimension::number}, complaints, Bounds::any)
                           : std::nullopt;
    WrittenCorrelation out{.path = node.path(), .where = node.where()};
    out.source = table.text("source").value_or("");
    table.finish();
    if (inputs.size() != 2) {
        if (table.has("inputs"))
            table.complain("inputs", "must name two inputs", "",
                           "write one entry for each pair of inputs");
        return std::nullopt;
    }
    out.first = inputs[0]->text();
    out.second = inputs[1]->text();
    if (out.first == out.second) {
        table.complain("inputs", "names `" + out.first + "` twice", "", "name two inputs");
        return std::nullopt;
    }
    if (!value) return std::nullopt;
    out.spearman = value->value;
    if (out.spearman >= -1 && out.spearman <= 1) return out;
    table.complain("spearman", "must lie between -1 and 1");
    return std::nullopt;
}

}  // namespace

std::vector<WrittenCorrelation> read_correlations(TableReader& table, Complaints& complaints) {
    std::vector<WrittenCorrelation> out;
    for (const Node* node : table.array("correlation")) {
        if (!node->is(Node::Kind::table)) {
            complaints.error(node->where(), node->path(), "is not a table", "",
                             "write { inputs = [\"…\", \"…\"], spearman = … }");
            continue;
        }
        if (auto correlation = read_correlation(*node, complaints))
            out.push_back(std::move(*correlation));
    }
    return out;
}

}  // namespace trialcost
