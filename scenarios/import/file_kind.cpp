#include "scenarios/import/file_kind.hpp"

#include <optional>

namespace trialcost {
namespace {

bool has(const JsonRecord& root, std::string_view member, JsonKind kind) {
    const JsonField* field = root.find(member);
    return field != nullptr && field->kind == kind;
}

// The members without which a file is none of the format.
std::optional<QuoteFormat> format_of(const JsonRecord& root) {
    if (has(root, "SpotPriceHistory", JsonKind::array)) return QuoteFormat::aws_spot_history;
    if (has(root, "CapacityBlockOfferings", JsonKind::array))
        return QuoteFormat::aws_capacity_blocks;
    if (!has(root, "terms", JsonKind::object)) return std::nullopt;
    if (has(root, "products", JsonKind::array)) return QuoteFormat::aws_savings_plan;
    if (has(root, "products", JsonKind::object)) return QuoteFormat::aws_price_list;
    return std::nullopt;
}

// Of a file without prices: where they are.
std::string index_remedy(const JsonRecord& root) {
    if (has(root, "offers", JsonKind::object))
        return "give the offer file of a service: the one under its currentVersionUrl, or a region "
               "of its currentRegionIndexUrl";
    if (has(root, "regions", JsonKind::object) || has(root, "regions", JsonKind::array))
        return "give the offer file of a region: the one under its currentVersionUrl or versionUrl";
    if (has(root, "versions", JsonKind::object))
        return "give the offer file of a version: the one under its offerVersionUrl";
    return "";
}

std::string members_of(QuoteFormat format) {
    switch (format) {
        case QuoteFormat::aws_price_list:
            return "the objects `products` and `terms`";
        case QuoteFormat::aws_savings_plan:
            return "a list `products` and an object `terms`";
        case QuoteFormat::aws_spot_history:
            return "a list `SpotPriceHistory`";
        case QuoteFormat::aws_capacity_blocks:
            break;
    }
    return "a list `CapacityBlockOfferings`";
}

}  // namespace

bool is_of_format(const JsonRecord& root, const std::string& file, QuoteFormat format,
                  Complaints& complaints) {
    const auto found = format_of(root);
    if (found == format) return true;
    const Position where{file, 0, 0};
    const std::string wanted(word_of(format));
    if (const std::string remedy = index_remedy(root); !remedy.empty() && !found)
        complaints.error(where, {}, "is an index of price lists", "it has no prices", remedy);
    else if (found)
        complaints.error(where, {}, "is of the format " + std::string(word_of(*found)),
                         "it was given as " + wanted,
                         "import it with `import quotes " + std::string(word_of(*found)) + "`");
    else
        complaints.error(where, {}, "is no file of the format " + wanted,
                         "one has " + members_of(format), "is it the right file?");
    return false;
}

}  // namespace trialcost
