#include "scenarios/build/price_units.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace trialcost {
namespace {

// What a unit of a price counts. Held things are paid by the month.
enum class Counted { instance_time, time, data, things, held_data, held_things };

// "1000 requests" is 1000 of things of the noun "requests".
struct PriceUnit {
    std::string_view text;
    double count;
    Counted counted;
    std::string_view noun = {};
};

constexpr std::array<PriceUnit, 22> price_units = {{
    {"instance-hour", 1, Counted::instance_time},
    {"node-hour", 1, Counted::instance_time},
    {"instance-hour effective", 1, Counted::instance_time},
    {"GB-month", 1, Counted::held_data},
    {"TB-month", 1000, Counted::held_data},
    {"month", 1, Counted::held_things},
    {"metric-month", 1, Counted::held_things},
    {"IOPS-month", 1, Counted::held_things},
    {"MiB/s-month", 1, Counted::held_things},
    {"GB", 1, Counted::data},
    {"TB", 1000, Counted::data},
    {"request", 1, Counted::things, "requests"},
    {"requests", 1, Counted::things, "requests"},
    {"1000 requests", 1000, Counted::things, "requests"},
    {"1000000 requests", 1e6, Counted::things, "requests"},
    {"hour", 1, Counted::time},
    {"h", 1, Counted::time},
    {"run", 1, Counted::things, "runs"},
    {"attempt", 1, Counted::things},
    {"checkpoint", 1, Counted::things, "checkpoints"},
    {"restart", 1, Counted::things},
    {"fixed", 1, Counted::things},
}};

const PriceUnit* find_unit(std::string_view text) {
    const auto at = std::find_if(price_units.begin(), price_units.end(),
                                 [&](const PriceUnit& unit) { return unit.text == text; });
    return at == price_units.end() ? nullptr : &*at;
}

bool is_held(Counted counted) {
    return counted == Counted::held_data || counted == Counted::held_things;
}
bool is_held(Driver driver) {
    return driver == Driver::held || driver == Driver::held_checkpoint;
}

// Base units of an amount in one thing that the unit counts; nothing where they do not go together.
std::optional<double> base_units_per_one(const InputValue& amount, const PriceUnit& unit) {
    if (amount.kind != InputValue::Kind::distribution) return 1;
    const Counted counted = unit.counted;
    const bool goes_with = [&] {
        switch (amount.dimension) {
            case Dimension::data:
                return counted == Counted::data || counted == Counted::held_data;
            case Dimension::time:
                return counted == Counted::time;
            case Dimension::node_time:
                return counted == Counted::instance_time;
            case Dimension::count:
                return counted == Counted::held_things ||
                       (counted == Counted::things &&
                        (unit.noun.empty() || unit.noun == amount.per));
            default:
                return counted != Counted::data && counted != Counted::held_data;
        }
    }();
    if (!goes_with) return std::nullopt;
    return amount.dimension == Dimension::time ? seconds_per_hour : 1;
}

std::string remedy_for(const PriceUnit& unit) {
    switch (unit.counted) {
        case Counted::data:
        case Counted::held_data:
            return "write the amount in GB, or take a price of what it counts";
        case Counted::time:
            return "write the amount in h, or take a price of what it counts";
        case Counted::instance_time:
            return "write the amount in node h, or take a price of what it counts";
        default:
            return "write the amount as a number, or take a price of what it counts";
    }
}

}  // namespace

std::optional<double> instance_hours(std::string_view unit, double month_h) {
    if (unit == "instance-month" || unit == "node-month") return month_h;
    const PriceUnit* known = find_unit(unit);
    if (known == nullptr || known->counted != Counted::instance_time) return std::nullopt;
    return known->count;
}

std::variant<PriceOfOne, PriceMismatch> price_of_one(const WrittenPrice& price,
                                                     const InputValue& amount, Driver driver,
                                                     const std::string& output_unit) {
    const PriceUnit output{price.unit, 1, Counted::things};
    const PriceUnit* unit = find_unit(price.unit);
    if (unit == nullptr && price.unit == output_unit) unit = &output;
    if (unit == nullptr)
        return PriceMismatch{
            "`" + price.unit + "` is no unit of a cost item that trialcost knows", "",
            "use GB, GB-month, 1000 requests, hour, node-hour, month, IOPS-month, MiB/s-month, "
            "run, attempt, checkpoint or restart"};
    if (is_held(unit->counted) != is_held(driver))
        return PriceMismatch{
            fmt::format("`{}` does not go with an amount {}", price.unit, name_of(driver)),
            "what is held is priced by the month, what is used is not",
            "correct the unit or the driver"};
    const auto base_units = base_units_per_one(amount, *unit);
    if (!base_units)
        return PriceMismatch{fmt::format("`{}` does not go with {} (`{}`)", price.unit,
                                         name_of(amount.dimension), amount.shown),
                             "", remedy_for(*unit)};
    const double units = unit->count * *base_units;
    return PriceOfOne{price.price / units, units};
}

}  // namespace trialcost
