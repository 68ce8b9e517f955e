#include "sim/run/runner.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <mutex>
#include <optional>
#include <string>
#include <utility>

#include "sim/plan/coordinates.hpp"
#include "sim/run/draw_runs.hpp"
#include "sim/run/parallel.hpp"

namespace trialcost {
namespace {

std::vector<double> block_scores(const Points& points, const JobSampler& sampler,
                                 const Block& block) {
    std::vector<double> scores(sampler.coordinates().size() * draws_per_block);
    for (std::size_t local = 0; local < sampler.coordinates().size(); ++local)
        points.scores(sampler.coordinates()[local], block.replicate, block.first_draw,
                      std::span(scores).subspan(local * draws_per_block, block.draws));
    return scores;
}

Points points_of(const Plan& plan) {
    if (plan.sampling.replicates > most_replicates)
        throw std::invalid_argument("a run has at most " + std::to_string(most_replicates) +
                                    " replicates, not " + std::to_string(plan.sampling.replicates));
    assert_distinct_streams(stream_names(plan));
    return Points(plan.sampling, coordinate_table(plan).names);
}

// Infinite is the unit cost of a draw without qualified output, and nothing else.
bool is_defined(Figure figure, double value) {
    const bool per_unit = figure == Figure::unit_cost || figure == Figure::unit_cost_with_migration;
    return std::isfinite(value) || (per_unit && value > 0);
}

// Prices and times of a draw, the largest first: what does not fit a double is among them.
std::string largest_inputs(const OptionPlan& option, const SampleColumns& columns,
                           std::size_t row) {
    std::vector<std::pair<double, std::string>> inputs{
        {columns.column(Figure::wall_time_s)[row], "wall time in s"},
        {columns.column(Figure::billed_time_h)[row], "billed time in h"}};
    if (option.instance_price)
        inputs.emplace_back(option.instance_price->per_node_hour, "price of instances");
    for (const CostItemPlan& item : option.items)
        if (item.price)
            inputs.emplace_back(item.price->ladder.tiers[0].price, "price of " + item.name);
    std::stable_sort(inputs.begin(), inputs.end(),
                     [](const auto& a, const auto& b) { return a.first > b.first; });
    constexpr std::size_t few = 3;
    inputs.resize(std::min(inputs.size(), few));
    std::string text;
    for (const auto& [value, name] : inputs)
        text += fmt::format("{}{} {:.4g}", text.empty() ? "" : ", ", name, value);
    return text;
}

std::uint64_t draw_number(const SamplingDesign& design, const Block& block, std::size_t row) {
    return std::uint64_t{block.replicate} * design.draws_per_replicate + block.first_draw + row;
}

void check_defined(const SamplingDesign& design, const OptionPlan& option, const Block& block,
                   const SampleColumns& columns) {
    for (std::size_t row = 0; row < columns.draws(); ++row)
        for (std::size_t f = 0; f < figure_count; ++f) {
            const auto figure = static_cast<Figure>(f);
            if (is_defined(figure, columns.column(figure)[row])) continue;
            throw SelfCheckError(
                fmt::format("option {}, draw {}: its {} is not finite; its largest inputs: {}",
                            option.name, draw_number(design, block, row), figure_names[f],
                            largest_inputs(option, columns, row)));
        }
}

}  // namespace

Runner::Runner(const Plan& plan, int threads, RunsDrawn drawn)
    : plan_(plan), threads_(threads), drawn_(drawn), points_(points_of(plan)) {
    const CoordinateTable table{points_.coordinate_names()};
    for (const OptionPlan& option : plan.options) {
        // What cannot be drawn is found before anything is.
        JobSampler sampler(option, table, plan.sampling.seed, DrawRuns::most_runs(plan));
        options_.push_back(option.job.can_run()
                               ? std::make_unique<Option>(
                                     Option{option, std::move(sampler), DrawFigures(plan, option)})
                               : nullptr);
    }
}

std::unique_ptr<SampleColumns> Runner::draws_of(const Option& option, const Block& block) const {
    auto columns = std::make_unique<SampleColumns>(option.figures, block.draws);
    const std::vector<double> scores = block_scores(points_, option.sampler, block);
    const auto replicate = static_cast<std::uint16_t>(block.replicate);
    DrawRuns draw_runs(plan_, option.sampler, drawn_);
    for (std::uint32_t row = 0; row < block.draws; ++row) {
        const ScoreView view{scores.data() + row, draws_per_block};
        const DrawResult result = draw_runs(view, replicate, block.first_draw + row, 1);
        if (!result.balanced)
            throw SelfCheckError(
                fmt::format("option {}, draw {}: the parts of its time do not add up",
                            option.plan.name, draw_number(plan_.sampling, block, row)));
        columns->store(row, result);
        if (result.held)
            columns->store_held(row, draw_runs(view, replicate, block.first_draw + row, 2));
    }
    check_defined(plan_.sampling, option.plan, block, *columns);
    return columns;
}

BlockDraws Runner::block(std::uint64_t number) const {
    BlockDraws draws{block_of(plan_.sampling, number), {}};
    for (const auto& option : options_)
        draws.options.push_back(option ? draws_of(*option, draws.block) : nullptr);
    return draws;
}

BlockRange Runner::run(const BlockRange& blocks, const BlockSink& sink, const Progress& progress,
                       const Stop& stop) const {
    std::mutex mutex;
    std::uint64_t next = blocks.first;
    bool stopped = false;
    std::optional<std::pair<std::uint64_t, SelfCheckError>> wrong;
    std::atomic<std::uint64_t> done{0};
    // Begun in their order: the first one that is wrong is reached whatever the threads, and those
    // that are done when it is stopped have no gap.
    const auto take = [&]() -> std::optional<std::uint64_t> {
        const std::lock_guard lock(mutex);
        stopped = stopped || wrong || (stop && stop());
        if (stopped) return std::nullopt;
        return next++;
    };
    for_each_block(blocks.size(), threads_, [&](std::size_t) {
        const std::optional<std::uint64_t> number = take();
        if (!number) return;
        try {
            const BlockDraws draws = block(*number);
            sink(draws);
            done += std::uint64_t{draws.block.draws} * options_.size();
            if (progress) progress(done);
        } catch (const SelfCheckError& error) {
            const std::lock_guard lock(mutex);
            if (!wrong || *number < wrong->first) wrong.emplace(*number, error);
        }
    });
    if (wrong) throw wrong->second;
    return {blocks.first, next};
}

double Runner::median_pass_s(std::size_t option) const {
    return JobDraw(options_.at(option)->sampler).median_pass_s();
}

}  // namespace trialcost
