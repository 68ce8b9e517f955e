#include <fmt/format.h>

#include <bit>
#include <chrono>
#include <cmath>
#include <cstdio>

#include "models/units/counted.hpp"
#include "scenarios/build/build_plan.hpp"
#include "sim/results/result_file.hpp"
#include "sim/results/summary_arrays.hpp"
#include "sim/run/option_summary.hpp"
#include "sim/run/runner.hpp"
#include "sim/run/threads.hpp"
#include "sim/run/verdicts.hpp"
#include "tools/commands.hpp"
#include "tools/exit_codes.hpp"
#include "tools/print_complaints.hpp"
#include "tools/progress.hpp"
#include "tools/provenance.hpp"
#include "tools/report/fail_condition.hpp"
#include "tools/report/markdown_report.hpp"
#include "tools/report/text_layout.hpp"
#include "tools/simulation.hpp"
#include "tools/terminal_colors.hpp"
#include "tools/today.hpp"

namespace trialcost {
namespace {

// The total that was asked for, spread over the replicates; a Sobol' net has a power of two of
// points.
SamplingDesign sampling_of(const RunRequest& request) {
    SamplingDesign design = request.sampling;
    if (!request.draws) return design;
    constexpr std::uint64_t least_per_replicate = 64;
    std::uint64_t each = (*request.draws + design.replicates - 1) / design.replicates;
    each = std::max(each, least_per_replicate);
    if (design.sampler == Sampler::sobol) each = std::bit_ceil(each);
    design.draws_per_replicate = static_cast<std::uint32_t>(each);
    return design;
}

// Columns of one option are in memory at a time, with the working copies of its summary.
void check_memory(const Plan& plan) {
    std::size_t lines = 0;
    for (const OptionPlan& option : plan.options)
        lines = std::max(lines, 2 * (1 + option.items.size()) + option.job.failures.size());
    const double columns = static_cast<double>(2 * figure_count + time_part_count + lines + 8);
    const double gigabytes = columns * 8 * static_cast<double>(plan.sampling.total()) / 1e9;
    constexpr double most_gigabytes = 16;
    if (gigabytes > most_gigabytes)
        throw std::invalid_argument(fmt::format(
            "{} draws need about {:.0f} GB, more than the {:.0f} GB allowed; lower --draws",
            plan.sampling.total(), gigabytes, most_gigabytes));
}

void check_conditions(const Plan& plan, const std::vector<FailCondition>& conditions) {
    std::vector<std::string> options, ceilings;
    for (const OptionPlan& option : plan.options) options.push_back(option.name);
    for (const BudgetCeiling& ceiling : plan.ceilings) ceilings.push_back(name_of(ceiling.figure));
    for (const FailCondition& condition : conditions) condition.check(options, ceilings);
}

void check_output(const std::filesystem::path& path, const RunRequest& request) {
    if (!request.force && std::filesystem::exists(path))
        throw OutputError(
            OutputFault::cannot_create,
            path.string() + " exists; choose another name, or replace it with --force");
    probe_writable(path, request.force ? Overwrite::replace : Overwrite::refuse);
}

// Far more or fewer failures than their hazard: the event loop and the rates disagree.
void warn_of_failures(const std::vector<OptionSummary>& summaries) {
    constexpr double suspicious = 6;
    for (const OptionSummary& summary : summaries)
        if (std::fabs(summary.failure_z) > suspicious)
            fmt::print(stderr,
                       "trialcost: warning: option {}: its failures differ from their expectation "
                       "by {:.1f} standard "
                       "errors\n",
                       summary.option, summary.failure_z);
}

}  // namespace

int run_command(const RunRequest& request) {
    const std::string started_at = timestamp();
    const auto start = std::chrono::steady_clock::now();
    const SamplingDesign design = sampling_of(request);
    BuiltPlan built = build_plan(request.scenario, today(), readings_for(design));
    print_complaints(built.warnings, colors_for(request.color, Stream::err));
    Plan& plan = built.plan;
    plan.sampling = design;
    check_conditions(plan, request.fail_if);
    check_output(request.output, request);
    if (request.markdown) check_output(*request.markdown, request);
    check_memory(plan);

    const int threads = request.threads.value_or(available_threads());
    Simulation simulation(built, threads, request.progress);
    const std::vector<OptionSummary> summaries = simulation.main();
    warn_of_failures(summaries);
    ResultData result = result_of(plan, summaries, judge(plan, summaries), simulation.beside());

    const double wall_s =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    add_provenance(result, request.argv, threads, {started_at, timestamp(), wall_s});
    write_result(result, request.output, request.force ? Overwrite::replace : Overwrite::refuse);
    if (request.markdown) {
        const std::string summary = markdown_report(result);
        replace_file(*request.markdown, std::as_bytes(std::span(summary)));
    }
    fmt::print("{}\n{} draws x {} in {:.1f} s on {}; wrote {}\n",
               terminal_report(result, Detail::brief, colors_for(request.color, Stream::out)),
               plan.sampling.total(), counted(plan.options.size(), "option"), wall_s,
               counted(static_cast<std::size_t>(threads), "thread"),
               printable(request.output.string()));
    for (const FailCondition& condition : request.fail_if)
        if (condition.holds(ResultView(result))) {
            fmt::print(stderr, "trialcost: it is true that {}\n", printable(condition.text()));
            return static_cast<int>(ExitCode::condition_is_true);
        }
    return 0;
}

}  // namespace trialcost
