#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <tuple>

#include "scenarios/build/failure_sums.hpp"
#include "scenarios/build/measured_runs.hpp"
#include "scenarios/build/other_nodes.hpp"
#include "scenarios/build/places.hpp"
#include "scenarios/build/unit_slips.hpp"
#include "scenarios/document/words.hpp"

namespace trialcost {
namespace {

using Stage = TrialRecord::Stage;
using Runs = std::vector<MeasuredRun>;
using RowsOfRun = std::map<std::string, std::vector<const FailureRecord*>>;

// A shorter trial is none of target load, whatever its stage says.
constexpr double least_share_of_target = 0.1;

// Why a record does not speak for the option; empty when it does.
std::string why_not(const TrialRecord& run, const WrittenOption& option) {
    if (run.instance != option.instance && !option.records_stand_for)
        return fmt::format("instance {}", run.instance);
    if (run.software && !option.software.empty() && *run.software != option.software)
        return fmt::format("software {}", *run.software);
    return "";
}

bool is_of_other_nodes(const TrialRecord& run, const WrittenOption& option) {
    return run.nodes && static_cast<std::uint32_t>(*run.nodes) != option.nodes;
}

std::string counted_rows(std::size_t count) {
    return fmt::format("{} row{}", count, count == 1 ? "" : "s");
}

// The records of one option, chosen step by step.
class Chooser {
  public:
    Chooser(const Scenario& scenario, const WrittenOption& option, Complaints& complaints)
        : scenario_(scenario), option_(option), complaints_(complaints) {}

    void take(const TrialRecords& file) {
        for (const auto& [column, first_text] : file.extra_columns) {
            std::optional<Position>& place = out_.extra_columns[column];
            if (!place) place = first_text;
        }
        for (const TrialRecord& run : file.rows) {
            if (!ids_.insert(run.run_id).second) {
                complaints_.error(
                    run.where, "run_id",
                    "`" + run.run_id + "` stands in two files of option " + option_.name,
                    "a run counts once", "remove one of them");
                continue;
            }
            const std::string reason = why_not(run, option_);
            if (!reason.empty())
                ++reasons_[reason];
            else
                (is_of_other_nodes(run, option_) ? others_ : out_.runs).push_back({run});
        }
    }

    void take(const FailureRecords& file) {
        for (const FailureRecord& row : file.rows)
            if (is_known(row.where, row.run_id, "a failure without its run has no exposure"))
                rows_[row.run_id].push_back(&row);
    }

    void take(const BlockRecords& file) {
        for (const BlockRecord& row : file.rows)
            if (is_known(row.where, row.run_id, "a block without its run says nothing of a trial"))
                blocks_[row.run_id].push_back(&row);
    }

    MeasuredRuns choose(std::span<const QuoteRecord> quotes) {
        const bool is_scaled = out_.runs.empty() && !others_.empty();
        if (is_scaled) out_.runs.swap(others_);
        // The order of the rows in the files must not matter.
        std::sort(out_.runs.begin(), out_.runs.end(),
                  [](const MeasuredRun& a, const MeasuredRun& b) { return a.run_id < b.run_id; });
        keep_best_stage();
        if (is_scaled) others_ = split_off_useless(out_.runs, option_.nodes);
        list_left_out();
        if (out_.runs.empty()) {
            warn_when_none_fits();
            return std::move(out_);
        }
        add_failures();
        add_blocks();
        check_alike();
        find_rounding(out_.runs, quotes);
        find_basis();
        for (const MeasuredRun& run : out_.runs) check_run(run);
        if (is_scaled) out_.scaling = scaling_of(out_.runs, out_.basis, option_.nodes);
        warn_of_units(out_.runs, complaints_);
        warn_of_silence();
        warn_of_lost_work();
        check_amount_columns();
        describe();
        if (is_scaled) out_.target_load = false;
        return std::move(out_);
    }

  private:
    bool is_known(const Position& row, const std::string& run_id, const std::string& why) {
        if (ids_.contains(run_id)) return true;
        complaints_.error(row, "run_id", "`" + run_id + "` is no run of option " + option_.name,
                          why, "add the run to the trial records");
        return false;
    }

