// Price quotes, one per row, as written. A blank price is explicitly unknown, never zero.
//
// Prices are kept as the decimal text and as the double nearest to it. Which quote prices what, and
// whether it is fresh, is decided elsewhere.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "models/units/date.hpp"
#include "scenarios/document/complaints.hpp"
#include "scenarios/document/text_file.hpp"
#include "scenarios/records/purchase.hpp"

namespace trialcost {

// A GB that is moved pays where it leaves, where it arrives, or in each of the two.
enum class PaidDirections { out, in, each };

struct QuoteRecord {
    Position where;  // of the row
    std::optional<std::string> provider;
    std::string region;
    std::optional<std::string> zone_id;
    std::string service;
    std::string item;
    std::optional<RecordedPurchase> purchase;  // blank for what is not an instance
    std::optional<double> price;
    std::string price_text;  // empty when the price is unknown
    std::string currency;    // three capital letters
    std::string unit;        // what the price is for: "instance-hour", "GB-month", "1000 requests"
    std::optional<double> granularity_s;
    std::optional<double> minimum_s;
    std::optional<double> month_h;            // length of the quote's month
    std::optional<double> tier_from;          // the price holds from here …
    std::optional<double> tier_to;            // … up to here, in `unit`
    std::optional<double> included;           // free amount, in `unit`
    std::string plan;                         // of a commitment: which one
    std::optional<double> upfront;            // of a commitment, per instance, for the whole term
    std::optional<double> term_h;             // length of a commitment, or of a block
    std::optional<double> instances;          // in a block
    std::optional<Moment> starts_at;          // of a block; of a spot price: from when on it held
    std::optional<PaidDirections> direction;  // of data: how a GB is charged that is moved
    std::string contract;    // by whose terms the price holds for the user alone; empty: for all
    bool confirmed = false;  // far from an earlier price of the same, and meant so
    std::optional<Date> verified_on;
    std::optional<Date> valid_until;
    std::optional<std::string> source;
};

struct QuoteRecords {
    std::string file;
    std::string sha256;
    std::vector<QuoteRecord> rows;  // good rows only, in file order
};

QuoteRecords read_quotes(const TextFile& file, Complaints& complaints);

}  // namespace trialcost
