#include <fmt/format.h>

#include <chrono>
#include <cmath>

#include "tools/report/json_text.hpp"
#include "tools/report/reconcile_report.hpp"

namespace trialcost {
namespace {

template <class Items, class Write>
std::string json_array(const Items& items, const Write& write) {
    std::string out;
    for (const auto& item : items) out += (out.empty() ? "\n  " : ",\n  ") + write(item);
    return "[" + out + "]";
}

std::string number(double value) {
    return json_number(std::isfinite(value) ? std::optional(value) : std::nullopt);
}

std::string moment(Moment at) {
    return '"' + format_moment(std::chrono::floor<std::chrono::seconds>(at)) + '"';
}

std::string sum_text(const ChargeSum& sum) {
    std::string out = fmt::format("\"charges\": {}", sum.rows);
    for (std::size_t v = 0; v < cost_view_words.size(); ++v)
        out += fmt::format(", \"{0}\": {1}, \"{0}_unknown_charges\": {2}", cost_view_words[v],
                           sum.rows == 0 ? "null" : json_number(sum.of(static_cast<CostView>(v))),
                           sum.unknown[v]);
    return out;
}

std::string_view word_of(Standing::Kind kind) {
    switch (kind) {
        case Standing::Kind::unknown:
            return "unknown";
        case Standing::Kind::below:
            return "below";
        case Standing::Kind::inside:
            return "inside";
        case Standing::Kind::above:
            return "above";
    }
    return "";
}

std::string_view word_of(Belongs belongs) {
    switch (belongs) {
        case Belongs::by_tag:
            return "tag";
        case Belongs::by_time:
            return "time";
        case Belongs::by_resource:
            return "resource";
        case Belongs::no:
            return "no";
    }
    return "";
}

std::string item_text(const ReconcileReport& report, const PredictedItem& item,
                      const BilledItem& billed, bool is_comparable) {
    const std::vector<double>& shares = report.found.prediction.shares;
    std::string percentiles, quantities;
    for (std::size_t i = 0; i < shares.size(); ++i)
        percentiles += fmt::format("{}{{\"share\": {}, \"cost\": {}}}", i == 0 ? "" : ", ",
                                   shares[i], number(item.percentiles[i]));
    for (const auto& [unit, quantity] : billed.quantities)
        quantities +=
            fmt::format("{}{}: {}", quantities.empty() ? "" : ", ", json_string(unit), quantity);
    const auto cost = billed.sum.rows == 0 ? std::nullopt : billed.sum.of(report.view);
    const Standing standing = cost && is_comparable ? standing_of(*cost, item, shares) : Standing{};
    const bool is_inside = standing.kind == Standing::Kind::inside;
    const auto to_median = cost && item.is_known() && is_comparable
                               ? std::optional(*cost - percentile_of(item, shares, 0.5))
                               : std::nullopt;
    return fmt::format(
        "{{\"item\": {}, {}, \"quantities\": {{{}}}, \"predicted\": [{}], \"standing\": "
        "{{\"kind\": \"{}\", \"from\": {}, \"to\": {}}}, \"to_median\": {}}}",
        json_string(item.name), sum_text(billed.sum), quantities, percentiles,
        word_of(standing.kind),
        json_number(is_inside ? std::optional(standing.from) : std::nullopt),
        json_number(is_inside ? std::optional(standing.to) : std::nullopt), json_number(to_median));
}

std::string group_body(const ChargeGroup& group) {
    return fmt::format(
        "\"why\": {}, \"service\": {}, \"usage\": {}, \"first\": {{\"file\": {}, \"line\": {}}}, "
        "\"begins\": {}, \"ends\": {}, {}",
        json_string(group.why), json_string(group.service), json_string(group.usage),
        json_string(group.first.file), group.first.line, moment(group.begins), moment(group.ends),
        sum_text(group.sum));
}

std::string group_text(const ChargeGroup& group) {
    return "{" + group_body(group) + "}";
}

std::string apart_text(const ApartGroup& group) {
    return fmt::format(
        "{{\"kind\": \"{}\", \"of_the_job_by\": \"{}\", \"outside_of_its_time\": "
        "{}, \"cancels\": {}, {}}}",
        name_of(group.kind), word_of(group.belongs), group.is_outside, group.charges.sum.cancelled,
        group_body(group.charges));
}

std::string link_text(const Reconciliation& found) {
    std::string tags;
    for (const auto& [key, value] : found.link.tags)
        tags +=
            fmt::format("{}{}: {}", tags.empty() ? "" : ", ", json_string(key), json_string(value));
    return fmt::format("{{\"tags\": {{{}}}, \"from\": {}, \"to\": {}, \"instance_type\": {}}}",
                       tags, found.link.from ? moment(*found.link.from) : "null",
                       found.link.to ? moment(*found.link.to) : "null",
                       json_string(found.instance_type));
}

}  // namespace

std::string reconcile_json(const ReconcileReport& report) {
    const Reconciliation& found = report.found;
    const PredictedOption& prediction = found.prediction;
    std::string items;
    for (std::size_t i = 0; i < found.items.size(); ++i)
        items += (i == 0 ? "\n  " : ",\n  ") +
                 item_text(report, prediction.items[i], found.items[i], true);
    const std::string bills = json_array(report.bills, [](const BillFile& bill) {
        return fmt::format("{{\"file\": {}, \"sha256\": \"{}\", \"format\": {}, \"charges\": {}}}",
                           json_string(bill.name), bill.sha256, json_string(bill.format),
                           bill.rows);
    });
    const bool has_use = found.total.sum.rows > 0;
    return fmt::format(
        "{{\"result\": {},\n \"option\": {},\n \"currency\": {},\n \"view\": \"{}\",\n"
        " \"qualified_runs\": {},\n \"bills\": {},\n \"of_the_job\": {},\n"
        " \"begins\": {}, \"ends\": {},\n \"items\": [{}],\n \"total\": {},\n"
        " \"total_is_lower_bound\": {},\n \"covered\": {{{}}},\n \"beyond_the_time\": {{{}}},\n"
        " \"unmatched\": {},\n \"apart\": {},\n \"not_linked\": {}}}\n",
        json_string(report.result), json_string(prediction.option),
        json_string(prediction.currency), cost_view_words[static_cast<std::size_t>(report.view)],
        prediction.runs ? fmt::format("{}", *prediction.runs) : "null", bills, link_text(found),
        has_use ? moment(found.begins) : "null", has_use ? moment(found.ends) : "null", items,
        item_text(report, prediction.total, found.total, found.all_items_billed()),
        prediction.total_is_lower_bound, sum_text(found.covered), sum_text(found.beyond),
        json_array(found.unmatched, group_text), json_array(found.apart, apart_text),
        json_array(found.others, group_text));
}

}  // namespace trialcost
