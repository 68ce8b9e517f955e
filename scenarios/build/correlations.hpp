// Correlations that a scenario states between inputs -> groups of correlated inputs in the plan,
// each with a row of evidence for every pair that was stated.
//
// Only what is a stated distribution can be correlated: fields of the records keep the dependence
// of the records. Pairs that are not stated have none. Correlations that cannot hold together are
// replaced by the nearest that can, with a warning that says by how much.
#pragma once

#include "scenarios/build/scenario.hpp"
#include "sim/plan/plan.hpp"

namespace trialcost {

// Between the option's own inputs; `plan` has all of them.
void add_correlations(const Scenario& scenario, const WrittenOption& option, OptionPlan& plan,
                      Complaints& complaints);

// Between shared inputs; all options stand in the plan.
void add_shared_correlations(const Scenario& scenario, Plan& plan, Complaints& complaints);

}  // namespace trialcost
