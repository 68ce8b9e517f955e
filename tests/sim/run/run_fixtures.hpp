// Summaries of small plans (tests/sim/plan/plan_fixtures.hpp), for tests of the run.
#pragma once

#include <span>
#include <vector>

#include "sim/run/option_summary.hpp"
#include "sim/run/runner.hpp"
#include "tests/sim/plan/plan_fixtures.hpp"

namespace trialcost::fixtures {

// For what is the same in every draw.
inline constexpr SamplingDesign few{Sampler::sobol, 1, 2, 64};

// The draws of the first option.
SampleColumns run(const Plan& plan);

OptionSummary summary_of(const Plan& plan, std::size_t option, int threads = 2);

// Of all options, held against the baseline.
std::vector<OptionSummary> summaries_of(const Plan& plan);

// P(value at or below) of a column.
double share_at_most(std::span<const double> column, double limit);

}  // namespace trialcost::fixtures
