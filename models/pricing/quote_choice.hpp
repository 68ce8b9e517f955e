// Which quote prices an item (docs/model.md, "Billing"; requirement: a quote for another region,
// instance or purchase option is never used in its place).
#pragma once

#include <chrono>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace trialcost {

using Day = std::chrono::sys_days;

// What must agree for a quote to price an item. Of a key that is asked for, an empty provider,
// service or plan means any, if the quotes that fit have but one; the empty provider of a quote
// means any, too.
struct QuoteKey {
    std::string region, service, item, purchase, currency;
    std::string provider, zone, plan;
};

struct PricedQuote {
    QuoteKey key;
    std::optional<double> price;  // nothing: the row says that the price is unknown
    std::optional<Day> verified_on, valid_until;
    std::string where;                             // "quotes.csv:12"
    bool contract = false;                         // holds for the user alone
    double tier_from = 0;                          // of a graduated price: from here …
    std::optional<double> tier_to = std::nullopt;  // … up to here
    std::string terms;  // its unit and all else that the price is to be read with
};

// The quotes of a key: those of its zone, or where there is none, those of no zone.
std::vector<std::size_t> quotes_of(const std::vector<PricedQuote>& quotes, const QuoteKey& key);

// A quote that cannot be shown to be current prices the option, but every figure on it is marked.
enum class QuoteStanding { verified, undated, stale, expired, from_the_future };

struct QuoteChoice {
    std::optional<std::size_t> quote;  // nothing: the price is unknown
    std::vector<std::size_t> tiers;    // all rows of a graduated price, by where they begin
    QuoteStanding standing = QuoteStanding::verified;
    std::string remark;                 // why unknown, or why unverified; empty when verified
    std::vector<std::size_t> conflict;  // rows among which the key and the date do not choose
};

// The newest quote of exactly this key that is not later than `as_of`. Dated ones come before
// undated ones; two of one date that disagree are a conflict, and so are quotes of several
// providers, services or plans for a key that leaves open which: the price stays unknown. Rows of
// one date that each price a tier are one quote, if the tiers follow each other from 0 without end.
// A contract that still holds comes before all public quotes, whatever its age.
QuoteChoice choose_quote(const std::vector<PricedQuote>& quotes, const QuoteKey& key, Day as_of,
                         std::chrono::days max_age);

}  // namespace trialcost
