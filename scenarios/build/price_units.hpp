// The units a price can have, and what one unit of an amount costs by them.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "models/pricing/cost_item.hpp"
#include "scenarios/build/input_value.hpp"

namespace trialcost {

// A price as a quote or the scenario writes it: money per `unit`.
struct WrittenPrice {
    double price = 0;
    std::string unit;
};

// Why a price does not go with an amount, and what to write.
struct PriceMismatch {
    std::string problem, why, remedy;
};

// Hours of one instance that the unit stands for; `month_h`: of a month in it. Nothing: it is no
// unit of instance time.
std::optional<double> instance_hours(std::string_view unit, double month_h);

// What a price says of an amount.
struct PriceOfOne {
    double price = 0;  // of one base unit of the amount
    double units = 1;  // base units of the amount in one unit of the price: tiers are bounded in it
};

// The price of one unit of `amount` in its base unit, per driver. `output_unit`: a unit of its own.
// A measured column counts in what the price counts (GB, requests), a data volume in GB.
std::variant<PriceOfOne, PriceMismatch> price_of_one(const WrittenPrice& price,
                                                     const InputValue& amount, Driver driver,
                                                     const std::string& output_unit);

}  // namespace trialcost
