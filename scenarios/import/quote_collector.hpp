// Takes what the importers read: counts what the filters leave out, gathers the quotes, and gives
// each its source.
#pragma once

#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "scenarios/document/complaints.hpp"
#include "scenarios/import/quote_request.hpp"
#include "scenarios/import/quotes_csv.hpp"

namespace trialcost {

class QuoteCollector {
  public:
    QuoteCollector(const QuoteRequest& request, Complaints& complaints)
        : request_(request), complaints_(complaints) {}

    const QuoteRequest& request() const { return request_; }
    Complaints& complaints() { return complaints_; }

    // What a filter asks, `holds` answers: a product that it leaves out is counted under its name.
    bool passes(const std::string& filter, bool holds);
    bool passes_region(const std::string& region);
    bool passes_item(const std::string& item);
    bool passes_currency(const std::string& currency);

    // The unit as quotes name it; others are kept as they are, and counted.
    std::string unit(const std::string& written, bool of_instances);
    // An exact decimal without the noughts at its end; empty after a complaint.
    std::string decimal(const std::string& written, Position where, const std::string& field);
    // The day of a moment, as a cell holds it; empty after a complaint.
    std::string day(const std::string& moment, Position where, const std::string& field);

    void begin_file(const std::string& name) { file_ = name; }
    // `id`: what names the price in the file, "rateCode X" say.
    void add(ImportedQuote quote, const std::string& id);
    void end_file(const std::string& sha256);

    // What kind of thing the filters count, "product".
    void name_things(std::string noun) { noun_ = std::move(noun); }

    std::vector<ImportedQuote>& quotes() { return quotes_; }
    std::size_t left_out() const;
    std::string left_out_text() const;  // "3 products: 2 by region, 1 by tenancy"
    // Units that no cost item knows, with how many quotes have them.
    const std::map<std::string, std::size_t>& odd_units() const { return odd_units_; }
    // An error if there is no quote, with what the files hold.
    void complain_if_empty();

  private:
    static constexpr std::size_t most_shown = 12;

    const QuoteRequest& request_;
    Complaints& complaints_;
    std::string file_, noun_ = "product";
    std::vector<ImportedQuote> quotes_;
    std::size_t first_of_file_ = 0;
    std::map<std::string, std::size_t> left_out_;  // by filter
    std::map<std::string, std::size_t> odd_units_;
    std::set<std::string> regions_, items_, currencies_;  // some of those seen
};

}  // namespace trialcost
