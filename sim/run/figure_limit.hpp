// A ceiling as a limit on one figure of a draw. A ceiling per month is one on the total over the
// whole period. Units are those of the figure (sim/run/figure.hpp).
#pragma once

#include <vector>

#include "sim/plan/plan.hpp"
#include "sim/run/figure.hpp"

namespace trialcost {

struct FigureLimit {
    Figure figure;
    double limit;
    double per_unit;  // figure -> unit of the ceiling
};

// In the order of the plan's ceilings.
std::vector<FigureLimit> figure_limits(const Plan& plan);

// What an unknown cost can change.
bool concerns_cost(CeilingFigure figure);

// Months of the plan's period.
double months_of(const Plan& plan);

}  // namespace trialcost