    // Where the runs that failed have rows and the others a blank, only failing ones are counted.
    void warn_of_silence() {
        const auto says = [](const MeasuredRun& run) { return run.failures.has_value(); };
        const auto silent = std::find_if_not(out_.runs.begin(), out_.runs.end(), says);
        const auto count = std::count_if(out_.runs.begin(), out_.runs.end(), says);
        const bool all_failed =
            std::all_of(out_.runs.begin(), out_.runs.end(),
                        [&](const MeasuredRun& run) { return !says(run) || *run.failures > 0; });
        if (count == 0 || silent == out_.runs.end() || !all_failed) return;
        complaints_.warning(
            silent->where, "failures", "is blank, here or in all of the runs without a failure",
            fmt::format("{} of {} runs say nothing of failures, and all that do have failed: the "
                        "rate is likely too high",
                        static_cast<std::ptrdiff_t>(out_.runs.size()) - count, out_.runs.size()),
            "write 0 where nothing failed");
    }

    // Failures that lost less than the whole run went back to a checkpoint, and none is known.
    void warn_of_lost_work() {
        const bool any_save =
            option_.inputs.contains("checkpoint_interval") ||
            scenario_.shared_inputs.contains("checkpoint_interval") ||
            std::any_of(out_.runs.begin(), out_.runs.end(),
                        [](const MeasuredRun& run) { return run.checkpoints.value_or(0) > 0; });
        if (any_save) return;
        for (const FailureRecord* failure : out_.failures) {
            if (!failure->lost_s) continue;
            complaints_.warning(
                failure->where, "lost_s", "is recorded, and no checkpoint interval is",
                "without one each failure of the plan loses all work since the start",
                "give inputs.checkpoint_interval, or record checkpoints and in_training_s");
            return;
        }
    }

    // Of the work the scenario asks for; 1 where it asks for what the records have.
    double share_of_target(const MeasuredRun& run) const {
        const InputValue* target = given_work(scenario_, option_);
        const auto work = work_of(run);
        if (target == nullptr || target->kind != InputValue::Kind::distribution || !work) return 1;
        return *work / quantile(target->distribution, 0.5);
    }

    // Runs that do not say their stage are kept with those of target load; the gate tells.
    void keep_best_stage() {
        const auto at_target = [&](const MeasuredRun& run) {
            return (!run.stage || *run.stage >= Stage::target_load) &&
                   share_of_target(run) >= least_share_of_target;
        };
        Runs& runs = out_.runs;
        out_.target_load = std::any_of(runs.begin(), runs.end(), at_target);
        if (!out_.target_load) return;
        const auto early = std::stable_partition(runs.begin(), runs.end(), at_target);
        if (early != runs.end())
            reasons_["before target load"] += static_cast<std::size_t>(runs.end() - early);
        runs.erase(early, runs.end());
        out_.stage_unknown = static_cast<std::size_t>(std::count_if(
            runs.begin(), runs.end(), [](const MeasuredRun& run) { return !run.stage; }));
    }

    void list_left_out() {
        for (const MeasuredRun& run : others_)
            ++reasons_[fmt::format("node count {}, the option has {}", *run.nodes, option_.nodes)];
        for (const auto& [reason, count] : reasons_)
            out_.left_out += fmt::format("{}{}: {}", out_.left_out.empty() ? "" : "; ",
                                         counted_rows(count), reason);
        if (out_.runs.empty() && !others_.empty())
            out_.left_out += fmt::format(
                "; time per unit of work is scaled from records on both sides of {} nodes, or of "
                "three node counts",
                option_.nodes);
    }

    void warn_when_none_fits() {
        if (reasons_.empty()) return;
        complaints_.warning(option_.where, option_.path + ".trials",
                            "no record of it fits the option", out_.left_out,
                            "records of another instance can stand for the option's: "
                            "records_stand_for = { instance = ..., because = ... }");
    }

