#include <fmt/format.h>

#include <array>
#include <utility>

#include "scenarios/records/csv.hpp"
#include "scenarios/records/row_reader.hpp"
#include "sim/fitting/fit_families.hpp"
#include "tools/commands.hpp"
#include "tools/exit_codes.hpp"
#include "tools/report/fit_report.hpp"

namespace trialcost {
namespace {

constexpr std::uint64_t seed = 1;  // the same file always gives the same p-values

// Rows that do not say their value, or whether it is censored, are left out and counted.
FittedColumn read_column(const FitRequest& request, const CsvTable& table, Complaints& complaints) {
    RowReader row(table, complaints);
    std::vector<std::string_view> needed{request.column};
    if (request.censored) needed.push_back(*request.censored);
    if (!row.has_columns(needed)) complaints.throw_if_any_error();

    FittedColumn fitted{table.file, request.column, 0, {}, {}};
    std::vector<double> observed, censored;
    for (const CsvRow& cells : table.rows) {
        row.move_to(cells);
        const auto value = row.number(request.column, Presence::optional, Bounds::any);
        const auto is_censored =
            request.censored ? row.boolean(*request.censored) : std::optional(false);
        if (value && is_censored)
            (*is_censored ? censored : observed).push_back(*value);
        else
            ++fitted.left_out;
    }
    complaints.throw_if_any_error();
    fitted.sample = sorted_sample(std::move(observed), std::move(censored));
    return fitted;
}

void refuse_if_none(const FittedColumn& fitted, int header_line, Complaints& complaints) {
    const FamilyOutcome& first = fitted.outcomes.front();
    if (first.fit) return;
    complaints.error(
        {fitted.file, header_line, 0}, fitted.column,
        fitted.outcomes.size() == 1 ? "the family cannot be fitted" : "no family can be fitted",
        fmt::format("{}: {}", name_of(first.family), first.why_not));
    complaints.throw_if_any_error();
}

}  // namespace

int fit_command(const FitRequest& request) {
    Complaints complaints;
    const CsvTable table = read_csv_file(request.records, complaints);
    FittedColumn fitted = read_column(request, table, complaints);
    const std::array asked{request.family.value_or(FitFamily::normal)};
    const std::span<const FitFamily> families = request.family
                                                    ? std::span<const FitFamily>(asked)
                                                    : std::span<const FitFamily>(all_fit_families);
    fitted.outcomes = fit_families(families, fitted.sample, seed);
    refuse_if_none(fitted, table.header_line, complaints);
    fmt::print("{}", request.format == ReportFormat::json ? fit_json(fitted) : fit_text(fitted));
    return static_cast<int>(ExitCode::done);
}

}  // namespace trialcost
