#include "tools/arguments/command_line.hpp"

#include <CLI/CLI.hpp>
#include <vector>

#include "scenarios/document/complaints.hpp"
#include "scenarios/document/words.hpp"
#include "tools/arguments/count_text.hpp"

namespace trialcost {
namespace {

constexpr const char* examples = R"(Examples:
  trialcost init my-job
  trialcost check scenario.toml
  trialcost run scenario.toml -o result.h5
  trialcost show result.h5 --full
)";

constexpr const char* init_examples = R"(Examples:
  trialcost init my-job
  trialcost init && trialcost run scenario.toml -o result.h5
)";

constexpr const char* run_examples = R"(Examples:
  trialcost run scenario.toml -o result.h5
  trialcost run scenario.toml -o result.h5 --draws=1e6 --seed=7 --threads=2 --force
  trialcost run scenario.toml -o result.h5 --md summary --fail-if "p_kept(total) < 0.9"
)";

constexpr const char* check_examples = R"(Examples:
  trialcost check scenario.toml
  trialcost check scenario.toml --strict
)";

constexpr const char* show_examples = R"(Examples:
  trialcost show result.h5
  trialcost show result.h5 --full
)";

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

// Examples come before everything else.
class ExamplesFirst : public CLI::Formatter {
  public:
    std::string make_help(const CLI::App* app, std::string name,
                          CLI::AppFormatMode mode) const override {
        std::string help = CLI::Formatter::make_help(app, std::move(name), mode);
        const std::string& footer = app->get_footer();
        if (const auto at = help.rfind(footer); !footer.empty() && at != std::string::npos)
            help.erase(at, footer.size());
        return app->get_description() + "\n\n" + footer + "\n" + help;
    }
    std::string make_description(const CLI::App*) const override { return ""; }
};

void count_option(CLI::App& app, const std::string& name, const std::string& help,
                  const std::function<void(std::uint64_t)>& set) {
    app.add_option_function<std::string>(
           name,
           [name, set](const std::string& text) {
               const auto value = parse_count(text);
               if (!value)
                   throw CLI::ValidationError(
                       name, "`" + text + "` is not a count; write 1000000, 1e6 or 10M");
               set(*value);
           },
           help)
        ->type_name("COUNT");
}

// One of a few words.
template <class Value>
void word_option(CLI::App& app, const std::string& name, const std::string& help,
                 const std::map<std::string, Value>& words, const std::function<void(Value)>& set) {
    app.add_option_function<std::string>(
           name,
           [name, help, words, set](const std::string& text) {
               const auto at = words.find(text);
               if (at == words.end())
                   throw CLI::ValidationError(name, "`" + text + "` is none of: " + help);
               set(at->second);
           },
           help)
        ->type_name("WORD");
}

void add_color(CLI::App& command, ColorChoice& color) {
    word_option<ColorChoice>(command, "--color", "auto (default), always or never",
                             {{"auto", ColorChoice::automatic},
                              {"always", ColorChoice::always},
                              {"never", ColorChoice::never}},
                             [&color](ColorChoice choice) { color = choice; });
}

void add_run(CLI::App& app, RunRequest& run) {
    CLI::App* command = app.add_subcommand("run", "Simulate a scenario and write the result file");
    command->footer(run_examples);
    command->add_option("scenario", run.scenario, "the scenario file (TOML)")->required();
    command->add_option("-o,--output", run.output, "the result file (HDF5)")->required();
    command->add_flag("--force", run.force, "replace an existing result");
    count_option(*command, "--draws",
                 "draws in all (default 65536); under Sobol' rounded up to 16 times a power of two",
                 [&run](std::uint64_t value) {
                     constexpr std::uint64_t most = std::uint64_t{1} << 34;
                     if (value < 1 || value > most)
                         throw CLI::ValidationError(
                             "--draws", "must lie between 1 and " + std::to_string(most));
                     run.draws = value;
                 });
    count_option(*command, "--seed", "seed of all randomness (default 1)",
                 [&run](std::uint64_t value) { run.sampling.seed = value; });
    word_option<Sampler>(*command, "--sampler", "sobol (default) or mc",
                         {{"sobol", Sampler::sobol}, {"mc", Sampler::monte_carlo}},
                         [&run](Sampler sampler) { run.sampling.sampler = sampler; });
    count_option(*command, "--threads", "threads (default: all this process may use)",
                 [&run](std::uint64_t value) {
                     if (value < 1 || value > 1024)
                         throw CLI::ValidationError("--threads", "must lie between 1 and 1024");
                     run.threads = static_cast<int>(value);
                 });
    command
        ->add_option_function<std::string>(
            "--md", [&run](const std::string& file) { run.markdown = file; },
            "also write a short Markdown summary")
        ->type_name("FILE");
    command
        ->add_option_function<std::vector<std::string>>(
            "--fail-if",
            [&run](const std::vector<std::string>& texts) {
                try {
                    for (const std::string& text : texts)
                        run.fail_if.push_back(FailCondition::parse(text));
                } catch (const std::invalid_argument& fault) {
                    throw CLI::ValidationError(fault.what());
                }
            },
            "exit with 3 if true, \"p_kept(total) < 0.9\" or \"verdict != expand\" say")
        ->type_name("CONDITION")
        ->allow_extra_args(false);
    word_option<ProgressStyle>(*command, "--progress", "auto (default), plain or none",
                               {{"auto", ProgressStyle::automatic},
                                {"plain", ProgressStyle::plain},
                                {"none", ProgressStyle::none}},
                               [&run](ProgressStyle style) { run.progress = style; });
    add_color(*command, run.color);
}

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
    command
        ->add_option_function<std::vector<std::string>>(
            "--where",
            [&backtest](const std::vector<std::string>& texts) {
                for (const std::string& text : texts) {
                    const std::size_t at = text.find('=');
                    if (at == std::string::npos || at == 0)
                        throw CLI::ValidationError("--where", "`" + text + "` is not COLUMN=VALUE");
                    backtest.where.push_back({text.substr(0, at), text.substr(at + 1)});
                }
            },
            "only rows with this value, \"status=success\" say")
        ->type_name("COLUMN=VALUE")
        ->allow_extra_args(false);
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

