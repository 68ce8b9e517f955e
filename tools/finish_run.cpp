#include "tools/finish_run.hpp"

#include <fmt/format.h>

#include <chrono>
#include <cmath>
#include <cstdio>

#include "models/units/counted.hpp"
#include "sim/results/result_file.hpp"
#include "sim/results/summary_arrays.hpp"
#include "sim/run/verdicts.hpp"
#include "tools/exit_codes.hpp"
#include "tools/print_complaints.hpp"
#include "tools/report/fail_condition.hpp"
#include "tools/report/markdown_report.hpp"
#include "tools/report/text_layout.hpp"
#include "tools/terminal_colors.hpp"

namespace trialcost {
namespace {

void check_conditions(const Plan& plan, const std::vector<FailCondition>& conditions) {
    std::vector<std::string> options, ceilings;
    for (const OptionPlan& option : plan.options) options.push_back(option.name);
    for (const BudgetCeiling& ceiling : plan.ceilings) ceilings.push_back(name_of(ceiling.figure));
    for (const FailCondition& condition : conditions) condition.check(options, ceilings);
}

// Far more or fewer failures than their hazard: the event loop and the rates disagree.
void warn_of_failures(const std::vector<OptionSummary>& summaries) {
    constexpr double suspicious = 6;
    for (const OptionSummary& summary : summaries)
        if (std::fabs(summary.failure_z) > suspicious)
            fmt::print(stderr,
                       "trialcost: warning: option {}: its failures differ from their expectation "
                       "by {:.1f} standard errors\n",
                       summary.option, summary.failure_z);
}

int exit_code_of(const ResultRequest& request, const ResultData& result) {
    for (const FailCondition& condition : request.fail_if)
        if (condition.holds(ResultView(result))) {
            fmt::print(stderr, "trialcost: it is true that {}\n", printable(condition.text()));
            return static_cast<int>(ExitCode::condition_is_true);
        }
    return 0;
}

}  // namespace

void check_output(const std::filesystem::path& path, bool force) {
    if (!force && std::filesystem::exists(path))
        throw OutputError(
            OutputFault::cannot_create,
            path.string() + " exists; choose another name, or replace it with --force");
    probe_writable(path, force ? Overwrite::replace : Overwrite::refuse);
}

void check_request(const Plan& plan, const ResultRequest& request) {
    check_conditions(plan, request.fail_if);
    check_output(request.output, request.force);
    if (request.markdown) check_output(*request.markdown, request.force);
}

int finish_run(const ResultRequest& request, const Plan& plan, Simulation& simulation,
               RunTally& tally, Provenance provenance) {
    const auto start = std::chrono::steady_clock::now();
    const std::vector<OptionSummary> summaries = simulation.summarise(tally);
    warn_of_failures(summaries);
    ResultData result = result_of(plan, summaries, judge(plan, summaries), simulation.beside());
    set_checked_blocks(tally.checked_blocks(), result);

    provenance.argv = request.argv;
    provenance.finished_at = timestamp();
    provenance.wall_s +=
        std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    add_provenance(result, provenance);
    write_result(result, request.output, request.force ? Overwrite::replace : Overwrite::refuse);
    if (request.markdown) {
        const std::string summary = markdown_report(result);
        replace_file(*request.markdown, std::as_bytes(std::span(summary)));
    }
    fmt::print("{}\n{} draws x {} in {:.1f} s on {}; wrote {}\n",
               terminal_report(result, Detail::brief, colors_for(request.color, Stream::out)),
               plan.sampling.total(), counted(plan.options.size(), "option"), provenance.wall_s,
               counted(static_cast<std::size_t>(provenance.threads), "thread"),
               printable(request.output.string()));
    return exit_code_of(request, result);
}

}  // namespace trialcost
