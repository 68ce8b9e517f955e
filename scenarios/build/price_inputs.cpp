#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "scenarios/build/build_option.hpp"
#include "scenarios/build/places.hpp"
#include "scenarios/build/price_units.hpp"
#include "scenarios/build/quote_book.hpp"

namespace trialcost {
namespace {

class ItemPrices {
  public:
    ItemPrices(const Scenario& scenario, const WrittenOption& option, const QuoteShelf& shelf,
               QuoteBook& quotes, InputBook& book, OptionPlan& plan, Complaints& complaints)
        : scenario_(scenario),
          option_(option),
          shelf_(shelf),
          quotes_(quotes),
          book_(book),
          plan_(plan),
          complaints_(complaints) {}

    void add_item(const WrittenCostItem& item) {
        CostItemPlan out{.name = item.name,
                         .driver = item.driver,
                         .amount = amount(item),
                         .keep = item.keep,
                         .held_for = item.held_for,
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
        const auto one = per_one({.price = *item.price, .unit = item.price_per}, item,
                                 item.price_where, item.path + "." + key);
        if (!one) return;
        out.price = LinePrice(one->price);
        out.price->times = item.count * (item.per_node ? nodes() : 1);
    }

    void quoted_price(const WrittenCostItem& item, CostItemPlan& out) {
        const std::string driver(name_of(item.driver));
        const auto quoted_item = item_of_quote(item);
        if (!quoted_item) return;
        const std::vector<const QuoteRecord*> rows = quotes_.chosen_rows(
            item.name, driver,
            {.region = option_.region,
             .service = item.service,
             .item = *quoted_item,
             .purchase = item.purchase ? std::string(name_of(*item.purchase)) : "",
             .currency = scenario_.currency,
             .provider = option_.provider,
             .zone = option_.zone});
        plan_.lineage.back().service = item.service;
        plan_.lineage.back().quoted = *quoted_item;
        if (!rows.empty()) out.price = price_by(rows, item);
    }

    // What the rows of a quote, one for each of its tiers, make of a unit of the amount.
    std::optional<LinePrice> price_by(const std::vector<const QuoteRecord*>& rows,
                                      const WrittenCostItem& item) {
        std::vector<PriceTier> tiers;
        double units = 1;
        for (const QuoteRecord* row : rows) {
            const auto one =
                per_one({.price = *row->price, .unit = row->unit}, item, row->where, "unit");
            if (!one) return std::nullopt;
            units = one->units;
            tiers.push_back({row->tier_from.value_or(0) * units, one->price});
        }
        LinePrice price{PriceLadder(std::move(tiers))};
        price.included = rows[0]->included.value_or(0) * units;
        price.month_h = rows[0]->month_h.value_or(hours_per_month);
        price.times = item.count * (item.per_node ? nodes() : 1) *
                      (rows[0]->direction == PaidDirections::each ? 2 : 1);
        return price;
    }

    double nodes() const { return option_.nodes * scenario_.workload.jobs_at_once(); }

    // A line that names no item means the only one of its service.
    std::optional<std::string> item_of_quote(const WrittenCostItem& item) {
        if (!item.item.empty()) return item.item;
        std::set<std::string> items;
        for (const QuoteRecord& quote : shelf_.rows)
            if (quote.service == item.service && quote.region == option_.region &&
                !quote.purchase == !item.purchase)
                items.insert(quote.item);
        if (items.size() <= 1) return items.empty() ? "" : *items.begin();
        complaints_.error(item.where, item.path, "does not say which item of " + item.service,
                          fmt::format("its quotes have {}", fmt::join(items, ", ")),
                          "write item = \"" + *items.begin() + "\", say");
        return std::nullopt;
    }

    std::optional<PriceOfOne> per_one(const WrittenPrice& price, const WrittenCostItem& item,
                                      const Position& where, const std::string& field) {
        const auto found =
            price_of_one(price, item.amount, item.driver, scenario_.workload.output_unit);
        if (const auto* one = std::get_if<PriceOfOne>(&found)) return *one;
        const auto& mismatch = std::get<PriceMismatch>(found);
        const std::string of = "cost item " + item.name + " of option " + option_.name;
        complaints_.error(where, field, mismatch.problem,
                          mismatch.why.empty() ? of : of + ": " + mismatch.why, mismatch.remedy);
        return std::nullopt;
    }

    const Scenario& scenario_;
    const WrittenOption& option_;
    const QuoteShelf& shelf_;
    QuoteBook& quotes_;
    InputBook& book_;
    OptionPlan& plan_;
    Complaints& complaints_;
};

}  // namespace

void add_prices(const Scenario& scenario, const WrittenOption& option, const QuoteShelf& quotes,
                InputBook& book, OptionPlan& plan, Complaints& complaints) {
    QuoteBook book_of_quotes(scenario, option, quotes, book, plan, complaints);
    add_instance_price(scenario, option, quotes, book_of_quotes, plan, complaints);
    for (Lineage& line : plan.lineage) {
        line.service = option.service;
        line.quoted = option.instance;
    }
    ItemPrices prices(scenario, option, quotes, book_of_quotes, book, plan, complaints);
    for (const WrittenCostItem& item : option.cost_items) prices.add_item(item);
}

}  // namespace trialcost
