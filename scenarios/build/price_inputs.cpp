#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <set>

#include "scenarios/build/build_option.hpp"
#include "scenarios/build/places.hpp"
#include "scenarios/build/price_units.hpp"

namespace trialcost {
namespace {

std::optional<Day> day_of(const std::optional<Date>& date) {
    return date ? std::optional(to_day(*date)) : std::nullopt;
}

std::vector<PricedQuote> priced(const Scenario& scenario, const std::vector<QuoteRecord>& rows) {
    std::vector<PricedQuote> out;
    for (const QuoteRecord& row : rows) {
        const std::string purchase = row.purchase ? std::string(to_text(*row.purchase)) : "";
        out.push_back({.key = {row.region, row.service, row.item, purchase, row.currency},
                       .price = row.price,
                       .verified_on = day_of(row.verified_on),
                       .valid_until = day_of(row.valid_until),
                       .where = place(scenario, row.where)});
    }
    return out;
}

bool is_tiered(const QuoteRecord& quote) {
    return quote.tier_from.value_or(0) > 0 || quote.tier_to || quote.included.value_or(0) > 0;
}

// Letters and digits in lower case.
std::string letters_of(std::string_view name) {
    std::string out;
    for (const char c : name)
        if (std::isalnum(static_cast<unsigned char>(c)) != 0)
            out += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    return out;
}

class Prices {
  public:
    Prices(const Scenario& scenario, const WrittenOption& option, const QuoteShelf& shelf,
           InputBook& book, OptionPlan& plan, Complaints& complaints)
        : scenario_(scenario),
          option_(option),
          shelf_(shelf),
          quotes_(priced(scenario, shelf.rows)),
          book_(book),
          plan_(plan),
          complaints_(complaints) {}

    void add_instances() {
        const std::string driver = fmt::format("{} nodes x billed hours", option_.nodes);
        const QuoteRecord* quote =
            chosen("instances", driver,
                   {option_.region, option_.service, option_.instance,
                    std::string(name_of(option_.purchase)), scenario_.currency});
        if (quote == nullptr) return;
        if (!is_instance_hour(quote->unit)) {
            complaints_.error(
                quote->where, "unit", "`" + quote->unit + "` is no unit of instance time",
                "it prices the instances of option " + option_.name, "write instance-hour");
            return;
        }
        InstancePrice price{.per_node_hour = *quote->price,
                            .purchase = option_.purchase,
                            .billing = {},
                            .block = option_.block};
        price.billing.granularity_s = quote->granularity_s.value_or(price.billing.granularity_s);
        price.billing.minimum_s = quote->minimum_s.value_or(price.billing.minimum_s);
        plan_.instance_price = price;
    }

    void add_item(const WrittenCostItem& item) {
        CostItemPlan out{.name = item.name,
                         .driver = item.driver,
                         .amount = amount(item),
                         .keep = item.keep,
                         .price = {}};
        if (item.price)
            given_price(item, out);
        else
            quoted_price(item, out);
        plan_.items.push_back(std::move(out));
    }

  private:
    Source amount(const WrittenCostItem& item) {
        const std::string input = "cost." + item.name;
        if (item.amount.kind != InputValue::Kind::measured_column)
            return book_.given(input, item.amount, Varies::once, option_.name);
        if (const auto source = book_.recorded(input, "amount:" + item.amount.column, ""))
            return *source;
        book_.unknown(input, "no record has a value in column " + item.amount.column,
                      item.name + ": amount not recorded");
        return {};
    }

    void given_price(const WrittenCostItem& item, CostItemPlan& out) {
        const std::string where = place(scenario_, item.price_where);
        const std::string note = "given in the scenario, without a quote";
        plan_.lineage.push_back({item.name, std::string(name_of(item.driver)), "given at " + where,
                                 item.price_text, item.price_per, "assumed"});
        plan_.unverified_prices.push_back(item.name + ": " + note);
        book_.assumed("price." + item.name, item.price_text, where);
        const std::string key = item.price_per == "fixed" ? "fixed_cost" : "price";
        out.price = per_one({.price = *item.price, .unit = item.price_per}, item,
                                 item.price_where, item.path + "." + key);
    }

    void quoted_price(const WrittenCostItem& item, CostItemPlan& out) {
        const std::string driver(name_of(item.driver));
        const auto quoted_item = item_of_quote(item);
        if (!quoted_item) return;
        const QuoteRecord* quote =
            chosen(item.name, driver,
                   {option_.region, item.service, *quoted_item, "", scenario_.currency});
        if (quote == nullptr) return;
        out.price = per_one({.price = *quote->price,
                                  .unit = quote->unit},
                                 item, quote->where, "unit");
        if (out.price) out.price->month_h = quote->month_h.value_or(hours_per_month);
    }

    // A line that names no item means the only one of its service.
    std::optional<std::string> item_of_quote(const WrittenCostItem& item) {
        if (!item.item.empty()) return item.item;
        std::set<std::string> items;
        for (const QuoteRecord& quote : shelf_.rows)
            if (quote.service == item.service && quote.region == option_.region && !quote.purchase)
                items.insert(quote.item);
        if (items.size() <= 1) return items.empty() ? "" : *items.begin();
        complaints_.error(item.where, item.path, "does not say which item of " + item.service,
                          fmt::format("its quotes have {}", fmt::join(items, ", ")),
                          "write item = \"" + *items.begin() + "\", say");
        return std::nullopt;
    }