    void add_failures() {
        const auto order = [](const FailureRecord* a, const FailureRecord* b) {
            const auto key = [](const FailureRecord& row) {
                return std::tie(row.at_s, row.failure_class, row.downtime_s, row.restore_s,
                                row.lost_s, row.billed);
            };
            return key(*a) < key(*b);
        };
        for (MeasuredRun& run : out_.runs) {
            const auto at = rows_.find(run.run_id);
            if (at == rows_.end()) continue;
            std::stable_sort(at->second.begin(), at->second.end(), order);
            complete_from_failures(run, at->second, complaints_);
            out_.failures.insert(out_.failures.end(), at->second.begin(), at->second.end());
        }
    }

    void add_blocks() {
        for (const MeasuredRun& run : out_.runs)
            if (const auto at = blocks_.find(run.run_id); at != blocks_.end())
                out_.blocks.emplace(run.run_id, blocks_of_run(run, at->second, complaints_));
    }

    // A record of another software, precision and so on is another measurement: they do not mix.
    void check_alike() {
        const auto text = [](const std::optional<std::string>& value) {
            return value.value_or("");
        };
        check_same("instance", "keep the records of each instance in a file of their own",
                   [](const MeasuredRun& run) { return run.instance; });
        check_same("software", "give the option its `software`: other rows are then left out",
                   [&](const MeasuredRun& run) { return text(run.software); });
        const std::string apart = "keep them apart: one option for each";
        check_same("precision", apart, [&](const MeasuredRun& run) { return text(run.precision); });
        check_same("parallel_strategy", apart,
                   [&](const MeasuredRun& run) { return text(run.parallel_strategy); });
        check_same("global_batch", apart, [](const MeasuredRun& run) {
            return run.global_batch ? fmt::format("{}", *run.global_batch) : "";
        });
    }

    template <class Get>
    void check_same(const char* field, const std::string& remedy, const Get& get) {
        std::string known;
        for (const MeasuredRun& run : out_.runs) {
            const std::string value = get(run);
            if (known.empty()) known = value;
            if (value.empty() || value == known) continue;
            complaints_.error(
                run.where, field, fmt::format("the records mix `{}` and `{}`", known, value),
                "those of option " + option_.name + "; each is another measurement", remedy);
            return;
        }
    }

    void find_basis() {
        const auto all = [&](const auto& test) {
            return std::all_of(out_.runs.begin(), out_.runs.end(), test);
        };
        if (all([](const MeasuredRun& run) { return productive_s(run).has_value(); }))
            out_.basis = RunBasis::productive;
        else if (all([](const MeasuredRun& run) { return run.in_training_s.has_value(); }))
            out_.basis = RunBasis::end_to_end;
        std::set<std::string> nouns;
        for (const MeasuredRun& run : out_.runs)
            nouns.insert(run.count_basis ? std::string(to_text(*run.count_basis)) : "");
        if (nouns.size() > 1)
            complaints_.error(out_.runs.front().where, "count_basis",
                              "the records count different things",
                              "those of option " + option_.name + "; their work cannot be compared",
                              "use one count_basis for all of them");
        out_.count_noun = nouns.begin()->empty() ? scenario_.workload.output_unit : *nouns.begin();
    }

    void check_run(const MeasuredRun& run) {
        if (run.throughput_basis == TrialRecord::ThroughputBasis::end_to_end &&
            (run.data_wait_s || run.idle_s))
            complaints_.error(run.where, "throughput_basis", "end_to_end together with data wait",
                              "data wait would be counted twice",
                              "leave data_wait_s and idle_s blank, or the basis");
        if (run.quality_passed && !(run.output_units > 0))
            complaints_.error(run.where, "output_units", "is zero although the run met the bar",
                              "its unit cost would be infinite", "correct one of the two");
        check_times(run, out_.basis, complaints_);
        if (out_.basis != RunBasis::billed)
            out_.largest_unexplained =
                std::max(out_.largest_unexplained, unexplained_s(run) / run.billed_s);
    }

