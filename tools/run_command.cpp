#include <fmt/format.h>

#include <bit>
#include <chrono>
#include <cmath>
#include <cstdio>

#include "scenarios/build/build_plan.hpp"
#include "sim/results/result_file.hpp"
#include "sim/results/summary_arrays.hpp"
#include "sim/run/option_summary.hpp"
#include "sim/run/runner.hpp"
#include "sim/run/threads.hpp"
#include "sim/run/verdicts.hpp"
#include "tools/commands.hpp"
#include "tools/print_complaints.hpp"
#include "tools/progress.hpp"
#include "tools/provenance.hpp"
#include "tools/today.hpp"

namespace trialcost {
namespace {

// The total that was asked for, spread over the replicates; a Sobol' net has a power of two of
// points.
SamplingDesign sampling_of(const RunRequest& request) {
    SamplingDesign design = request.sampling;
    if (!request.draws) return design;
    constexpr std::uint64_t least_per_replicate = 64, most_per_replicate = std::uint64_t{1} << 30;
    std::uint64_t each = (*request.draws + design.replicates - 1) / design.replicates;
    each = std::max(each, least_per_replicate);
    if (design.sampler == Sampler::sobol) each = std::bit_ceil(each);
    if (each > most_per_replicate)
        throw std::invalid_argument(
            fmt::format("--draws={} is more than this version can hold; at most {}", *request.draws,
                        most_per_replicate * design.replicates));
    design.draws_per_replicate = static_cast<std::uint32_t>(each);
    return design;
}

// Columns of one option are in memory at a time, with the working copies of its summary.
void check_memory(const Plan& plan) {
    std::size_t items = 0;
    for (const OptionPlan& option : plan.options) items = std::max(items, option.items.size());
    const double columns = static_cast<double>(2 * figure_count + time_part_count + items + 8);
    const double gigabytes = columns * 8 * static_cast<double>(plan.sampling.total()) / 1e9;
    constexpr double most_gigabytes = 16;
    if (gigabytes > most_gigabytes)
        throw std::invalid_argument(fmt::format(
            "{} draws need about {:.0f} GB, more than the {:.0f} GB allowed; lower --draws",
            plan.sampling.total(), gigabytes, most_gigabytes));
}

std::vector<OptionSummary> simulate(const Plan& plan, int threads, ProgressStyle style) {
    const Runner runner(plan, threads);
    ProgressLine progress(style, plan.sampling.total() * plan.options.size());
    std::vector<OptionSummary> summaries;
    for (const OptionPlan& option : plan.options) {
        progress.begin(option.name);
        if (option.job.can_run()) {
            const SampleColumns columns =
                runner.run(option, [&](std::uint64_t draws) { progress.update(draws); });
            summaries.push_back(summarise_option(plan, option, columns));
        } else {
            summaries.push_back(unknown_summary(plan, option));
        }
        progress.finish_option(plan.sampling.total());
    }
    return summaries;
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
    BuiltPlan built = build_plan(request.scenario, today());
    print_complaints(built.warnings);
    Plan& plan = built.plan;
    plan.sampling = sampling_of(request);
    const Overwrite overwrite = request.force ? Overwrite::replace : Overwrite::refuse;
    if (!request.force && std::filesystem::exists(request.output))
        throw OutputError(
            OutputFault::cannot_create,
            request.output.string() + " exists; choose another name, or replace it with --force");
    probe_writable(request.output, overwrite);
    check_memory(plan);

    const int threads = request.threads.value_or(available_threads());
    const std::vector<OptionSummary> summaries = simulate(plan, threads, request.progress);
    warn_of_failures(summaries);
    ResultData result = result_of(plan, summaries, judge(plan, summaries));

    const double wall_s =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    add_provenance(result, request.argv, threads, {started_at, timestamp(), wall_s});
    write_result(result, request.output, overwrite);
    fmt::print("{}\n{} draws x {} options in {:.1f} s on {} threads; wrote {}\n",
               terminal_report(result, Detail::brief), plan.sampling.total(), plan.options.size(),
               wall_s, threads, request.output.string());
    return 0;
}

}  // namespace trialcost
