#include "scenarios/build/quote_book.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "scenarios/build/places.hpp"

namespace trialcost {
namespace {

std::optional<Day> day_of(const std::optional<Date>& date) {
    return date ? std::optional(to_day(*date)) : std::nullopt;
}

// All that two rows of one price must agree in to be one.
std::string terms_of(const QuoteRecord& row) {
    const BillingRule usual;
    return fmt::format(
        "{} {} {} {} {} {} {} {} {}", row.unit, row.included.value_or(0),
        row.month_h.value_or(hours_per_month), row.direction == PaidDirections::each ? 2 : 1,
        row.upfront.value_or(0), row.term_h.value_or(0), row.instances.value_or(0),
        row.granularity_s.value_or(usual.granularity_s), row.minimum_s.value_or(usual.minimum_s));
}

std::chrono::days max_age_of(const QuoteKey& key, const QuoteAges& ages) {
    const auto purchase = purchase_from(key.purchase);
    if (!purchase) return std::chrono::days{ages.other};
    switch (*purchase) {
        case PurchaseOption::on_demand:
            return std::chrono::days{ages.on_demand};
        case PurchaseOption::spot:
            return std::chrono::days{ages.spot};
        case PurchaseOption::commitment:
            return std::chrono::days{ages.commitment};
        case PurchaseOption::capacity_block:
            break;
    }
    return std::chrono::days{ages.capacity_block};
}

}  // namespace

std::vector<PricedQuote> priced_quotes(const Scenario& scenario,
                                       const std::vector<QuoteRecord>& rows) {
    std::vector<PricedQuote> out;
    for (const QuoteRecord& row : rows) {
        const std::string purchase = row.purchase ? std::string(to_text(*row.purchase)) : "";
        out.push_back({.key = {row.region, row.service, row.item, purchase, row.currency,
                               row.provider.value_or(""), row.zone_id.value_or(""), row.plan},
                       .price = row.price,
                       .verified_on = day_of(row.verified_on),
                       .valid_until = day_of(row.valid_until),
                       .where = place(scenario, row.where),
                       .contract = !row.contract.empty(),
                       .tier_from = row.tier_from.value_or(0),
                       .tier_to = row.tier_to,
                       .terms = terms_of(row)});
    }
    return out;
}

QuoteBook::QuoteBook(const Scenario& scenario, const WrittenOption& option, const QuoteShelf& shelf,
                     InputBook& book, OptionPlan& plan, Complaints& complaints)
    : scenario_(scenario),
      option_(option),
      shelf_(shelf),
      book_(book),
      plan_(plan),
      complaints_(complaints) {}

QuoteKey QuoteBook::key_of_instances(PurchaseOption purchase) const {
    return {
        option_.region,     option_.service,
        option_.instance,   std::string(name_of(purchase)),
        scenario_.currency, option_.provider,
        option_.zone,       purchase == PurchaseOption::commitment ? option_.purchase.plan : ""};
}

void QuoteBook::leave_out(const std::string& item, const std::string& driver,
                          const std::string& why) {
    plan_.lineage.push_back({item, driver, "", "", "", "unknown: " + why});
    book_.unknown("price." + item, why, fmt::format("price of {}: {}", item, why));
    plan_.unverified_prices.push_back(item + ": " + why);
}

// The newest quote of a key, whatever its date.
const QuoteRecord* QuoteBook::newest(const QuoteKey& key) const {
    constexpr Day latest = std::chrono::sys_days{std::chrono::year{9999} / 12 / 31};
    const QuoteChoice choice =
        choose_quote(shelf_.priced, key, latest, max_age_of(key, shelf_.ages));
    return choice.quote ? &shelf_.rows[*choice.quote] : nullptr;
}

void QuoteBook::warn_of_future(const QuoteKey& key) {
    const QuoteRecord* quote = newest(key);
    if (quote == nullptr || !quote->verified_on || to_day(*quote->verified_on) <= shelf_.as_of)
        return;
    complaints_.warning(
        quote->where, "verified_on",
        fmt::format("is {} d after as_of", (to_day(*quote->verified_on) - shelf_.as_of).count()),
        "a quote of the future prices nothing", "correct the date, or move as_of");
}

void QuoteBook::warn_of_age(const QuoteRecord& quote, std::chrono::days max_age) {
    complaints_.warning(
        quote.where, "verified_on",
        fmt::format("is {} d before as_of", (shelf_.as_of - to_day(*quote.verified_on)).count()),
        fmt::format("more than {} d, the quotes.max_age: the price counts as unverified",
                    max_age.count()),
        "look it up again and write the new date");
}

// No quote is in the scenario's currency: one in another is no price here, and hardly meant.
void QuoteBook::complain_of_currency(const std::string& item, QuoteKey key) {
    std::set<std::string> others;
    for (const QuoteRecord& quote : shelf_.rows) others.insert(quote.currency);
    others.erase(scenario_.currency);
    for (const std::string& currency : others) {
        key.currency = currency;
        const QuoteRecord* quote = newest(key);
        if (quote == nullptr) continue;
        complaints_.error(
            quote->where, "currency",
            fmt::format("is {}, the scenario is in {}", currency, scenario_.currency),
            fmt::format("it is the only price of {} of option {}", item, option_.name),
            "convert the price, or leave its cell blank if it is not known");
    }
}

// The rows of a quote, with their line of lineage and their evidence.
std::vector<const QuoteRecord*> QuoteBook::chosen_rows(const std::string& item,
                                                       const std::string& driver,
                                                       const QuoteKey& key) {
    const QuoteChoice choice =
        choose_quote(shelf_.priced, key, shelf_.as_of, max_age_of(key, shelf_.ages));
    warn_of_future(key);
    if (!choice.quote) {
        const bool none_fits =
            choice.conflict.empty() && choice.standing != QuoteStanding::from_the_future;
        if (none_fits) complain_of_currency(item, key);
        leave_out(item, driver, choice.remark);
        return {};
    }
    const QuoteRecord& quote = shelf_.rows[*choice.quote];
    const std::string where = place(scenario_, quote.where);
    const std::string price = prices_of(choice.tiers);
    const bool verified = choice.standing == QuoteStanding::verified;
    if (choice.standing == QuoteStanding::stale) warn_of_age(quote, max_age_of(key, shelf_.ages));
    const std::string unit = fmt::format("{}/{}", quote.currency, quote.unit);
    if (!verified) plan_.unverified_prices.push_back(item + ": " + choice.remark);
    plan_.lineage.push_back(
        {item, driver, where, price, unit, verified ? "verified" : "unverified: " + choice.remark});
    plan_.evidence.push_back(
        {.input = "price." + item,
         .evidence_class = verified ? EvidenceClass::measured : EvidenceClass::assumed,
         .value = fmt::format("{} {}", price, unit),
         .observations = 1,
         .source = quote.source ? where + ", " + *quote.source : where,
         .closeness = choice.remark});
    std::vector<const QuoteRecord*> rows;
    for (const std::size_t i : choice.tiers) rows.push_back(&shelf_.rows[i]);
    return rows;
}

// "0.09 up to 10240, then 0.085": of a graduated price; else the price.
std::string QuoteBook::prices_of(const std::vector<std::size_t>& tiers) const {
    std::string text;
    for (const std::size_t i : tiers) {
        const QuoteRecord& row = shelf_.rows[i];
        text += (text.empty() ? "" : ", then ") + row.price_text;
        if (row.tier_to) text += fmt::format(" up to {}", *row.tier_to);
    }
    return text;
}

const QuoteRecord* QuoteBook::chosen(const std::string& item, const std::string& driver,
                                     const QuoteKey& key) {
    const std::vector<const QuoteRecord*> rows = chosen_rows(item, driver, key);
    if (rows.empty()) return nullptr;
    if (rows.size() > 1 || rows[0]->included.value_or(0) > 0)
        complaints_.error(rows[0]->where, "tier_to", "has tiers, or an amount that is free",
                          "it prices the instances of option " + option_.name,
                          "give one price for an hour");
    return rows[0];
}

std::vector<const QuoteRecord*> QuoteBook::history(const std::string& item,
                                                   const std::string& driver, const QuoteKey& key) {
    std::vector<const QuoteRecord*> steps;
    for (const std::size_t i : quotes_of(shelf_.priced, key)) {
        const QuoteRecord& row = shelf_.rows[i];
        if (row.starts_at && row.price &&
            *row.starts_at < Moment(shelf_.as_of + std::chrono::days{1}))
            steps.push_back(&row);
    }
    if (steps.empty()) {
        const QuoteRecord* one = chosen(item, driver, key);
        if (one != nullptr) steps.push_back(one);
        return steps;
    }
    std::stable_sort(steps.begin(), steps.end(),
                     [](const auto* a, const auto* b) { return *a->starts_at < *b->starts_at; });
    if (complain_of_two_prices(steps)) return {};
    show_history(item, driver, steps);
    return steps;
}

// Two prices from one moment on: which of them held?
bool QuoteBook::complain_of_two_prices(std::vector<const QuoteRecord*>& steps) {
    bool any = false;
    for (std::size_t i = 1; i < steps.size(); ++i) {
        if (*steps[i]->starts_at != *steps[i - 1]->starts_at) continue;
        if (*steps[i]->price == *steps[i - 1]->price) continue;
        any = true;
        complaints_.error(
            steps[i]->where, "starts_at", "is that of another price",
            fmt::format("{} says {} from then on", place(scenario_, steps[i - 1]->where),
                        steps[i - 1]->price_text),
            "keep the row that held for you");
    }
    const auto same = [](const auto* a, const auto* b) { return *a->starts_at == *b->starts_at; };
    steps.erase(std::unique(steps.begin(), steps.end(), same), steps.end());
    return any;
}

void QuoteBook::show_history(const std::string& item, const std::string& driver,
                             const std::vector<const QuoteRecord*>& steps) {
    const auto [least, most] =
        std::minmax_element(steps.begin(), steps.end(),
                            [](const auto* a, const auto* b) { return *a->price < *b->price; });
    const QuoteRecord& last = *steps.back();
    const Day looked_up = last.verified_on ? to_day(*last.verified_on)
                                           : std::chrono::floor<std::chrono::days>(*last.starts_at);
    const bool fresh = shelf_.as_of - looked_up <= std::chrono::days{shelf_.ages.spot};
    const std::string remark = fresh ? ""
                                     : fmt::format("its history ends {} d before as_of",
                                                   (shelf_.as_of - looked_up).count());
    std::vector<Position> rows;
    for (const QuoteRecord* step : steps) rows.push_back(step->where);
    const std::string where = place_of_rows(scenario_, rows);
    const std::string unit = fmt::format("{}/{}", last.currency, last.unit);
    const std::string range = (*least)->price_text == (*most)->price_text
                                  ? (*least)->price_text
                                  : (*least)->price_text + " to " + (*most)->price_text;
    if (!fresh) plan_.unverified_prices.push_back(item + ": " + remark);
    plan_.lineage.push_back(
        {item, driver, where, range, unit, fresh ? "verified" : "unverified: " + remark});
    plan_.evidence.push_back(
        {.input = "price." + item,
         .evidence_class = fresh ? EvidenceClass::measured : EvidenceClass::assumed,
         .value = fmt::format("{} {}, {} step{} of its history", range, unit, steps.size(),
                              steps.size() == 1 ? "" : "s"),
         .observations = steps.size(),
         .source = last.source ? where + ", " + *last.source : where,
         .closeness = remark});
}

}  // namespace trialcost
