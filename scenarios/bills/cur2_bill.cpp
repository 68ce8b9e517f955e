#include "scenarios/bills/formats.hpp"

namespace trialcost {
namespace {

enum class LineType {
    usage,
    covered_usage,
    discounted_usage,
    negation,
    plan_fee,
    plan_upfront,
    reservation_fee,
    fee,
    tax,
    credit,
    refund
};

// AWS Data Exports user guide, line_item_line_item_type; in the order of LineType.
constexpr std::array<std::string_view, 11> line_types = {"Usage",
                                                         "SavingsPlanCoveredUsage",
                                                         "DiscountedUsage",
                                                         "SavingsPlanNegation",
                                                         "SavingsPlanRecurringFee",
                                                         "SavingsPlanUpfrontFee",
                                                         "RIFee",
                                                         "Fee",
                                                         "Tax",
                                                         "Credit",
                                                         "Refund"};

LineType line_type(RowReader& row, BillCells& cells) {
    // EdpDiscount, PrivateRateDiscount, BundledDiscount and so on: parts of a price, negative.
    if (cells.needed("line_item_line_item_type").ends_with("Discount")) return LineType::credit;
    return row.word<LineType>("line_item_line_item_type", line_types).value_or(LineType::usage);
}

ChargeKind kind_of(LineType type) {
    switch (type) {
        case LineType::usage:
            return ChargeKind::usage;
        case LineType::covered_usage:
        case LineType::discounted_usage:
            return ChargeKind::covered_usage;
        case LineType::negation:
            return ChargeKind::negation;
        case LineType::tax:
            return ChargeKind::tax;
        case LineType::credit:
            return ChargeKind::credit;
        case LineType::refund:
            return ChargeKind::refund;
        case LineType::plan_fee:
        case LineType::plan_upfront:
        case LineType::reservation_fee:
        case LineType::fee:
            break;
    }
    return ChargeKind::purchase;
}

std::optional<double> sum(std::optional<double> a, std::optional<double> b) {
    return a && b ? std::optional(*a + *b) : std::nullopt;
}

// What an amount is with the fees of commitments spread over what they cover: a fee itself counts
// as far as nothing used it.
std::optional<double> effective_cost(LineType type, std::optional<double> unblended,
                                     BillCells& cells) {
    switch (type) {
        case LineType::covered_usage:
            return cells.number("savings_plan_savings_plan_effective_cost");
        case LineType::discounted_usage:
            return cells.number("reservation_effective_cost");
        case LineType::negation:
        case LineType::plan_upfront:
            return 0;
        case LineType::plan_fee: {
            const auto used = cells.number("savings_plan_used_commitment");
            return sum(cells.number("savings_plan_total_commitment_to_date"),
                       used ? std::optional(-*used) : std::nullopt);
        }
        case LineType::reservation_fee:
            return sum(cells.number("reservation_unused_amortized_upfront_fee_for_billing_period"),
                       cells.number("reservation_unused_recurring_fee"));
        case LineType::fee:
            return cells.text("reservation_reservation_a_r_n").empty() ? unblended : 0;
        case LineType::usage:
        case LineType::tax:
        case LineType::credit:
        case LineType::refund:
            break;
    }
    return unblended;
}

void set_costs(LineType type, BillCells& cells, BillRow& out) {
    const auto unblended = cells.number("line_item_unblended_cost");
    const auto effective = effective_cost(type, unblended, cells);
    auto listed = cells.number("pricing_public_on_demand_cost");
    auto billed = unblended, contracted = unblended;
    if (type == LineType::covered_usage) billed = 0;
    if (type == LineType::discounted_usage) contracted = std::nullopt;
    if (type == LineType::negation) {
        out.cancelled = unblended.value_or(0);
        billed = contracted = listed = 0;
    }
    out.costs = {billed, effective, contracted, listed};
}

// A tag that a user made: user_job of CUR 2.0 is the tag job.
std::map<std::string, std::string> user_tags(std::map<std::string, std::string> written) {
    constexpr std::string_view prefix = "user_";
    std::map<std::string, std::string> tags;
    for (auto& [key, value] : written)
        tags[key.starts_with(prefix) ? key.substr(prefix.size()) : key] = std::move(value);
    return tags;
}

}  // namespace

BillRow cur2_row(RowReader& row) {
    BillCells cells(row);
    BillRow out;
    out.where = row.where();
    cells.period("line_item_usage_start_date", "line_item_usage_end_date", out);
    const LineType type = line_type(row, cells);
    out.kind = kind_of(type);
    out.currency = cells.needed("line_item_currency_code");
    out.service_code = out.service = cells.needed("line_item_product_code");
    out.usage_type = cells.text("line_item_usage_type");
    out.operation = cells.text("line_item_operation");
    out.description = cells.text("line_item_line_item_description");
    out.sku_price = cells.text("pricing_rate_code");
    out.sku = out.sku_price.substr(0, out.sku_price.find('.'));
    out.region = cells.text("product_region_code");
    out.resource = cells.text("line_item_resource_id");
    out.consumed =
        out.priced = {cells.number("line_item_usage_amount"), cells.text("pricing_unit")};
    set_costs(type, cells, out);
    out.tags = user_tags(cells.pairs("resource_tags"));
    out.instance_type = cells.text("product_instance_type");
    if (out.instance_type.empty()) out.instance_type = instance_of_usage(out.usage_type);
    return out;
}

}  // namespace trialcost