// Options that contradict each other.
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

Request wrong(const std::string& why) {
    return NothingToDo{2, "", "trialcost: " + why + "\n"};
}

// CLI11 says only that a subcommand is required: the nearest one is more use.
std::optional<Request> unknown_command(const CLI::App& app, int argc, const char* const* argv) {
    if (argc < 2) return NothingToDo{2, "", app.help()};
    const std::string word = argv[1];
    if (word.starts_with("-")) return std::nullopt;
    std::vector<std::string> names;
    for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; }))
        names.push_back(command->get_name());
    if (std::find(names.begin(), names.end(), word) != names.end()) return std::nullopt;
    const std::string near = nearest(word, names);
    return wrong("unknown command `" + printable(word) + "`" +
                 (near.empty() ? "; see trialcost --help" : ", did you mean `" + near + "`?"));
}

// CLI11 speaks of what is missing or too much where an option was only misspelt.
std::optional<Request> unknown_option(const CLI::App& app, int argc, const char* const* argv) {
    const auto named =
        app.get_subcommands([&](const CLI::App* each) { return each->get_name() == argv[1]; });
    const CLI::App* command = named.empty() ? nullptr : named.front();
    std::vector<std::string> names;
    std::string letters;
    for (const CLI::Option* option : (command != nullptr ? command : &app)->get_options()) {
        for (const std::string& name : option->get_lnames()) names.push_back(name);
        for (const std::string& letter : option->get_snames()) letters += letter;
    }
    for (int i = command != nullptr ? 2 : 1; i < argc; ++i) {
        std::string_view word = argv[i];
        if (word == "--") break;
        word = word.substr(0, word.find('='));
        const bool is_number = word.size() > 1 && word[1] >= '0' && word[1] <= '9';
        if (word.size() < 2 || word[0] != '-' || is_number) continue;
        const std::string name(word.substr(word[1] == '-' ? 2 : 1));
        const bool known = word[1] == '-'
                               ? std::find(names.begin(), names.end(), name) != names.end()
                               : letters.find(word[1]) != std::string::npos;
        if (known) continue;
        const std::string near = nearest(name, names);
        return wrong(
            "unknown option `" + printable(word) + "`" +
            (near.empty() ? "; see trialcost --help" : ", did you mean `--" + near + "`?"));
    }
    return std::nullopt;
}

std::string joined(int argc, const char* const* argv) {
    std::string out;
    for (int i = 0; i < argc; ++i) out += (i > 0 ? " " : "") + std::string(argv[i]);
    return out;
}

}  // namespace

Request parse_command_line(int argc, const char* const* argv) {
    RunRequest run;
    CheckRequest check;
    ShowRequest show;
    InitRequest init;
    FitRequest fit;
    BacktestRequest backtest;
    bool full = false, version = false;

    CLI::App app("trialcost: what an AI training job will cost, from measured trial runs",
                 "trialcost");
    app.formatter(std::make_shared<ExamplesFirst>());
    app.footer(examples);
    app.add_flag("--version", version, "print the version");
    app.require_subcommand(0, 1);
    add_run(app, run);
    CLI::App* check_command =
        app.add_subcommand("check", "Read everything, print the evidence, simulate nothing");
    check_command->footer(check_examples);
    check_command->add_option("scenario", check.scenario, "the scenario file (TOML)")->required();
    check_command->add_flag("--strict", check.strict, "treat warnings as errors");
    add_color(*check_command, check.color);
    CLI::App* init_command = app.add_subcommand(
        "init", "Write a commented scenario with records and quotes to start from");
    init_command->footer(init_examples);
    init_command->add_option("folder", init.folder, "where to (default: this folder)");
    CLI::App* show_command = app.add_subcommand("show", "Print a result file");
    show_command->footer(show_examples);
    show_command->add_option("result", show.result, "the result file (HDF5)")->required();
    show_command->add_flag("--full", full, "everything the answer rests on");
    add_color(*show_command, show.color);
    add_fit(app, fit);
    add_backtest(app, backtest);
    CLI::App* version_command = app.add_subcommand("version", "Print the version");

    if (auto answer = unknown_command(app, argc, argv)) return *answer;
    try {
        app.parse(argc, argv);
    } catch (const CLI::CallForHelp&) {
        const auto chosen = app.get_subcommands();
        return NothingToDo{0, chosen.empty() ? app.help() : chosen.front()->help(), ""};
    } catch (const CLI::ParseError& error) {
        if (auto answer = unknown_option(app, argc, argv)) return *answer;
        return wrong(printable(error.what()) + "; see trialcost --help");
    }
    if (version || version_command->parsed()) return VersionRequest{};
    if (check_command->parsed()) return check;
    if (init_command->parsed()) return init;
    if (app.got_subcommand("fit")) return fit;
    if (app.got_subcommand("backtest")) {
        const std::string fault = fault_of(backtest);
        if (!fault.empty()) return wrong(fault);
        return backtest;
    }
    if (show_command->parsed()) {
        show.detail = full ? Detail::full : Detail::brief;
        return show;
    }
    run.argv = joined(argc, argv);
    return run;
}

}  // namespace trialcost
