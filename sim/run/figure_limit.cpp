#include "sim/run/figure_limit.hpp"

#include "models/units/measure.hpp"

namespace trialcost {
namespace {

Figure figure_of(CeilingFigure ceiling) {
    switch (ceiling) {
        case CeilingFigure::unit_cost:
            return Figure::unit_cost;
        case CeilingFigure::wall_time:
            return Figure::wall_time_s;
        case CeilingFigure::total_with_migration:
            return Figure::total_with_migration;
        case CeilingFigure::total:
        case CeilingFigure::cost_per_month:
            break;
    }
    return Figure::total_cost;
}

}  // namespace

double months_of(const Plan& plan) {
    return plan.period_s / (hours_per_month * seconds_per_hour);
}

std::vector<FigureLimit> figure_limits(const Plan& plan) {
    std::vector<FigureLimit> limits;
    for (const BudgetCeiling& ceiling : plan.ceilings) {
        const double months = ceiling.figure == CeilingFigure::cost_per_month ? months_of(plan) : 1;
        limits.push_back({figure_of(ceiling.figure), ceiling.value * months, 1 / months});
    }
    return limits;
}

bool concerns_cost(CeilingFigure figure) {
    return figure != CeilingFigure::wall_time;
}

}  // namespace trialcost
