#include <fmt/format.h>

#include <algorithm>
#include <tuple>

#include "scenarios/import/answers.hpp"
#include "scenarios/import/file_kind.hpp"
#include "scenarios/import/json_records.hpp"

namespace trialcost {
namespace {

void add_price(const JsonRecord& record, QuoteCollector& collector) {
    FieldReader fields(record, collector.complaints());
    const std::string zone = fields.text("AvailabilityZone");
    const std::string zone_id = fields.text("AvailabilityZoneId", Presence::optional);
    const std::string type = fields.text("InstanceType");
    const std::string product = fields.text("ProductDescription");
    const std::string price = fields.text("SpotPrice");
    const std::string timestamp = fields.text("Timestamp");
    if (zone.empty() || type.empty() || product.empty() || price.empty() || timestamp.empty())
        return;
    ImportedQuote quote;
    quote.region = region_of_zone(zone);
    if (quote.region.empty())
        fields.complain("AvailabilityZone", "is no zone", "it is `" + zone + "`",
                        "one is written like us-east-1a");
    const auto moment = parse_moment(timestamp);
    if (!moment)
        fields.complain("Timestamp", "is no time with offset", "it is `" + timestamp + "`",
                        "one is written like 2026-11-03T07:12:44+00:00");
    if (quote.region.empty() || !moment) return;
    // The answer does not say it: China (cn-…) has prices of its own.
    quote.currency = quote.region.starts_with("cn-") ? "CNY" : "USD";
    if (!collector.passes("operating system", product == "Linux/UNIX") ||
        !collector.passes_region(quote.region) || !collector.passes_item(type) ||
        !collector.passes_currency(quote.currency))
        return;
    quote.zone = zone_id.empty() ? zone : zone_id;
    quote.service = "ec2";
    quote.item = type;
    quote.purchase = "spot";
    quote.price = collector.decimal(price, fields.where("SpotPrice"), "SpotPrice");
    quote.unit = "instance-hour";
    quote.granularity_s = "1";
    quote.minimum_s = "60";
    quote.starts_at = format_moment(*moment);
    collector.add(std::move(quote), "since " + timestamp);
}

}  // namespace

void read_spot_history(InputFile& file, QuoteCollector& collector) {
    JsonRecords records;
    records.on({"SpotPriceHistory", json_element},
               [&](const JsonRecord& record) { add_price(record, collector); });
    Complaints& complaints = collector.complaints();
    const auto sha256 = read_json(file, records, complaints);
    if (!sha256 ||
        !is_of_format(records.root(), file.name(), QuoteFormat::aws_spot_history, complaints))
        return;
    const JsonField* next = records.root().find("NextToken");
    if (next != nullptr && next->kind == JsonKind::text && !next->text.empty())
        complaints.warning({file.name(), next->line, 0}, "NextToken", "the history goes on",
                           "this is one page of several", "give all of them as files");
    collector.end_file(*sha256);
}

void sort_spot_history(QuoteCollector& collector) {
    auto& quotes = collector.quotes();
    // Texts of one form, in UTC: their order is that of time.
    const auto key = [](const ImportedQuote& quote) {
        return std::tie(quote.starts_at, quote.region, quote.zone, quote.item);
    };
    std::stable_sort(quotes.begin(), quotes.end(),
                     [&](const auto& a, const auto& b) { return key(a) < key(b); });
    const auto is_same = [&](const ImportedQuote& a, const ImportedQuote& b) {
        return key(a) == key(b) && a.price == b.price;
    };
    quotes.erase(std::unique(quotes.begin(), quotes.end(), is_same), quotes.end());
    if (quotes.empty() || collector.request().verified_on) return;
    constexpr std::size_t date = 10;
    const std::string newest = quotes.back().starts_at.substr(0, date);
    for (ImportedQuote& quote : quotes) quote.verified_on = newest;
}

std::string region_of_zone(const std::string& zone) {
    // Words, then the first number.
    const std::size_t digit = zone.find_first_of("0123456789");
    if (digit == std::string::npos || digit < 2 || zone[digit - 1] != '-') return "";
    const std::size_t end = zone.find_first_not_of("0123456789", digit);
    const bool is_lower = std::all_of(zone.begin(), zone.end(), [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-';
    });
    if (!is_lower || end == std::string::npos || zone.find('-') == digit - 1) return "";
    return zone.substr(0, end);
}

}  // namespace trialcost
