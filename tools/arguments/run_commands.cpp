#include "tools/arguments/run_commands.hpp"

#include <string>

#include "tools/arguments/count_text.hpp"
#include "tools/arguments/option_kinds.hpp"

namespace trialcost {
namespace {

constexpr const char* run_examples = R"(Examples:
  trialcost run scenario.toml -o result.h5
  trialcost run scenario.toml -o result.h5 --draws=1e6 --seed=7 --threads=2 --force
  trialcost run scenario.toml -o result.h5 --target-error "0.5 %" --time-limit "10 min"
  trialcost run scenario.toml -o part-2.shard --draws 1G --shard 2/16
  trialcost run scenario.toml -o result.h5 --md summary --fail-if "p_kept(total) < 0.9"
)";

constexpr const char* merge_examples = R"(Examples:
  trialcost merge result.h5 part-*.shard
  trialcost merge result.h5 part-0.shard part-1.shard --scenario scenario.toml
)";

constexpr const char* verify_examples = R"(Examples:
  trialcost verify result.h5
  trialcost verify result.h5 --blocks 64 --scenario elsewhere/scenario.toml
)";

constexpr std::uint64_t most_draws = std::uint64_t{1} << 34;
constexpr std::uint64_t most_shards = 100'000;

void add_threads(CLI::App& command, std::optional<int>& threads) {
    count_option(command, "--threads", "threads (default: all this process may use)",
                 [&threads](std::uint64_t value) {
                     if (value < 1 || value > 1024)
                         throw CLI::ValidationError("--threads", "must lie between 1 and 1024");
                     threads = static_cast<int>(value);
                 });
}

void add_result(CLI::App& command, ResultRequest& result) {
    command.add_flag("--force", result.force, "replace an existing result");
    add_threads(command, result.threads);
    command
        .add_option_function<std::string>(
            "--md", [&result](const std::string& file) { result.markdown = file; },
            "also write a short Markdown summary")
        ->type_name("FILE");
    repeated_option(command, "--fail-if",
                    "exit with 3 if true, \"p_kept(total) < 0.9\" or \"verdict != expand\" say",
                    [&result](const std::string& text) {
                        try {
                            result.fail_if.push_back(FailCondition::parse(text));
                        } catch (const std::invalid_argument& fault) {
                            throw CLI::ValidationError(fault.what());
                        }
                    })
        ->type_name("CONDITION");
    add_progress(command, result.progress);
    add_color(command, result.color);
}

void add_scenario(CLI::App& command, std::optional<std::filesystem::path>& scenario,
                  const std::string& help) {
    command
        .add_option_function<std::string>(
            "--scenario", [&scenario](const std::string& file) { scenario = file; }, help)
        ->type_name("FILE");
}

// "2/16"
ShardNumber parse_shard(const std::string& text) {
    const std::size_t slash = text.find('/');
    const auto index = parse_count(std::string_view(text).substr(0, slash));
    const auto count = slash == std::string::npos
                           ? std::nullopt
                           : parse_count(std::string_view(text).substr(slash + 1));
    if (!index || !count)
        throw CLI::ValidationError("--shard", "`" + text + "` is no shard; write 0/16, 1/16, ...");
    if (*count < 1 || *count > most_shards || *index >= *count)
        throw CLI::ValidationError("--shard", "`" + text + "`: shards of N are 0/N to N-1/N, and " +
                                                  std::to_string(most_shards) + " at most");
    return {*index, *count};
}

void add_sampling(CLI::App& command, RunRequest& run) {
    count_option(command, "--draws",
                 "draws in all (default 65536); under Sobol' rounded up to 16 times a power of two",
                 [&run](std::uint64_t value) {
                     if (value < 1 || value > most_draws)
                         throw CLI::ValidationError(
                             "--draws", "must lie between 1 and " + std::to_string(most_draws));
                     run.draws = value;
                 });
    count_option(command, "--seed", "seed of all randomness (default 1)",
                 [&run](std::uint64_t value) { run.sampling.seed = value; });
    word_option<Sampler>(command, "--sampler", "sobol (default), lhs or mc",
                         {{"sobol", Sampler::sobol},
                          {"lhs", Sampler::latin_hypercube},
                          {"mc", Sampler::monte_carlo}},
                         [&run](Sampler sampler) { run.sampling.sampler = sampler; });
    share_option(command, "--target-error",
                 "draw until the error of cost and of keeping a ceiling is this small, 0.5 % say",
                 [&run](double share) { run.target_error = share; });
}

}  // namespace

void add_run(CLI::App& app, RunRequest& run) {
    CLI::App* command = app.add_subcommand("run", "Simulate a scenario and write the result file");
    command->footer(run_examples);
    command->add_option("scenario", run.scenario, "the scenario file (TOML)")->required();
    command->add_option("-o,--output", run.output, "the result file (HDF5)")->required();
    add_sampling(*command, run);
    time_option(*command, "--time-limit",
                "stop after this time with what is done saved; the same command goes on",
                [&run](double seconds) { run.time_limit_s = seconds; });
    time_option(*command, "--checkpoint", "how often what is done is saved (default 1 min)",
                [&run](double seconds) { run.checkpoint_every_s = seconds; });
    command
        ->add_option_function<std::string>(
            "--shard", [&run](const std::string& text) { run.shard = parse_shard(text); },
            "run part I of N (from 0) alone; `merge` makes a result of all of them")
        ->type_name("I/N");
    add_result(*command, run);
}

void add_merge(CLI::App& app, MergeRequest& merge) {
    CLI::App* command =
        app.add_subcommand("merge", "Make a result of the shards of a run, as if run in one go");
    command->footer(merge_examples);
    command->add_option("output", merge.output, "the result file (HDF5)")->required();
    command->add_option("shards", merge.shards, "what `run --shard` wrote, all of it")->required();
    add_scenario(*command, merge.scenario, "the scenario file (default: where the shards read it)");
    add_result(*command, merge);
}

void add_verify(CLI::App& app, VerifyRequest& verify) {
    CLI::App* command =
        app.add_subcommand("verify", "Check a result file, and compute some of its draws again");
    command->footer(verify_examples);
    command->add_option("result", verify.result, "the result file (HDF5)")->required();
    add_scenario(*command, verify.scenario, "the scenario file (default: where the run read it)");
    count_option(*command, "--blocks", "blocks of 1,024 draws to compute again (default 8)",
                 [&verify](std::uint64_t value) {
                     if (value < 1) throw CLI::ValidationError("--blocks", "must be at least 1");
                     verify.blocks = value;
                 });
    add_threads(*command, verify.threads);
}

std::string fault_of(const RunRequest& run) {
    if (run.shard && run.target_error)
        return "--shard and --target-error: a shard does not know the error of the others; run "
               "without the one or the other";
    if (run.shard && (run.markdown || !run.fail_if.empty()))
        return "--shard with --md or --fail-if: a shard alone has no result; give them to merge";
    return "";
}

}  // namespace trialcost
