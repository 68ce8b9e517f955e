#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>

#include "models/units/counted.hpp"
#include "scenarios/document/complaints.hpp"
#include "tools/report/reconcile_report.hpp"
#include "tools/report/text_layout.hpp"

namespace trialcost {
namespace {

using Row = std::vector<std::string>;

constexpr std::size_t most_shown = 5;  // groups of charges

std::string cents(double value) {
    if (!std::isfinite(value)) return amount(value);
    std::string digits = fmt::format("{:.2f}", std::fabs(value));
    for (std::size_t at = digits.size() - 3; at > 3;) {
        at -= 3;
        digits.insert(at, " ");
    }
    const bool is_nothing = digits.find_first_not_of("0.") == std::string::npos;
    return (value < 0 && !is_nothing ? "-" : "") + digits;
}

// "≥" where some charges do not say theirs; credits among them may be negative all the same.
std::string cents(const ChargeSum& sum, CostView view) {
    if (sum.rows == 0) return "-";
    const auto cost = sum.of(view);
    if (!cost) return "unknown";
    return (sum.unknown_rows(view) > 0 ? "≥ " : "") + cents(*cost);
}

std::string_view word_of(CostView view) {
    return cost_view_words[static_cast<std::size_t>(view)];
}

// "2026-11-03 10:00"
std::string minute_of(Moment moment) {
    constexpr std::size_t day = 10, minute = 5;
    const std::string text = format_moment(moment);
    return text.substr(0, day) + " " + text.substr(day + 1, minute);
}

std::string days_of(const ChargeGroup& group) {
    const Moment last = std::max(group.begins, group.ends - std::chrono::microseconds{1});
    const std::string from = format_date(date_of(group.begins)), to = format_date(date_of(last));
    return from == to ? from : from + " to " + to;
}

// The views beside each other: the compared one, billed and effective.
std::vector<CostView> views_of(CostView compared) {
    std::vector<CostView> views{CostView::billed, CostView::effective};
    if (std::find(views.begin(), views.end(), compared) == views.end()) views.push_back(compared);
    return views;
}

std::string standing_text(const Standing& standing) {
    const auto percentile = [](double share) { return fmt::format("P{:.3g}", 100 * share); };
    switch (standing.kind) {
        case Standing::Kind::unknown:
            return "unknown";
        case Standing::Kind::below:
            return "below " + percentile(standing.from);
        case Standing::Kind::above:
            return "above " + percentile(standing.from);
        case Standing::Kind::inside:
            break;
    }
    const std::string from = fmt::format("P{:.0f}", 100 * standing.from);
    if (standing.from == standing.to) return from;
    return fmt::format("{} to P{:.0f}", from, 100 * standing.to);
}

std::string link_text(const Reconciliation& found) {
    std::string out;
    for (const auto& [key, value] : found.link.tags)
        out += fmt::format("{}{} = {}", out.empty() ? "tag " : ", ", key, value);
    if (found.link.has_time())
        out += fmt::format("{}from {} to {} UTC", out.empty() ? "" : ", ",
                           minute_of(*found.link.from), minute_of(*found.link.to));
    if (!found.instance_type.empty()) out += "; instances " + found.instance_type;
    return out;
}

std::string heading(const ReconcileReport& report) {
    const Reconciliation& found = report.found;
    std::string out = wrapped(
        printable(fmt::format("{}, option {}: the bill beside the prediction, in {}", report.result,
                              found.prediction.option, found.prediction.currency)),
        2);
    for (const BillFile& bill : report.bills)
        out += wrapped(printable(fmt::format("  {}: {}, {}", bill.name, bill.format,
                                             counted(bill.rows, "charge"))),
                       4);
    out += wrapped(printable("  of the job: " + link_text(found)), 4);
    if (found.total.sum.rows > 0)
        out += wrapped(fmt::format("  {} of it in items, from {} to {} UTC",
                                   counted(found.total.sum.rows, "charge"), minute_of(found.begins),
                                   minute_of(found.ends)),
                       4);
    if (const auto runs = found.prediction.runs)
        out += wrapped(fmt::format("  The prediction is for {}; the charges must be of as many.",
                                   counted(*runs, "qualified run")),
                       4);
    return out;
}

// Percentiles of a prediction, where the bill stands among them, and the way to the median.
void add_prediction(const ReconcileReport& report, const PredictedItem& item, const ChargeSum& sum,
                    Row& row) {
    const std::vector<double>& shares = report.found.prediction.shares;
    for (const double share : {0.05, 0.5, 0.95})
        row.push_back(item.is_known() ? cents(percentile_of(item, shares, share)) : "unknown");
    const auto cost = sum.of(report.view);
    if (!item.is_known() || !cost) {
        row.insert(row.end(), {"unknown", "unknown"});
        return;
    }
    row.push_back(standing_text(standing_of(*cost, item, shares)));
    const double difference = *cost - percentile_of(item, shares, 0.5);
    row.push_back((difference > 0 ? "+" : "") + cents(difference));
}

std::string item_table(const ReconcileReport& report) {
    const Reconciliation& found = report.found;
    const std::vector<CostView> views = views_of(report.view);
    Row head{"item"};
    for (const CostView view : views) head.emplace_back(word_of(view));
    head.insert(head.end(),
                {"P5", "P50", "P95", fmt::format("{} at", word_of(report.view)), "to P50"});
    std::vector<Row> rows{head};
    const auto first_cells = [&views](const std::string& name, const ChargeSum& sum) {
        Row row{printable(name)};
        for (const CostView view : views) row.push_back(cents(sum, view));
        return row;
    };
    for (std::size_t i = 0; i < found.items.size(); ++i) {
        const ChargeSum& sum = found.items[i].sum;
        if (sum.rows == 0) continue;
        rows.push_back(first_cells(found.prediction.items[i].name, sum));
        add_prediction(report, found.prediction.items[i], sum, rows.back());
    }
    if (rows.size() == 1) return "No charge of the bill is of an item of the prediction.\n";
    rows.push_back(first_cells("total", found.total.sum));
    // Percentiles do not add up: there are some of all items together only.
    if (found.all_items_billed())
        add_prediction(report, found.prediction.total, found.total.sum, rows.back());
    return aligned(rows);
}

std::string unknown_note(const ReconcileReport& report) {
    std::string out;
    for (const CostView view : views_of(report.view))
        if (const std::size_t rows = report.found.total.sum.unknown_rows(view); rows > 0)
            out += wrapped(fmt::format("{} without {} cost: unknown, and not counted as 0.",
                                       counted(rows, "charge"), word_of(view)),
                           2);
    return out;
}

std::string notes(const ReconcileReport& report) {
    const Reconciliation& found = report.found;
    std::string out = unknown_note(report);
    if (found.covered.rows > 0)
        out += wrapped(
            fmt::format("{} covered by commitments: {} billed, {} effective.{}",
                        counted(found.covered.rows, "charge"),
                        cents(found.covered, CostView::billed),
                        cents(found.covered, CostView::effective),
                        report.view == CostView::billed ? " --view effective compares these." : ""),
            2);
    if (found.beyond.rows > 0)
        out += wrapped(fmt::format("{} beyond the time that was given, and {} whole: {} {}.",
                                   counted(found.beyond.rows, "charge") +
                                       (found.beyond.rows == 1 ? " reaches" : " reach"),
                                   found.beyond.rows == 1 ? "counts" : "count",
                                   cents(found.beyond, report.view), word_of(report.view)),
                       2);
    if (found.prediction.total_is_lower_bound)
        out += wrapped(
            "The prediction of the total is \"at least\": it leaves out what is "
            "unknown.",
            2);
    std::string without;
    for (std::size_t i = 0; i < found.items.size(); ++i) {
        const PredictedItem& item = found.prediction.items[i];
        if (found.items[i].sum.rows > 0) continue;
        const std::string median =
            item.is_known() ? "P50 " + cents(percentile_of(item, found.prediction.shares, 0.5))
                            : "unknown";
        without += fmt::format("{}{} ({})", without.empty() ? "" : ", ", item.name, median);
    }
    if (!without.empty())
        out += wrapped(printable("Predicted, without a charge: " + without + "."), 2);
    return out.empty() ? "" : "\n" + out;
}

std::string belongs_text(const ApartGroup& group) {
    switch (group.belongs) {
        case Belongs::by_tag:
            return "of the job by its tag";
        case Belongs::by_time:
            return "of the job by time and instance type";
        case Belongs::by_resource:
            return "of the job by its resource";
        case Belongs::no:
            break;
    }
    return "not linked to the job";
}

std::string remark_on(const ApartGroup& group) {
    if (group.kind == ChargeKind::negation)
        return fmt::format("; cancels {} of covered usage listed at its on-demand price",
                           cents(-group.charges.sum.cancelled));
    if (group.kind == ChargeKind::purchase)
        return "; a fee is no use of the job: in the effective view, what it covers bears it";
    return "";
}

std::string apart_text(const ReconcileReport& report) {
    if (report.found.apart.empty()) return "";
    std::string out = "\nKept apart, in no item:\n";
    for (const ApartGroup& group : report.found.apart) {
        const ChargeSum& sum = group.charges.sum;
        std::string line = fmt::format("  {}, {}: {} billed, {} effective; {}", group.charges.why,
                                       counted(sum.rows, "charge"), cents(sum, CostView::billed),
                                       cents(sum, CostView::effective), belongs_text(group));
        line += fmt::format(", {}{}", days_of(group.charges),
                            group.is_outside ? ", outside of its time" : "");
        out += wrapped(printable(line + remark_on(group)), 4);
    }
    return out;
}

std::string group_list(const std::vector<ChargeGroup>& groups, const ReconcileReport& report,
                       const std::string& title) {
    if (groups.empty()) return "";
    ChargeSum sum;
    for (const ChargeGroup& group : groups) sum.add(group.sum);
    std::string out =
        "\n" + wrapped(fmt::format("{}: {}, {} {}.", title, counted(sum.rows, "charge"),
                                   cents(sum, report.view), word_of(report.view)),
                       2);
    for (std::size_t i = 0; i < std::min(groups.size(), most_shown); ++i) {
        const ChargeGroup& group = groups[i];
        out += wrapped(
            printable(fmt::format("  {} {}: {}, {}; {} ({}:{})", group.service, group.usage,
                                  counted(group.sum.rows, "charge"), cents(group.sum, report.view),
                                  group.why, group.first.file, group.first.line)),
            4);
    }
    if (groups.size() > most_shown)
        out += fmt::format("  and {} more; --json has them all\n", groups.size() - most_shown);
    return out;
}

}  // namespace

std::string reconcile_text(const ReconcileReport& report) {
    const std::string unmatched =
        group_list(report.found.unmatched, report, "Of the job, but of no item");
    return heading(report) + "\n" + item_table(report) + notes(report) + unmatched +
           (unmatched.empty() ? "" : "  --map ITEM=TEXT assigns them.\n") + apart_text(report) +
           group_list(report.found.others, report, "Not linked to the job");
}

}  // namespace trialcost
