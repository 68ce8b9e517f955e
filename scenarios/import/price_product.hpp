// A product of an AWS price list, and what it is called in quotes.
//
// Attributes by their name in lower case, letters and digits alone: JSON writes `preInstalledSw`,
// CSV `Pre Installed S/W`. The names are those of the AWS Price List Bulk API (offer files of
// AmazonEC2, AmazonS3, AWSDataTransfer).
#pragma once

#include <map>
#include <string>
#include <string_view>

#include "scenarios/document/complaints.hpp"
#include "scenarios/import/quote_collector.hpp"

namespace trialcost {

std::string attribute_name(std::string_view written);

struct PriceProduct {
    Position where;
    std::string sku, family;
    std::map<std::string, std::string> attributes;

    const std::string& operator[](const std::string& attribute) const;  // empty: none
    bool is_instance() const { return family.starts_with("Compute Instance"); }
};

// What of a quote follows from the product.
struct ProductName {
    std::string region, service, item, direction;
};
ProductName name_of(const PriceProduct& product);

// Linux, shared tenancy, no software, used capacity, on demand, and what was asked for. Complains
// where an instance does not say.
bool passes_filters(const PriceProduct& product, const ProductName& name,
                    QuoteCollector& collector);

}  // namespace trialcost
