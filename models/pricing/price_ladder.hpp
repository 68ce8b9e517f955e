// The price of a quantity: so much for each unit, in graduated tiers, some of it free. Each tier
// prices only what lies inside it, so the cost is continuous at its edges. Money in the currency of
// the quote; quantities in the unit of the amount.
#pragma once

#include <utility>
#include <vector>

namespace trialcost {

struct PriceTier {
    double from = 0;  // up to where the next tier begins; the last one is open
    double price = 0;
};

struct PriceLadder {
    std::vector<PriceTier> tiers;  // by `from`, the first from 0

    PriceLadder(double price) : tiers{{0, price}} {}  // NOLINT: one price is a ladder, too
    explicit PriceLadder(std::vector<PriceTier> graduated) : tiers(std::move(graduated)) {}

    double cost(double quantity) const;
    bool is_flat() const { return tiers.size() == 1; }
};

// How the quantity of a cost line is metered: used, so that amounts add up and tiers and free
// amounts begin anew each month; or held, so that it is paid by the time that it is held, and what
// is free is free of the level.
enum class Metered { used, held };

// What a unit of a cost line costs.
struct LinePrice {
    PriceLadder ladder;
    double included = 0;  // free: of the use of each month, or of the level held
    double times = 1;     // paid so often: twice for data that pays in each direction
    double month_h = 730;

    LinePrice(double flat) : ladder(flat) {}  // NOLINT: one price is a line price, too
    explicit LinePrice(PriceLadder graduated) : ladder(std::move(graduated)) {}

    // `quantity` used over `span_h` in equal parts each month, or held for `span_h`. A span shorter
    // than the month falls into one.
    double cost(Metered metered, double quantity, double span_h) const;
};

}  // namespace trialcost
