// One charge of a cloud bill, whatever format it came in.
//
// Money in the currency of the row. A cost that the file leaves blank is unknown, never 0.
#pragma once

#include <array>
#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "models/units/date.hpp"
#include "scenarios/document/complaints.hpp"

namespace trialcost {

// What an amount of a bill is: on the invoice; with fees of commitments spread over what they
// cover; at negotiated prices and without commitments; at public prices.
enum class CostView { billed, effective, contracted, list };
inline constexpr std::array<std::string_view, 4> cost_view_words = {"billed", "effective",
                                                                    "contracted", "list"};

enum class ChargeKind {
    usage,
    covered_usage,      // paid for by a commitment
    unused_commitment,  // paid for and not used
    purchase,           // fees of commitments and other subscriptions
    tax,
    credit,  // discounts too
    refund,
    adjustment,
    correction,  // of a charge in a period that was invoiced already
    negation,    // cancels covered usage that is listed at its on-demand price
};
std::string_view name_of(ChargeKind kind);

struct BillQuantity {
    std::optional<double> amount;
    std::string unit;
};

struct BillRow {
    Position where;
    Moment begins{}, ends{};
    ChargeKind kind = ChargeKind::usage;
    std::string service;       // its name
    std::string service_code;  // "AmazonEC2"; empty where the format has none
    std::string usage_type;    // "USE1-BoxUsage:p5.48xlarge"; likewise
    std::string operation, description;
    std::string sku, sku_price, meter;
    std::string instance_type;  // empty for what is no instance
    std::string region, resource;
    BillQuantity consumed, priced;  // as metered, and as it is priced
    std::array<std::optional<double>, cost_view_words.size()> costs;  // by CostView
    double cancelled = 0;  // of a negation: the listed price of what it cancels, negative
    std::string currency;
    std::map<std::string, std::string> tags;

    std::optional<double> cost(CostView view) const {
        return costs[static_cast<std::size_t>(view)];
    }
};

}  // namespace trialcost
