// The command: one request, one catch site.
#include <fmt/core.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <optional>
#include <stdexcept>
#include <string>

#include "models/lanes/targets.hpp"
#include "scenarios/document/complaints.hpp"
#include "sim/results/result_file.hpp"
#include "sim/run/runner.hpp"
#include "tools/commands.hpp"
#include "tools/exit_codes.hpp"
#include "tools/print_complaints.hpp"
#include "tools/provenance.hpp"
#include "tools/sample_run.hpp"
#include "tools/terminal_colors.hpp"

namespace trialcost {
namespace {

int answer(const Request& request, const Ranks& ranks) {
    if (const auto* run = std::get_if<RunRequest>(&request)) return run_command(*run, ranks);
    // What one process does, the others leave to it.
    if (!ranks.is_first()) return 0;
    if (const auto* merge = std::get_if<MergeRequest>(&request)) return merge_command(*merge);
    if (const auto* verify = std::get_if<VerifyRequest>(&request)) return verify_command(*verify);
    if (const auto* slurm = std::get_if<SlurmRequest>(&request)) return slurm_command(*slurm);
    if (const auto* check = std::get_if<CheckRequest>(&request)) return check_command(*check);
    if (const auto* show = std::get_if<ShowRequest>(&request)) return show_command(*show);
    if (const auto* init = std::get_if<InitRequest>(&request)) return init_command(*init);
    if (const auto* fit = std::get_if<FitRequest>(&request)) return fit_command(*fit);
    if (const auto* backtest = std::get_if<BacktestRequest>(&request))
        return backtest_command(*backtest);
    if (const auto* quotes = std::get_if<ImportQuotesRequest>(&request))
        return import_command(*quotes);
    if (const auto* reconcile = std::get_if<ReconcileRequest>(&request))
        return reconcile_command(*reconcile);
    if (std::get_if<VersionRequest>(&request) != nullptr) {
        fmt::print("{}\n", version_text());
        return 0;
    }
    const auto& nothing = std::get<NothingToDo>(request);
    fmt::print("{}", nothing.out);
    fmt::print(stderr, "{}", nothing.err);
    return nothing.exit_code;
}

ColorChoice color_of(const Request& request) {
    return std::visit(
        [](const auto& each) {
            if constexpr (requires { each.color; }) return each.color;
            return ColorChoice::automatic;
        },
        request);
}

// The instruction set that TRIALCOST_TARGET names, to prove that it does not matter which.
std::optional<lanes::OnlyTarget> target_asked_for() {
    const char* name = std::getenv("TRIALCOST_TARGET");
    if (name == nullptr || *name == '\0') return std::nullopt;
    std::string known;
    for (const lanes::Target& target : lanes::available_targets()) {
        if (target.name == name) return std::optional<lanes::OnlyTarget>(std::in_place, target);
        known += (known.empty() ? "" : ", ") + target.name;
    }
    throw std::invalid_argument("TRIALCOST_TARGET is `" + std::string(name) +
                                "`; this machine has " + known);
}

int fail(ExitCode code, const std::string& message) {
    fmt::print(stderr, "trialcost: {}\n", printable(message));
    return static_cast<int>(code);
}

int guarded(int argc, const char* const* argv, const Ranks& ranks) {
    ColorChoice color = ColorChoice::automatic;
    try {
        const auto target = target_asked_for();
        const Request request = parse_command_line(argc, argv);
        color = color_of(request);
        return answer(request, ranks);
    } catch (const InputError& error) {
        print_complaints(error.complaints(), colors_for(color, Stream::err));
        return static_cast<int>(ExitCode::wrong_input);
    } catch (const UnreadableInput& error) {
        return fail(ExitCode::unreadable_input, error.what());
    } catch (const UnreadableResult& error) {
        return fail(ExitCode::unreadable_input, error.what());
    } catch (const ResultFileError& error) {
        return fail(ExitCode::wrong_input, error.what());
    } catch (const OutputError& error) {
        return fail(error.fault() == OutputFault::write_failed ? ExitCode::write_failed
                                                               : ExitCode::cannot_create_output,
                    error.what());
    } catch (const StoppedEarly& error) {
        if (!ranks.is_first()) return static_cast<int>(ExitCode::stopped_early);
        return fail(ExitCode::stopped_early, error.what());
    } catch (const StateError& error) {
        return fail(ExitCode::wrong_input,
                    std::string("a part of a run cannot be used: ") + error.what());
    } catch (const SelfCheckError& error) {
        return fail(ExitCode::self_check_failed, error.what());
    } catch (const std::invalid_argument& error) {
        return fail(ExitCode::wrong_input, error.what());
    } catch (const std::exception& error) {
        return fail(ExitCode::internal_error,
                    std::string("internal error: ") + error.what() +
                        "; please report it with the command line and the scenario");
    }
}

}  // namespace
}  // namespace trialcost

int main(int argc, char** argv) {
    // A file-size limit must come back as an error of write(), not end the process half-way.
    std::signal(SIGXFSZ, SIG_IGN);
    const trialcost::Ranks ranks(&argc, &argv);
    const int code = trialcost::guarded(argc, argv, ranks);
    // One that fails would leave the others waiting for ever.
    const bool all_know = code == static_cast<int>(trialcost::ExitCode::stopped_early);
    if (code != 0 && !all_know) ranks.end_all(code);
    return code;
}
