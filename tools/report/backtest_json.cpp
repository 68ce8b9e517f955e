#include <fmt/format.h>

#include "tools/report/backtest_report.hpp"
#include "tools/report/json_text.hpp"

namespace trialcost {
namespace {

template <class Items, class Write>
std::string json_array(const Items& items, const Write& write) {
    std::string out;
    for (const auto& item : items) out += (out.empty() ? "" : ", ") + write(item);
    return "[" + out + "]";
}

std::string over_groups(const OverGroups& figure) {
    return fmt::format("\"value\": {}, \"standard_error\": {}", figure.value,
                       json_number(figure.standard_error));
}

std::string figures(const BacktestSummary& summary) {
    std::string coverage;
    for (std::size_t i = 0; i < summary.coverage.size(); ++i)
        coverage += fmt::format("{}{{\"predicted\": {}, {}}}", i == 0 ? "" : ", ",
                                predicted_probabilities[i], over_groups(summary.coverage[i]));
    const std::string places =
        json_array(summary.places, [](double share) { return fmt::format("{}", share); });
    return fmt::format(
        "\"groups\": {},\n  \"coverage\": [{}],\n  \"interval_score_ratio\": {{{}}},\n"
        "  \"places\": {{\"tenths\": {}, \"largest_gap\": {}}}",
        summary.groups, coverage, over_groups(summary.interval_score_ratio), places,
        summary.largest_place_gap);
}

}  // namespace

std::string_view word_of(PredictiveKind kind) {
    switch (kind) {
        case PredictiveKind::ranked:
            return "ranked";
        case PredictiveKind::log_t:
            return "log_t";
        case PredictiveKind::inverse_t:
            return "inverse_t";
    }
    return "";
}

std::string backtest_json(const BacktestReport& report) {
    const BacktestDesign& design = report.design;
    const std::string where = json_array(report.where, [](const RowFilter& filter) {
        return fmt::format("{{\"column\": {}, \"value\": {}}}", json_string(filter.column),
                           json_string(filter.value));
    });
    std::string parts = "null";
    if (!report.by.empty())
        parts = fmt::format("{{\"column\": {}, \"parts\": {}}}", json_string(report.by),
                            json_array(report.parts, [](const BacktestReport::Part& part) {
                                return fmt::format("\n {{\"part\": {}, {}}}",
                                                   json_string(part.value), figures(part.summary));
                            }));
    return fmt::format(
        "{{\"file\": {},\n \"group\": {},\n \"value\": {},\n \"where\": {},\n"
        " \"first\": {}, \"shuffles\": {}, \"seed\": {}, \"min_runs\": {}, \"predictive\": {},\n"
        " \"runs\": {},\n \"left_out\": {{\"filtered_rows\": {}, \"blank_rows\": {}, "
        "\"small_groups\": {}, \"runs_of_small_groups\": {}}},\n {},\n \"by\": {}}}\n",
        json_string(report.file), json_array(report.group_columns, json_string),
        json_array(report.value_columns, json_string), where, design.first, design.shuffles,
        design.seed, report.min_runs, json_string(word_of(design.kind)), report.runs,
        report.filtered_rows, report.blank_rows, report.small_groups, report.runs_of_small_groups,
        figures(report.all), parts);
}

}  // namespace trialcost
