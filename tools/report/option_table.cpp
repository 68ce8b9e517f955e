#include "tools/report/option_table.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "tools/report/text_layout.hpp"

namespace trialcost {
namespace {

constexpr double shown_percentiles[] = {0.5, 0.9, 0.95};

// A figure that is not there is refused for a reason, or unknown.
std::string absent(const ResultView& result, std::size_t option, const std::string& figure,
                   double p) {
    const std::string name = fmt::format("{} P{:g}", figure, 100 * p);
    return result.refusal(option, name).empty() ? "unknown" : "refused";
}

std::string cost(const ResultView& result, const std::string& figure, std::size_t option,
                 double p) {
    const double value = result.at(figure, option, p);
    if (std::isnan(value)) return absent(result, option, figure, p);
    return (result.lower_bound(option) ? "≥ " : "") + amount(value) +
           (result.unverified(option) ? "‡" : "");
}

std::string kept(const ResultView& result, std::size_t option) {
    const std::string text = kept_text(result, option, 0);
    const bool priced = result.ceilings()[0] != "wall_time";
    return text + (text != "unknown" && priced && result.unverified(option) ? "‡" : "");
}

// Whole per cent; the ends of a band are percentiles of a probability, and certain at neither.
std::string percent_of(double share) {
    return fmt::format("{:.0f}", 100 * share);
}

// The lowest of the percentiles that each option's records carry; 0 where none has records.
double carried_by_all(const ResultView& result) {
    double lowest = 0;
    for (std::size_t i = 0; i < result.options().size(); ++i) {
        const double carried = result.of("carried_percentile", i);
        if (carried > 0) lowest = lowest > 0 ? std::min(lowest, carried) : carried;
    }
    return lowest;
}

// What the figures of the option rest on where no trial is of target load.
std::string preliminary(const ResultView& result, std::size_t option) {
    return result.data().has("preliminary") ? result.text("preliminary", option) : "";
}

std::string percentile_name(const ResultView& result, double p) {
    const double carried = carried_by_all(result);
    return fmt::format("P{:g}{}", 100 * p, carried > 0 && p > carried ? "*" : "");
}

}  // namespace

std::string kept_text(const ResultView& result, std::size_t option, std::size_t ceiling) {
    const bool all = ceiling == result.ceilings().size();
    const auto of = [&](const std::string& each, const std::string& together) {
        return all ? result.of(together, option) : result.of_ceiling(each, option, ceiling);
    };
    const double p = of("p_kept", "p_kept_all");
    if (std::isnan(p)) return "unknown";
    const std::string text = bounded_share(p, all ? result.all_kept_is_upper_bound(option)
                                                  : result.kept_is_upper_bound(option, ceiling));
    if (!result.data().has("p_kept_band_lo")) return text;
    const std::string low = percent_of(of("p_kept_band_lo", "p_kept_all_band_lo")),
                      high = percent_of(of("p_kept_band_hi", "p_kept_all_band_hi"));
    return low == high ? text : fmt::format("{} ({} to {} %)", text, low, high);
}

std::string ceiling_text(const ResultView& result, std::size_t ceiling) {
    const double limit = result.data().reals("ceiling_value")[ceiling];
    const std::string& unit = result.data().texts("ceiling_unit")[ceiling];
    if (unit == "s") return duration(limit);
    const bool with = result.ceilings()[ceiling] == "total_with_migration";
    return amount(limit) + " " + unit + (with ? " with migration" : "");
}

std::vector<std::vector<std::string>> option_rows(const ResultView& result) {
    std::vector<std::string> head{result.data().text_attribute("currency")};
    for (double p : shown_percentiles) head.push_back(percentile_name(result, p));
    if (!result.ceilings().empty()) head.push_back("≤ " + ceiling_text(result, 0));
    head.push_back("/" + result.data().text_attribute("output_unit") + " " +
                   percentile_name(result, 0.9));
    head.push_back("time " + percentile_name(result, 0.9));
    std::vector<std::vector<std::string>> rows{head};
    for (std::size_t i = 0; i < result.options().size(); ++i) {
        std::vector<std::string> row{result.options()[i] +
                                     (result.text("stand_in", i).empty() ? "" : " †") +
                                     (preliminary(result, i).empty() ? "" : " §")};
        for (double p : shown_percentiles) row.push_back(cost(result, "total_cost", i, p));
        if (!result.ceilings().empty()) row.push_back(kept(result, i));
        row.push_back(cost(result, "unit_cost", i, 0.9));
        const double time_s = result.at("wall_time", i, 0.9);
        const bool at_least = result.data().flags("time_is_lower_bound")[i] != 0;
        row.push_back(std::isnan(time_s) ? absent(result, i, "wall_time", 0.9)
                                         : (at_least ? "≥ " : "") + duration(time_s));
        rows.push_back(std::move(row));
    }
    return rows;
}

std::vector<std::string> option_notes(const ResultView& result) {
    std::vector<std::string> notes;
    const double carried = carried_by_all(result);
    if (carried > 0 && carried < 0.95)
        notes.push_back(fmt::format(
            "* beyond what the trials carry: the fewest of them carry P{:.0f}.", 100 * carried));
    for (std::size_t i = 0; i < result.options().size(); ++i) {
        const double given_up = result.of("p_not_finished", i),
                     none = result.of("p_no_qualified_output", i);
        constexpr double worth_saying = 0.0005;
        if (given_up >= worth_saying || none >= worth_saying)
            notes.push_back(
                fmt::format("! {}: not finished in {} of cases, without qualified output in {}.",
                            result.options()[i], share(given_up), share(none)));
    }
    bool unverified = false;
    for (std::size_t i = 0; i < result.options().size(); ++i) {
        unverified = unverified || result.unverified(i);
        if (!result.text("stand_in", i).empty())
            notes.push_back("† " + result.options()[i] + ": " + result.text("stand_in", i));
        if (!preliminary(result, i).empty())
            notes.push_back("§ " + result.options()[i] + ": " + preliminary(result, i) + ".");
    }
    if (unverified)
        notes.emplace_back(
            "‡ at a price that is not verified: undated, old, expired or given without a quote.");
    if (result.ceilings().empty()) {
        // No probability is shown.
    } else if (result.data().has("p_kept_band_lo")) {
        notes.emplace_back(
            "(x to y %): what the share may turn out to be once more is known, with 90 % "
            "confidence.");
    } else {
        notes.emplace_back("What the shares may turn out to be is not shown for so few draws.");
    }
    notes.emplace_back("Taxes, support and credits are left out unless given as cost items.");
    return notes;
}

}  // namespace trialcost
