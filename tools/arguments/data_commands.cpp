#include "tools/arguments/data_commands.hpp"

#include <algorithm>

#include "scenarios/document/complaints.hpp"
#include "scenarios/document/words.hpp"
#include "tools/arguments/option_kinds.hpp"

namespace trialcost {
namespace {

constexpr const char* fit_examples = R"(Examples:
  trialcost fit trials.csv billed_s
  trialcost fit failures.csv downtime_s --family lognormal
  trialcost fit intervals.csv hours --censored still_running --json
)";

constexpr const char* backtest_examples = R"(Examples:
  trialcost backtest runs.csv --group machine,workload --value billed_s --first 3
  trialcost backtest runs.csv --group machine,workload --value init_s+train_s --first 5 \
      --where status=success --by workload
)";

// "a,b" -> a and b; each must be there.
std::vector<std::string> words_between(const std::string& option, const std::string& text,
                                       char between) {
    std::vector<std::string> words;
    for (std::size_t from = 0; from <= text.size();) {
        const std::size_t to = std::min(text.find(between, from), text.size());
        words.push_back(text.substr(from, to - from));
        if (words.back().empty())
            throw CLI::ValidationError(option, "`" + text + "`: the name of a column is missing");
        from = to + 1;
    }
    return words;
}

}  // namespace

void add_fit(CLI::App& app, FitRequest& fit) {
    CLI::App* command = app.add_subcommand("fit", "Fit distributions to a column of a CSV file");
    command->footer(fit_examples);
    command->add_option("records", fit.records, "a CSV file with a header")->required();
    command->add_option("column", fit.column, "the column with the values")->required();
    command
        ->add_option_function<std::string>(
            "--censored", [&fit](const std::string& column) { fit.censored = column; },
            "the column that is true (or 1) where a value is only known to be larger")
        ->type_name("COLUMN");
    std::map<std::string, FitFamily> families;
    for (const FitFamily family : all_fit_families) families[std::string(name_of(family))] = family;
    word_option<FitFamily>(*command, "--family",
                           "normal, lognormal, gamma, weibull, beta or exponential (default: all)",
                           families, [&fit](FitFamily family) { fit.family = family; });
    command->add_flag_callback(
        "--json", [&fit] { fit.format = ReportFormat::json; }, "print JSON, with all digits");
}

void add_backtest(CLI::App& app, BacktestRequest& backtest) {
    CLI::App* command = app.add_subcommand(
        "backtest", "See how past runs fall into what the first few of them predict");
    command->footer(backtest_examples);
    command->add_option("records", backtest.records, "a CSV file with a header, one run a row")
        ->required();
    const auto text_option = [command](const std::string& name, const std::string& help,
                                       const std::function<void(const std::string&)>& set) {
        return command->add_option_function<std::string>(name, set, help);
    };
    const auto size_option = [command](const std::string& name, const std::string& help,
                                       std::uint64_t least, std::uint64_t most, std::size_t& size) {
        count_option(*command, name, help, [name, least, most, &size](std::uint64_t value) {
            if (value < least || value > most)
                throw CLI::ValidationError(name, "must lie between " + std::to_string(least) +
                                                     " and " + std::to_string(most));
            size = value;
        });
    };
    text_option("--group", "columns that tell groups of like runs apart",
                [&backtest](const std::string& text) {
                    backtest.group = words_between("--group", text, ',');
                })
        ->type_name("COLUMN,COLUMN")
        ->required();
    text_option("--value", "the column to predict, or several that are drawn jointly and added",
                [&backtest](const std::string& text) {
                    backtest.value = words_between("--value", text, '+');
                })
        ->type_name("COLUMN+COLUMN")
        ->required();
    size_option("--first", "runs that predict the others of their group", 1, 100, backtest.first);
    command->get_option("--first")->required();
    size_option("--shuffles", "orders of the runs of each group that are tried (default 200)", 1,
                100'000, backtest.shuffles);
    size_option("--min-runs", "runs that a group needs to count (default 9)", 3, 1'000'000,
                backtest.min_runs);
    count_option(*command, "--seed", "seed of the shuffles (default 1)",
                 [&backtest](std::uint64_t value) { backtest.seed = value; });
    repeated_option(*command, "--where", "only rows with this value, \"status=success\" say",
                    [&backtest](const std::string& text) {
                        const std::size_t at = text.find('=');
                        if (at == std::string::npos || at == 0)
                            throw CLI::ValidationError("--where",
                                                       "`" + text + "` is not COLUMN=VALUE");
                        backtest.where.push_back({text.substr(0, at), text.substr(at + 1)});
                    })
        ->type_name("COLUMN=VALUE");
    std::map<std::string, PredictiveKind> kinds;
    for (const PredictiveKind kind : all_predictive_kinds) kinds[std::string(word_of(kind))] = kind;
    word_option<PredictiveKind>(*command, "--predictive", "ranked (default), log_t or inverse_t",
                                kinds,
                                [&backtest](PredictiveKind kind) { backtest.predictive = kind; });
    text_option("--by", "also show groups by the values of this column, one of --group",
                [&backtest](const std::string& column) { backtest.by = column; })
        ->type_name("COLUMN");
    command->add_flag_callback(
        "--json", [&backtest] { backtest.format = ReportFormat::json; },
        "print JSON, with all digits");
}

std::string fault_of(const BacktestRequest& backtest) {
    if (backtest.first < 2)
        return "--first 1: one run says nothing of how runs differ; it takes 2 or more";
    if (backtest.first >= backtest.min_runs)
        return "--first " + std::to_string(backtest.first) + " leaves no later run in a group of " +
               std::to_string(backtest.min_runs) + ": --min-runs must be " +
               std::to_string(backtest.first + 1) + " or more";
    const auto& group = backtest.group;
    if (backtest.by && std::find(group.begin(), group.end(), *backtest.by) == group.end()) {
        const std::string near = nearest(*backtest.by, group);
        return "--by " + printable(*backtest.by) + " is none of the columns of --group" +
               (near.empty() ? "" : "; did you mean `" + printable(near) + "`?");
    }
    return "";
}

}  // namespace trialcost
