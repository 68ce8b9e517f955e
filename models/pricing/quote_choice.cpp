#include "models/pricing/quote_choice.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>

#include "models/units/date.hpp"

namespace trialcost {
namespace {

bool fits(const QuoteKey& quote, const QuoteKey& asked) {
    const auto any_or = [](const std::string& wanted, const std::string& given) {
        return wanted.empty() || wanted == given;
    };
    return quote.region == asked.region &&
           (quote.provider.empty() || any_or(asked.provider, quote.provider)) &&
           any_or(asked.service, quote.service) && any_or(asked.plan, quote.plan) &&
           quote.item == asked.item && quote.purchase == asked.purchase &&
           quote.currency == asked.currency;
}

// The zones that do have quotes, where the key names none or another.
std::string elsewhere(const std::vector<PricedQuote>& quotes, const QuoteKey& key) {
    std::set<std::string> zones;
    for (const PricedQuote& quote : quotes)
        if (fits(quote.key, key) && quote.price) zones.insert(quote.key.zone);
    if (zones.empty()) return "";
    return fmt::format(" but for zone{} {}: write zone = \"{}\", say", zones.size() == 1 ? "" : "s",
                       fmt::join(zones, ", "), *zones.begin());
}

std::string iso(Day day) {
    return format_date(date_of(day));
}

// Dated quotes come before undated ones, which an expiry orders among themselves.
std::pair<std::optional<Day>, std::optional<Day>> age(const PricedQuote& quote) {
    return {quote.verified_on, quote.verified_on ? std::nullopt : quote.valid_until};
}

bool is_expired(const PricedQuote& quote, Day as_of) {
    return quote.valid_until && *quote.valid_until < as_of;
}

void judge(QuoteChoice& choice, const PricedQuote& quote, Day as_of, std::chrono::days max_age) {
    const auto set = [&](QuoteStanding standing, std::string remark) {
        choice.standing = standing;
        choice.remark = std::move(remark);
    };
    if (is_expired(quote, as_of))
        set(QuoteStanding::expired, fmt::format("expired on {}", iso(*quote.valid_until)));
    else if (!quote.verified_on)
        set(QuoteStanding::undated, "no date on which it was verified");
    else if (as_of - *quote.verified_on > max_age && !quote.contract)
        set(QuoteStanding::stale,
            fmt::format("verified {} days before {}, more than {}",
                        (as_of - *quote.verified_on).count(), iso(as_of), max_age.count()));
}

// A contract that holds leaves no choice.
void prefer_contracts(const std::vector<PricedQuote>& quotes, Day as_of,
                      std::vector<std::size_t>& fitting) {
    const auto holds = [&](std::size_t i) {
        return quotes[i].contract && !is_expired(quotes[i], as_of);
    };
    if (std::none_of(fitting.begin(), fitting.end(), holds)) return;
    std::erase_if(fitting, [&](std::size_t i) { return !holds(i); });
}

// A key that leaves a part open does not choose among quotes that differ in it.
std::string left_open(const std::vector<PricedQuote>& quotes, const QuoteKey& key,
                      const std::vector<std::size_t>& fitting) {
    constexpr std::pair<std::string QuoteKey::*, std::string_view> parts[] = {
        {&QuoteKey::provider, "provider"},
        {&QuoteKey::service, "service"},
        {&QuoteKey::plan, "plan"}};
    for (const auto& [part, name] : parts) {
        if (!(key.*part).empty()) continue;
        std::set<std::string> given;
        for (const std::size_t i : fitting)
            if (!(quotes[i].key.*part).empty()) given.insert('"' + quotes[i].key.*part + '"');
        if (given.size() > 1)
            return fmt::format("its quotes are of several {0}s: write {0} = {1}", name,
                               fmt::join(given, " or "));
    }
    return "";
}

bool is_tier(const PricedQuote& quote) {
    return quote.tier_from > 0 || quote.tier_to;
}

// Rows of one date: of one price, or tiers that follow each other. The rest is a conflict.
void take_rows(const std::vector<PricedQuote>& quotes, std::vector<std::size_t> rows,
               QuoteChoice& choice) {
    std::stable_sort(rows.begin(), rows.end(), [&](std::size_t a, std::size_t b) {
        return quotes[a].tier_from < quotes[b].tier_from;
    });
    const auto same = [&](std::size_t a, std::size_t b) {
        return quotes[a].tier_from == quotes[b].tier_from && quotes[a].price == quotes[b].price &&
               quotes[a].tier_to == quotes[b].tier_to && quotes[a].terms == quotes[b].terms;
    };
    rows.erase(std::unique(rows.begin(), rows.end(), same), rows.end());
    bool follow = quotes[rows[0]].tier_from == 0 && !quotes[rows.back()].tier_to;
    bool alike = true;  // in all but the price
    for (std::size_t i = 1; i < rows.size(); ++i) {
        const PricedQuote &before = quotes[rows[i - 1]], &quote = quotes[rows[i]];
        follow = follow && before.tier_to == quote.tier_from;
        alike = alike && before.terms == quote.terms;
    }
    if (follow && alike) {
        choice.quote = rows[0];
        choice.tiers = std::move(rows);
        return;
    }
    const bool tiers =
        std::any_of(rows.begin(), rows.end(), [&](std::size_t i) { return is_tier(quotes[i]); });
    choice.remark = tiers && alike ? "its tiers do not follow each other from 0 without end:"
                                   : "its quotes of one date disagree:";
    for (const std::size_t i : rows) choice.remark += " " + quotes[i].where;
    choice.conflict = std::move(rows);
}

}  // namespace

std::vector<std::size_t> quotes_of(const std::vector<PricedQuote>& quotes, const QuoteKey& key) {
    std::vector<std::size_t> in_zone, anywhere;
    for (std::size_t i = 0; i < quotes.size(); ++i) {
        if (!fits(quotes[i].key, key)) continue;
        if (quotes[i].key.zone.empty()) anywhere.push_back(i);
        if (!key.zone.empty() && quotes[i].key.zone == key.zone) in_zone.push_back(i);
    }
    return in_zone.empty() ? anywhere : in_zone;
}

QuoteChoice choose_quote(const std::vector<PricedQuote>& quotes, const QuoteKey& key, Day as_of,
                         std::chrono::days max_age) {
    QuoteChoice choice;
    std::vector<std::size_t> fitting;
    std::size_t later = 0;
    for (const std::size_t i : quotes_of(quotes, key)) {
        if (quotes[i].verified_on && *quotes[i].verified_on > as_of)
            ++later;
        else
            fitting.push_back(i);
    }
    if (fitting.empty()) {
        choice.remark =
            later > 0 ? fmt::format("its only quotes are later than {}", iso(as_of))
                      : fmt::format("no quote for {}{}{}{}{} in {}", key.service,
                                    key.service.empty() ? "" : " ", key.item,
                                    key.purchase.empty() ? "" : " ", key.purchase, key.region) +
                            elsewhere(quotes, key);
        if (later > 0) choice.standing = QuoteStanding::from_the_future;
        return choice;
    }
    prefer_contracts(quotes, as_of, fitting);
    choice.remark = left_open(quotes, key, fitting);
    if (!choice.remark.empty()) {
        choice.conflict = std::move(fitting);
        return choice;
    }
    const auto older = [&](std::size_t a, std::size_t b) {
        return age(quotes[a]) < age(quotes[b]);
    };
    const std::size_t newest = *std::max_element(fitting.begin(), fitting.end(), older);
    std::erase_if(fitting, [&](std::size_t i) { return age(quotes[i]) != age(quotes[newest]); });
    take_rows(quotes, std::move(fitting), choice);
    for (const std::size_t i : choice.tiers) {
        if (quotes[i].price) continue;
        choice = {};
        choice.remark = fmt::format("{} says that the price is unknown", quotes[i].where);
        return choice;
    }
    if (choice.quote) judge(choice, quotes[*choice.quote], as_of, max_age);
    return choice;
}

}  // namespace trialcost
