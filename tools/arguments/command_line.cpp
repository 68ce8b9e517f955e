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
    CLI::App* init_command = app.add_subcommand(
        "init", "Write a commented scenario with records and quotes to start from");
    init_command->footer(init_examples);
    init_command->add_option("folder", init.folder, "where to (default: this folder)");
    CLI::App* show_command = app.add_subcommand("show", "Print a result file");
    show_command->footer(show_examples);
    show_command->add_option("result", show.result, "the result file (HDF5)")->required();
    show_command->add_flag("--full", full, "everything the answer rests on");
    CLI::App* version_command = app.add_subcommand("version", "Print the version");

    if (auto answer = unknown_command(app, argc, argv)) return *answer;
    try {
        app.parse(argc, argv);
    } catch (const CLI::CallForHelp&) {
        const auto chosen = app.get_subcommands();
        return NothingToDo{0, chosen.empty() ? app.help() : chosen.front()->help(), ""};
    } catch (const CLI::ParseError& error) {
        return wrong(printable(error.what()) + "; see trialcost --help");
    }
    if (version || version_command->parsed()) return VersionRequest{};
    if (check_command->parsed()) return check;
    if (init_command->parsed()) return init;
    if (show_command->parsed()) {
        show.detail = full ? Detail::full : Detail::brief;
        return show;
    }
    run.argv = joined(argc, argv);
    return run;
}

}  // namespace trialcost
