#include "scenarios/import/quote_collector.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <utility>

#include "models/units/counted.hpp"
#include "models/units/date.hpp"

namespace trialcost {
namespace {

// As Amazon Web Services writes units (in lower case), and as quotes do.
constexpr std::array<std::pair<std::string_view, std::string_view>, 16> units{{
    {"hrs", "hour"},
    {"hours", "hour"},
    {"hour", "hour"},
    {"gb", "GB"},
    {"tb", "TB"},
    {"gb-mo", "GB-month"},
    {"gb-month", "GB-month"},
    {"tb-mo", "TB-month"},
    {"requests", "requests"},
    {"request", "requests"},
    {"iops-mo", "IOPS-month"},
    {"iops-month", "IOPS-month"},
    {"mibps-mo", "MiB/s-month"},
    {"mibps-month", "MiB/s-month"},
    {"metrics", "metric-month"},
    {"months", "month"},
}};

bool contains(const std::vector<std::string>& list, const std::string& word) {
    return std::find(list.begin(), list.end(), word) != list.end();
}

std::string listed_of(const std::set<std::string>& words) {
    std::string text;
    for (const std::string& word : words) text += (text.empty() ? "" : ", ") + word;
    return text;
}

// "12", "0.5", "1.0E-7": how far a number without sign goes.
std::size_t end_of_number(std::string_view text) {
    const auto digits_from = [text](std::size_t at) {
        while (at < text.size() && text[at] >= '0' && text[at] <= '9') ++at;
        return at;
    };
    std::size_t end = digits_from(0);
    if (end == 0) return 0;
    if (end < text.size() && text[end] == '.') {
        const std::size_t whole = end;
        end = digits_from(end + 1);
        if (end == whole + 1) return 0;
    }
    if (end < text.size() && (text[end] == 'e' || text[end] == 'E')) {
        std::size_t from = end + 1;
        if (from < text.size() && (text[from] == '-' || text[from] == '+')) ++from;
        if (digits_from(from) > from) end = digits_from(from);
    }
    return end;
}

}  // namespace

bool QuoteCollector::passes(const std::string& filter, bool holds) {
    if (!holds) ++left_out_[filter];
    return holds;
}

bool QuoteCollector::passes_region(const std::string& region) {
    if (regions_.size() < most_shown) regions_.insert(region);
    return passes("region", request_.regions.empty() || contains(request_.regions, region));
}

bool QuoteCollector::passes_item(const std::string& item) {
    if (items_.size() < most_shown) items_.insert(item);
    return passes("item", request_.items.empty() || contains(request_.items, item));
}

bool QuoteCollector::passes_currency(const std::string& currency) {
    if (currencies_.size() < most_shown) currencies_.insert(currency);
    return passes("currency", currency == request_.currency);
}

std::string QuoteCollector::unit(const std::string& written, bool of_instances) {
    std::string lower = written;
    for (char& c : lower)
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    const auto* const known = std::find_if(units.begin(), units.end(),
                                           [&](const auto& unit) { return unit.first == lower; });
    if (known == units.end()) {
        ++odd_units_[written];
        return written;
    }
    if (known->second == "hour" && of_instances) return "instance-hour";
    return std::string(known->second);
}

std::string QuoteCollector::decimal(const std::string& written, Position where,
                                    const std::string& field) {
    if (written.empty() || end_of_number(written) != written.size()) {
        complaints_.error(std::move(where), field, "is no price", "it is `" + written + "`",
                          "a price is a number like 12.3400000000, and not negative");
        return "";
    }
    std::string text = written;
    if (text.find('.') == std::string::npos || text.find_first_of("eE") != std::string::npos)
        return text;
    text.erase(text.find_last_not_of('0') + 1);
    if (text.back() == '.') text.pop_back();
    return text;
}

std::string QuoteCollector::day(const std::string& moment, Position where,
                                const std::string& field) {
    const auto parsed = parse_moment(moment);
    if (!parsed) {
        complaints_.error(std::move(where), field, "is no date and time", "it is `" + moment + "`",
                          "one is written like 2026-11-01T00:00:00Z");
        return "";
    }
    return format_date(date_of(*parsed));
}

void QuoteCollector::add(ImportedQuote quote, const std::string& id) {
    quote.source = std::string(word_of(request_.format)) + " " +
                   std::filesystem::path(file_).filename().string() + ", " + id;
    if (request_.verified_on) quote.verified_on = format_date(*request_.verified_on);
    quotes_.push_back(std::move(quote));
}

void QuoteCollector::end_file(const std::string& sha256) {
    constexpr std::size_t digits = 12;
    for (std::size_t i = first_of_file_; i < quotes_.size(); ++i)
        quotes_[i].source += ", sha256 " + sha256.substr(0, digits);
    first_of_file_ = quotes_.size();
}

std::size_t QuoteCollector::left_out() const {
    std::size_t count = 0;
    for (const auto& [filter, products] : left_out_) count += products;
    return count;
}

std::string QuoteCollector::left_out_text() const {
    std::string text;
    for (const auto& [filter, products] : left_out_)
        text += (text.empty() ? "" : ", ") + std::to_string(products) + " by " + filter;
    return counted(left_out(), noun_) + (text.empty() ? "" : ": " + text);
}

void QuoteCollector::complain_if_empty() {
    if (!quotes_.empty()) return;
    std::string holds;
    const auto add = [&holds](const std::string& what, const std::set<std::string>& words) {
        if (words.empty()) return;
        holds += (holds.empty() ? "" : "; ") + what + " " + listed_of(words);
        if (words.size() == most_shown) holds += ", …";
    };
    add("regions", regions_);
    add("items", items_);
    add("currencies", currencies_);
    const bool by_currency_alone = left_out_.size() == 1 && left_out_.contains("currency");
    complaints_.error(
        {file_, 0, 0}, {},
        by_currency_alone ? "has no price in " + request_.currency : "no price is left",
        "left out " + left_out_text(), holds.empty() ? "" : "what came to those filters: " + holds);
}

}  // namespace trialcost
