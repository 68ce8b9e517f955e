#include "scenarios/build/build_plan.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "scenarios/build/build_option.hpp"
#include "scenarios/build/correlations.hpp"
#include "scenarios/build/pool_options.hpp"
#include "scenarios/build/quote_book.hpp"
#include "scenarios/build/quote_checks.hpp"
#include "scenarios/document/document.hpp"
#include "scenarios/document/text_file.hpp"
#include "sim/plan/cautious_plan.hpp"

namespace trialcost {
namespace {

// Reads each file once, whoever names it, and keeps its digest for the plan. Files that cannot be
// read are remembered, so that one run shows all that is wrong.
class Files {
  public:
    Files(const Scenario& scenario, Complaints& complaints)
        : folder_(scenario.folder),
          amounts_(amount_columns(scenario.options)),
          complaints_(complaints) {}

    // Null where there is anything wrong with the file: it has been complained about.
    const TrialRecords* trials(const NamedFile& file) {
        return read(trials_, file, [this](const TextFile& text, Complaints& complaints) {
            return read_trial_records(text, complaints, amounts_);
        });
    }
    const FailureRecords* failures(const NamedFile& file) {
        return read(failures_, file, read_failure_records);
    }
    const BlockRecords* blocks(const NamedFile& file) {
        return read(blocks_, file, read_block_records);
    }
    const QuoteRecords* quotes(const NamedFile& file) { return read(quotes_, file, read_quotes); }

    std::vector<FileDigest> digests() const { return digests_; }

    void throw_if_any_fault() {
        std::string all;
        for (const auto& [where, problem] : unreadable_)
            all += fmt::format("{}{}:{}: {}", all.empty() ? "" : "; ", where.file, where.line,
                               problem);
        if (!all.empty() && !complaints_.any_error()) throw UnreadableInput(all);
        for (const auto& [where, problem] : unreadable_) complaints_.error(where, "", problem);
        complaints_.throw_if_any_error();
    }

  private:
    template <class Records, class Read>
    const Records* read(std::map<std::string, std::optional<Records>>& known, const NamedFile& file,
                        const Read& read_records) {
        const auto [at, is_new] = known.try_emplace(file.name);
        if (is_new) {
            const std::size_t errors = complaints_.error_count();
            if (const auto text = read_text(file)) at->second = read_records(*text, complaints_);
            if (complaints_.error_count() > errors) at->second.reset();
        }
        return at->second ? &*at->second : nullptr;
    }

    std::optional<TextFile> read_text(const NamedFile& file) {
        try {
            auto text = read_text_file(folder_ / file.name, csv_size_limit, complaints_);
            if (text) digests_.push_back({file.name, text->sha256()});
            return text;
        } catch (const UnreadableInput& fault) {
            unreadable_.emplace_back(file.where, fault.what());
            return std::nullopt;
        }
    }

