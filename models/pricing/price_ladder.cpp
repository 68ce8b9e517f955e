#include "models/pricing/price_ladder.hpp"

#include <algorithm>
#include <cmath>

namespace trialcost {

double PriceLadder::cost(double quantity) const {
    if (is_flat()) return quantity * tiers[0].price;
    double sum = 0;
    for (std::size_t i = 0; i < tiers.size(); ++i) {
        const double end = i + 1 < tiers.size() ? std::fmin(quantity, tiers[i + 1].from) : quantity;
        if (end > tiers[i].from) sum += (end - tiers[i].from) * tiers[i].price;
    }
    return sum;
}

double LinePrice::cost(Metered metered, double quantity, double span_h) const {
    const double months = span_h / month_h;
    double paid = quantity;
    if (metered == Metered::held) paid = std::fmax(0.0, paid - included) * months;
    if (ladder.is_flat() && (metered == Metered::held || included == 0))
        return times * ladder.cost(paid);
    const double bills = std::fmax(1.0, months);
    double each = paid / bills;
    if (metered == Metered::used) each = std::fmax(0.0, each - included);
    return times * bills * ladder.cost(each);
}

}  // namespace trialcost
