#include "tools/report/fail_condition.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <cmath>
#include <stdexcept>

#include "sim/analysis/figure_summary.hpp"

namespace trialcost {
namespace {

constexpr std::array<std::pair<std::string_view, std::string_view>, 7> percentile_figures = {{
    {"total", "total_cost"},
    {"unit_cost", "unit_cost"},
    {"wall_time", "wall_time"},
    {"cost_per_month", "cost_per_month"},
    {"migration_cost", "migration_cost"},
    {"total_with_migration", "total_with_migration"},
    {"unit_cost_with_migration", "unit_cost_with_migration"},
}};

[[noreturn]] void refuse(std::string_view condition, const std::string& why) {
    throw std::invalid_argument(
        fmt::format("--fail-if \"{}\": {}; write \"p_kept(total) < 0.9\" or \"verdict != expand\"",
                    condition, why));
}

std::string trimmed(std::string_view text) {
    const auto first = text.find_first_not_of(' ');
    if (first == std::string_view::npos) return "";
    return std::string(text.substr(first, text.find_last_not_of(' ') - first + 1));
}

std::optional<double> number(std::string_view text) {
    double value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
    return value;
}

// A figure as it stands there, in per cent, or a time with its unit: shares as fractions, times in
// s.
std::optional<double> amount_of(std::string_view text) {
    if (const auto plain = number(text)) return plain;
    constexpr std::array<std::pair<std::string_view, double>, 5> units = {
        {{"%", 0.01}, {"s", 1}, {"min", 60}, {"h", 3600}, {"d", 86400}}};
    for (const auto& [unit, factor] : units)
        if (text.ends_with(unit))
            if (const auto value = number(trimmed(text.substr(0, text.size() - unit.size()))))
                return *value * factor;
    return std::nullopt;
}

// "name(argument)" -> its parts; the argument is empty where there is none.
std::pair<std::string, std::string> call(const std::string& text) {
    const auto open = text.find('(');
    if (open == std::string::npos || text.back() != ')') return {text, ""};
    return {trimmed(text.substr(0, open)), trimmed(text.substr(open + 1, text.size() - open - 2))};
}

bool is_reported(double percentile) {
    return std::any_of(reported_percentiles.begin(), reported_percentiles.end(),
                       [&](double p) { return std::abs(p - percentile) < 1e-9; });
}

}  // namespace

FailCondition FailCondition::parse(std::string_view condition) {
    FailCondition out;
    out.text_ = std::string(condition);
    std::string_view rest = condition;
    if (const auto colon = rest.find(':'); colon != std::string_view::npos) {
        out.option_ = trimmed(rest.substr(0, colon));
        rest.remove_prefix(colon + 1);
    }
    const auto at = rest.find_first_of("<>=!");
    if (at == std::string_view::npos) refuse(condition, "there is no comparison");
    const std::size_t length = at + 1 < rest.size() && rest[at + 1] == '=' ? 2 : 1;
    constexpr std::array<std::pair<std::string_view, Comparison>, 6> comparisons = {{
        {"<", Comparison::less},
        {"<=", Comparison::at_most},
        {">", Comparison::greater},
        {">=", Comparison::at_least},
        {"==", Comparison::equal},
        {"!=", Comparison::different},
    }};
    const std::string_view written = rest.substr(at, length);
    const auto comparison = std::find_if(comparisons.begin(), comparisons.end(),
                                         [&](const auto& known) { return known.first == written; });
    if (comparison == comparisons.end())
        refuse(condition, fmt::format("`{}` is no comparison", written));
    out.comparison_ = comparison->second;
    const auto [name, argument] = call(trimmed(rest.substr(0, at)));
    const std::string value = trimmed(rest.substr(at + length));
    out.argument_ = argument;

    if (name == "verdict") {
        out.verdict_ = value;
        std::transform(value.begin(), value.end(), out.verdict_.begin(),
                       [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
        const bool known =
            out.verdict_ == "EXPAND" || out.verdict_ == "SWITCH" || out.verdict_ == "HOLD";
        if (!known) refuse(condition, fmt::format("`{}` is no verdict", value));
        if (out.comparison_ != Comparison::equal && out.comparison_ != Comparison::different)
            refuse(condition, "verdicts compare by == and !=");
        return out;
    }
    const auto limit = amount_of(value);
    if (!limit)
        refuse(condition,
               fmt::format("`{}` is not a number (amounts of money have no unit here)", value));
    out.value_ = *limit;
    if (name == "p_kept" && !argument.empty()) {
        out.kind_ = Kind::p_kept;
    } else if (name == "p_not_finished" && argument.empty()) {
        out.kind_ = Kind::p_not_finished;
    } else {
        const auto percent =
            name.starts_with("p") ? number(std::string_view(name).substr(1)) : std::nullopt;
        const auto figure =
            std::find_if(percentile_figures.begin(), percentile_figures.end(),
                         [&](const auto& known) { return known.first == argument; });
        if (!percent || !is_reported(*percent / 100) || figure == percentile_figures.end())
            refuse(condition, fmt::format("`{}` is no figure", trimmed(rest.substr(0, at))));
        out.kind_ = Kind::percentile;
        out.percentile_ = *percent / 100;
        out.argument_ = figure->second;
    }
    return out;
}

void FailCondition::check(const std::vector<std::string>& options,
                          const std::vector<std::string>& ceilings) const {
    const auto has = [](const std::vector<std::string>& names, const std::string& name) {
        return std::find(names.begin(), names.end(), name) != names.end();
    };
    if (!option_.empty() && !has(options, option_))
        refuse(text_, fmt::format("there is no option `{}`", option_));
    if (kind_ == Kind::p_kept && argument_ != "all" && !has(ceilings, argument_))
        refuse(text_, fmt::format("the budget has no ceiling `{}`", argument_));
}

bool FailCondition::holds(const ResultView& result) const {
    for (std::size_t i = 0; i < result.options().size(); ++i)
        if ((option_.empty() || option_ == result.options()[i]) && holds_for(result, i))
            return true;
    return false;
}

double FailCondition::figure(const ResultView& result, std::size_t option) const {
    switch (kind_) {
        case Kind::p_not_finished:
            return result.of("p_not_finished", option);
        case Kind::percentile:
            // A scenario without a period has no cost per month.
            if (!result.data().has(argument_)) return std::nan("");
            return result.at(argument_, option, percentile_);
        case Kind::p_kept:
        case Kind::verdict:
            break;
    }
    if (argument_ == "all") return result.of("p_kept_all", option);
    const auto& ceilings = result.ceilings();
    const auto at = std::find(ceilings.begin(), ceilings.end(), argument_);
    if (at == ceilings.end())
        refuse(text_, fmt::format("the budget has no ceiling `{}`", argument_));
    return result.of_ceiling("p_kept", option, static_cast<std::size_t>(at - ceilings.begin()));
}

bool FailCondition::holds_for(const ResultView& result, std::size_t option) const {
    if (kind_ == Kind::verdict) {
        const bool same = result.text("verdict", option).starts_with(verdict_);
        return comparison_ == Comparison::equal ? same : !same;
    }
    const double actual = figure(result, option);
    if (std::isnan(actual)) return true;
    switch (comparison_) {
        case Comparison::less:
            return actual < value_;
        case Comparison::at_most:
            return actual <= value_;
        case Comparison::greater:
            return actual > value_;
        case Comparison::at_least:
            return actual >= value_;
        case Comparison::equal:
            return actual == value_;
        case Comparison::different:
            return actual != value_;
    }
    return false;
}

}  // namespace trialcost
