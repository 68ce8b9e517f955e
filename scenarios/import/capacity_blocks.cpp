#include <fmt/format.h>

#include <charconv>

#include "scenarios/import/answers.hpp"
#include "scenarios/import/file_kind.hpp"
#include "scenarios/import/json_records.hpp"

namespace trialcost {
namespace {

// A whole number above 0; nothing after a complaint.
std::optional<int> count_of(FieldReader& fields, std::string_view path) {
    const std::string written = fields.number(path);
    if (written.empty()) return std::nullopt;
    int count = 0;
    const auto end = std::from_chars(written.data(), written.data() + written.size(), count);
    if (end.ec == std::errc{} && end.ptr == written.data() + written.size() && count > 0)
        return count;
    fields.complain(path, "must be a whole number above 0", "it is " + written);
    return std::nullopt;
}

std::optional<Moment> moment_of(FieldReader& fields, std::string_view path) {
    const std::string written = fields.text(path);
    const auto moment = parse_moment(written);
    if (!moment && !written.empty())
        fields.complain(path, "is no time with offset", "it is `" + written + "`",
                        "one is written like 2026-12-05T11:30:00.000Z");
    return moment;
}

// Hours of the block as a cell holds them; empty after a complaint.
std::string term_of(FieldReader& fields, Moment start, Moment end) {
    const auto minutes = count_of(fields, "CapacityBlockDurationMinutes");
    if (!minutes) return "";
    if (end - start != std::chrono::minutes{*minutes}) {
        fields.complain("CapacityBlockDurationMinutes",
                        "is not the time between StartDate and EndDate",
                        fmt::format("{} min, and {} min between them", *minutes,
                                    std::chrono::floor<std::chrono::minutes>(end - start).count()),
                        "fetch the file again");
        return "";
    }
    return fmt::format("{}", *minutes / 60.0);
}

void add_block(const JsonRecord& record, QuoteCollector& collector) {
    FieldReader fields(record, collector.complaints());
    const std::string id = fields.text("CapacityBlockOfferingId");
    const std::string type = fields.text("InstanceType");
    const std::string zone = fields.text("AvailabilityZone");
    const std::string zone_id = fields.text("AvailabilityZoneId", Presence::optional);
    const std::string fee = fields.text("UpfrontFee");
    const std::string currency = fields.text("CurrencyCode");
    const std::string tenancy = fields.text("Tenancy", Presence::optional);
    const auto instances = count_of(fields, "InstanceCount");
    const auto start = moment_of(fields, "StartDate");
    const auto end = moment_of(fields, "EndDate");
    if (id.empty() || type.empty() || zone.empty() || fee.empty() || currency.empty() ||
        !instances || !start || !end)
        return;
    ImportedQuote quote;
    quote.region = region_of_zone(zone);
    if (quote.region.empty()) {
        fields.complain("AvailabilityZone", "is no zone", "it is `" + zone + "`",
                        "one is written like us-east-1a");
        return;
    }
    quote.term_h = term_of(fields, *start, *end);
    if (quote.term_h.empty() ||
        !collector.passes("tenancy", tenancy.empty() || tenancy == "default") ||
        !collector.passes_region(quote.region) || !collector.passes_item(type) ||
        !collector.passes_currency(currency))
        return;
    quote.zone = zone_id.empty() ? zone : zone_id;
    quote.service = "ec2";
    quote.item = type;
    quote.purchase = "capacity-block";
    quote.price = collector.decimal(fee, fields.where("UpfrontFee"), "UpfrontFee");
    quote.currency = currency;
    quote.unit = "block";
    quote.instances = std::to_string(*instances);
    quote.starts_at = format_moment(*start);
    quote.valid_until = format_date(date_of(*start));
    collector.add(std::move(quote), id);
}

}  // namespace

void read_capacity_blocks(InputFile& file, QuoteCollector& collector) {
    JsonRecords records;
    records.on({"CapacityBlockOfferings", json_element},
               [&](const JsonRecord& record) { add_block(record, collector); });
    Complaints& complaints = collector.complaints();
    const auto sha256 = read_json(file, records, complaints);
    if (!sha256 ||
        !is_of_format(records.root(), file.name(), QuoteFormat::aws_capacity_blocks, complaints))
        return;
    collector.end_file(*sha256);
}

}  // namespace trialcost
