#include "tools/report/migration_text.hpp"

#include <fmt/format.h>

#include "tools/report/text_layout.hpp"

namespace trialcost {
namespace {

// A percentile may be refused where draws are few.
std::string money(double value) {
    return std::isnan(value) ? "refused" : amount(value);
}

std::string units(const ResultView& result, double count) {
    const std::string& unit = result.data().text_attribute("output_unit");
    if (std::isnan(count)) return "refused";
    if (std::isinf(count)) return "never";
    const double whole = std::ceil(count);
    const std::string shown = whole < 100 ? fmt::format("{:.0f}", whole) : amount(whole);
    if (unit == "run") return shown + (shown == "1" ? " run" : " runs");
    return fmt::format("{} x {}", shown, unit);
}

// "paid back after 210 runs (P50; P90 640 runs), never in 4 % of cases"
std::string paid_back(const ResultView& result, std::size_t option) {
    const double never = result.of("p_break_even_never", option);
    if (std::isnan(never)) return "when it is paid back is unknown";
    const double middle = result.at("break_even", option, 0.5);
    const double late = result.at("break_even", option, 0.9);
    if (std::isinf(middle)) return fmt::format("never paid back in {} of cases", share(never));
    return fmt::format("paid back after {} (P50; P90 {}), never in {} of cases",
                       units(result, middle), units(result, late), share(never));
}

bool has_tasks(const ResultView& result, std::size_t option) {
    const auto& owners = result.data().texts("line_option");
    const auto& items = result.data().texts("line_item");
    for (std::size_t i = 0; i < owners.size(); ++i)
        if (owners[i] == result.options()[option] && items[i].starts_with("migration."))
            return true;
    return false;
}

// The sentence of an option that has a ledger; empty where there is nothing to port.
std::string ported(const ResultView& result, std::size_t option) {
    const std::string head = fmt::format("Migration to {}: ", result.options()[option]);
    const double most = result.of("migration_cost_max", option);
    const bool at_least = result.migration_is_lower_bound(option);
    if (!has_tasks(result, option))
        return at_least ? head + "unknown, as is each task of its ledger." : "";
    if (std::isnan(most)) return head + "not drawn, as no run has a length.";
    return fmt::format("{}{}{} {} (P50; P90 {}), {}.", head, at_least ? "at least " : "",
                       money(result.at("migration_cost", option, 0.5)),
                       result.data().text_attribute("currency"),
                       money(result.at("migration_cost", option, 0.9)), paid_back(result, option));
}

}  // namespace

std::vector<std::string> migration_lines(const ResultView& result) {
    if (!result.data().has("migration_is_known")) return {};
    const auto& known = result.data().flags("migration_is_known");
    std::vector<std::string> lines;
    std::string unknown;
    for (std::size_t i = 0; i < result.options().size(); ++i) {
        if (known[i] == 0)
            unknown += (unknown.empty() ? "" : ", ") + result.options()[i];
        else if (std::string line = ported(result, i); !line.empty())
            lines.push_back(std::move(line));
    }
    if (!unknown.empty())
        lines.push_back("Migration unknown, for want of a ledger: " + unknown + ".");
    return lines;
}

std::string migration(const ResultView& result) {
    std::string out;
    for (const std::string& line : migration_lines(result)) out += wrapped(line, 2);
    return out;
}

}  // namespace trialcost
