#include "scenarios/records/quotes.hpp"

#include <algorithm>
#include <array>

#include "scenarios/records/csv.hpp"
#include "scenarios/records/row_reader.hpp"

namespace trialcost {
namespace {

constexpr std::array<std::string_view, 7> required_columns{"region", "service",  "item", "purchase",
                                                           "price",  "currency", "unit"};
constexpr std::array<std::string_view, 26> known_columns{
    "provider",  "region",      "zone_id",       "service",   "item",     "purchase",  "price",
    "currency",  "unit",        "granularity_s", "minimum_s", "month_h",  "tier_from", "tier_to",
    "included",  "verified_on", "valid_until",   "source",    "plan",     "upfront",   "term_h",
    "instances", "starts_at",   "direction",     "contract",  "confirmed"};

constexpr std::array<std::string_view, 3> direction_words{"out", "in", "each"};

void read_price(RowReader& row, QuoteRecord& quote) {
    quote.price_text = row.text("price").value_or("");
    quote.price = row.number("price");
    // Without a price there is nothing these two would say.
    const Presence needed = quote.price_text.empty() ? Presence::optional : Presence::required;
    quote.unit = row.text("unit", needed).value_or("");
    quote.currency = row.text("currency", needed).value_or("");
    const bool is_code =
        quote.currency.size() == 3 && std::all_of(quote.currency.begin(), quote.currency.end(),
                                                  [](char c) { return c >= 'A' && c <= 'Z'; });
    if (!quote.currency.empty() && !is_code) {
        row.complain("currency", "must be three capital letters", "it is `" + quote.currency + "`",
                     "write it like USD");
    }
}

void read_billing(RowReader& row, QuoteRecord& quote) {
    quote.granularity_s = row.number("granularity_s", Presence::optional, Bounds::positive);
    quote.minimum_s = row.number("minimum_s");
    quote.month_h = row.number("month_h", Presence::optional, Bounds::positive);
    quote.tier_from = row.number("tier_from");
    quote.tier_to = row.number("tier_to", Presence::optional, Bounds::positive);
    quote.included = row.number("included");
    constexpr double shortest_month_h = 28 * 24;
    constexpr double longest_month_h = 31 * 24;
    if (quote.month_h && (*quote.month_h < shortest_month_h || *quote.month_h > longest_month_h)) {
        row.complain("month_h", "is not the length of a month in hours", "months have 672 to 744 h",
                     "write 730, 720 or 744, as the quote says");
    }
    if (quote.tier_from && quote.tier_to && *quote.tier_from >= *quote.tier_to) {
        row.complain("tier_to", "the tier ends where it starts or before",
                     "from " + row.text("tier_from").value_or("") + " to " +
                         row.text("tier_to").value_or(""),
                     "leave tier_to blank for the last tier");
    }
}

// What is bought for a time, and from when on a price holds.
void read_term(RowReader& row, QuoteRecord& quote) {
    quote.plan = row.text("plan").value_or("");
    quote.upfront = row.number("upfront");
    quote.term_h = row.number("term_h", Presence::optional, Bounds::positive);
    quote.instances = row.number("instances", Presence::optional, Bounds::positive);
    quote.starts_at = row.moment("starts_at");
}

}  // namespace

QuoteRecords read_quotes(const TextFile& file, Complaints& complaints) {
    QuoteRecords quotes{file.name(), file.sha256(), {}};
    const std::size_t errors_before = complaints.error_count();
    const CsvTable table = parse_csv(file, complaints);
    RowReader row(table, complaints);
    if (table.header.empty() || !row.has_columns(required_columns)) return quotes;
    row.unknown_columns(known_columns, "it is not used");

    for (const CsvRow& cells : table.rows) {
        row.move_to(cells);
        QuoteRecord quote;
        quote.where = row.where();
        quote.provider = row.text("provider");
        quote.region = row.text("region", Presence::required).value_or("");
        quote.zone_id = row.text("zone_id");
        quote.service = row.text("service", Presence::required).value_or("");
        quote.item = row.text("item", Presence::required).value_or("");
        quote.purchase = row.word<RecordedPurchase>("purchase", purchase_words());
        read_price(row, quote);
        read_billing(row, quote);
        read_term(row, quote);
        quote.direction = row.word<PaidDirections>("direction", direction_words);
        quote.contract = row.text("contract").value_or("");
        quote.confirmed = row.boolean("confirmed").value_or(false);
        quote.verified_on = row.date("verified_on");
        quote.valid_until = row.date("valid_until");
        quote.source = row.text("source");
        if (row.is_good()) quotes.rows.push_back(std::move(quote));
    }
    if (table.rows.empty() && complaints.error_count() == errors_before) {
        complaints.error({file.name(), table.header_line, 0}, {}, "no quotes",
                         "there is a header and nothing below it", "add one row per price");
    }
    return quotes;
}

}  // namespace trialcost
