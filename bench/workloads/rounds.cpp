#include "bench/workloads/rounds.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <limits>
#include <thread>

#include "bench/workloads/cost_tally.hpp"
#include "bench/workloads/inputs.hpp"
#include "bench/workloads/kernels.hpp"
#include "sim/job/lane_loop.hpp"

namespace trialcost::bench {

namespace {

using Column = std::array<double, block_draws>;

constexpr std::uint32_t loss_stream = 100, event_stream = 101;
constexpr std::uint64_t group_draws = 64 * block_draws;

double seconds_since(std::chrono::steady_clock::time_point start) {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

// What one thread works with.
class Pricer {
  public:
    Pricer(const Round& round, const InputSampler& sampler, CostHistogram& histogram)
        : round_(round), sampler_(sampler), histogram_(histogram) {
        interval_.fill(round.scale.checkpoint_interval_h);
        nothing_.fill(0.0);
        no_limit_.fill(std::numeric_limits<double>::infinity());
    }

    void price(std::uint64_t first, std::uint64_t end, CostSums& sums) {
        for (; first < end; first += block_draws) {
            const auto size =
                static_cast<std::size_t>(std::min<std::uint64_t>(block_draws, end - first));
            sampler_.draw(first, size, inputs_);
            const std::span<double> cost = std::span(cost_).first(size);
            price_block(first, cost);
            histogram_.add(cost);
            add_block(cost, round_.scale.ceiling_usd, sums);
        }
    }

  private:
    void price_block(std::uint64_t first, std::span<double> cost) {
        const InputColumns columns = columns_of(inputs_);
        if (round_.workload == Workload::closed_form)
            return closed_form_costs(round_.scale, columns, cost);
        const std::span<double> hours = std::span(hours_).first(cost.size());
        const DrawKey key{round_.seed, 0, first};
        if (round_.workload == Workload::compound_poisson)
            compound_poisson_hours(round_.scale, columns, key, loss_stream, hours);
        else
            event_process_hours(key, hours);
        costs_of_hours(round_.scale, columns, hours, cost);
    }

    void event_process_hours(const DrawKey& first, std::span<double> hours) {
        const LaneLaw law{.restart_log_mean = -0.125,
                          .restart_log_sd = 0.5,
                          .restart_failure = RestartFailure::impossible,
                          .last_save = LastSave::skipped,
                          .max_failures = 100'000'000};
        const std::size_t n = hours.size();
        const auto whole = [n](auto& column) { return std::span(column).first(n); };
        event_jobs(round_.scale, columns_of(inputs_), whole(useful_), whole(life_));
        run_lanes(law,
                  {.work_s = whole(useful_),
                   .checkpoint_interval_s = whole(interval_),
                   .checkpoint_s = inputs_.column(write_h, n),
                   .life_scale_s = whole(life_),
                   .downtime_s = whole(nothing_),
                   .restart_scale_s = inputs_.column(restart_h, n),
                   .max_time_s = whole(no_limit_)},
                  {first, event_stream},
                  {whole(lost_), whole(restarts_), whole(downtime_), whole(saves_),
                   whole(failures_), hours});
    }

    const Round& round_;
    const InputSampler& sampler_;
    InputBlock inputs_;
    Column hours_, cost_;
    Column interval_, nothing_, no_limit_, useful_, life_;  // of jobs
    Column lost_, restarts_, downtime_, saves_, failures_;  // of what became of them
    CostHistogram& histogram_;
};

}  // namespace

std::optional<Workload> workload_named(std::string_view name) {
    if (name == "W0") return Workload::closed_form;
    if (name == "W1") return Workload::compound_poisson;
    if (name == "W1E") return Workload::event_process;
    return std::nullopt;
}

Figures run_round(const Round& round) {
    const InputSampler sampler(round.scale, round.sampler, round.seed);
    Figures figures;
    auto start = std::chrono::steady_clock::now();
    const std::uint64_t groups = (round.draws + group_draws - 1) / group_draws;
    std::vector<CostSums> sums(groups);
    std::vector<CostHistogram> histograms(round.threads);
    std::atomic<std::uint64_t> next = 0;
    const auto work = [&](unsigned thread) {
        Pricer pricer(round, sampler, histograms[thread]);
        for (std::uint64_t group; (group = next++) < groups;)
            pricer.price(group * group_draws, std::min(round.draws, (group + 1) * group_draws),
                         sums[group]);
    };
    std::vector<std::jthread> others;
    for (unsigned thread = 1; thread < round.threads; ++thread) others.emplace_back(work, thread);
    work(0);
    for (std::jthread& other : others) other.join();
    CostSums all;
    for (const CostSums& group : sums) all.merge(group);
    for (unsigned thread = 1; thread < round.threads; ++thread)
        histograms[0].merge(histograms[thread]);
    figures.seconds = seconds_since(start);

    start = std::chrono::steady_clock::now();
    const auto percentiles = histograms[0].percentiles(std::array{0.50, 0.95, 0.99});
    figures.p50 = percentiles[0];
    figures.p95 = percentiles[1];
    figures.p99 = percentiles[2];
    figures.percentile_seconds = seconds_since(start);
    const auto draws = static_cast<double>(round.draws);
    figures.mean = all.total.value() / draws;
    figures.over = static_cast<double>(all.over) / draws;
    return figures;
}

}  // namespace trialcost::bench