    std::optional<double> per_one(const WrittenPrice& price, const WrittenCostItem& item,
                                  const Position& where, const std::string& field) {
        const auto found =
            price_of_one(price, item.amount, item.driver, scenario_.workload.output_unit);
        if (const double* one = std::get_if<double>(&found)) return *one;
        const auto& mismatch = std::get<PriceMismatch>(found);
        const std::string of = "cost item " + item.name + " of option " + option_.name;
        complaints_.error(where, field, mismatch.problem,
                          mismatch.why.empty() ? of : of + ": " + mismatch.why, mismatch.remedy);
        return std::nullopt;
    }

    const QuoteRecord* unknown_price(const std::string& item, const std::string& driver,
                                     const std::string& why) {
        plan_.lineage.push_back({item, driver, "", "", "", "unknown: " + why});
        book_.unknown("price." + item, why, fmt::format("price of {}: {}", item, why));
        plan_.unverified_prices.push_back(item + ": " + why);
        return nullptr;
    }

    // The newest quote of a key, whatever its date.
    const QuoteRecord* newest(const QuoteKey& key) const {
        constexpr Day latest = std::chrono::sys_days{std::chrono::year{9999} / 12 / 31};
        const QuoteChoice choice = choose_quote(quotes_, key, latest, shelf_.max_age);
        return choice.quote ? &shelf_.rows[*choice.quote] : nullptr;
    }

    void warn_of_future(const QuoteKey& key) {
        const QuoteRecord* quote = newest(key);
        if (quote == nullptr || !quote->verified_on || to_day(*quote->verified_on) <= shelf_.as_of)
            return;
        complaints_.warning(quote->where, "verified_on",
                            fmt::format("is {} d after as_of",
                                        (to_day(*quote->verified_on) - shelf_.as_of).count()),
                            "a quote of the future prices nothing",
                            "correct the date, or move as_of");
    }

    void warn_of_age(const QuoteRecord& quote) {
        complaints_.warning(
            quote.where, "verified_on",
            fmt::format("is {} d before as_of",
                        (shelf_.as_of - to_day(*quote.verified_on)).count()),
            fmt::format("more than {} d, the quotes.max_age: the price counts as unverified",
                        shelf_.max_age.count()),
            "look it up again and write the new date");
    }

    // No quote is in the scenario's currency: one in another is no price here, and hardly meant.
    void complain_of_currency(const std::string& item, QuoteKey key) {
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

    // "us-east1" for "us-east-1": nothing is quoted for such a region, nor ever will be.
    void warn_of_spelling() {
        const auto same = [&](const QuoteRecord& q) { return q.region == option_.region; };
        const auto alike = [&](const QuoteRecord& q) {
            return letters_of(q.region) == letters_of(option_.region);
        };
        const auto quote = std::find_if(shelf_.rows.begin(), shelf_.rows.end(), alike);
        if (quote == shelf_.rows.end() || std::any_of(shelf_.rows.begin(), shelf_.rows.end(), same))
            return;
        complaints_.warning(
            option_.where, option_.path + ".region",
            fmt::format("`{}` has no quote", option_.region),
            fmt::format("{} is for `{}`", place(scenario_, quote->where), quote->region),
            fmt::format("write region = \"{}\"", quote->region));
    }

    // The quote that prices an item, with its line of lineage and its evidence; null: unknown.
    const QuoteRecord* chosen(const std::string& item, const std::string& driver,
                              const QuoteKey& key) {
        const QuoteChoice choice = choose_quote(quotes_, key, shelf_.as_of, shelf_.max_age);
        warn_of_future(key);
        if (!choice.quote) {
            const bool none_fits =
                choice.conflict.empty() && choice.standing != QuoteStanding::from_the_future;
            if (none_fits) complain_of_currency(item, key);
            if (none_fits && item == "instances") warn_of_spelling();
            return unknown_price(item, driver, choice.remark);
        }
        const QuoteRecord& quote = shelf_.rows[*choice.quote];
        const std::string where = place(scenario_, quote.where);
        if (is_tiered(quote))
            return unknown_price(
                item, driver, where + " is a quote with tiers, which this version does not price");
        const bool verified = choice.standing == QuoteStanding::verified;
        if (choice.standing == QuoteStanding::stale) warn_of_age(quote);
        const std::string unit = fmt::format("{}/{}", quote.currency, quote.unit);
        if (!verified) plan_.unverified_prices.push_back(item + ": " + choice.remark);
        plan_.lineage.push_back({item, driver, where, quote.price_text, unit,
                                 verified ? "verified" : "unverified: " + choice.remark});
        plan_.evidence.push_back(
            {.input = "price." + item,
             .evidence_class = verified ? EvidenceClass::measured : EvidenceClass::assumed,
             .value = fmt::format("{} {}", quote.price_text, unit),
             .observations = 1,
             .source = quote.source ? where + ", " + *quote.source : where,
             .closeness = choice.remark});
        return &quote;
    }

    const Scenario& scenario_;
    const WrittenOption& option_;
    const QuoteShelf& shelf_;
    std::vector<PricedQuote> quotes_;
    InputBook& book_;
    OptionPlan& plan_;
    Complaints& complaints_;
};

}  // namespace

Day to_day(const Date& date) {
    return std::chrono::sys_days{std::chrono::year{date.year} / static_cast<unsigned>(date.month) /
                                 static_cast<unsigned>(date.day)};
}

void add_prices(const Scenario& scenario, const WrittenOption& option, const QuoteShelf& quotes,
                InputBook& book, OptionPlan& plan, Complaints& complaints) {
    Prices prices(scenario, option, quotes, book, plan, complaints);
    prices.add_instances();
    for (const WrittenCostItem& item : option.cost_items) prices.add_item(item);
}

}  // namespace trialcost
