#include "scenarios/build/build_plan.hpp"

#include <algorithm>
#include <map>

#include "scenarios/build/build_option.hpp"
#include "scenarios/document/document.hpp"
#include "scenarios/document/text_file.hpp"

namespace trialcost {
namespace {

// Reads each file once, whoever names it, and keeps its digest for the plan.
class Files {
  public:
    Files(std::filesystem::path folder, Complaints& complaints) : folder_(std::move(folder)), complaints_(complaints) {}

    std::optional<TextFile> read(const std::string& name) {
        const auto known = texts_.find(name);
        if (known != texts_.end()) return known->second;
        const auto text = read_text_file(folder_ / name, csv_size_limit, complaints_);
        texts_.emplace(name, text);
        if (text) digests_.push_back({name, text->sha256()});
        return text;
    }

    std::vector<InputFile> digests() const { return digests_; }

  private:
    std::filesystem::path folder_;
    Complaints& complaints_;
    std::map<std::string, std::optional<TextFile>> texts_;
    std::vector<InputFile> digests_;
};

OptionRecords read_records(const WrittenOption& option, Files& files, Complaints& complaints) {
    OptionRecords out;
    for (const auto& [name, where] : option.trials)
        if (const auto text = files.read(name)) out.trials.push_back(read_trial_records(*text, complaints));
    for (const auto& [name, where] : option.failure_files)
        if (const auto text = files.read(name)) out.failures.push_back(read_failure_records(*text, complaints));
    return out;
}

QuoteShelf read_shelf(const Scenario& scenario, const Date& as_of, Files& files, Complaints& complaints) {
    QuoteShelf shelf;
    shelf.as_of = std::chrono::sys_days{std::chrono::year{as_of.year} / static_cast<unsigned>(as_of.month) /
                                        static_cast<unsigned>(as_of.day)};
    shelf.max_age = std::chrono::days{static_cast<int>(scenario.quote_max_age_d)};
    for (const auto& [name, where] : scenario.quote_files)
        if (const auto text = files.read(name)) {
            QuoteRecords read = read_quotes(*text, complaints);
            shelf.rows.insert(shelf.rows.end(), read.rows.begin(), read.rows.end());
        }
    return shelf;
}

// One option's records may stand in several options' lists: they are read, and judged, for each.
struct OptionInputs {
    OptionRecords records;
    MeasuredRuns runs;
};

void build_options(const Scenario& scenario, const QuoteShelf& shelf, Files& files, Plan& plan, Complaints& complaints) {
    std::vector<OptionInputs> inputs(scenario.options.size());
    const MeasuredRuns* baseline = nullptr;
    for (std::size_t i = 0; i < inputs.size(); ++i) {
        inputs[i].records = read_records(scenario.options[i], files, complaints);
        inputs[i].runs = choose_runs(scenario, scenario.options[i], inputs[i].records, complaints);
        if (scenario.options[i].name == scenario.baseline) {
            baseline = &inputs[i].runs;
            plan.baseline = i;
        }
    }
    for (std::size_t i = 0; i < inputs.size(); ++i) {
        const MeasuredRuns* other = i == plan.baseline ? nullptr : baseline;
        plan.options.push_back(
            build_option(scenario, scenario.options[i], inputs[i].runs, other, shelf, complaints));
    }
}

// What several options share stands first in the table of coordinates.
void collect_shared(Plan& plan) {
    for (const OptionPlan& option : plan.options)
        for (const StatedInput& input : option.stated) {
            const bool known = std::any_of(plan.shared.begin(), plan.shared.end(),
                                           [&](const StatedInput& s) { return s.name == input.name; });
            if (input.name.starts_with("shared/") && !known) plan.shared.push_back(input);
        }
}

}  // namespace

BuiltPlan build_plan(const std::filesystem::path& scenario_file, const Date& today) {
    Complaints complaints;
    const auto text = read_text_file(scenario_file, scenario_size_limit, complaints);
    complaints.throw_if_any_error();
    const Node root = parse_toml(*text, complaints);
    complaints.throw_if_any_error();
    Scenario scenario = read_scenario(root, complaints);
    scenario.folder = scenario_file.parent_path();

    Files files(scenario.folder, complaints);
    const Date as_of = scenario.as_of.value_or(today);
    const QuoteShelf shelf = read_shelf(scenario, as_of, files, complaints);
    Plan plan;
    build_options(scenario, shelf, files, plan, complaints);
    complaints.throw_if_any_error();

    plan.title = scenario.title;
    plan.currency = scenario.currency;
    plan.as_of = format_date(as_of);
    plan.output_unit = scenario.workload.output_unit;
    plan.runs = scenario.workload.runs;
    plan.period_s = scenario.workload.period_s;
    plan.confidence = scenario.confidence;
    plan.ceilings = scenario.ceilings;
    plan.scenario_text = std::string(text->text());
    plan.files.push_back({scenario_file.filename().string(), text->sha256()});
    for (InputFile& file : files.digests()) plan.files.push_back(std::move(file));
    collect_shared(plan);
    return {std::move(plan), complaints.all()};
}

}  // namespace trialcost
