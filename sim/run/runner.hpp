// Plan -> blocks of draws of every option, over threads.
//
// Each block computes the scores of its coordinates, then its draws one by one: the same bytes on
// any number of threads. Draws in which an input was held at a bound taken by default are run once
// more with those bounds doubled.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <stdexcept>
#include <vector>

#include "sim/job/job_sampler.hpp"
#include "sim/plan/plan.hpp"
#include "sim/run/block.hpp"
#include "sim/run/sample_columns.hpp"

namespace trialcost {

// Replicates from this number on are those of nested samples.
inline constexpr std::uint32_t most_replicates = 0x7000;

// An identity of the model did not hold in a draw, or a figure is not a number: the program is
// wrong.
class SelfCheckError : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

// The same draws of all options, in the plan's order; null for one that cannot run.
struct BlockDraws {
    Block block;
    std::vector<std::unique_ptr<SampleColumns>> options;
};

// Called from any thread with the number of draws that are done so far, each option's counted.
using Progress = std::function<void(std::uint64_t)>;
// Called from any thread, once for each block.
using BlockSink = std::function<void(const BlockDraws&)>;
// Asked before each block, by one thread at a time.
using Stop = std::function<bool()>;

class Runner {
  public:
    // The plan outlives it. Throws std::invalid_argument: two names share a stream, too many
    // coordinates or events.
    Runner(const Plan& plan, int threads, RunsDrawn drawn = RunsDrawn::that_fit);

    // Blocks are begun in their order, until `stop` says so. Returns those that were done: the
    // first ones. Throws SelfCheckError for the first draw that is wrong.
    BlockRange run(const BlockRange& blocks, const BlockSink& sink, const Progress& progress = {},
                   const Stop& stop = {}) const;

    BlockDraws block(std::uint64_t number) const;

    const std::vector<std::string>& coordinate_names() const { return points_.coordinate_names(); }
    // Failure-free time of one attempt of an option, all scores at their median.
    double median_pass_s(std::size_t option) const;

  private:
    struct Option {
        const OptionPlan& plan;
        JobSampler sampler;
        DrawFigures figures;
    };
    std::unique_ptr<SampleColumns> draws_of(const Option& option, const Block& block) const;

    const Plan& plan_;
    int threads_;
    RunsDrawn drawn_;
    Points points_;
    std::vector<std::unique_ptr<Option>> options_;  // null: it cannot run
};

}  // namespace trialcost
