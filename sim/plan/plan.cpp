#include "sim/plan/plan.hpp"

#include <algorithm>

namespace trialcost {

std::string name_of(CeilingFigure figure) {
    switch (figure) {
        case CeilingFigure::total:
            return "total";
        case CeilingFigure::total_with_migration:
            return "total_with_migration";
        case CeilingFigure::unit_cost:
            return "unit_cost";
        case CeilingFigure::wall_time:
            return "wall_time";
        case CeilingFigure::cost_per_month:
            return "cost_per_month";
    }
    return "";
}

bool OptionPlan::has_known_cost() const {
    return instance_price.has_value() ||
           std::any_of(items.begin(), items.end(), [](const CostItemPlan& item) {
               return item.price && item.amount.present();
           });
}

std::uint32_t Plan::most_runs() const {
    return ceiling(CeilingFigure::total) == nullptr ? runs : 3 * runs + 20;
}

const BudgetCeiling* Plan::ceiling(CeilingFigure figure) const {
    const auto at =
        std::find_if(ceilings.begin(), ceilings.end(),
                     [&](const BudgetCeiling& ceiling) { return ceiling.figure == figure; });
    return at == ceilings.end() ? nullptr : &*at;
}

}  // namespace trialcost