    std::filesystem::path folder_;
    std::vector<std::string> amounts_;
    Complaints& complaints_;
    std::map<std::string, std::optional<TrialRecords>> trials_;
    std::map<std::string, std::optional<FailureRecords>> failures_;
    std::map<std::string, std::optional<BlockRecords>> blocks_;
    std::map<std::string, std::optional<QuoteRecords>> quotes_;
    std::vector<FileDigest> digests_;
    std::vector<std::pair<Position, std::string>> unreadable_;
};

QuoteShelf read_shelf(const Scenario& scenario, const Date& as_of, Files& files) {
    QuoteShelf shelf;
    shelf.as_of = to_day(as_of);
    shelf.ages = scenario.quote_ages;
    for (const NamedFile& file : scenario.quote_files)
        if (const QuoteRecords* read = files.quotes(file))
            shelf.rows.insert(shelf.rows.end(), read->rows.begin(), read->rows.end());
    shelf.priced = priced_quotes(scenario, shelf.rows);
    return shelf;
}

// The runs of an option; nothing where its records are wrong: what else would be said of it would
// not be so.
std::optional<MeasuredRuns> read_runs(const Scenario& scenario, const WrittenOption& option,
                                      const QuoteShelf& shelf, Files& files,
                                      Complaints& complaints) {
    OptionRecords records;
    records.quotes = shelf.rows;
    bool good = true;
    const auto add = [&](auto& list, const auto* file) {
        good = good && file != nullptr;
        if (file != nullptr) list.push_back(file);
    };
    for (const NamedFile& file : option.trials) add(records.trials, files.trials(file));
    for (const NamedFile& file : option.failure_files) add(records.failures, files.failures(file));
    for (const NamedFile& file : option.block_files) add(records.blocks, files.blocks(file));
    if (!good) return std::nullopt;
    const std::size_t errors = complaints.error_count();
    MeasuredRuns runs = choose_runs(scenario, option, records, complaints);
    if (complaints.error_count() > errors) return std::nullopt;
    return runs;
}

// By option.
using AllRuns = std::vector<std::optional<MeasuredRuns>>;

AllRuns read_all_runs(const Scenario& scenario, const QuoteShelf& shelf, Files& files,
                      Complaints& complaints) {
    AllRuns runs;
    for (const WrittenOption& option : scenario.options)
        runs.push_back(read_runs(scenario, option, shelf, files, complaints));
    pool_over_options(scenario, amount_columns(scenario.options), runs);
    return runs;
}

void build_options(const Scenario& scenario, const AllRuns& runs, const QuoteShelf& shelf,
                   Plan& plan, Complaints& complaints) {
    for (std::size_t i = 0; i < runs.size(); ++i)
        if (scenario.options[i].name == scenario.baseline) plan.baseline = i;
    for (std::size_t i = 0; i < runs.size(); ++i) {
        const auto& baseline = runs[plan.baseline];
        if (!runs[i]) continue;
        const bool is_compared = i != plan.baseline && baseline;
        plan.options.push_back(build_option(scenario, scenario.options[i], *runs[i],
                                            is_compared ? &*baseline : nullptr, shelf, complaints));
    }
}

// What several options share stands first in the table of coordinates. What is drawn per event has
// no coordinate.
void collect_shared(Plan& plan) {
    for (const OptionPlan& option : plan.options)
        for (const StatedInput& input : option.stated) {
            if (!input.name.starts_with("shared/") || input.varies == Varies::per_event) continue;
            const bool known =
                std::any_of(plan.shared.begin(), plan.shared.end(),
                            [&](const StatedInput& s) { return s.name == input.name; });
            if (!known) plan.shared.push_back(input);
        }
}

// Draws could not tell their events apart: said here, where it is known what asks for so many.
void check_events(const WrittenWorkload& workload, const Plan& plan, Complaints& complaints) {
    for (const OptionPlan& option : plan.options) {
        const JobPlan& job = option.job;
        if (job.has_events_for(plan.most_runs())) continue;
        complaints.error(
            workload.runs_where, "workload.runs",
            "a draw would need more random events than there are",
            fmt::format("option {}: {} runs (those wanted, and more to see how many fit the "
                        "budget) x {} attempts x {} failures; there are {}",
                        option.name, plan.most_runs(), job.max_attempts, job.max_failures,
                        coordinate_event),
            "lower workload.runs, or limits.max_attempts or limits.max_failures of the option");
    }
}

// What was wrong with the scenario has been said: the other way repeats it.
Plan read_otherwise(Scenario scenario, const Reading& reading, const AllRuns& runs,
                    const QuoteShelf& shelf, Plan plan) {
    scenario.reading = reading;
    Complaints said_already;
    plan.options.clear();
    plan.shared.clear();
    build_options(scenario, runs, shelf, plan, said_already);
    collect_shared(plan);
    add_shared_correlations(scenario, plan, said_already);
    return plan;
}

}  // namespace

BuiltPlan build_plan(const std::filesystem::path& scenario_file, const Date& today,
                     OtherReadings others) {
    Complaints complaints;
    const auto text = read_text_file(scenario_file, scenario_size_limit, complaints);
    complaints.throw_if_any_error();
    const Node root = parse_toml(*text, complaints);
    Scenario scenario = read_scenario(root, complaints);
    scenario.folder = scenario_file.parent_path();

    Files files(scenario, complaints);
    const Date as_of = scenario.as_of.value_or(today);
    const QuoteShelf shelf = read_shelf(scenario, as_of, files);
    check_jumps(scenario, shelf, complaints);
    for (const WrittenOption& option : scenario.options)
        check_region(scenario, option, shelf, complaints);
    Plan plan;
    plan.runs = scenario.workload.runs;
    plan.parallel = scenario.workload.parallel;
    plan.ceilings = scenario.ceilings;
    const AllRuns runs = read_all_runs(scenario, shelf, files, complaints);
    build_options(scenario, runs, shelf, plan, complaints);
    collect_shared(plan);
    // Where an option could not be built, it is not known what is drawn.
    if (plan.options.size() == scenario.options.size())
        add_shared_correlations(scenario, plan, complaints);
    check_events(scenario.workload, plan, complaints);
    files.throw_if_any_fault();

    plan.title = scenario.title;
    plan.currency = scenario.currency;
    plan.as_of = format_date(as_of);
    plan.output_unit = scenario.workload.output_unit;
    plan.period_s = scenario.workload.period_s;
    plan.confidence = scenario.confidence;
    plan.scenario_text = std::string(text->text());
    plan.files.push_back({scenario_file.filename().string(), text->sha256()});
    for (FileDigest& file : files.digests()) plan.files.push_back(std::move(file));

    BuiltPlan built{std::move(plan), complaints.all(), {}, {}};
    if (others == OtherReadings::left_out) return built;
    const auto taken = [&](const Reading& reading) {
        return read_otherwise(scenario, reading, runs, shelf, built.plan);
    };
    built.conservative =
        cautious_plan(taken({scenario.reading.predictive, InputCase::conservative}));
    for (const PredictiveKind kind : all_predictive_kinds)
        if (kind != scenario.reading.predictive)
            built.other_predictives.push_back(
                {std::string(name_of(kind)), taken({kind, InputCase::baseline})});
    return built;
}

}  // namespace trialcost
