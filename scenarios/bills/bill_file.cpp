#include "scenarios/bills/bill_file.hpp"

#include <algorithm>
#include <optional>
#include <set>
#include <span>

#include "scenarios/bills/formats.hpp"
#include "scenarios/records/csv_stream.hpp"

namespace trialcost {
namespace {

std::size_t present(const CsvTable& table, std::span<const std::string_view> columns) {
    return static_cast<std::size_t>(
        std::count_if(columns.begin(), columns.end(),
                      [&](std::string_view name) { return table.column(name).has_value(); }));
}

// The columns of a bill of either format; nothing after a complaint.
std::optional<CsvTable> header_of(CsvStream& stream, const std::string& file,
                                  Complaints& complaints) {
    const std::size_t errors_before = complaints.error_count();
    auto header = stream.next();
    if (!header) {
        if (complaints.error_count() == errors_before)
            complaints.error({file, 0, 0}, {}, "the bill is empty");
        return std::nullopt;
    }
    if (header->cells.back().text.empty()) header->cells.pop_back();
    CsvTable table{file, "", header->line, std::move(header->cells), {}};
    std::set<std::string_view> seen;
    for (const CsvCell& cell : table.header)
        if (!seen.insert(cell.text).second)
            complaints.error(table.where(cell), {}, "there are two columns `" + cell.text + "`", {},
                             "keep one of them");
    if (present(table, focus_columns) == 0 && present(table, cur2_columns) == 0)
        complaints.error({file, table.header_line, 0}, {}, "is neither a FOCUS nor a CUR 2.0 bill",
                         "it has none of the columns BilledCost, line_item_unblended_cost …",
                         "export it as CSV, with its header");
    if (complaints.error_count() > errors_before) return std::nullopt;
    return table;
}

void check_period(const BillRow& row, RowReader& reader, std::string_view column) {
    if (row.ends < row.begins) reader.complain(column, "is before the start of the charge");
}

}  // namespace

std::string_view name_of(ChargeKind kind) {
    switch (kind) {
        case ChargeKind::usage:
            return "usage";
        case ChargeKind::covered_usage:
            return "covered usage";
        case ChargeKind::unused_commitment:
            return "unused commitment";
        case ChargeKind::purchase:
            return "purchase";
        case ChargeKind::tax:
            return "tax";
        case ChargeKind::credit:
            return "credit";
        case ChargeKind::refund:
            return "refund";
        case ChargeKind::adjustment:
            return "adjustment";
        case ChargeKind::correction:
            return "correction";
        case ChargeKind::negation:
            return "negation";
    }
    return "";
}

BillFile read_bill(InputFile& file, Complaints& complaints,
                   const std::function<void(const BillRow&)>& take) {
    BillFile bill{file.name(), "", "", 0};
    CsvStream stream(file, complaints);
    const std::optional<CsvTable> table = header_of(stream, file.name(), complaints);
    if (!table) return bill;
    RowReader row(*table, complaints);
    const bool is_focus = present(*table, focus_columns) >= present(*table, cur2_columns);
    bill.format = is_focus ? focus_version(*table) : "AWS CUR 2.0";
    if (!row.has_columns(is_focus ? std::span<const std::string_view>(focus_columns)
                                  : std::span<const std::string_view>(cur2_columns)))
        return bill;
    const std::size_t errors_before = complaints.error_count();
    bool any = false;
    int last_line = 0;
    while (auto cells = stream.next()) {
        any = true;
        last_line = cells->line;
        if (!stream.fits(*cells, table->header.size())) continue;
        row.move_to(*cells);
        const BillRow charge = is_focus ? focus_row(row) : cur2_row(row);
        if (row.is_good())
            check_period(charge, row, is_focus ? "ChargePeriodEnd" : "line_item_usage_end_date");
        if (!row.is_good()) continue;
        ++bill.rows;
        take(charge);
    }
    bill.sha256 = stream.sha256();
    // Exports end with a line break: one that does not may have lost the end of its last charge.
    if (any && complaints.error_count() == errors_before && !stream.ended_with_line_break())
        complaints.error({table->file, last_line, 0}, {}, "ends in the middle of a line",
                         "the end of its last charge may be missing",
                         "export it again; or end the line, if nothing is missing");
    if (!any && !complaints.any_error())
        complaints.error({table->file, table->header_line, 0}, {}, "the bill has no charges");
    return bill;
}

}  // namespace trialcost
