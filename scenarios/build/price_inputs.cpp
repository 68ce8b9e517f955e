#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "scenarios/build/build_option.hpp"

namespace trialcost {
namespace {

Day day_of(const Date& date) {
    return std::chrono::sys_days{std::chrono::year{date.year} / static_cast<unsigned>(date.month) /
                                 static_cast<unsigned>(date.day)};
}

std::vector<PricedQuote> priced(const Scenario& scenario, const std::vector<QuoteRecord>& rows) {
    std::vector<PricedQuote> out;
    for (const QuoteRecord& row : rows) {
        PricedQuote quote;
        quote.key = {row.region, row.service, row.item, row.purchase ? std::string(to_text(*row.purchase)) : "", row.currency};
        quote.price = row.price;
        if (row.verified_on) quote.verified_on = day_of(*row.verified_on);
        if (row.valid_until) quote.valid_until = day_of(*row.valid_until);
        quote.where = place(scenario, row.where);
        out.push_back(std::move(quote));
    }
    return out;
}

// What a unit of a price counts, and how many of it: "1000 requests" is 1000 of "requests".
struct PriceUnit {
    std::string_view text;
    double count;
    enum class Kind { instance_hour, by_month, plain } kind;
};

constexpr std::array<PriceUnit, 20> price_units = {{
    {"instance-hour", 1, PriceUnit::Kind::instance_hour},
    {"node-hour", 1, PriceUnit::Kind::instance_hour},
    {"instance-hour effective", 1, PriceUnit::Kind::instance_hour},
    {"GB-month", 1, PriceUnit::Kind::by_month},
    {"TB-month", 1000, PriceUnit::Kind::by_month},
    {"month", 1, PriceUnit::Kind::by_month},
    {"metric-month", 1, PriceUnit::Kind::by_month},
    {"GB", 1, PriceUnit::Kind::plain},
    {"TB", 1000, PriceUnit::Kind::plain},
    {"request", 1, PriceUnit::Kind::plain},
    {"requests", 1, PriceUnit::Kind::plain},
    {"1000 requests", 1000, PriceUnit::Kind::plain},
    {"1000000 requests", 1e6, PriceUnit::Kind::plain},
    {"hour", 1, PriceUnit::Kind::plain},
    {"h", 1, PriceUnit::Kind::plain},
    {"run", 1, PriceUnit::Kind::plain},
    {"attempt", 1, PriceUnit::Kind::plain},
    {"checkpoint", 1, PriceUnit::Kind::plain},
    {"restart", 1, PriceUnit::Kind::plain},
    {"fixed", 1, PriceUnit::Kind::plain},
}};

const PriceUnit* price_unit(std::string_view text) {
    const auto at = std::find_if(price_units.begin(), price_units.end(), [&](const PriceUnit& u) { return u.text == text; });
    return at == price_units.end() ? nullptr : &*at;
}

bool held_by_month(Driver driver) { return driver == Driver::per_month || driver == Driver::kept_checkpoint_month; }

class Prices {
  public:
    Prices(const Scenario& scenario, const WrittenOption& option, const QuoteShelf& shelf, InputBook& book,
           OptionPlan& plan, Complaints& complaints)
        : scenario_(scenario), option_(option), shelf_(shelf), quotes_(priced(scenario, shelf.rows)), book_(book), plan_(plan),
          complaints_(complaints) {}

    void add_instances() {
        const std::string what = fmt::format("{} nodes x billed hours", option_.nodes);
        const QuoteKey key{option_.region, option_.service, option_.instance, std::string(name_of(option_.purchase)),
                           scenario_.currency};
        const QuoteRecord* quote = chosen("instances", what, key);
        if (quote == nullptr) return;
        const PriceUnit* unit = price_unit(quote->unit);
        if (unit == nullptr || unit->kind != PriceUnit::Kind::instance_hour) {
            complaints_.error(quote->where, "unit", "`" + quote->unit + "` is no unit of instance time", "",
                              "write instance-hour");
            return;
        }
        InstancePrice price{.per_node_hour = *quote->price, .purchase = option_.purchase, .billing = {}, .block = option_.block};
        price.billing.granularity_s = quote->granularity_s.value_or(price.billing.granularity_s);
        price.billing.minimum_s = quote->minimum_s.value_or(price.billing.minimum_s);
        plan_.instance_price = price;
    }

