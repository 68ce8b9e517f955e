// A built plan and what is studied beside it -> summaries, with one line of progress over all of
// it.
#pragma once

#include <vector>

#include "scenarios/build/build_plan.hpp"
#include "sim/run/runner.hpp"
#include "sim/run/side_cases.hpp"
#include "tools/progress.hpp"

namespace trialcost {

// Whether a run of this design is studied beside its figures; one of few draws is a quick look.
OtherReadings readings_for(const SamplingDesign& design);

class Simulation {
  public:
    // `built` and `runner` outlive it, with the readings for its design.
    Simulation(const BuiltPlan& built, const Runner& runner, int threads, ProgressStyle style);

    // Told the draws of the main sample that are done.
    Progress main_progress();

    // Of the plan's options, from all draws of the main sample, with the study of what is not
    // known.
    std::vector<OptionSummary> summarise(RunTally& tally);

    // Nothing after a quick look.
    SideCases beside();

  private:
    std::uint64_t all_draws(std::size_t others) const;
    Progress update();
    std::vector<OptionSummary> simulate(const Plan& plan, const std::string& what);

    const Plan& plan_;
    const Runner& runner_;
    int threads_;
    bool with_studies_;
    Plan conservative_;
    std::vector<OtherReading> others_;
    ProgressLine progress_;
};

}  // namespace trialcost
