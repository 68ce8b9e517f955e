#include "sim/run/runner.hpp"

#include <algorithm>
#include <atomic>
#include <mutex>
#include <optional>
#include <string>

#include "sim/job/job_sampler.hpp"
#include "sim/plan/coordinates.hpp"
#include "sim/run/draw_runs.hpp"
#include "sim/run/parallel.hpp"

namespace trialcost {
namespace {

// Consecutive draws of one replicate.
struct Block {
    std::uint32_t replicate, first_draw, draws;
    std::size_t first_row;  // in the columns
};

Block block_of(const SamplingDesign& design, std::size_t number) {
    const std::uint32_t per_replicate =
        (design.draws_per_replicate + draws_per_block - 1) / draws_per_block;
    const auto replicate = static_cast<std::uint32_t>(number / per_replicate);
    const auto first = static_cast<std::uint32_t>(number % per_replicate) * draws_per_block;
    return {replicate, first, std::min(draws_per_block, design.draws_per_replicate - first),
            std::size_t{replicate} * design.draws_per_replicate + first};
}

std::size_t block_count(const SamplingDesign& design) {
    return std::size_t{design.replicates} *
           ((design.draws_per_replicate + draws_per_block - 1) / draws_per_block);
}

std::vector<double> block_scores(const Points& points, const JobSampler& sampler,
                                 const Block& block) {
    std::vector<double> scores(sampler.coordinates().size() * draws_per_block);
    for (std::size_t local = 0; local < sampler.coordinates().size(); ++local)
        points.scores(sampler.coordinates()[local], block.replicate, block.first_draw,
                      std::span(scores).subspan(local * draws_per_block, block.draws));
    return scores;
}

// What blocks report besides the rows they write: draws to check and draws to repeat.
struct Found {
    std::mutex mutex;
    std::vector<HeldDraw> held;
    std::optional<std::size_t> unbalanced;  // the first of them

    void add(std::vector<HeldDraw> block_held, std::optional<std::size_t> block_unbalanced) {
        const std::lock_guard lock(mutex);
        held.insert(held.end(), block_held.begin(), block_held.end());
        if (block_unbalanced)
            unbalanced = unbalanced ? std::min(*unbalanced, *block_unbalanced) : block_unbalanced;
    }
};

void run_block(const Plan& plan, const JobSampler& sampler, const Points& points, RunsDrawn drawn,
               const Block& block, SampleColumns& columns, Found& found) {
    const std::vector<double> scores = block_scores(points, sampler, block);
    const std::uint32_t nodes = sampler.option().nodes;
    const auto replicate = static_cast<std::uint16_t>(block.replicate);
    DrawRuns draw_runs(plan, sampler, drawn);
    std::vector<HeldDraw> held;
    std::optional<std::size_t> unbalanced;
    for (std::uint32_t i = 0; i < block.draws; ++i) {
        const ScoreView view{scores.data() + i, draws_per_block};
        const std::size_t row = block.first_row + i;
        const DrawResult result = draw_runs(view, replicate, block.first_draw + i, 1);
        columns.store(row, result, nodes);
        if (!result.balanced && !unbalanced) unbalanced = row;
        if (result.held) held.push_back({row, draw_runs(view, replicate, block.first_draw + i, 2)});
    }
    found.add(std::move(held), unbalanced);
}

Points points_of(const Plan& plan) {
    if (plan.sampling.replicates > most_replicates)
        throw std::invalid_argument("a run has at most " + std::to_string(most_replicates) +
                                    " replicates, not " + std::to_string(plan.sampling.replicates));
    assert_distinct_streams(stream_names(plan));
    return Points(plan.sampling, coordinate_table(plan).names);
}

}  // namespace

Runner::Runner(const Plan& plan, int threads, RunsDrawn drawn)
    : plan_(plan), threads_(threads), drawn_(drawn), points_(points_of(plan)) {
    // What cannot be drawn is found before anything is.
    for (const OptionPlan& option : plan.options)
        JobSampler(option, {points_.coordinate_names()}, plan.sampling.seed,
                   DrawRuns::most_runs(plan));
}

SampleColumns Runner::run(const OptionPlan& option, const Progress& progress) const {
    const CoordinateTable table{points_.coordinate_names()};
    const JobSampler sampler(option, table, plan_.sampling.seed, DrawRuns::most_runs(plan_));
    SampleColumns columns;
    columns.resize(plan_.sampling.total(), 1 + option.items.size(), option.job.failures.size());
    columns.median_pass_s = JobDraw(sampler).median_pass_s();
    Found found;
    std::atomic<std::uint64_t> done{0};
    for_each_block(block_count(plan_.sampling), threads_, [&](std::size_t number) {
        const Block block = block_of(plan_.sampling, number);
        run_block(plan_, sampler, points_, drawn_, block, columns, found);
        if (progress) progress(done += block.draws);
    });
    if (found.unbalanced)
        throw SelfCheckError("option " + option.name + ", draw " +
                             std::to_string(*found.unbalanced) +
                             ": the parts of its time do not add up");
    columns.held = std::move(found.held);
    std::sort(columns.held.begin(), columns.held.end(),
              [](const HeldDraw& a, const HeldDraw& b) { return a.draw < b.draw; });
    return columns;
}

}  // namespace trialcost
