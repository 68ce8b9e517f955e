#include "scenarios/import/price_list.hpp"

#include <algorithm>

namespace trialcost {

void PriceList::add(const PriceProduct& product) {
    const ProductName name = name_of(product);
    if (!passes_filters(product, name, collector_)) return;
    kept_.insert_or_assign(product.sku, Kept{name, product.is_instance()});
}

void PriceList::add(const std::string& sku, const PriceTerm& term) {
    const auto at = kept_.find(sku);
    if (at == kept_.end()) return;
    if (!term.other_currency.empty()) at->second.other_currency = term.other_currency;
    if (term.rates.empty()) return;
    at->second.has_price = true;
    if (term.kind == PriceTerm::Kind::reserved)
        add_reserved(at->second, term);
    else
        add_rates(at->second, term);
}

void PriceList::finish() {
    for (const auto& [sku, product] : kept_) {
        if (product.has_price) continue;
        if (product.other_currency.empty())
            collector_.passes("having no price", false);
        else
            collector_.passes_currency(product.other_currency);
    }
}

ImportedQuote PriceList::quote_of(const Kept& product) const {
    ImportedQuote quote;
    quote.region = product.name.region;
    quote.service = product.name.service;
    quote.item = product.name.item;
    quote.direction = product.name.direction;
    quote.currency = collector_.request().currency;
    quote.verified_on = day_;
    if (product.is_instance) {
        // Linux by the second, a minute at least (Amazon EC2 on-demand pricing).
        quote.granularity_s = "1";
        quote.minimum_s = "60";
    }
    return quote;
}

void PriceList::add_rates(const Kept& product, const PriceTerm& term) {
    for (const PriceRate& rate : term.rates) {
        ImportedQuote quote = quote_of(product);
        if (product.is_instance) quote.purchase = "on-demand";
        quote.price = rate.price;
        quote.unit = collector_.unit(rate.unit, product.is_instance);
        const bool starts_at_0 = rate.begins.empty() || rate.begins == "0";
        const bool is_open = rate.ends.empty() || rate.ends == "Inf";
        if (!starts_at_0 || !is_open) {
            quote.tier_from = starts_at_0 ? "0" : rate.begins;
            quote.tier_to = is_open ? "" : rate.ends;
        }
        collector_.add(std::move(quote), "rateCode " + rate.code);
    }
}

void PriceList::add_reserved(const Kept& product, const PriceTerm& term) {
    const auto is_upfront = [](const PriceRate& rate) { return rate.unit == "Quantity"; };
    const auto upfront = std::find_if(term.rates.begin(), term.rates.end(), is_upfront);
    const auto hourly = std::find_if_not(term.rates.begin(), term.rates.end(), is_upfront);
    const std::string hours = hours_of_lease(term.lease);
    if (hours.empty()) {
        collector_.complaints().error(term.where, term.code + ".LeaseContractLength",
                                      "is no length of a reserved term",
                                      "it is `" + term.lease + "`", "there are 1yr and 3yr");
        return;
    }
    // Where all is paid up front, no hour costs more; elsewhere a price is missing.
    if (hourly == term.rates.end() && term.payment != "All Upfront") {
        collector_.complaints().error(
            term.where, term.code, "is a reserved term without an hourly price",
            "it is paid by `" + term.payment + "`", "fetch the file again");
        return;
    }
    if (upfront == term.rates.end() &&
        (term.payment == "All Upfront" || term.payment == "Partial Upfront")) {
        collector_.complaints().error(
            term.where, term.code, "is a reserved term without its fee up front",
            "it is paid by `" + term.payment + "`", "fetch the file again");
        return;
    }
    ImportedQuote quote = quote_of(product);
    quote.purchase = "commitment";
    quote.plan = "reserved " + (term.offering.empty() ? "" : term.offering + " ") + term.lease +
                 (term.payment.empty() ? "" : " " + term.payment);
    quote.price = hourly == term.rates.end() ? "0" : hourly->price;
    quote.unit =
        collector_.unit(hourly == term.rates.end() ? "Hrs" : hourly->unit, product.is_instance);
    if (upfront != term.rates.end()) quote.upfront = upfront->price;
    quote.term_h = hours;
    collector_.add(std::move(quote),
                   "rateCode " + (hourly == term.rates.end() ? upfront : hourly)->code);
}

std::string hours_of_lease(std::string_view lease) {
    // Years of 365 days (Amazon EC2 user guide, "How billing works with Reserved Instances").
    if (lease == "1yr" || lease == "1 yr") return "8760";
    if (lease == "3yr" || lease == "3 yr") return "26280";
    return "";
}

}  // namespace trialcost
