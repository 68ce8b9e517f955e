#include "sim/run/usage_tally.hpp"

#include <algorithm>
#include <cmath>

#include "models/units/measure.hpp"

namespace trialcost {
namespace {

// Drivers that grow with each attempt; the others are settled when the runs are over.
bool counted_by_attempt(Driver driver) {
    switch (driver) {
        case Driver::fixed:
        case Driver::held:
        case Driver::held_checkpoint:
        case Driver::per_billed_node_hour:
            return false;
        default:
            return true;
    }
}

}  // namespace

UsageTally::UsageTally(const OptionPlan& option, double nodes, double period_s)
    : option_(option),
      instance_price_(option.instance_price.value_or(InstancePrice{})),
      nodes_(nodes),
      period_s_(period_s),
      quantities_(option.items.size()),
      item_costs_(1 + option.items.size()) {}

void UsageTally::clear() {
    used_ = {};
    instances_ = {};
    std::fill(quantities_.begin(), quantities_.end(), 0.0);
    std::fill(item_costs_.begin(), item_costs_.end(), 0.0);
}

void UsageTally::add(const Usage& attempt, JobDraw& job) {
    used_ += attempt;
    for (std::size_t i = 0; i < option_.items.size(); ++i)
        if (const CostItemPlan& item = option_.items[i];
            item.price && counted_by_attempt(item.driver))
            quantities_[i] +=
                job.value(item.amount) * driver_units(item.driver, attempt, item.keep);
}

void UsageTally::add(const Launch& launch, double start_h) {
    add_launch(instance_price_, option_.nodes, launch, start_h, instances_);
}

void UsageTally::add(const UsageTally& other) {
    used_ += other.used_;
    instances_ += other.instances_;
    for (std::size_t i = 0; i < quantities_.size(); ++i) quantities_[i] += other.quantities_[i];
}

void UsageTally::price(double wall_s, JobDraw& job) {
    const InstanceBill bill = instance_bill(instance_price_, nodes_, wall_s, instances_);
    billed_node_h_ = bill.node_h;
    if (option_.instance_price) item_costs_[0] = bill.cost;
    Usage used = used_;
    used.billed_node_h = bill.node_h;
    for (std::size_t i = 0; i < option_.items.size(); ++i) {
        const CostItemPlan& item = option_.items[i];
        if (!item.price) continue;
        const double quantity =
            counted_by_attempt(item.driver)
                ? quantities_[i]
                : job.value(item.amount) * driver_units(item.driver, used, item.keep);
        item_costs_[1 + i] =
            item.price->cost(metered(item.driver), quantity, span_h(item.held_for, wall_s));
    }
}

// Over which an item is held, or used in equal parts.
double UsageTally::span_h(HeldFor held_for, double wall_s) const {
    switch (held_for) {
        case HeldFor::the_longer:
            break;
        case HeldFor::wall_time:
            return wall_s / seconds_per_hour;
        case HeldFor::period:
            return period_s_ / seconds_per_hour;
    }
    return std::fmax(wall_s, period_s_) / seconds_per_hour;
}

double UsageTally::total_cost() const {
    double total = 0;
    for (const double cost : item_costs_) total += cost;
    return total;
}

}  // namespace trialcost
