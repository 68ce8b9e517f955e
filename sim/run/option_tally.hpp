// The draws of one option of a sample, tallied: every column that DrawFigures names, and what
// happened in how many draws. What a summary is read from, and what shards, ranks and checkpoints
// hand on.
//
// Blocks of draws may be added in any order, from several threads at a time, and tallies merged in
// any order: the same bits. Units: those of DrawFigures. Errors: those of FigureTally. No
// randomness.
#pragma once

#include <array>
#include <memory>
#include <mutex>
#include <vector>

#include "sim/analysis/ceiling.hpp"
#include "sim/analysis/event_tally.hpp"
#include "sim/analysis/figure_tally.hpp"
#include "sim/plan/plan.hpp"
#include "sim/run/sample_columns.hpp"

namespace trialcost {

class OptionTally {
  public:
    // Both outlive it.
    OptionTally(const Plan& plan, const OptionPlan& option);

    void add(std::uint32_t replicate, const SampleColumns& block);
    void merge(const OptionTally& other);
    // To be called once all draws are in, before anything is read.
    void finish();

    const DrawFigures& figures() const { return *figures_; }
    const FigureTally& column(std::size_t number) const { return columns_[number]; }
    const FigureTally& column(Figure figure) const { return columns_[figures_->of(figure)]; }
    const CeilingTally& ceiling(std::size_t number) const { return ceilings_[number]; }
    const CeilingTally& all_ceilings() const { return ceilings_.back(); }

    const EventTally& not_finished() const { return not_finished_; }
    const EventTally& no_output() const { return no_output_; }
    const EventTally& any_failure() const { return any_failure_; }
    const EventTally& open_failures() const { return open_failures_; }
    const EventTally& held() const { return held_; }

    void write(StateWriter& out) const;
    void read(StateReader& in);

  private:
    void count_events(std::uint32_t replicate, const SampleColumns& block);

    std::unique_ptr<const DrawFigures> figures_;
    std::vector<FigureTally> columns_;
    std::vector<CeilingTally> ceilings_;  // those of the plan, and all of them together last
    EventTally not_finished_, no_output_, any_failure_, open_failures_, held_;
    // In the order of the state.
    static const std::array<EventTally OptionTally::*, 5> events_;
    // One for each column, and one for the events: blocks that come at the same time pass through
    // them one behind the other.
    std::unique_ptr<std::mutex[]> locks_;
};

}  // namespace trialcost
