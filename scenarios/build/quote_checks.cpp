#include "scenarios/build/quote_checks.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <map>
#include <tuple>

#include "models/pricing/regions.hpp"
#include "scenarios/build/places.hpp"
#include "scenarios/document/words.hpp"

namespace trialcost {
namespace {

constexpr double far_apart = 5;

// Rows that price the same thing, at different times.
auto key_of(const QuoteRecord& row) {
    return std::tuple(row.provider, row.region, row.zone_id, row.service, row.item, row.purchase,
                      row.currency, row.unit, row.plan, row.contract, row.tier_from, row.term_h,
                      row.instances);
}

// In the order in which they were looked up; those without a date first, as they stand.
bool earlier(const QuoteRecord* a, const QuoteRecord* b) {
    return std::tuple(a->verified_on, a->starts_at) < std::tuple(b->verified_on, b->starts_at);
}

// Letters and digits in lower case.
std::string letters_of(std::string_view name) {
    std::string out;
    for (const char c : name)
        if (std::isalnum(static_cast<unsigned char>(c)) != 0)
            out += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    return out;
}

// "us-east1", "eu-wst-1": two letters, words, a number. A place of the user's own ("on-premises",
// "lab") is none.
bool looks_like_a_code(const std::string& region) {
    const auto letter = [](char c) { return c >= 'a' && c <= 'z'; };
    return region.size() > 4 && letter(region[0]) && letter(region[1]) && region[2] == '-' &&
           region.back() >= '0' && region.back() <= '9';
}

}  // namespace

void check_jumps(const Scenario& scenario, const QuoteShelf& shelf, Complaints& complaints) {
    std::map<decltype(key_of(shelf.rows[0])), std::vector<const QuoteRecord*>> by_key;
    for (const QuoteRecord& row : shelf.rows)
        if (row.price && *row.price > 0) by_key[key_of(row)].push_back(&row);
    for (auto& [key, rows] : by_key) {
        std::stable_sort(rows.begin(), rows.end(), earlier);
        for (std::size_t i = 1; i < rows.size(); ++i) {
            const double ratio = *rows[i]->price / *rows[i - 1]->price;
            if (rows[i]->confirmed || (ratio <= far_apart && ratio >= 1 / far_apart)) continue;
            complaints.error(
                rows[i]->where, "price",
                fmt::format("is {:.3g} times an earlier price of the same",
                            ratio > 1 ? ratio : 1 / ratio) +
                    (ratio > 1 ? "" : ", downwards"),
                fmt::format("{} here, {} at {}", rows[i]->price_text, rows[i - 1]->price_text,
                            place(scenario, rows[i - 1]->where)),
                "correct it, or write yes in the column confirmed if it is meant");
        }
    }
}

void check_region(const Scenario& scenario, const WrittenOption& option, const QuoteShelf& shelf,
                  Complaints& complaints) {
    if (!option.provider.empty() && folded(option.provider) != "aws") return;
    const auto known = known_regions();
    if (std::find(known.begin(), known.end(), option.region) != known.end()) return;
    const QuoteRecord* alike = nullptr;
    for (const QuoteRecord& row : shelf.rows) {
        if (row.region == option.region) return;
        if (letters_of(row.region) == letters_of(option.region)) alike = &row;
    }
    if (alike != nullptr && !looks_like_a_code(option.region)) {
        complaints.warning(
            option.where, option.path + ".region", fmt::format("`{}` has no quote", option.region),
            fmt::format("{} is for `{}`", place(scenario, alike->where), alike->region),
            fmt::format("write region = \"{}\"", alike->region));
        return;
    }
    if (!looks_like_a_code(option.region)) return;
    const std::string meant = nearest(option.region, known);
    complaints.error(option.where, option.path + ".region",
                     fmt::format("`{}` is no region that is known", option.region),
                     "no quote names it either",
                     meant.empty() ? "write the code of the region, like us-east-1; or name its "
                                     "provider = \"...\", if it is not AWS"
                                   : fmt::format("did you mean `{}`?", meant));
}

}  // namespace trialcost
