#include "tools/report/fit_plot.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>
#include <vector>

#include "tools/report/text_layout.hpp"

namespace trialcost {
namespace {

struct Bins {
    double first, width;
    std::size_t count;

    double edge(std::size_t i) const { return (first + static_cast<double>(i)) * width; }
    std::size_t of(double value) const {
        const double at = std::floor(value / width) - first;
        return static_cast<std::size_t>(std::clamp(at, 0.0, static_cast<double>(count - 1)));
    }
};

// The nearest of 1, 2 and 5 times a power of ten, by ratio.
double round_width(double width) {
    const double power = std::pow(10.0, std::floor(std::log10(width)));
    const double share = width / power;
    if (share < std::sqrt(2.0)) return power;
    if (share < std::sqrt(10.0)) return 2 * power;
    return (share < std::sqrt(50.0) ? 5 : 10) * power;
}

Bins bins_of(const Sample& sample) {
    constexpr double fewest = 5, most = 12;  // rounding makes up to 1.6 times as many
    std::vector<double> all = sample.observed;
    all.insert(all.end(), sample.censored.begin(), sample.censored.end());
    std::sort(all.begin(), all.end());
    const double range = all.back() - all.front();
    const double middle_half = all[all.size() * 3 / 4] - all[all.size() / 4];
    const double wanted = 2 * middle_half / std::cbrt(static_cast<double>(all.size()));
    const double width = round_width(std::clamp(wanted, range / most, range / fewest));
    const double first = std::floor(all.front() / width);
    const double last = std::floor(all.back() / width);
    return {first, width, static_cast<std::size_t>(last - first) + 1};
}

// A bar of `length` cells in eighths, then `censored` cells, in a row of `cells`.
std::vector<std::string_view> bar(double length, double censored, std::size_t cells) {
    constexpr std::array<std::string_view, 8> eighths{" ", "▏", "▎", "▍", "▌", "▋", "▊", "▉"};
    std::vector<std::string_view> row(cells, " ");
    const auto parts = static_cast<std::size_t>(std::lround(length * 8));
    std::size_t at = parts / 8;
    std::fill_n(row.begin(), std::min(at, cells), "█");
    if (parts % 8 != 0 && at < cells) row[at++] = eighths[parts % 8];
    const auto end = static_cast<std::size_t>(std::lround(length + censored));
    for (; at < std::min(end, cells); ++at) row[at] = "░";
    return row;
}

std::string label(double edge, double width) {
    const int decimals = std::max(0, static_cast<int>(std::ceil(-std::log10(width) - 1e-9)));
    if (std::fabs(edge) >= 1e9 || decimals > 6) return fmt::format("{:.4g}", edge);
    return fmt::format("{:.{}f}", edge + 0.0, decimals);
}

}  // namespace

std::string fit_plot(const Sample& sample, const Distribution* expected) {
    const Bins bins = bins_of(sample);
    std::vector<double> seen(bins.count), censored(bins.count), fitted(bins.count);
    for (const double value : sample.observed) ++seen[bins.of(value)];
    for (const double value : sample.censored) ++censored[bins.of(value)];
    double tallest = 0;
    std::size_t label_width = 0, count_width = 0;
    for (std::size_t i = 0; i < bins.count; ++i) {
        if (expected != nullptr)
            fitted[i] = static_cast<double>(sample.size()) *
                        (cdf(*expected, bins.edge(i + 1)) - cdf(*expected, bins.edge(i)));
        tallest = std::max({tallest, seen[i] + censored[i], fitted[i]});
        label_width = std::max(label_width, width(label(bins.edge(i), bins.width)));
        count_width = std::max(count_width, width(fmt::format("{:.0f}", seen[i] + censored[i])));
    }
    const std::size_t cells = terminal_width - label_width - count_width - 6;
    const double scale = static_cast<double>(cells) / tallest;
    std::string out;
    for (std::size_t i = 0; i < bins.count; ++i) {
        auto row = bar(seen[i] * scale, censored[i] * scale, cells);
        if (expected != nullptr) {
            const auto at = static_cast<std::size_t>(std::lround(fitted[i] * scale));
            row[std::min(at, cells - 1)] = "┃";
        }
        out += fmt::format("  {:>{}}  {}  {:>{}.0f}\n", label(bins.edge(i), bins.width),
                           label_width, fmt::join(row, ""), seen[i] + censored[i], count_width);
    }
    return out;
}

}  // namespace trialcost
