#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "models/units/counted.hpp"
#include "scenarios/document/complaints.hpp"
#include "tools/report/backtest_report.hpp"
#include "tools/report/text_layout.hpp"

namespace trialcost {
namespace {

using Row = std::vector<std::string>;

std::string joined(const std::vector<std::string>& words, std::string_view between) {
    std::string out;
    for (const std::string& word : words) out += (out.empty() ? "" : std::string(between)) + word;
    return out;
}

std::string percent(double value) {
    return fmt::format("{:.1f} %", 100 * value);
}

std::string heading(const BacktestReport& report) {
    const BacktestDesign& design = report.design;
    std::string out =
        wrapped(printable(fmt::format(
                    "{}: {} of {} in {}, told apart by {}", report.file,
                    joined(report.value_columns, " + "), counted(report.runs, "run"),
                    counted(report.all.groups, "group"), joined(report.group_columns, ", "))),
                2);
    out += wrapped(
        fmt::format("  {} runs of a group predict its later ones, by {}; {}, every "
                    "group with equal weight",
                    design.first, name_of(design.kind), counted(design.shuffles, "shuffle")),
        2);
    for (const RowFilter& filter : report.where)
        out += wrapped(
            printable(fmt::format("  only rows with {} = {}", filter.column, filter.value)), 2);
    Row left_out;
    if (report.filtered_rows > 0) left_out.push_back(counted(report.filtered_rows, "other row"));
    if (report.blank_rows > 0)
        left_out.push_back(counted(report.blank_rows, "row") + " with a blank cell");
    if (report.small_groups > 0)
        left_out.push_back(fmt::format("{} of fewer than {} runs, with {}",
                                       counted(report.small_groups, "group"), report.min_runs,
                                       counted(report.runs_of_small_groups, "run")));
    if (!left_out.empty()) out += wrapped("  left out: " + joined(left_out, "; "), 2);
    return out;
}

Row percentile_names() {
    Row row;
    for (const double p : predicted_probabilities) row.push_back(fmt::format("P{:.0f}", 100 * p));
    return row;
}

Row coverage_row(std::string first, const BacktestSummary& summary) {
    Row row{std::move(first)};
    for (const OverGroups& share : summary.coverage) row.push_back(percent(share.value));
    return row;
}

std::string coverage_table(const BacktestSummary& summary) {
    Row names = percentile_names(), errors{"standard error"};
    names.insert(names.begin(), "predicted");
    for (const OverGroups& share : summary.coverage)
        errors.push_back(share.standard_error ? percent(*share.standard_error) : "-");
    double worst = 0, sum = 0;
    std::size_t at = 0;
    for (std::size_t i = 0; i < summary.coverage.size(); ++i) {
        const double off = std::fabs(summary.coverage[i].value - predicted_probabilities[i]);
        sum += off;
        if (off > worst) at = i;
        worst = std::max(worst, off);
    }
    return aligned({names, coverage_row("later runs at or below", summary), errors}) +
           wrapped(fmt::format("Off by at most {:.1f} percentage points (P{:.0f}), by {:.1f} on "
                               "average.",
                               100 * worst, 100 * predicted_probabilities[at],
                               100 * sum / static_cast<double>(summary.coverage.size())),
                   0);
}

std::string sharpness(const BacktestReport& report) {
    if (report.design.kind == PredictiveKind::log_t) return "";
    const OverGroups& ratio = report.all.interval_score_ratio;
    const std::string error =
        ratio.standard_error ? fmt::format(", standard error {:.3f}", *ratio.standard_error) : "";
    return wrapped(fmt::format("Interval score (P5 to P95) against the Student-t on the log: "
                               "{:.3f}{}; lower is better.",
                               ratio.value, error),
                   0);
}

std::string places(const BacktestSummary& summary) {
    Row head{"tenth of the prediction"}, shares{"later runs in it"};
    for (std::size_t i = 0; i < summary.places.size(); ++i) {
        head.push_back(std::to_string(i + 1));
        shares.push_back(fmt::format("{:.1f}", 100 * summary.places[i]));
    }
    shares.back() += " %";
    return aligned({head, shares}) +
           wrapped(fmt::format("Each would be 10 %; the shares below any place are off by at most "
                               "{:.1f} percentage points.",
                               100 * summary.largest_place_gap),
                   0);
}

std::string part_table(const BacktestReport& report) {
    if (report.by.empty()) return "";
    Row head = percentile_names();
    head.insert(head.begin(), {printable(report.by), "groups"});
    std::vector<Row> rows{head};
    for (const BacktestReport::Part& part : report.parts) {
        rows.push_back(coverage_row(printable(part.value), part.summary));
        rows.back().insert(rows.back().begin() + 1, std::to_string(part.summary.groups));
    }
    return "\n" + aligned(rows);
}

}  // namespace

std::string backtest_text(const BacktestReport& report) {
    return heading(report) + "\n" + coverage_table(report.all) + sharpness(report) + "\n" +
           places(report.all) + part_table(report);
}

}  // namespace trialcost
