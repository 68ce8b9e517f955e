// Whether the migration to each option is ever paid back, on the draws that all options share.
#pragma once

#include <vector>

#include "sim/plan/plan.hpp"
#include "sim/run/option_summary.hpp"
#include "sim/run/sample_columns.hpp"

namespace trialcost {

class BreakEvenStudy {
  public:
    explicit BreakEvenStudy(const Plan& plan) : plan_(plan) {}

    // The order in which options are to be run: the baseline first, as all are held against it.
    std::vector<std::size_t> order() const;

    // Sets what the draws of an option say of it; nothing for the baseline, and where costs or the
    // migration are unknown.
    void add(std::size_t option, const SampleColumns& columns, OptionSummary& summary);

  private:
    // With the default bounds, and with doubled ones.
    struct Columns {
        std::vector<double> drawn, doubled;
    };
    Columns columns(std::size_t option, const SampleColumns& columns, Figure figure) const;

    const Plan& plan_;
    Columns baseline_unit_cost_;  // empty: not known
};

}  // namespace trialcost
