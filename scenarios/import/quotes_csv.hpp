// Quotes as the text of a quotes.csv (docs/records-and-quotes.md).
#pragma once

#include <string>
#include <vector>

namespace trialcost {

// One row. Texts as the cells hold them; empty: a blank cell. Prices are the decimals of the file
// that they come from, digit for digit.
struct ImportedQuote {
    std::string region, zone, service, item, purchase, price, currency, unit;
    std::string granularity_s, minimum_s, tier_from, tier_to;
    std::string direction, plan, upfront, term_h, instances, starts_at;
    std::string verified_on, valid_until, source;
};

// `notes` come before the header, a comment line each.
std::string quotes_csv(const std::vector<ImportedQuote>& quotes,
                       const std::vector<std::string>& notes);

}  // namespace trialcost
