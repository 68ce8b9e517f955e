#include <fmt/core.h>

#include <algorithm>

#include "scenarios/bills/bill_file.hpp"
#include "scenarios/reconcile/reconciliation.hpp"
#include "sim/results/result_file.hpp"
#include "tools/commands.hpp"
#include "tools/exit_codes.hpp"
#include "tools/print_complaints.hpp"
#include "tools/report/reconcile_report.hpp"
#include "tools/terminal_colors.hpp"

namespace trialcost {
namespace {

// The same charges twice would double the bill.
void check_twice(const std::vector<BillFile>& bills, const BillFile& bill, Complaints& complaints) {
    for (const BillFile& earlier : bills) {
        if (!bill.sha256.empty() && earlier.sha256 == bill.sha256)
            complaints.error({bill.name, 0, 0}, {}, "is the same bill as " + earlier.name,
                             "its charges would count twice", "name it once");
        else if (earlier.format.substr(0, 3) != bill.format.substr(0, 3))
            complaints.warning({bill.name, 0, 0}, {}, "is of another format than " + earlier.name,
                               "charges that are in both count twice",
                               "compare one format at a time");
    }
}

}  // namespace

int reconcile_command(const ReconcileRequest& request) {
    PredictedOption prediction = prediction_of(read_result(request.result), request.option);
    std::vector<ItemText> texts;
    for (const auto& [item, text] : request.map) texts.push_back({item, text});
    Complaints complaints;
    Reconciler reconciler(std::move(prediction),
                          {request.tags, request.from, request.to, request.instance},
                          std::move(texts), complaints);
    ReconcileReport report{request.result.string(), {}, request.view, {}};
    for (const std::filesystem::path& path : request.bills) {
        InputFile file(path);
        const BillFile bill = read_bill(
            file, complaints, [&reconciler](const BillRow& row) { reconciler.take(row); });
        check_twice(report.bills, bill, complaints);
        report.bills.push_back(bill);
    }
    complaints.throw_if_any_error();
    print_complaints(complaints.all(), colors_for(request.color, Stream::err));
    report.found = reconciler.finish(request.view);
    fmt::print("{}", request.format == ReportFormat::json ? reconcile_json(report)
                                                          : reconcile_text(report));
    return static_cast<int>(ExitCode::done);
}

}  // namespace trialcost