    void add_item(const WrittenCostItem& item) {
        const std::string input = "cost." + item.name;
        CostItemPlan out{.name = item.name, .driver = item.driver, .amount = {}, .keep = item.keep, .unit_price = {}};
        if (item.amount.kind == InputValue::Kind::measured_column) {
            const auto source = book_.recorded(input, "amount:" + item.amount.column, "");
            if (source)
                out.amount = *source;
            else
                book_.unknown(input, "no record has the column " + item.amount.column, item.name + ": amount not recorded");
            if (source && held_by_month(item.driver))
                complaints_.error(item.where, input, "a measured amount needs a driver that runs count", "",
                                  "use per_run, per_hour or per_checkpoint");
        } else {
            out.amount = book_.given(input, item.amount, Varies::once, option_.name);
        }
        price_item(item, out);
        plan_.items.push_back(std::move(out));
    }

  private:
    void price_item(const WrittenCostItem& item, CostItemPlan& out) {
        if (item.price) {
            plan_.lineage.push_back({item.name, std::string(name_of(item.driver)),
                                     "given at " + place(scenario_, item.where), item.price_text,
                                     item.price_per, "assumed"});
            out.unit_price = per_one(*item.price, item.price_per, item.driver, item.where);
            return;
        }
        const QuoteRecord* quote = chosen(item.name, std::string(name_of(item.driver)),
                                          {option_.region, item.service, item.item, "", scenario_.currency});
        if (quote != nullptr) out.unit_price = per_one(*quote->price, quote->unit, item.driver, quote->where);
    }

    std::optional<double> per_one(double price, const std::string& text, Driver driver, const Position& where) {
        const PriceUnit* unit = price_unit(text);
        if (unit == nullptr && text == scenario_.workload.output_unit) return price;
        if (unit == nullptr || unit->kind == PriceUnit::Kind::instance_hour) {
            complaints_.error(where, "unit", "`" + text + "` is no unit of a cost item that trialcost knows", "",
                              "use GB, GB-month, 1000 requests, hour, month, run, attempt, checkpoint or restart");
            return std::nullopt;
        }
        if ((unit->kind == PriceUnit::Kind::by_month) != held_by_month(driver)) {
            complaints_.error(where, "unit", fmt::format("`{}` does not go with an amount {}", text, name_of(driver)),
                              "what is held is priced by the month, what is used is not", "correct the unit or the driver");
            return std::nullopt;
        }
        return price / unit->count;
    }

    // The quote that prices an item, with its line of lineage and its evidence; null: unknown.
    const QuoteRecord* chosen(const std::string& item, const std::string& driver, const QuoteKey& key) {
        const QuoteChoice choice = choose_quote(quotes_, key, shelf_.as_of, shelf_.max_age);
        const std::string input = "price." + item;
        if (!choice.quote) {
            plan_.lineage.push_back({item, driver, "", "", "", "unknown: " + choice.remark});
            book_.unknown(input, choice.remark, fmt::format("price of {}: {}", item, choice.remark));
            plan_.unverified_prices.push_back(item + ": " + choice.remark);
            return nullptr;
        }
        const QuoteRecord& quote = shelf_.rows[*choice.quote];
        const std::string where = place(scenario_, quote.where);
        const bool verified = choice.standing == QuoteStanding::verified;
        const std::string status = verified ? "verified" : "unverified: " + choice.remark;
        if (!verified) plan_.unverified_prices.push_back(item + ": " + choice.remark);
        plan_.lineage.push_back({item, driver, where, quote.price_text, fmt::format("{}/{}", quote.currency, quote.unit), status});
        plan_.evidence.push_back({.input = input,
                                  .evidence_class = verified ? EvidenceClass::measured : EvidenceClass::assumed,
                                  .value = fmt::format("{} {}/{}", quote.price_text, quote.currency, quote.unit),
                                  .observations = 1,
                                  .source = fmt::format("{}{}{}", where, quote.source ? ", " : "", quote.source.value_or("")),
                                  .closeness = verified ? "" : choice.remark});
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

void add_prices(const Scenario& scenario, const WrittenOption& option, const QuoteShelf& quotes, InputBook& book,
                OptionPlan& plan, Complaints& complaints) {
    Prices prices(scenario, option, quotes, book, plan, complaints);
    prices.add_instances();
    for (const WrittenCostItem& item : option.cost_items) prices.add_item(item);
}

}  // namespace trialcost
