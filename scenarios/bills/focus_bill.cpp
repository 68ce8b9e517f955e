#include <algorithm>

#include "scenarios/bills/formats.hpp"

namespace trialcost {
namespace {

constexpr std::array<std::string_view, 5> categories = {"Usage", "Purchase", "Tax", "Credit",
                                                        "Adjustment"};
constexpr std::array<std::string_view, 1> classes = {"Correction"};
constexpr std::array<std::string_view, 2> statuses = {"Used", "Unused"};

// Columns that a version was the first to have.
constexpr std::array<std::string_view, 7> since_1_2 = {"BillingAccountType",
                                                       "InvoiceId",
                                                       "PricingCurrency",
                                                       "PricingCurrencyContractedUnitPrice",
                                                       "PricingCurrencyEffectiveCost",
                                                       "PricingCurrencyListUnitPrice",
                                                       "SubAccountType"};
constexpr std::array<std::string_view, 7> since_1_1 = {
    "CapacityReservationId",  "CapacityReservationStatus", "CommitmentDiscountQuantity",
    "CommitmentDiscountUnit", "ServiceSubcategory",        "SkuMeter",
    "SkuPriceDetails"};

ChargeKind kind_of(RowReader& row, BillCells& cells) {
    cells.needed("ChargeCategory");
    enum class Category { usage, purchase, tax, credit, adjustment };
    const auto category = row.word<Category>("ChargeCategory", categories);
    enum class Class { correction };
    if (row.word<Class>("ChargeClass", classes)) return ChargeKind::correction;
    switch (category.value_or(Category::usage)) {
        case Category::usage:
            break;
        case Category::purchase:
            return ChargeKind::purchase;
        case Category::tax:
            return ChargeKind::tax;
        case Category::credit:
            return ChargeKind::credit;
        case Category::adjustment:
            return ChargeKind::adjustment;
    }
    enum class Status { used, unused };
    if (row.word<Status>("CommitmentDiscountStatus", statuses) == Status::unused)
        return ChargeKind::unused_commitment;
    return cells.text("CommitmentDiscountId").empty() ? ChargeKind::usage
                                                      : ChargeKind::covered_usage;
}

}  // namespace

std::string focus_version(const CsvTable& table) {
    const auto has = [&table](std::string_view name) { return table.column(name).has_value(); };
    if (std::any_of(since_1_2.begin(), since_1_2.end(), has)) return "FOCUS 1.2";
    if (std::any_of(since_1_1.begin(), since_1_1.end(), has)) return "FOCUS 1.1 or 1.2";
    return "FOCUS 1.0 to 1.2";
}

BillRow focus_row(RowReader& row) {
    BillCells cells(row);
    BillRow out;
    out.where = row.where();
    cells.period("ChargePeriodStart", "ChargePeriodEnd", out);
    out.kind = kind_of(row, cells);
    out.currency = cells.needed("BillingCurrency");
    out.service = cells.needed("ServiceName");
    out.description = cells.text("ChargeDescription");
    out.sku = cells.text("SkuId");
    out.sku_price = cells.text("SkuPriceId");
    out.meter = cells.text("SkuMeter");
    // AWS adds the columns of its own bill to FOCUS.
    out.service_code = cells.text("x_ServiceCode");
    out.usage_type = cells.text("x_UsageType");
    out.operation = cells.text("x_Operation");
    out.region = cells.text("RegionId");
    out.resource = cells.text("ResourceId");
    out.consumed = {cells.number("ConsumedQuantity"), cells.text("ConsumedUnit")};
    out.priced = {cells.number("PricingQuantity"), cells.text("PricingUnit")};
    out.costs = {cells.number("BilledCost"), cells.number("EffectiveCost"),
                 cells.number("ContractedCost"), cells.number("ListCost")};
    out.tags = cells.pairs("Tags");
    const auto details = cells.pairs("SkuPriceDetails");
    const auto type = details.find("InstanceType");
    out.instance_type = type != details.end() ? type->second : instance_of_usage(out.usage_type);
    return out;
}

}  // namespace trialcost
