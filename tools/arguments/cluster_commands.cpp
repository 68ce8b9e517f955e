#include "tools/arguments/cluster_commands.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>
#include <string_view>

#include "tools/arguments/option_kinds.hpp"

namespace trialcost {
namespace {

constexpr const char* slurm_examples = R"(Examples:
  trialcost slurm scenario.toml --shards 100 -o result.h5 --time "8 h" -- --draws 1G > jobs.sh
  bash jobs.sh
  trialcost slurm scenario.toml --shards 16 --partition cpu --cpus 8 | bash
)";

constexpr std::uint64_t most_shards = 100'000, most_minutes = 365 * 24 * 60;

std::optional<std::uint64_t> number(std::string_view digits, std::uint64_t below) {
    std::uint64_t value = 0;
    const auto [at, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    const bool whole = error == std::errc{} && at == digits.data() + digits.size();
    return whole && value < below ? std::optional(value) : std::nullopt;
}

// Slurm's "[DAYS-]HOURS:MINUTES:SECONDS" in seconds. Its shorter forms are other units each.
std::optional<std::uint64_t> slurm_time_s(std::string_view text) {
    std::optional<std::uint64_t> days = 0;
    if (const std::size_t dash = text.find('-'); dash != std::string_view::npos) {
        days = number(text.substr(0, dash), 1000);
        text.remove_prefix(dash + 1);
    }
    const std::size_t first = text.find(':'), second = text.rfind(':');
    if (first == std::string_view::npos || first == second) return std::nullopt;
    const auto hours = number(text.substr(0, first), 10'000);
    const auto minutes = number(text.substr(first + 1, second - first - 1), 60);
    const auto seconds = number(text.substr(second + 1), 60);
    if (!days || !hours || !minutes || !seconds) return std::nullopt;
    return ((*days * 24 + *hours) * 60 + *minutes) * 60 + *seconds;
}

bool has_control_character(std::string_view text) {
    return std::any_of(text.begin(), text.end(),
                       [](unsigned char c) { return c < 0x20 || c == 0x7f; });
}

void add_resources(CLI::App& command, SlurmRequest& slurm) {
    const auto set_time = [&slurm](double seconds) {
        const double minutes = std::ceil(seconds / 60);
        // The jobs are told a minute before their time is over.
        if (!(minutes >= 2 && minutes <= most_minutes))
            throw CLI::ValidationError("--time", "must lie between 2 min and 365 d");
        slurm.time_min = static_cast<std::uint64_t>(minutes);
    };
    time_option(command, "--time", "time limit of each job, \"8 h\" or Slurm's 08:00:00", set_time);
    // A number alone is minutes to Slurm, and seconds elsewhere here.
    command.get_option("--time")->transform([](const std::string& text) -> std::string {
        if (number(text, ~std::uint64_t{}))
            throw CLI::ValidationError("`" + text + "` has no unit; write " + text +
                                       " min, or 08:00:00 say");
        const auto seconds = slurm_time_s(text);
        return seconds ? std::to_string(*seconds) + " s" : text;
    });
    command
        .add_option_function<std::string>(
            "--partition",
            [&slurm](const std::string& name) {
                const auto is_plain = [](unsigned char c) {
                    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') ||
                           (c >= 'A' && c <= 'Z') || c == '_' || c == '-' || c == '.' || c == ',';
                };
                if (name.empty() || !std::all_of(name.begin(), name.end(), is_plain))
                    throw CLI::ValidationError("--partition",
                                               "`" + name + "` is no name of a partition");
                slurm.partition = name;
            },
            "partition of the jobs (default: the cluster's)")
        ->type_name("NAME");
    count_option(command, "--cpus", "processors of each job (default 1)",
                 [&slurm](std::uint64_t value) {
                     if (value < 1 || value > 1024)
                         throw CLI::ValidationError("--cpus", "must lie between 1 and 1024");
                     slurm.cpus = static_cast<int>(value);
                 });
}

}  // namespace

void add_slurm(CLI::App& app, SlurmRequest& slurm) {
    CLI::App* command = app.add_subcommand(
        "slurm", "Print a script that gives the shards of a run, and their merge, to Slurm");
    command->footer(slurm_examples);
    command->add_option("scenario", slurm.scenario, "the scenario file (TOML)")->required();
    count_option(*command, "--shards", "jobs to share the run out to",
                 [&slurm](std::uint64_t value) {
                     if (value < 1 || value > most_shards)
                         throw CLI::ValidationError(
                             "--shards", "must lie between 1 and " + std::to_string(most_shards));
                     slurm.shards = value;
                 });
    command->get_option("--shards")->required();
    command->add_option("-o,--output", slurm.output,
                        "the result file (HDF5; default result.h5); the shards go beside it");
    add_resources(*command, slurm);
    command->add_option("options", slurm.run_options,
                        "after `--`: options of `run`, the same for all shards");
}

std::string fault_of(const SlurmRequest& slurm) {
    for (const std::string& option : slurm.run_options)
        for (const std::string_view own : {"--shard", "--output", "-o"})
            if (option == own || option.starts_with(std::string(own) + "="))
                return std::string(own) + " after `--`: the script gives each shard its own";
    std::vector<std::string> texts = slurm.run_options;
    texts.push_back(slurm.scenario.string());
    texts.push_back(slurm.output.string());
    if (std::any_of(texts.begin(), texts.end(), has_control_character))
        return "a control character in a file name or option: it cannot stand in a script";
    if (slurm.output.filename().empty()) return "--output names a folder, not a file";
    if (std::filesystem::absolute(slurm.output).string().find_first_of("%\\") != std::string::npos)
        return "% or \\ in the path of the result: Slurm would not put the logs beside it";
    return "";
}

std::vector<std::string> shard_words(const SlurmRequest& slurm) {
    // As a shard has it: no option, whatever it begins with.
    const std::string scenario = std::filesystem::absolute(slurm.scenario).string();
    std::vector<std::string> words{"trialcost",
                                   "run",
                                   scenario,
                                   "-o",
                                   slurm.output.string(),
                                   "--shard=0/" + std::to_string(slurm.shards)};
    words.insert(words.end(), slurm.run_options.begin(), slurm.run_options.end());
    return words;
}

std::string fault_of_shard(const RunRequest& run) {
    if (run.force)
        return "--force is no use to shards: those that are there are not run again; remove what "
               "is to be made anew";
    return "";
}

}  // namespace trialcost
