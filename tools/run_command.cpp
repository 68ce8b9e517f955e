#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <string_view>

#include "scenarios/build/build_plan.hpp"
#include "sim/results/atomic_file.hpp"
#include "sim/run/runner.hpp"
#include "sim/run/target_error.hpp"
#include "sim/run/threads.hpp"
#include "tools/commands.hpp"
#include "tools/finish_run.hpp"
#include "tools/print_complaints.hpp"
#include "tools/report/text_layout.hpp"
#include "tools/sample_run.hpp"
#include "tools/simulation.hpp"
#include "tools/terminal_colors.hpp"
#include "tools/today.hpp"

namespace trialcost {
namespace {

using Clock = std::chrono::steady_clock;

// With --target-error, where --draws does not say.
constexpr std::uint64_t most_target_draws = std::uint64_t{1} << 26;

double seconds_since(Clock::time_point start) {
    return std::chrono::duration<double>(Clock::now() - start).count();
}

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

// Tasks that know nothing of each other would all do the same and write the same file.
void refuse_lone_tasks() {
    const char* tasks = std::getenv("SLURM_NTASKS");
    const char* number = std::getenv("SLURM_PROCID");
    if (built_with_mpi() || tasks == nullptr || number == nullptr) return;
    if (std::atoi(tasks) > 1 && std::string_view(number) != "0")
        throw std::invalid_argument(
            fmt::format("this is one of {} tasks that would all do the same, as the program was "
                        "built without MPI; ask for one task, or share the run out by --shard",
                        tasks));
}

class Run {
  public:
    Run(const RunRequest& request, const Ranks& ranks)
        : request_(request),
          ranks_(ranks),
          threads_(request.threads.value_or(available_threads())),
          today_(today()) {
        if (request.time_limit_s)
            latest_ = start_ + std::chrono::duration_cast<Clock::duration>(
                                   std::chrono::duration<double>(*request.time_limit_s));
    }

    int operator()() {
        SamplingDesign design = sampling_of(request_);
        if (request_.target_error) design.draws_per_replicate = first_look_draws;
        // The first rank goes ahead: what is wrong is said once.
        if (!ranks_.is_first()) ranks_.wait_for_all();
        BuiltPlan built = build_plan(request_.scenario, today_, readings_for(design));
        built.plan.sampling = design;
        if (ranks_.is_first()) {
            print_complaints(built.warnings, colors_for(request_.color, Stream::err));
            if (request_.shard)
                check_output(request_.output, request_.force);
            else
                check_request(built.plan, request_);
            ranks_.wait_for_all();
        }
        if (request_.shard) return run_shard(built.plan);
        return request_.target_error ? run_to_target(built) : run_whole(built);
    }

  private:
    StateHeader header_of(const Plan& plan) const {
        const ShardNumber shard = request_.shard.value_or(ShardNumber{});
        return {run_identity(plan, program_version()),
                std::filesystem::absolute(request_.scenario).string(),
                format_date(today_),
                plan.sampling,
                shard.index,
                shard.count,
                {}};
    }

    SampleOfRun sample_of(const Plan& plan, const Runner& runner) const {
        return {plan,
                runner,
                header_of(plan),
                checkpoint_path(request_.output, ranks_),
                std::chrono::duration<double>(request_.checkpoint_every_s),
                latest_,
                ranks_};
    }

    int run_shard(const Plan& plan) {
        const Runner runner(plan, threads_);
        SampleOfRun sample = sample_of(plan, runner);
        const std::uint64_t draws =
            part_of(all_blocks(plan.sampling), sample.header.shard, sample.header.shards).size() *
            std::min(draws_per_block, plan.sampling.draws_per_replicate);
        ProgressLine line(request_.progress,
                          std::max<std::uint64_t>(draws, 1) * plan.options.size());
        line.begin("all options");
        auto tally = gather_sample(
            sample, run_sample(sample, [&](std::uint64_t done) { line.update(done); }));
        if (tally) replace_file(request_.output, state_bytes(sample.header, *tally));
        ranks_.wait_for_all();
        remove_checkpoint(sample);
        if (!tally) return 0;
        fmt::print("shard {} of {} in {:.1f} s; wrote {}\n", sample.header.shard,
                   sample.header.shards, seconds_since(start_),
                   printable(request_.output.string()));
        return 0;
    }

    int run_whole(const BuiltPlan& built) {
        const Runner runner(built.plan, threads_);
        Simulation simulation(built, runner, threads_, request_.progress);
        SampleOfRun sample = sample_of(built.plan, runner);
        return finish(built, simulation, sample, run_sample(sample, simulation.main_progress()));
    }

    // Looks at samples that are doubled until two of them running have the error.
    int run_to_target(BuiltPlan& built) {
        TargetError target(*request_.target_error);
        const std::uint64_t most = request_.draws.value_or(most_target_draws);
        for (;; built.plan.sampling.draws_per_replicate *= 2) {
            const Runner runner(built.plan, threads_);
            SampleOfRun sample = sample_of(built.plan, runner);
            RunTally tally = run_sample(sample, {});
            auto all = gather_sample(sample, std::move(tally));
            const bool reached = all && target.is_reached(built.plan, *all);
            const bool last = 2 * built.plan.sampling.total() > most;
            if (!ranks_.any(reached || (all && last))) {
                remove_checkpoint(sample);
                continue;
            }
            if (all && !reached && ranks_.is_first())
                fmt::print(
                    stderr,
                    "trialcost: warning: the error is {:.2g} % after {} draws, not {:.2g} %; "
                    "more are allowed by --draws\n",
                    100 * target.error(), built.plan.sampling.total(),
                    100 * *request_.target_error);
            Simulation simulation(built, runner, threads_, request_.progress);
            return finish_with(built, simulation, sample, std::move(all));
        }
    }

    int finish(const BuiltPlan& built, Simulation& simulation, SampleOfRun& sample,
               RunTally tally) {
        return finish_with(built, simulation, sample, gather_sample(sample, std::move(tally)));
    }

    int finish_with(const BuiltPlan& built, Simulation& simulation, const SampleOfRun& sample,
                    std::optional<RunTally> tally) {
        int code = 0;
        if (tally) {
            Provenance provenance;
            provenance.scenario = sample.header.scenario;
            provenance.today = sample.header.today;
            provenance.threads = threads_;
            provenance.ranks = ranks_.size();
            provenance.started_at = started_at_;
            provenance.wall_s = seconds_since(start_);
            code = finish_run(request_, built.plan, simulation, *tally, provenance);
        }
        // A rank keeps what it has until the result is there.
        ranks_.wait_for_all();
        remove_checkpoint(sample);
        return code;
    }

    const RunRequest& request_;
    const Ranks& ranks_;
    int threads_;
    Date today_;
    std::string started_at_ = timestamp();
    Clock::time_point start_ = Clock::now();
    std::optional<Clock::time_point> latest_;
};

}  // namespace

int run_command(const RunRequest& request, const Ranks& ranks) {
    refuse_lone_tasks();
    return Run(request, ranks)();
}

}  // namespace trialcost
