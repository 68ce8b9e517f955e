#include "scenarios/build/failure_history.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <string_view>

#include "models/distribution/portable_math.hpp"
#include "models/units/measure.hpp"

namespace trialcost {
namespace {

constexpr std::array<Stage, 5> stages = {Stage::startup, Stage::work, Stage::checkpoint,
                                         Stage::validation, Stage::restart};
constexpr std::array<std::string_view, 5> stage_names = {"startup", "work", "checkpoint",
                                                         "validation", "restart"};

Stage stage_of(FailureRecord::Stage stage) {
    return stages[static_cast<std::size_t>(stage)];
}

std::optional<double> share(const std::optional<double>& total, double count) {
    return total ? std::optional(*total / count) : std::nullopt;
}

void add_row(const FailureRecord& row, FailureHistory& history) {
    SeenFailures& seen = history.classes[row.failure_class.value_or(unclassified)];
    ++seen.events;
    seen.downtime_s.push_back(row.downtime_s);
    seen.restart_s.push_back(row.restore_s);
    seen.rows.push_back(row.where);
    seen.any_billed = seen.any_billed || row.billed.value_or(true);
    if (row.stage)
        seen.struck = seen.struck.with(stage_of(*row.stage));
    else
        seen.every_row_says = false;
    if (row.stage == FailureRecord::Stage::startup) history.launches += 0.5;
}

// Failures that a run counts without a row for each.
void add_count(const MeasuredRun& run, FailureHistory& history) {
    const double count = *run.failures;
    SeenFailures& seen = history.classes[unclassified];
    seen.events += count;
    seen.downtime_s.push_back(share(run.downtime_s, count));
    seen.restart_s.push_back(share(run.restore_s, count));
    seen.rows.push_back(run.where);
    seen.any_billed = true;
    seen.every_row_says = false;
}

double startup_s(const MeasuredRun& run) {
    // Without in-training time all that is not explained may be work.
    if (run.in_training_s) return startup_with_rest_s(run).value_or(0);
    return run.startup_s.value_or(run.compile_s.value_or(0) + run.warmup_s.value_or(0));
}

void add_exposure(const MeasuredRun& run, std::uint32_t nodes, FailureHistory& history) {
    const double whole = exposure_node_h(run, nodes);
    const double per_s = nodes / seconds_per_hour;
    std::array<double, 5> part{startup_s(run) * per_s, 0, run.checkpoint_s.value_or(0) * per_s,
                               run.validation_s.value_or(0) * per_s,
                               run.restore_s.value_or(0) * per_s};
    part[1] = std::fmax(0.0, whole - (part[0] + part[2] + part[3] + part[4]));
    for (std::size_t i = 0; i < part.size(); ++i) history.stage_node_h[i] += part[i];
    history.exposure_node_h += whole;
    history.runs.push_back({static_cast<double>(*run.failures), whole});
    ++history.launches;
}

}  // namespace

double FailureHistory::node_h(StageSet of) const {
    if (of.bits == StageSet::all().bits) return exposure_node_h;
    double sum = 0;
    for (std::size_t i = 0; i < stages.size(); ++i)
        if (of.contains(stages[i])) sum += stage_node_h[i];
    return sum;
}

const SeenFailures& FailureHistory::of_class(const std::string& name) const {
    static const SeenFailures nothing;
    const auto at = classes.find(name);
    return at == classes.end() ? nothing : at->second;
}

StageSet FailureHistory::stages_of(const std::string& name) const {
    constexpr double by_chance = 0.05;
    const SeenFailures& seen = of_class(name);
    const double there = node_h(seen.struck);
    if (!(seen.events > 0) || !seen.every_row_says || !(there > 0)) return StageSet::all();
    const double all_there = portable::pow(there / exposure_node_h, seen.events);
    return all_there <= by_chance ? seen.struck : StageSet::all();
}

FailureHistory failure_history(const MeasuredRuns& runs, std::uint32_t nodes) {
    FailureHistory out;
    std::set<std::string> with_rows;
    for (const FailureRecord* row : runs.failures) {
        with_rows.insert(row->run_id);
        add_row(*row, out);
    }
    for (const MeasuredRun& run : runs.runs) {
        if (!run.failures) {
            ++out.silent_runs;
            continue;
        }
        const std::uint32_t own = run.nodes ? static_cast<std::uint32_t>(*run.nodes) : nodes;
        add_exposure(run, own, out);
        if (*run.failures > 0 && !with_rows.contains(run.run_id)) add_count(run, out);
    }
    return out;
}

std::string text_of(StageSet set) {
    std::vector<std::string_view> names;
    for (std::size_t i = 0; i < stages.size(); ++i)
        if (set.contains(stages[i])) names.push_back(stage_names[i]);
    if (names.size() < 2) return names.empty() ? "" : std::string(names[0]);
    const std::string_view last = names.back();
    names.pop_back();
    return fmt::format("{} and {}", fmt::join(names, ", "), last);
}

}  // namespace trialcost
