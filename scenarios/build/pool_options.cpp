#include "scenarios/build/pool_options.hpp"

#include <algorithm>
#include <set>
#include <utility>

namespace trialcost {
namespace {

using Rows = std::set<std::pair<std::string, int>>;

Rows rows_of(const MeasuredRuns& runs) {
    Rows rows;
    for (const MeasuredRun& run : runs.runs) rows.insert({run.where.file, run.where.line});
    return rows;
}

}  // namespace

void pool_over_options(const Scenario& scenario, const std::vector<std::string>& amount_columns,
                       std::vector<std::optional<MeasuredRuns>>& runs) {
    if (!scenario.workload.pool_spread) return;
    std::vector<NamedFields> sets;
    Rows counted;
    for (std::size_t i = 0; i < runs.size(); ++i) {
        if (!runs[i]) continue;
        const Rows rows = rows_of(*runs[i]);
        const bool is_known = std::any_of(rows.begin(), rows.end(),
                                          [&](const auto& row) { return counted.contains(row); });
        if (is_known) continue;
        counted.insert(rows.begin(), rows.end());
        sets.push_back(
            {scenario.options[i].name,
             calibrate_fields(measured_fields(*runs[i], amount_columns), PredictiveKind::log_t)});
    }
    const PooledSpreads pooled = pool_spreads(sets);
    for (auto& of_option : runs)
        if (of_option) of_option->pooled = pooled;
}

}  // namespace trialcost
