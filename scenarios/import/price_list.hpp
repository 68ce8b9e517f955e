// Offer files of the AWS Price List Bulk API (AWS Billing user guide, "Reading the service price
// list files"), as JSON or as CSV with five rows of metadata.
//
// A product is kept if it passes the filters; each rate of its terms on demand is one quote, and a
// reserved term is one, with what is paid up front beside its hourly price. Errors: complaints.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "scenarios/document/input_file.hpp"
#include "scenarios/import/price_product.hpp"
#include "scenarios/import/quote_collector.hpp"

namespace trialcost {

struct PriceRate {
    Position where;
    std::string code, unit, price, begins, ends;  // exact decimals; begins, ends: of its tier
};

struct PriceTerm {
    enum class Kind { on_demand, reserved };

    Position where;
    Kind kind = Kind::on_demand;
    std::string code;                      // of sku and offer term
    std::string lease, offering, payment;  // of a reserved one: "1yr", "standard", "No Upfront"
    std::vector<PriceRate> rates;          // in the currency that is asked for
    std::string other_currency;            // of a rate that is not in it; empty: none
};

// What both forms of the file tell of.
class PriceList {
  public:
    explicit PriceList(QuoteCollector& collector) : collector_(collector) {}

    void published_on(std::string day) { day_ = std::move(day); }
    void add(const PriceProduct& product);
    bool knows(const std::string& sku) const { return kept_.contains(sku); }
    void add(const std::string& sku, const PriceTerm& term);
    // Counts the products that have no price.
    void finish();

  private:
    struct Kept {
        ProductName name;
        bool is_instance;
        bool has_price = false;
        std::string other_currency;  // in which it has one
    };

    ImportedQuote quote_of(const Kept& product) const;
    void add_rates(const Kept& product, const PriceTerm& term);
    void add_reserved(const Kept& product, const PriceTerm& term);

    QuoteCollector& collector_;
    std::string day_;
    std::map<std::string, Kept> kept_;  // by SKU
};

// Hours of "1yr", "3yr"; empty: it is neither.
std::string hours_of_lease(std::string_view lease);

void read_price_list_json(InputFile& file, QuoteCollector& collector);
void read_price_list_csv(InputFile& file, QuoteCollector& collector);

}  // namespace trialcost
