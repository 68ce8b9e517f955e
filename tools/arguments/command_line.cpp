#include "tools/arguments/command_line.hpp"

#include <CLI/CLI.hpp>
#include <vector>

#include "scenarios/document/complaints.hpp"
#include "scenarios/document/words.hpp"
#include "tools/arguments/cluster_commands.hpp"
#include "tools/arguments/data_commands.hpp"
#include "tools/arguments/option_kinds.hpp"
#include "tools/arguments/run_commands.hpp"

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

constexpr const char* check_examples = R"(Examples:
  trialcost check scenario.toml
  trialcost check scenario.toml --strict
)";

constexpr const char* show_examples = R"(Examples:
  trialcost show result.h5
  trialcost show result.h5 --full
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

Request wrong(const std::string& why) {
    return NothingToDo{2, "", "trialcost: " + why + "\n"};
}

// The innermost command that the line names, and where its own words begin.
struct NamedCommand {
    const CLI::App* app;
    int from;
};

NamedCommand named_command(const CLI::App& app, int argc, const char* const* argv) {
    NamedCommand named{&app, 1};
    while (named.from < argc) {
        const auto found = named.app->get_subcommands(
            [&](const CLI::App* each) { return each->get_name() == argv[named.from]; });
        if (found.empty()) break;
        named = {found.front(), named.from + 1};
    }
    return named;
}

// CLI11 says only that a subcommand is required: the nearest one is more use.
std::optional<Request> unknown_command(const CLI::App& app, int argc, const char* const* argv) {
    const NamedCommand named = named_command(app, argc, argv);
    std::vector<std::string> names;
    for (const CLI::App* command : named.app->get_subcommands([](const CLI::App*) { return true; }))
        names.push_back(command->get_name());
    if (names.empty()) return std::nullopt;
    if (named.from >= argc) return NothingToDo{2, "", named.app->help()};
    const std::string word = argv[named.from];
    if (word.starts_with("-")) return std::nullopt;
    const std::string near = nearest(word, names);
    return wrong("unknown command `" + printable(word) + "`" +
                 (near.empty() ? "; see trialcost --help" : ", did you mean `" + near + "`?"));
}

// CLI11 speaks of what is missing or too much where an option was only misspelt.
std::optional<Request> unknown_option(const CLI::App& app, int argc, const char* const* argv) {
    const NamedCommand command = named_command(app, argc, argv);
    std::vector<std::string> names;
    std::string letters;
    for (const CLI::Option* option : command.app->get_options()) {
        for (const std::string& name : option->get_lnames()) names.push_back(name);
        for (const std::string& letter : option->get_snames()) letters += letter;
    }
    for (int i = command.from; i < argc; ++i) {
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
        const std::string where = command.app->get_name() == "slurm"
                                      ? "; options of run go after `--`"
                                      : "; see trialcost --help";
        return wrong("unknown option `" + printable(word) + "`" +
                     (near.empty() ? where : ", did you mean `--" + near + "`?"));
    }
    return std::nullopt;
}

std::string joined(int argc, const char* const* argv) {
    std::string out;
    for (int i = 0; i < argc; ++i) out += (i > 0 ? " " : "") + std::string(argv[i]);
    return out;
}

// The options for its shards are read as each of them will read them.
Request checked(const SlurmRequest& slurm) {
    if (const std::string fault = fault_of(slurm); !fault.empty()) return wrong(fault);
    const std::vector<std::string> words = shard_words(slurm);
    std::vector<const char*> argv;
    for (const std::string& word : words) argv.push_back(word.c_str());
    const Request request = parse_command_line(static_cast<int>(argv.size()), argv.data());
    const auto* run = std::get_if<RunRequest>(&request);
    if (run == nullptr) return request;
    if (const std::string fault = fault_of_shard(*run); !fault.empty()) return wrong(fault);
    return slurm;
}

}  // namespace

Request parse_command_line(int argc, const char* const* argv) {
    RunRequest run;
    MergeRequest merge;
    VerifyRequest verify;
    SlurmRequest slurm;
    CheckRequest check;
    ShowRequest show;
    InitRequest init;
    FitRequest fit;
    BacktestRequest backtest;
    ImportQuotesRequest import_quotes;
    ReconcileRequest reconcile;
    bool full = false, version = false;

    CLI::App app("trialcost: what an AI training job will cost, from measured trial runs",
                 "trialcost");
    app.formatter(std::make_shared<ExamplesFirst>());
    app.footer(examples);
    app.add_flag("--version", version, "print the version");
    app.require_subcommand(0, 1);
    add_run(app, run);
    add_merge(app, merge);
    add_verify(app, verify);
    add_slurm(app, slurm);
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
    add_import(app, import_quotes);
    add_reconcile(app, reconcile);
    CLI::App* version_command = app.add_subcommand("version", "Print the version");

    if (auto answer = unknown_command(app, argc, argv)) return *answer;
    try {
        app.parse(argc, argv);
    } catch (const CLI::CallForHelp&) {
        return NothingToDo{0, named_command(app, argc, argv).app->help(), ""};
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
    if (app.got_subcommand("import")) return import_quotes;
    if (app.got_subcommand("reconcile")) {
        const std::string fault = fault_of(reconcile);
        if (!fault.empty()) return wrong(fault);
        return reconcile;
    }
    if (show_command->parsed()) {
        show.detail = full ? Detail::full : Detail::brief;
        return show;
    }
    if (app.got_subcommand("verify")) return verify;
    if (app.got_subcommand("slurm")) return checked(slurm);
    merge.argv = run.argv = joined(argc, argv);
    if (app.got_subcommand("merge")) return merge;
    const std::string fault = fault_of(run);
    if (!fault.empty()) return wrong(fault);
    return run;
}

}  // namespace trialcost
