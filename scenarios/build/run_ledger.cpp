#include "scenarios/build/run_ledger.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

#include "models/units/counted.hpp"
#include "scenarios/build/places.hpp"

namespace trialcost {
namespace {

using Times = std::array<std::optional<double>, 13>;

Times times_of(const MeasuredRun& run) {
    return {run.billed_s,     run.startup_s,   run.compile_s, run.warmup_s,     run.in_training_s,
            run.productive_s, run.data_wait_s, run.idle_s,    run.checkpoint_s, run.validation_s,
            run.lost_s,       run.downtime_s,  run.restore_s};
}

bool is_finer_than_a_second(const Times& times) {
    return std::any_of(times.begin(), times.end(), [](const std::optional<double>& time) {
        return time && std::trunc(*time) != *time;
    });
}

void find_duplicates(const MeasuredRuns& runs, RunLedger& out) {
    std::map<Times, std::size_t> first_with;
    for (std::size_t i = 0; i < runs.runs.size(); ++i) {
        const Times times = times_of(runs.runs[i]);
        const auto [at, is_new] = first_with.emplace(times, i);
        if (is_new) continue;
        auto& found = is_finer_than_a_second(times) ? out.duplicates : out.alike_in_whole_seconds;
        found.push_back({i, at->second});
    }
    out.distinct = runs.runs.size() - out.duplicates.size();
}

bool is_duplicate(const RunLedger& ledger, std::size_t run) {
    // They stand in the order of their runs.
    const auto at = std::lower_bound(
        ledger.duplicates.begin(), ledger.duplicates.end(), run,
        [](const RunLedger::Repeat& repeat, std::size_t wanted) { return repeat.run < wanted; });
    return at != ledger.duplicates.end() && at->run == run;
}

// A run of another node count has another pace.
bool is_of_size(const MeasuredRun& run, const WrittenOption& option) {
    return !run.nodes || static_cast<std::uint32_t>(*run.nodes) == option.nodes;
}

void find_trend(const WrittenOption& option, const MeasuredRuns& runs, RunLedger& out) {
    std::vector<double> starts, paces;
    for (std::size_t i = 0; i < runs.runs.size(); ++i) {
        const MeasuredRun& run = runs.runs[i];
        const auto pace = seconds_per_unit(run, runs.basis);
        if (!run.started_at || !pace || !(*pace > 0)) continue;
        if (!is_of_size(run, option) || is_duplicate(out, i)) continue;
        starts.push_back(static_cast<double>(run.started_at->time_since_epoch().count()));
        paces.push_back(*pace);
    }
    out.started = starts.size();
    out.trend = trend_over(starts, paces);
}

void find_drift(const MeasuredRuns& runs, RunLedger& out) {
    std::vector<std::vector<MeasuredBlock>> blocks;
    for (std::size_t i = 0; i < runs.runs.size(); ++i) {
        const auto at = runs.blocks.find(runs.runs[i].run_id);
        if (at == runs.blocks.end() || is_duplicate(out, i)) continue;
        ++out.with_blocks;
        const std::vector<Position>& rows = at->second.rows;
        out.block_rows.insert(out.block_rows.end(), rows.begin(), rows.end());
        if (at->second.are_known)
            blocks.push_back(at->second.train);
        else
            ++out.with_unknown_blocks;
    }
    out.drift = drift_inside(blocks);
}

// "+3.2 %"
std::string show_change(double change) {
    return fmt::format("{:+.1f} %", 100 * change);
}

std::string names_of(const std::vector<RunLedger::Repeat>& repeats, const MeasuredRuns& runs) {
    constexpr std::size_t few = 3;
    std::string out;
    for (std::size_t i = 0; i < repeats.size() && i < few; ++i)
        out += fmt::format("{}{} as {}", i == 0 ? "" : ", ", runs.runs[repeats[i].run].run_id,
                           runs.runs[repeats[i].of].run_id);
    if (repeats.size() > few) out += fmt::format(" and {} more", repeats.size() - few);
    return out;
}

std::string duplicates_text(const MeasuredRuns& runs, const RunLedger& ledger) {
    std::string out = "none";
    if (!ledger.duplicates.empty())
        out = fmt::format("{} with the times of another: {}; {} distinct",
                          counted(ledger.duplicates.size(), "run"),
                          names_of(ledger.duplicates, runs), ledger.distinct);
    if (!ledger.alike_in_whole_seconds.empty())
        out += fmt::format("; {} alike in whole seconds, which may be chance: {}",
                           counted(ledger.alike_in_whole_seconds.size(), "run"),
                           names_of(ledger.alike_in_whole_seconds, runs));
    return out;
}

std::string trend_text(const RunLedger& ledger) {
    if (ledger.trend)
        return fmt::format(
            "time per unit of work {} from the first trial to the last "
            "(95 %: {} to {})",
            show_change(ledger.trend->change), show_change(ledger.trend->low),
            show_change(ledger.trend->high));
    if (ledger.started < least_for_trend)
        return fmt::format("not measured: {} with started_at and a time per unit, {} needed",
                           counted(ledger.started, "run"), least_for_trend);
    return "not measured: the trials started together";
}

std::string drift_text(const RunLedger& ledger) {
    if (ledger.with_blocks == 0) return "not measured: no records of blocks";
    std::string unknown;
    if (ledger.with_unknown_blocks > 0)
        unknown = fmt::format("{} with a block of unknown duration or units",
                              counted(ledger.with_unknown_blocks, "run"));
    if (!ledger.drift)
        return "not measured: " + (unknown.empty()
                                       ? fmt::format("no run has {} blocks", least_blocks_of_run)
                                       : unknown);
    const Drift& drift = *ledger.drift;
    std::string out = fmt::format("throughput {} from the first third of a run to the last",
                                  show_change(drift.change));
    out += drift.rests_on == DriftRestsOn::too_little
               ? " (too few blocks to say how sure)"
               : fmt::format(" (95 %: {} to {})", show_change(drift.low), show_change(drift.high));
    out += fmt::format("; {}, {}, effective {:.0f}", counted(drift.runs, "run"),
                       counted(drift.blocks, "block"), drift.effective_blocks);
    return unknown.empty() ? out : out + "; left out: " + unknown;
}

}  // namespace

bool RunLedger::trend_is_shown() const {
    return trend && trend->p_value <= drift_significance && std::fabs(trend->change) > drift_limit;
}

bool RunLedger::drift_is_shown() const {
    return drift && drift->rests_on != DriftRestsOn::too_little &&
           drift->p_value <= drift_significance && std::fabs(drift->change) > drift_limit;
}

bool RunLedger::drift_is_open() const {
    return drift && !drift_is_shown() && std::fabs(drift->change) > drift_limit;
}

RunLedger examine_runs(const WrittenOption& option, const MeasuredRuns& runs) {
    RunLedger out;
    find_duplicates(runs, out);
    find_trend(option, runs, out);
    find_drift(runs, out);
    return out;
}

void warn_of_duplicates(const MeasuredRuns& runs, const RunLedger& ledger, Complaints& complaints) {
    for (const RunLedger::Repeat& repeat : ledger.duplicates) {
        const MeasuredRun &run = runs.runs[repeat.run], &first = runs.runs[repeat.of];
        const std::string other = run.where.file == first.where.file ? "" : first.where.file + ", ";
        complaints.warning(
            run.where, "run_id",
            fmt::format("`{}` has the times of `{}` to the last digit", run.run_id, first.run_id),
            fmt::format("the other is in {}line {}", other, first.where.line),
            "remove one of them if they are one run");
    }
}

std::vector<Evidence> ledger_rows(const Scenario& scenario, const MeasuredRuns& runs,
                                  const RunLedger& ledger) {
    if (runs.runs.empty()) return {};
    const auto row = [&](std::string input, bool is_known, std::string value, std::size_t count) {
        return Evidence{.input = std::move(input),
                        .evidence_class = is_known ? runs.class_of() : EvidenceClass::unknown,
                        .value = std::move(value),
                        .observations = count,
                        .source = runs.source,
                        .closeness = ""};
    };
    const std::size_t count = runs.runs.size();
    const bool has_parts = runs.basis != RunBasis::billed;
    std::vector<Evidence> rows{
        row("duplicates", true, duplicates_text(runs, ledger), count),
        row("unexplained_time", has_parts,
            has_parts ? fmt::format("at most {:.1f} % of a run's billed time",
                                    std::fmax(0.0, 100 * runs.largest_unexplained))
                      : "not measured: only billed time is recorded",
            count),
        row("trend", ledger.trend.has_value(), trend_text(ledger), ledger.started),
        row("drift", ledger.drift.has_value(), drift_text(ledger),
            ledger.drift ? ledger.drift->runs : 0)};
    if (!ledger.block_rows.empty()) rows.back().source = place_of_rows(scenario, ledger.block_rows);
    return rows;
}

}  // namespace trialcost
