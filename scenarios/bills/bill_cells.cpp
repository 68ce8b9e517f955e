#include "scenarios/bills/bill_cells.hpp"

#include <algorithm>

#include "scenarios/document/json_events.hpp"

namespace trialcost {
namespace {

bool is_size(std::string_view word) {
    return word.ends_with("large") || word.starts_with("metal") || word == "nano" ||
           word == "micro" || word == "small" || word == "medium";
}

}  // namespace

std::optional<Moment> bill_moment(std::string_view text) {
    if (const auto moment = parse_moment(text)) return moment;
    return parse_moment(std::string(text) + "Z");
}

std::string instance_of_usage(std::string_view usage_type) {
    const std::size_t colon = usage_type.find(':');
    if (colon == std::string_view::npos) return "";
    const std::string_view type = usage_type.substr(colon + 1);
    const std::size_t dot = type.rfind('.');
    // An instance has charges of other sorts by its type: EBSOptimized:p5.48xlarge.
    const std::string_view before = without_region(usage_type.substr(0, colon));
    if (dot == std::string_view::npos || !is_size(type.substr(dot + 1)) ||
        before.starts_with("EBS") || before == "CPUCredits")
        return "";
    return std::string(type);
}

std::string_view without_region(std::string_view usage_type) {
    const std::size_t dash = usage_type.find('-');
    if (dash == std::string_view::npos || dash < 2 || dash > 5) return usage_type;
    const std::string_view prefix = usage_type.substr(0, dash);
    const bool is_region = std::all_of(prefix.begin(), prefix.end(), [](char c) {
        return (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
    });
    const bool has_number = prefix.find_first_of("0123456789") != std::string_view::npos;
    // EU (Ireland) alone has no number.
    return is_region && (has_number || prefix == "EU") ? usage_type.substr(dash + 1) : usage_type;
}

Moment BillCells::moment(std::string_view column) {
    const std::string written = needed(column);
    if (written.empty()) return {};
    const auto moment = bill_moment(written);
    if (!moment)
        row_.complain(column, "must be a date and time", "it is `" + written + "`",
                      "write it like 2026-11-03T10:00:00Z");
    return moment.value_or(Moment{});
}

void BillCells::period(std::string_view begin, std::string_view end, BillRow& out) {
    out.begins = moment(begin);
    out.ends = moment(end);
}

std::map<std::string, std::string> BillCells::pairs(std::string_view column) {
    const std::string written = text(column);
    if (written.empty()) return {};
    const auto members = flat_json(written);
    if (!members) {
        row_.complain(column, "is no JSON object of plain values", "",
                      "write it like {\"job\":\"run-7\"}");
        return {};
    }
    std::map<std::string, std::string> out;
    for (const auto& [key, value] : *members)
        if (!out.emplace(key, value).second)
            row_.complain(column, "has the key `" + key + "` twice", "", "keep one of them");
    return out;
}

}  // namespace trialcost
