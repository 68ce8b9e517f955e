#include "scenarios/reconcile/charge_match.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <span>
#include <stdexcept>

#include "scenarios/bills/bill_cells.hpp"
#include "scenarios/document/words.hpp"

namespace trialcost {
namespace {

std::string lower(std::string_view text) {
    std::string out(text);
    for (char& c : out)
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    return out;
}

// What a word of a quote is in a bill: any of the texts. All in lower case.
struct BillWord {
    std::string_view word;
    std::array<std::string_view, 4> texts;  // empty ones are not used
};

// The first word of a service.
constexpr std::array<BillWord, 9> services = {{
    {"ec2", {"amazonec2", "elastic compute cloud"}},
    {"ebs", {"ebs:", "elastic block store", "ebs "}},
    {"s3", {"amazons3", "simple storage service"}},
    {"fsx", {"amazonfsx", "fsx"}},
    {"efs", {"amazonefs", "elastic file system"}},
    {"cloudwatch", {"cloudwatch"}},
    {"nat", {"natgateway", "nat gateway"}},
    {"transfer", {"datatransfer", "data transfer", "-in-bytes", "-out-bytes"}},
    {"data", {"datatransfer", "data transfer", "-in-bytes", "-out-bytes"}},
}};

// The item of a quote (AWS usage types, as in the price lists: Requests-Tier1 is PUT, COPY, POST
// and LIST, Tier2 is GET).
constexpr std::array<BillWord, 10> kinds = {{
    {"stored", {"volumeusage", "timedstorage", "storage:", "gb-month of"}},
    {"iops", {"iops"}},
    {"throughput", {"throughput"}},
    {"put", {"requests-tier1", "put, copy"}},
    {"get", {"requests-tier2", "get and all other"}},
    {"ingest", {"dataprocessing-bytes", "ingest"}},
    {"archive", {"timedstorage", "archive"}},
    {"metrics", {"metricmonitorusage", "metric"}},
    {"hours", {"-hours", "hour"}},
    {"out", {"-out-bytes", "out"}},
}};

// Storage classes that are not the standard one.
constexpr std::array<std::string_view, 6> other_classes = {"-sia-", "-zia-", "-gir",
                                                           "-gda-", "-int-", "glacier"};

bool says(std::string_view text, std::string_view word, std::span<const BillWord> table) {
    const auto entry = std::find_if(table.begin(), table.end(),
                                    [word](const BillWord& each) { return each.word == word; });
    if (entry == table.end()) return text.find(word) != std::string_view::npos;
    return std::any_of(entry->texts.begin(), entry->texts.end(), [text](std::string_view each) {
        return !each.empty() && text.find(each) != std::string_view::npos;
    });
}

std::vector<std::string> words_of(std::string_view text) {
    std::vector<std::string> words(1);
    for (const char c : lower(text)) {
        if (std::isalnum(static_cast<unsigned char>(c)) != 0)
            words.back() += c;
        else if (!words.back().empty())
            words.emplace_back();
    }
    if (words.back().empty()) words.pop_back();
    return words;
}

bool is_of_service(const PredictedItem& item, const BillRow& row, std::string_view text) {
    if (lower(item.service) == lower(row.service_code)) return true;
    const std::vector<std::string> words = words_of(item.service);
    if (words.empty() || !says(text, words[0], services)) return false;
    return std::all_of(words.begin() + 1, words.end(), [text](const std::string& word) {
        if (word != "standard") return text.find(word) != std::string_view::npos;
        return std::none_of(other_classes.begin(), other_classes.end(), [text](auto other) {
            return text.find(other) != std::string_view::npos;
        });
    });
}

bool is_of_kind(const PredictedItem& item, std::string_view text) {
    const std::vector<std::string> words = words_of(item.quoted);
    return !words.empty() && std::all_of(words.begin(), words.end(), [text](const auto& word) {
        return says(text, word, kinds);
    });
}

std::string all_text(const BillRow& row) {
    return lower(fmt::format("{}\n{}\n{}\n{}\n{}\n{}\n{}\n{}", row.service, row.service_code,
                             row.usage_type, row.operation, row.description, row.meter, row.sku,
                             row.sku_price));
}

}  // namespace

ChargeMatcher::ChargeMatcher(const PredictedOption& prediction, std::string instance_type,
                             std::vector<ItemText> texts)
    : items_(prediction.items), instance_type_(lower(instance_type)), texts_(std::move(texts)) {
    std::vector<std::string> names;
    for (const PredictedItem& item : items_) names.push_back(item.name);
    for (ItemText& each : texts_) {
        if (!index_of(each.item)) {
            const std::string meant = nearest(each.item, names);
            throw std::invalid_argument(fmt::format(
                "--map: option {} has no cost item `{}`; {}", prediction.option, each.item,
                meant.empty() ? fmt::format("it has {}", fmt::join(names, ", "))
                              : fmt::format("did you mean `{}`?", meant)));
        }
        each.text = lower(each.text);
    }
}

std::optional<std::size_t> ChargeMatcher::index_of(const std::string& item) const {
    for (std::size_t i = 0; i < items_.size(); ++i)
        if (items_[i].name == item) return i;
    return std::nullopt;
}

std::optional<std::size_t> ChargeMatcher::mapped(const BillRow& row) const {
    if (texts_.empty()) return std::nullopt;
    const std::string text = all_text(row);
    for (const ItemText& each : texts_)
        if (text.find(each.text) != std::string::npos) return index_of(each.item);
    return std::nullopt;
}

ChargeMatch ChargeMatcher::match(const BillRow& row) const {
    if (const auto item = mapped(row)) return {item, ""};
    const std::string type = lower(row.instance_type);
    if (!type.empty() && type == instance_type_)
        if (const auto item = index_of("instances")) return {item, ""};
    const std::string text = all_text(row);
    const std::string usage_type = lower(without_region(row.usage_type));
    std::vector<std::size_t> fitting;
    bool service_is_there = false;
    for (std::size_t i = 0; i < items_.size(); ++i) {
        const PredictedItem& item = items_[i];
        if (item.name == "instances" || !is_of_service(item, row, text)) continue;
        service_is_there = true;
        if (!usage_type.empty() && lower(without_region(item.quoted)) == usage_type) return {i, ""};
        const bool fits = type.empty() ? is_of_kind(item, text) : lower(item.quoted) == type;
        if (fits) fitting.push_back(i);
    }
    if (fitting.size() == 1) return {fitting[0], ""};
    if (!fitting.empty()) {
        std::vector<std::string> names;
        for (const std::size_t i : fitting) names.push_back(items_[i].name);
        return {std::nullopt, fmt::format("may be {}", fmt::join(names, " or "))};
    }
    if (!type.empty()) return {std::nullopt, "instances of another type"};
    return {std::nullopt, service_is_there ? "of the service, but of no item" : "no item"};
}

}  // namespace trialcost
