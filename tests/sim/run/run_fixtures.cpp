#include "tests/sim/run/run_fixtures.hpp"

#include <algorithm>
#include <memory>
#include <mutex>

namespace trialcost::fixtures {
namespace {

void append(std::vector<double>& column, std::span<const double> values) {
    column.insert(column.end(), values.begin(), values.end());
}

void append(std::vector<std::uint8_t>& column, const std::vector<std::uint8_t>& values) {
    column.insert(column.end(), values.begin(), values.end());
}

void append(Draws& draws, const SampleColumns& block) {
    const DrawFigures& figures = block.figures();
    const std::size_t first = draws.not_finished.size();
    for (std::size_t row : block.held_rows()) draws.held.push_back({first + row, {}});
    for (std::size_t c = 0; c < figures.columns(); ++c) {
        const auto doubled = block.held(c).doubled;
        for (std::size_t i = 0; i < doubled.size(); ++i)
            draws.held[draws.held.size() - doubled.size() + i].doubled.push_back(doubled[i]);
    }
    for (std::size_t i = 0; i < figure_count; ++i)
        append(draws.figures[i], block.column(static_cast<Figure>(i)));
    for (std::size_t i = 0; i < time_part_count; ++i)
        append(draws.parts_s[i], block.column(figures.part_s(i)));
    draws.item_costs.resize(figures.items());
    draws.item_reruns.resize(figures.items());
    for (std::size_t i = 0; i < figures.items(); ++i) {
        append(draws.item_costs[i], block.column(figures.item_cost(i)));
        append(draws.item_reruns[i], block.column(figures.item_reruns(i)));
    }
    draws.class_shares.resize(figures.failure_classes());
    for (std::size_t i = 0; i < figures.failure_classes(); ++i)
        append(draws.class_shares[i], block.column(figures.class_share(i)));
    append(draws.expected_failures, block.column(figures.expected_failures()));
    append(draws.output_units, block.column(figures.output_units()));
    for (double minus : block.column(figures.minus_runs_that_fit()))
        draws.runs_that_fit.push_back(-minus);
    append(draws.not_finished, block.not_finished);
    append(draws.no_output, block.no_output);
    append(draws.open_failures, block.open_failures);
}

}  // namespace

Draws draws_of(const Plan& plan, std::size_t option, int threads) {
    const Runner runner(plan, threads);
    const BlockRange blocks = all_blocks(plan.sampling);
    std::mutex mutex;
    std::vector<BlockDraws> by_number(blocks.size());
    runner.run(blocks, [&](const BlockDraws& block) {
        BlockDraws kept{block.block, {}};
        for (const auto& columns : block.options)
            kept.options.push_back(columns ? std::make_unique<SampleColumns>(*columns) : nullptr);
        const std::lock_guard lock(mutex);
        by_number[number_of(plan.sampling, block.block)] = std::move(kept);
    });
    Draws draws;
    for (const BlockDraws& block : by_number) append(draws, *block.options[option]);
    return draws;
}

Draws run(const Plan& plan) {
    return draws_of(plan, 0);
}

OptionSummary summary_of(const Plan& plan, std::size_t option, int threads) {
    return summaries_of(plan, threads)[option];
}

std::vector<OptionSummary> summaries_of(const Plan& plan, int threads) {
    const Runner runner(plan, threads);
    RunTally tally(plan);
    runner.run(all_blocks(plan.sampling), [&](const BlockDraws& block) { tally.add(block); });
    tally.finish();
    return summarise_run(plan, runner, tally);
}

double share_at_most(std::span<const double> column, double limit) {
    const auto count =
        std::count_if(column.begin(), column.end(), [&](double value) { return value <= limit; });
    return static_cast<double>(count) / static_cast<double>(column.size());
}

}  // namespace trialcost::fixtures
