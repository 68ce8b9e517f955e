#include "scenarios/build/measured_runs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

namespace trialcost {
namespace {

using Stage = TrialRecord::Stage;

double startup_parts_s(const TrialRecord& run) { return run.compile_s.value_or(0) + run.warmup_s.value_or(0); }

std::optional<double> recorded_startup_s(const TrialRecord& run) {
    if (run.startup_s) return run.startup_s;
    if (run.compile_s || run.warmup_s) return startup_parts_s(run);
    return std::nullopt;
}

bool knows_productive(const TrialRecord& run) {
    return run.productive_s || (run.in_training_s && (run.data_wait_s || run.idle_s));
}

double wait_s(const TrialRecord& run) { return run.data_wait_s.value_or(0) + run.idle_s.value_or(0); }

double in_training_s(const TrialRecord& run) {
    return run.in_training_s ? *run.in_training_s : run.productive_s.value_or(0) + wait_s(run) + run.lost_s.value_or(0);
}

// What the record says was billed and where it went; startup where it was not recorded is not in it.
double explained_s(const TrialRecord& run) {
    return recorded_startup_s(run).value_or(0) + in_training_s(run) + run.checkpoint_s.value_or(0) +
           run.validation_s.value_or(0) + run.downtime_s.value_or(0) + run.restore_s.value_or(0);
}

// Why a record does not speak for the option; empty when it does.
std::string why_not(const TrialRecord& run, const WrittenOption& option) {
    if (run.instance != option.instance && !option.records_stand_for)
        return fmt::format("instance {}", run.instance);
    if (run.nodes && static_cast<std::uint32_t>(*run.nodes) != option.nodes)
        return fmt::format("{} nodes, the option has {}", *run.nodes, option.nodes);
    if (run.software && !option.software.empty() && *run.software != option.software)
        return fmt::format("software {}", *run.software);
    return "";
}

void keep_best_stage(MeasuredRuns& out) {
    const auto at_target = [](const TrialRecord* run) { return !run->stage || *run->stage >= Stage::target_load; };
    out.target_load = std::any_of(out.runs.begin(), out.runs.end(), at_target);
    if (!out.target_load) return;
    const auto early = std::stable_partition(out.runs.begin(), out.runs.end(), at_target);
    if (early != out.runs.end())
        out.left_out.push_back(fmt::format("{} rows of an earlier stage than target-load", out.runs.end() - early));
    out.runs.erase(early, out.runs.end());
}

void find_basis(const std::string& option, MeasuredRuns& out, Complaints& complaints) {
    const auto all = [&](auto&& test) {
        return std::all_of(out.runs.begin(), out.runs.end(), [&](const TrialRecord* run) { return test(*run); });
    };
    if (all(knows_productive))
        out.basis = RunBasis::productive;
    else if (all([](const TrialRecord& run) { return run.in_training_s.has_value(); }))
        out.basis = RunBasis::end_to_end;
    for (const TrialRecord* run : out.runs)
        if (run->throughput_basis == TrialRecord::ThroughputBasis::end_to_end && (run->data_wait_s || run->idle_s))
            complaints.error(run->where, "throughput_basis", "end_to_end together with data wait",
                             "data wait would be counted twice", "leave data_wait_s and idle_s blank, or the basis");
    std::set<std::string> nouns;
    for (const TrialRecord* run : out.runs)
        nouns.insert(run->count_basis ? std::string(to_text(*run->count_basis)) : "");
    if (nouns.size() == 1) {
        out.count_noun = *nouns.begin();
    } else if (nouns.size() > 1) {
        complaints.error(out.runs.front()->where, "count_basis",
                         "the records of option " + option + " count different things", "their work cannot be compared",
                         "use one count_basis for all of them");
    }
}

void check_parts(MeasuredRuns& out, Complaints& complaints) {
    if (out.basis == RunBasis::billed) return;
    constexpr double rounding_s = 1, rounding_share = 0.01;
    for (const TrialRecord* run : out.runs) {
        const double rest_s = run->billed_s - explained_s(*run);
        if (rest_s < -(rounding_s + rounding_share * run->billed_s))
            complaints.error(run->where, "billed_s",
                             fmt::format("its time parts add up to {:.1f} s, more than the {:.1f} s billed",
                                         explained_s(*run), run->billed_s),
                             "parts of a run cannot exceed it", "check the units and what each part includes");
        out.largest_unexplained = std::max(out.largest_unexplained, rest_s / run->billed_s);
    }
}

std::string rows_of(const Scenario& scenario, const std::vector<const TrialRecord*>& runs) {
    std::map<std::string, std::vector<int>> lines;
    for (const TrialRecord* run : runs) lines[run->where.file].push_back(run->where.line);
    std::string text;
    for (const auto& [file, rows] : lines) {
        const auto [first, last] = std::minmax_element(rows.begin(), rows.end());
        text += fmt::format("{}{}:{}{}", text.empty() ? "" : ", ", place_of_file(scenario, file), *first,
                            *first == *last ? "" : fmt::format("-{}", *last));
    }
    return text;
}

std::string closeness_of(const WrittenOption& option, const MeasuredRuns& out) {
    std::vector<std::string> differences;
    if (out.stand_in)
        differences.push_back(fmt::format("measured on {}, priced as {}: {}", out.runs.front()->instance, option.instance,
                                          option.records_stand_for->because));
    if (!out.target_load) differences.emplace_back("not at target load");
    const auto any = [&](auto&& test) {
        return std::any_of(out.runs.begin(), out.runs.end(), [&](const TrialRecord* run) { return test(*run); });
    };
    if (any([&](const TrialRecord& run) { return run.region && *run.region != option.region; }))
        differences.emplace_back("another region");
    if (any([](const TrialRecord& run) { return !run.nodes; })) differences.emplace_back("node count not recorded");
    return fmt::format("{}", fmt::join(differences, "; "));
}

std::optional<double> seconds_per_unit(const TrialRecord& run, RunBasis basis) {
    const auto work = work_of(run);
    if (!work || !(*work > 0)) return std::nullopt;
    const double lost_s = run.lost_s.value_or(0);
    switch (basis) {
        case RunBasis::productive:
            return (run.productive_s ? *run.productive_s : *run.in_training_s - wait_s(run) - lost_s) / *work;
        case RunBasis::end_to_end:
            return (*run.in_training_s - lost_s) / *work;
        case RunBasis::billed:
            return (run.billed_s - lost_s - run.downtime_s.value_or(0) - run.restore_s.value_or(0)) / *work;
    }
    return std::nullopt;
}

// Startup with what was billed and not explained: a launch is where unrecorded time usually goes, and
// it costs money wherever it went.
std::optional<double> startup_with_rest_s(const TrialRecord& run) {
    const double rest_s = std::fmax(0.0, run.billed_s - explained_s(run));
    const auto startup = recorded_startup_s(run);
    constexpr double rounding_s = 1;
    if (startup) return *startup + (rest_s > rounding_s ? rest_s : 0.0);
    return rest_s > rounding_s ? std::optional(rest_s) : std::nullopt;
}

bool some(const MeasuredField& field) {
    return std::any_of(field.by_run.begin(), field.by_run.end(), [](const auto& value) { return value.has_value(); });
}

template <class Get>
MeasuredField field(std::string name, const std::vector<const TrialRecord*>& runs, const Get& get) {
    MeasuredField out{std::move(name), {}};
    for (const TrialRecord* run : runs) out.by_run.push_back(get(*run));
    return out;
}

void add_startup(const MeasuredRuns& runs, std::vector<MeasuredField>& fields) {
    const bool cache_known =
        std::any_of(runs.runs.begin(), runs.runs.end(), [](const TrialRecord* run) { return run->cache.has_value(); });
    if (!cache_known) {
        fields.push_back(field("startup", runs.runs, startup_with_rest_s));
        return;
    }
    const auto with_cache = [](TrialRecord::Cache cache) {
        return [cache](const TrialRecord& run) { return run.cache == cache ? startup_with_rest_s(run) : std::nullopt; };
    };
    fields.push_back(field("startup_cold", runs.runs, with_cache(TrialRecord::Cache::cold)));
    fields.push_back(field("startup_warm", runs.runs, with_cache(TrialRecord::Cache::warm)));
}

}  // namespace

MeasuredRuns choose_runs(const Scenario& scenario, const WrittenOption& option, const OptionRecords& records,
                         Complaints& complaints) {
    MeasuredRuns out;
    std::map<std::string, std::size_t> reasons;
    std::set<std::string> ids;
    for (const TrialRecords& file : records.trials)
        for (const TrialRecord& run : file.rows) {
            if (!ids.insert(run.run_id).second) {
                complaints.error(run.where, "run_id", "`" + run.run_id + "` stands in two files of option " + option.name,
                                 "a run counts once", "remove one of them");
                continue;
            }
            const std::string reason = why_not(run, option);
            if (reason.empty())
                out.runs.push_back(&run);
            else
                ++reasons[reason];
        }
    for (const auto& [reason, count] : reasons) out.left_out.push_back(fmt::format("{} rows: {}", count, reason));
    // The order of the rows in the files must not matter.
    std::sort(out.runs.begin(), out.runs.end(),
              [](const TrialRecord* a, const TrialRecord* b) { return a->run_id < b->run_id; });
    keep_best_stage(out);
    if (out.runs.empty()) return out;

    out.stand_in = option.records_stand_for && std::any_of(out.runs.begin(), out.runs.end(), [&](const TrialRecord* run) {
                       return run->instance != option.instance;
                   });
    find_basis(option.name, out, complaints);
    check_parts(out, complaints);
    if (out.count_noun.empty()) out.count_noun = scenario.workload.output_unit;
    out.source = rows_of(scenario, out.runs);
    out.closeness = closeness_of(option, out);
    for (const TrialRecord* run : out.runs) out.passed += run->quality_passed ? 1 : 0;

    std::set<std::string> used;
    for (const TrialRecord* run : out.runs) used.insert(run->run_id);
    for (const FailureRecords& file : records.failures)
        for (const FailureRecord& failure : file.rows) {
            if (!ids.contains(failure.run_id))
                complaints.error(failure.where, "run_id", "`" + failure.run_id + "` is no run of option " + option.name,
                                 "a failure without its run has no exposure", "add the run to the trial records");
            else if (used.contains(failure.run_id))
                out.failures.push_back(&failure);
        }
    return out;
}

std::optional<double> work_of(const TrialRecord& run) {
    if (!run.count_basis) return run.output_units > 0 ? std::optional(run.output_units) : std::nullopt;
    switch (*run.count_basis) {
        case TrialRecord::CountBasis::samples: return run.samples;
        case TrialRecord::CountBasis::tokens: return run.tokens;
        case TrialRecord::CountBasis::steps: return run.steps;
    }
    return std::nullopt;
}

double exposure_node_h(const TrialRecord& run, std::uint32_t nodes) {
    // All that was billed but downtime: where a part was not recorded, the run was exposed all the same.
    const double seconds = run.billed_s - run.downtime_s.value_or(0);
    return seconds / seconds_per_hour * nodes;
}

std::vector<MeasuredField> measured_fields(const MeasuredRuns& runs, const std::vector<std::string>& amount_columns) {
    std::vector<MeasuredField> fields;
    fields.push_back(field("work", runs.runs, work_of));
    fields.push_back(
        field("seconds_per_unit", runs.runs, [&](const TrialRecord& run) { return seconds_per_unit(run, runs.basis); }));
    if (runs.basis == RunBasis::productive)
        fields.push_back(field("wait_ratio", runs.runs, [&](const TrialRecord& run) -> std::optional<double> {
            const auto each_s = seconds_per_unit(run, runs.basis);
            return each_s && *each_s > 0 ? std::optional(wait_s(run) / (*each_s * *work_of(run))) : std::nullopt;
        }));
    if (runs.basis != RunBasis::billed) {
        add_startup(runs, fields);
        fields.push_back(field("checkpoint_time", runs.runs, [](const TrialRecord& run) -> std::optional<double> {
            if (!run.checkpoint_s || !run.checkpoints || *run.checkpoints == 0) return std::nullopt;
            return *run.checkpoint_s / *run.checkpoints;
        }));
        fields.push_back(field("validation_time", runs.runs, [](const TrialRecord& run) { return run.validation_s; }));
    }
    const auto output = field("output_per_run", runs.runs, [](const TrialRecord& run) {
        return run.quality_passed ? std::optional(run.output_units) : std::nullopt;
    });
    fields.push_back(output);
    for (const std::string& column : amount_columns)
        fields.push_back(field("amount:" + column, runs.runs, [&](const TrialRecord& run) -> std::optional<double> {
            const auto at = run.extra.find(column);
            return at == run.extra.end() ? std::nullopt : std::optional(at->second);
        }));
    std::erase_if(fields, [](const MeasuredField& candidate) { return !some(candidate); });
    return fields;
}

}  // namespace trialcost
