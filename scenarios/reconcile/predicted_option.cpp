#include "scenarios/reconcile/predicted_option.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <span>
#include <stdexcept>

namespace trialcost {
namespace {

std::size_t index_of(const std::vector<std::string>& options,
                     const std::optional<std::string>& wanted) {
    const std::string listed = fmt::format("{}", fmt::join(options, ", "));
    if (!wanted) {
        if (options.size() == 1) return 0;
        throw std::invalid_argument("the result has several options; choose one with --option: " +
                                    listed);
    }
    const auto at = std::find(options.begin(), options.end(), *wanted);
    if (at == options.end())
        throw std::invalid_argument(
            fmt::format("the result has no option `{}`; it has {}", *wanted, listed));
    return static_cast<std::size_t>(at - options.begin());
}

std::vector<double> row(const std::vector<double>& values, std::size_t index, std::size_t length) {
    const auto begin = values.begin() + static_cast<std::ptrdiff_t>(index * length);
    return {begin, begin + static_cast<std::ptrdiff_t>(length)};
}

// Results of earlier versions do not have the quote's words.
std::string optional_text(const ResultData& result, std::string_view name, std::size_t i) {
    return result.has(name) ? result.texts(name)[i] : "";
}

bool same_amount(double a, double b) {
    return std::isfinite(a) && std::fabs(a - b) <= 1e-9 * std::max(std::fabs(a), std::fabs(b));
}

}  // namespace

bool PredictedItem::is_known() const {
    return !percentiles.empty() && std::none_of(percentiles.begin(), percentiles.end(),
                                                [](double value) { return std::isnan(value); });
}

PredictedOption prediction_of(const ResultData& result, const std::optional<std::string>& option) {
    const std::size_t i = index_of(result.texts("option"), option);
    PredictedOption out;
    out.title = result.text_attribute("title");
    out.option = result.texts("option")[i];
    out.currency = result.text_attribute("currency");
    if (result.has_attribute("runs")) out.runs = result.count_attribute("runs");
    out.shares = result.reals("quantile");
    out.total_is_lower_bound = result.flags("total_is_lower_bound")[i] != 0;
    out.total = {"total", "", "", row(result.reals("total_cost"), i, out.shares.size())};

    const auto& names = result.texts("cost_item");
    const auto& owners = result.texts("line_option");
    const auto& lines = result.texts("line_item");
    for (std::size_t k = 0; k < names.size(); ++k) {
        for (std::size_t line = 0; line < lines.size(); ++line) {
            if (owners[line] != out.option || lines[line] != names[k]) continue;
            out.items.push_back(
                {names[k], optional_text(result, "line_service", line),
                 optional_text(result, "line_quoted", line),
                 row(result.reals("cost_item_cost"), i * names.size() + k, out.shares.size())});
            break;
        }
        if (names[k] == "instances" && !out.items.empty())
            out.instance_type = out.items.back().quoted;
    }
    return out;
}

Standing standing_of(double amount, const PredictedItem& item, const std::vector<double>& shares) {
    if (!item.is_known()) return {};
    const std::vector<double>& at = item.percentiles;
    std::size_t first = at.size(), last = 0;  // of the percentiles that are this very amount
    for (std::size_t i = 0; i < at.size(); ++i) {
        if (!same_amount(at[i], amount)) continue;
        first = std::min(first, i);
        last = i;
    }
    if (first < at.size()) return {Standing::Kind::inside, shares[first], shares[last]};
    if (amount < at.front()) return {Standing::Kind::below, shares.front(), shares.front()};
    if (amount > at.back()) return {Standing::Kind::above, shares.back(), shares.back()};
    const auto above =
        static_cast<std::size_t>(std::upper_bound(at.begin(), at.end(), amount) - at.begin());
    double share = shares[above - 1];
    if (std::isfinite(at[above]))
        share += (shares[above] - share) * (amount - at[above - 1]) / (at[above] - at[above - 1]);
    return {Standing::Kind::inside, share, share};
}

double percentile_of(const PredictedItem& item, const std::vector<double>& shares, double share) {
    std::size_t best = 0;
    for (std::size_t i = 1; i < shares.size(); ++i)
        if (std::fabs(shares[i] - share) < std::fabs(shares[best] - share)) best = i;
    return item.percentiles[best];
}

}  // namespace trialcost