    void check_amount_columns() {
        for (const WrittenCostItem& item : option_.cost_items) {
            if (item.amount.kind != InputValue::Kind::measured_column) continue;
            const auto column = out_.extra_columns.find(item.amount.column);
            if (column == out_.extra_columns.end()) {
                complain_about_column(item);
            } else if (column->second) {
                complaints_.error(*column->second, item.amount.column, "is not a number",
                                  "cost item " + item.name + " counts by this column",
                                  "leave the cell blank if it is not known");
            }
            for (const MeasuredRun& run : out_.runs)
                if (const auto at = run.extra.find(item.amount.column);
                    at != run.extra.end() && at->second < 0)
                    complaints_.error(run.where, item.amount.column, "must not be negative",
                                      "cost item " + item.name + " counts by this column");
        }
    }

    void complain_about_column(const WrittenCostItem& item) {
        std::vector<std::string> names;
        for (const auto& [name, place] : out_.extra_columns) names.push_back(name);
        const std::string meant = nearest(item.amount.column, names);
        complaints_.error(item.amount.where, item.path,
                          "no record has the column `" + item.amount.column + "`",
                          "columns that trialcost itself knows are no amounts",
                          meant.empty() ? "" : "did you mean `" + meant + "`?");
    }

    void describe() {
        std::vector<Position> rows;
        for (const MeasuredRun& run : out_.runs) {
            rows.push_back(run.where);
            out_.passed += run.quality_passed ? 1 : 0;
        }
        out_.source = place_of_rows(scenario_, rows);
        const MeasuredRun& first = out_.runs.front();
        if (first.instance != option_.instance)
            out_.stand_in = fmt::format("measured on {}, priced as {}: {}", first.instance,
                                        option_.instance, option_.records_stand_for->because);
        if (out_.scaling)
            out_.other_nodes = fmt::format("measured on {} nodes, the option has {}",
                                           text_of_counts(out_.scaling->counts), option_.nodes);
        out_.closeness = fmt::format("{}", fmt::join(differences(), "; "));
    }

    std::vector<std::string> differences() const {
        std::vector<std::string> found;
        const auto any = [&](const auto& test) {
            return std::any_of(out_.runs.begin(), out_.runs.end(), test);
        };
        if (!out_.stand_in.empty()) found.push_back(out_.stand_in);
        if (!out_.other_nodes.empty()) found.push_back(out_.other_nodes);
        if (!out_.target_load) {
            double largest = 0;
            for (const MeasuredRun& run : out_.runs)
                largest = std::max(largest, share_of_target(run));
            found.emplace_back("not at target load");
            if (largest < least_share_of_target)
                found.push_back(
                    fmt::format("its trials cover {:.2g} % of the target's work", 100 * largest));
        }
        if (out_.stage_unknown > 0) found.emplace_back("stage not recorded");
        if (any([&](const MeasuredRun& run) {
                return run.region && *run.region != option_.region;
            }))
            found.emplace_back("another region");
        if (any([](const MeasuredRun& run) { return !run.nodes; }))
            found.emplace_back("node count not recorded");
        if (!option_.software.empty() && any([](const MeasuredRun& run) { return !run.software; }))
            found.emplace_back("software not recorded");
        return found;
    }

    const Scenario& scenario_;
    const WrittenOption& option_;
    Complaints& complaints_;
    MeasuredRuns out_;
    Runs others_;  // of other node counts, that are not used
    std::map<std::string, std::size_t> reasons_;
    std::set<std::string> ids_;
    RowsOfRun rows_;
    std::map<std::string, std::vector<const BlockRecord*>> blocks_;
};

}  // namespace

EvidenceClass MeasuredRuns::class_of(std::string_view input) const {
    if (!stand_in.empty()) return EvidenceClass::assumed;
    if (!scaling) return EvidenceClass::measured;
    const bool is_moved = input == "seconds_per_unit" || input == "node_scaling";
    return is_moved && scaling->reach != Reach::far ? EvidenceClass::measured
                                                    : EvidenceClass::assumed;
}

MeasuredRuns choose_runs(const Scenario& scenario, const WrittenOption& option,
                         const OptionRecords& records, Complaints& complaints) {
    Chooser chooser(scenario, option, complaints);
    for (const TrialRecords* file : records.trials) chooser.take(*file);
    for (const FailureRecords* file : records.failures) chooser.take(*file);
    for (const BlockRecords* file : records.blocks) chooser.take(*file);
    return chooser.choose(records.quotes);
}

}  // namespace trialcost
