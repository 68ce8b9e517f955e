// The rows of the formats.
#pragma once

#include <array>
#include <string>
#include <string_view>

#include "scenarios/bills/bill_cells.hpp"

namespace trialcost {

// Every version of FOCUS has them (FOCUS specification, 1.0 to 1.2, mandatory columns).
inline constexpr std::array<std::string_view, 10> focus_columns = {
    "BilledCost",        "BillingCurrency", "ChargeCategory", "ChargeClass", "ChargePeriodEnd",
    "ChargePeriodStart", "ContractedCost",  "EffectiveCost",  "ListCost",    "ServiceName"};

// The columns of an export of CUR 2.0 are chosen; without these it is no bill.
inline constexpr std::array<std::string_view, 7> cur2_columns = {
    "line_item_line_item_type", "line_item_usage_start_date", "line_item_usage_end_date",
    "line_item_product_code",   "line_item_usage_type",       "line_item_currency_code",
    "line_item_unblended_cost"};

// "FOCUS 1.1 or 1.2": what the columns tell.
std::string focus_version(const CsvTable& table);

BillRow focus_row(RowReader& row);
BillRow cur2_row(RowReader& row);

}  // namespace trialcost
