#include <array>
#include <utility>

#include "scenarios/build/read_option.hpp"
#include "scenarios/document/table_reader.hpp"

namespace trialcost {
namespace {

constexpr std::array<std::pair<std::string_view, PurchaseOption>, 3> tables = {{
    {"spot", PurchaseOption::spot},
    {"commitment", PurchaseOption::commitment},
    {"capacity_block", PurchaseOption::capacity_block},
}};

void read_block(const Node& node, WrittenPurchase& out, Complaints& complaints) {
    TableReader table(node, complaints);
    CapacityBlock& block = out.block;
    const auto time = [&](std::string_view key, Bounds bounds) {
        const auto given = table.measure(key, Dimension::time, Presence::optional, bounds);
        return given ? std::optional(given->value) : std::nullopt;
    };
    out.block_step_s = time("step", Bounds::positive);
    block.unusable_end_s =
        time("unusable_end", Bounds::non_negative).value_or(block.unusable_end_s);
    block.length_s = time("length", Bounds::positive);
    if (const auto rule = table.choice("outlasted", {"extend", "end", "on-demand"})) {
        block.outlasted = *rule == "extend" ? Outlasted::extended
                          : *rule == "end"  ? Outlasted::ended
                                            : Outlasted::on_demand;
        if (!block.length_s)
            table.complain("outlasted", "needs the length of the block",
                           "without one the block is as long as the job needs",
                           "write length = \"48 h\", say");
    }
    if (block.length_s && *block.length_s <= block.unusable_end_s)
        table.complain("length", "leaves nothing to use",
                       "the end of a block that cannot be used is longer", "make it longer");
    table.finish();
}

void read_spot(const Node& node, WrittenPurchase& out, Complaints& complaints) {
    TableReader table(node, complaints);
    const auto fallback = table.choice("fallback", {"on-demand"});
    const auto after = table.integer("after", Presence::optional, 1, 1'000'000);
    if (fallback) out.interruptions_before_fallback = static_cast<std::uint64_t>(after.value_or(1));
    if (after && !fallback)
        table.complain("after", "counts interruptions before a fallback that is not stated", "",
                       "write fallback = \"on-demand\"");
    table.finish();
}

void read_commitment(const Node& node, WrittenPurchase& out, Complaints& complaints) {
    TableReader table(node, complaints);
    out.plan = table.text("plan").value_or("");
    if (const auto nodes = table.integer("nodes", Presence::optional, 1, 1'000'000))
        out.committed_nodes = static_cast<double>(*nodes);
    if (const auto span =
            table.measure("span", Dimension::time, Presence::optional, Bounds::positive))
        out.committed_span_s = span->value;
    if (const auto rule = table.choice("outlasted", {"end", "on-demand"}))
        out.commitment_outlasted = *rule == "end" ? Outlasted::ended : Outlasted::on_demand;
    table.finish();
}

}  // namespace

WrittenPurchase read_purchase(TableReader& option, Complaints& complaints) {
    WrittenPurchase out;
    if (const auto purchase = option.choice(
            "purchase", {"on-demand", "spot", "commitment", "capacity-block"}, Presence::required))
        out.option = *purchase_from(*purchase);
    for (const auto& [key, needs] : tables) {
        const Node* node = option.table(key);
        if (node == nullptr) continue;
        if (needs == PurchaseOption::spot)
            read_spot(*node, out, complaints);
        else if (needs == PurchaseOption::commitment)
            read_commitment(*node, out, complaints);
        else
            read_block(*node, out, complaints);
        if (out.option != needs)
            complaints.warning(node->where(), node->path(), "has no effect",
                               "the option is not bought as " + std::string(name_of(needs)));
    }
    return out;
}

}  // namespace trialcost
