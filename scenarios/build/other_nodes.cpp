#include "scenarios/build/other_nodes.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "models/distribution/portable_math.hpp"
#include "models/distribution/special_functions.hpp"

namespace trialcost {
namespace {

bool is_among(const std::vector<double>& counts, const MeasuredRun& run) {
    return std::find(counts.begin(), counts.end(), *run.nodes) != counts.end();
}

}  // namespace

std::vector<MeasuredRun> split_off_useless(std::vector<MeasuredRun>& runs, std::uint32_t nodes) {
    std::vector<double> measured;
    for (const MeasuredRun& run : runs)
        if (work_of(run)) measured.push_back(*run.nodes);
    const std::vector<double> counts = counts_for(std::move(measured), nodes);
    const auto useless = std::stable_partition(
        runs.begin(), runs.end(), [&](const MeasuredRun& run) { return is_among(counts, run); });
    std::vector<MeasuredRun> out(useless, runs.end());
    runs.erase(useless, runs.end());
    return out;
}

std::optional<NodeScaling> scaling_of(const std::vector<MeasuredRun>& runs, RunBasis basis,
                                      std::uint32_t nodes) {
    std::vector<CountedRecord> records;
    for (const MeasuredRun& run : runs) {
        if (!work_of(run)) continue;
        const auto seconds = seconds_per_unit(run, basis);
        if (!seconds || !(*seconds > 0) || !std::isfinite(*seconds)) return std::nullopt;
        records.push_back({static_cast<double>(*run.nodes), *seconds});
    }
    return fit_node_scaling(records, nodes);
}

std::string text_of_counts(const std::vector<double>& counts) {
    if (counts.size() < 2) return fmt::format("{}", fmt::join(counts, ""));
    return fmt::format("{} and {}", fmt::join(counts.begin(), counts.end() - 1, ", "),
                       counts.back());
}

std::string text_of(const NodeScaling& scaling) {
    const std::string counts = text_of_counts(scaling.counts);
    switch (scaling.reach) {
        case Reach::between:
            return "interpolated between " + counts + " nodes";
        case Reach::near:
            return "extrapolated from " + counts + " nodes";
        case Reach::far:
            return "extrapolated from " + counts +
                   " nodes, beyond twice the largest or half the smallest";
    }
    return "";
}

std::string text_of_open_factor(const NodeScaling& scaling) {
    const double wide = portable::exp(normal_quantile(0.95) * scaling.sigma);
    std::string text = fmt::format(
        "a factor of {:.3g} to {:.3g} (90 %) on the time per unit, which goes as "
        "nodes^{:.2f}",
        1 / wide, wide, scaling.slope);
    if (scaling.form_error > 0)
        text += fmt::format("; Amdahl's law differs by {:.2g} %",
                            100 * (portable::exp(scaling.form_error) - 1));
    return text;
}

}  // namespace trialcost
