// A plan with its knowledge held at the cautious side: the conservative case.
//
// Every distribution that is drawn once per draw stands at its 90 % percentile towards more time
// and money (10 % where more is better: throughput, transfer, utilization, pass probability,
// output), and so does the mean of every field of the records; chance is drawn as ever. All at once
// is more cautious than any of them: a stress case, whose percentiles have no meaning as
// probabilities. Coordinates and names stay: draw i has the same chance as in the plan. No errors,
// no randomness.
#pragma once

#include "sim/plan/plan.hpp"

namespace trialcost {

inline constexpr double cautious_probability = 0.9;

Plan cautious_plan(Plan plan);

}  // namespace trialcost
