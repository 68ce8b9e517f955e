// After how many units of qualified output a migration is paid back: its cost over what a unit
// costs less than with the baseline, draw by draw. Infinite where a unit does not cost less; zero
// where there is nothing to pay back. Blocks may be added in any order, from several threads. No
// randomness; errors: those of FigureTally.
#pragma once

#include <memory>
#include <mutex>
#include <optional>
#include <vector>

#include "sim/analysis/estimate.hpp"
#include "sim/analysis/event_tally.hpp"
#include "sim/analysis/figure_tally.hpp"
#include "sim/plan/plan.hpp"
#include "sim/run/sample_columns.hpp"

namespace trialcost {

struct BreakEven {
    std::vector<Estimate> units;  // at reported_percentiles; may be infinite, or refused
    Estimate p_never;
};

double break_even_units(double migration_cost, double baseline_unit_cost, double unit_cost);

class BreakEvenTally {
  public:
    explicit BreakEvenTally(const Plan& plan);

    // Whether it can be told: no cost of either, and nothing of the migration, is unknown.
    static bool is_known(const Plan& plan, const OptionPlan& option);

    // The same draws of the baseline and of the option.
    void add(std::uint32_t replicate, const SampleColumns& baseline, const SampleColumns& option);
    void merge(const BreakEvenTally& other);
    void finish() { units_.finish(); }

    BreakEven result() const;

    void write(StateWriter& out) const;
    void read(StateReader& in);

  private:
    FigureTally units_;
    EventTally never_;
    std::unique_ptr<std::mutex> lock_ = std::make_unique<std::mutex>();
};

}  // namespace trialcost
