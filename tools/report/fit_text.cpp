#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <string_view>

#include "models/units/counted.hpp"
#include "scenarios/document/complaints.hpp"
#include "tools/report/fit_plot.hpp"
#include "tools/report/fit_report.hpp"
#include "tools/report/text_layout.hpp"

namespace trialcost {
namespace {

using Rows = std::vector<std::vector<std::string>>;

// No exponent where it can be done without.
std::string figure(double value, int digits = 5) {
    const double size = std::fabs(value);
    return size >= std::pow(10.0, digits) && size < 1e9 ? fmt::format("{:.0f}", value)
                                                        : fmt::format("{:.{}g}", value, digits);
}

std::string p_value(double p) {
    return fmt::format("{:.3f}", p);
}

std::string heading(const FittedColumn& fitted) {
    const Sample& sample = fitted.sample;
    std::string line =
        fmt::format("{}, {}: {}", fitted.file, fitted.column, counted(sample.size(), "value"));
    if (!sample.censored.empty())
        line += fmt::format(", {} of them censored", sample.censored.size());
    if (fitted.left_out > 0)
        line += fmt::format("; {} left out: blank", counted(fitted.left_out, "row"));
    const auto& seen = sample.observed;
    const std::size_t half = seen.size() / 2;
    const double median = seen.size() % 2 == 1 ? seen[half] : 0.5 * (seen[half - 1] + seen[half]);
    return wrapped(printable(line), 2) +
           wrapped(fmt::format("{}from {} to {}, median {}, mean {}",
                               sample.censored.empty() ? "" : "uncensored ones ",
                               figure(seen.front()), figure(seen.back()), figure(median),
                               figure(std::accumulate(seen.begin(), seen.end(), 0.0) /
                                      static_cast<double>(seen.size()))),
                   2);
}

std::string agreement_table(const FittedColumn& fitted) {
    Rows rows{{"family", "AICc", "more", "KS D", "p", "AD A²", "p"}};
    for (const FamilyOutcome& outcome : fitted.outcomes) {
        if (!outcome.fit) continue;
        std::vector<std::string> row{std::string(name_of(outcome.family)), "-", "-"};
        if (outcome.aicc) {
            row[1] = fmt::format("{:.2f}", *outcome.aicc);
            row[2] = fmt::format("{:.2f}", *outcome.aicc - *fitted.outcomes.front().aicc);
        }
        if (const auto& goodness = outcome.goodness) {
            row.push_back(fmt::format("{:.4f}", goodness->agreement.largest_gap));
            row.push_back(p_value(goodness->largest_gap_p));
            row.push_back(fmt::format("{:.4f}", goodness->agreement.anderson_darling));
            row.push_back(p_value(goodness->anderson_darling_p));
        } else {
            row.insert(row.end(), 4, "-");
        }
        rows.push_back(std::move(row));
    }
    return aligned(rows);
}

std::string parameter_table(const FittedColumn& fitted) {
    Rows rows{{"parameter", "estimate", "s.e.", "95 % from", "to", "likeliest"}};
    for (const FamilyOutcome& outcome : fitted.outcomes) {
        if (!outcome.fit) continue;
        for (const FittedParameter& p : outcome.fit->parameters)
            rows.push_back({fmt::format("{} {}", name_of(outcome.family), p.name),
                            figure(p.estimate), figure(p.standard_error, 2), figure(p.low),
                            figure(p.high), figure(p.likeliest)});
    }
    return aligned(rows);
}

// Families that are left out for one reason stand on one line.
std::string left_out_families(const FittedColumn& fitted) {
    std::map<std::string, std::string> families;
    for (const FamilyOutcome& outcome : fitted.outcomes) {
        if (outcome.fit) continue;
        std::string& names = families[outcome.why_not];
        names += fmt::format("{}{}", names.empty() ? "" : ", ", name_of(outcome.family));
    }
    std::string out;
    for (const auto& [why_not, names] : families)
        out += wrapped(fmt::format("left out: {}: {}", names, why_not), 10);
    return out.empty() ? "" : out + "\n";
}

std::string plot(const FittedColumn& fitted) {
    const FamilyFit* best = fitted.best();
    std::string legend = "█ values seen";
    if (!fitted.sample.censored.empty()) legend += "  ░ censored there";
    if (best != nullptr) legend += fmt::format("  ┃ expected by {}", name_of(best->family));
    return fit_plot(fitted.sample, best != nullptr ? &best->estimated : nullptr) + "  " + legend +
           "\n";
}

std::string conclusion(const FittedColumn& fitted) {
    const FamilyFit* best = fitted.best();
    if (best == nullptr)
        return wrapped(
            fmt::format("No best family: AICc needs {} uncensored values, since below its "
                        "correction is larger than what it corrects. --family NAME "
                        "fits the one that you choose.",
                        fewest_for_aicc),
            0);
    std::string out;
    const auto& goodness = fitted.outcomes.front().goodness;
    constexpr double doubtful = 0.05;
    if (goodness && std::min(goodness->largest_gap_p, goodness->anderson_darling_p) < doubtful)
        out += wrapped(fmt::format("The values do not look like {}, p < {}: percentiles of them "
                                   "(`quantiles`) say more.",
                                   name_of(best->family), doubtful),
                       0);
    const std::string text = as_scenario_text(*best, fitted.column);
    const bool has_unit = text.find("UNIT") == std::string::npos;
    out +=
        fmt::format("In a scenario{}:\n  {}\n", has_unit ? "" : " (UNIT: that of the input)", text);
    return out;
}

}  // namespace

std::string fit_text(const FittedColumn& fitted) {
    return heading(fitted) + "\n" + agreement_table(fitted) + "\n" + parameter_table(fitted) +
           "\n" + left_out_families(fitted) + plot(fitted) + "\n" + conclusion(fitted);
}

}  // namespace trialcost
