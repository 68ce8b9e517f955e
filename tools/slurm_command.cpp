#include <fmt/core.h>

#include <filesystem>
#include <system_error>

#include "scenarios/build/build_plan.hpp"
#include "scenarios/build/scenario.hpp"
#include "scenarios/document/document.hpp"
#include "scenarios/document/text_file.hpp"
#include "tools/commands.hpp"
#include "tools/print_complaints.hpp"
#include "tools/slurm_script.hpp"
#include "tools/terminal_colors.hpp"
#include "tools/today.hpp"

namespace trialcost {
namespace {

// The jobs call the program that wrote their script, not whichever their PATH has.
std::filesystem::path this_program() {
    std::error_code unknown;
    const auto path = std::filesystem::read_symlink("/proc/self/exe", unknown);
    return unknown ? std::filesystem::path("trialcost") : path;
}

bool states_its_date(const std::filesystem::path& scenario) {
    Complaints said_already;
    const auto text = read_text_file(scenario, scenario_size_limit, said_already);
    return text && read_scenario(parse_toml(*text, said_already), said_already).as_of;
}

}  // namespace

int slurm_command(const SlurmRequest& request) {
    // What is wrong is better said now than by every job.
    const BuiltPlan built = build_plan(request.scenario, today());
    print_complaints(built.warnings, colors_for(ColorChoice::automatic, Stream::err));
    if (!states_its_date(request.scenario))
        fmt::print(
            stderr,
            "trialcost: warning: the scenario has no `as_of`: shards that start on different "
            "days would be of different runs, and not merge; write as_of = {}\n",
            format_date(today()));
    fmt::print("{}", slurm_script(request, this_program()));
    return 0;
}

}  // namespace trialcost
