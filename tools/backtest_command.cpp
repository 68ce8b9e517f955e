#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <stdexcept>

#include "scenarios/document/words.hpp"
#include "scenarios/records/csv.hpp"
#include "scenarios/records/row_reader.hpp"
#include "sim/backtest/backtest.hpp"
#include "sim/run/threads.hpp"
#include "tools/commands.hpp"
#include "tools/exit_codes.hpp"
#include "tools/report/backtest_report.hpp"

namespace trialcost {
namespace {

// By the cells of its columns: in an order that the rows do not decide.
using Groups = std::map<std::vector<std::string>, std::vector<std::vector<double>>>;

void check_columns(const BacktestRequest& request, RowReader& row, Complaints& complaints) {
    std::vector<std::string_view> needed(request.group.begin(), request.group.end());
    needed.insert(needed.end(), request.value.begin(), request.value.end());
    for (const RowFilter& filter : request.where) needed.push_back(filter.column);
    if (!row.has_columns(needed)) complaints.throw_if_any_error();
}

bool is_wanted(const BacktestRequest& request, RowReader& row) {
    return std::all_of(request.where.begin(), request.where.end(), [&](const RowFilter& filter) {
        return row.text(filter.column).value_or("") == filter.value;
    });
}

// Rows of one group each; what is blank is unknown, and its row is counted.
Groups read_groups(const BacktestRequest& request, const CsvTable& table, BacktestReport& report,
                   Complaints& complaints) {
    RowReader row(table, complaints);
    check_columns(request, row, complaints);
    Groups groups;
    for (const CsvRow& cells : table.rows) {
        row.move_to(cells);
        if (!is_wanted(request, row)) {
            ++report.filtered_rows;
            continue;
        }
        std::vector<std::string> key;
        for (const std::string& column : request.group)
            if (const auto cell = row.text(column)) key.push_back(*cell);
        std::vector<double> run;
        for (const std::string& column : request.value)
            if (const auto value = row.number(column)) run.push_back(*value);
        if (key.size() == request.group.size() && run.size() == request.value.size())
            groups[key].push_back(std::move(run));
        else
            ++report.blank_rows;
    }
    complaints.throw_if_any_error();
    return groups;
}

// The value of a filter that was meant, where no row has the one that was written.
std::string remedy_for(const RowFilter& filter, const CsvTable& table) {
    std::set<std::string> seen;
    for (const CsvRow& row : table.rows) seen.insert(row.cells[*table.column(filter.column)].text);
    if (seen.contains(filter.value)) return "";
    const std::vector<std::string> values(seen.begin(), seen.end());
    const std::string meant = nearest(filter.value, values);
    return fmt::format("no row has {} = {}{}", filter.column, filter.value,
                       meant.empty() ? "" : fmt::format("; did you mean `{}`?", meant));
}

[[noreturn]] void refuse(const BacktestRequest& request, const CsvTable& table,
                         const Groups& groups, Complaints& complaints) {
    std::size_t largest = 0;
    for (const auto& [key, runs] : groups) largest = std::max(largest, runs.size());
    std::string remedy;
    for (const RowFilter& filter : request.where)
        if (remedy.empty()) remedy = remedy_for(filter, table);
    if (remedy.empty() && largest > request.first)
        remedy = fmt::format("with --min-runs {} there are some", largest);
    complaints.error(
        {table.file, table.header_line, 0}, {},
        fmt::format("no group has {} runs or more", request.min_runs),
        groups.empty() ? "there is none at all" : fmt::format("the largest has {}", largest),
        remedy);
    complaints.throw_if_any_error();
    throw std::logic_error("an error was forgotten");
}

std::string name_of_group(const std::vector<std::string>& key) {
    std::string name;
    for (const std::string& cell : key) name += (name.empty() ? "" : "\n") + cell;
    return name;
}

void add_parts(const BacktestRequest& request, const std::vector<std::string>& part_of,
               const std::vector<GroupScore>& scores, BacktestReport& report) {
    std::map<std::string, std::vector<GroupScore>> parts;
    for (std::size_t g = 0; g < scores.size(); ++g) parts[part_of[g]].push_back(scores[g]);
    report.by = *request.by;
    for (const auto& [value, of_part] : parts)
        report.parts.push_back({value, summarize(of_part, request.seed)});
}

}  // namespace

int backtest_command(const BacktestRequest& request) {
    Complaints complaints;
    const CsvTable table = read_csv_file(request.records, complaints);
    BacktestReport report{
        .file = table.file,
        .group_columns = request.group,
        .value_columns = request.value,
        .where = request.where,
        .min_runs = request.min_runs,
        .design = {request.first, request.shuffles, request.predictive, request.seed}};
    Groups all = read_groups(request, table, report, complaints);

    const std::size_t by =
        request.by ? static_cast<std::size_t>(
                         std::find(request.group.begin(), request.group.end(), *request.by) -
                         request.group.begin())
                   : 0;
    std::vector<BacktestGroup> groups;
    std::vector<std::string> part_of;
    for (auto& [key, runs] : all) {
        if (runs.size() < request.min_runs) {
            ++report.small_groups;
            report.runs_of_small_groups += runs.size();
            continue;
        }
        report.runs += runs.size();
        part_of.push_back(key[by]);
        groups.push_back({name_of_group(key), runs});
    }
    if (groups.empty()) refuse(request, table, all, complaints);

    const std::vector<GroupScore> scores = backtest(groups, report.design, available_threads());
    report.all = summarize(scores, request.seed);
    if (request.by) add_parts(request, part_of, scores, report);
    fmt::print(
        "{}", request.format == ReportFormat::json ? backtest_json(report) : backtest_text(report));
    return static_cast<int>(ExitCode::done);
}

}  // namespace trialcost
