// What a draw has used so far, and what that costs: amounts of its cost lines, hours of its
// instances. One tally counts what happened; a second one what would have been used had nothing
// failed and every first pass met the bar, so that their difference is what reruns cost.
//
// Money in the plan's currency. Amounts are those of the JobDraw's latest attempt.
#pragma once

#include <vector>

#include "models/pricing/cost_item.hpp"
#include "models/pricing/instance_price.hpp"
#include "sim/job/job_sampler.hpp"
#include "sim/plan/plan.hpp"

namespace trialcost {

class UsageTally {
  public:
    // `nodes`: of all jobs that run side by side.
    UsageTally(const OptionPlan& option, double nodes, double period_s);

    void clear();
    // Counts an attempt, or a part of one, and the amounts that go with it.
    void add(const Usage& attempt, JobDraw& job);
    // A launch of one job; `start_h`: of the attempt, since the begin of the spot price's history.
    void add(const Launch& launch, double start_h);
    void add(const UsageTally& other);

    // Costs of instances and items, in their order, given how long it all took.
    void price(double wall_s, JobDraw& job);
    const std::vector<double>& item_costs() const { return item_costs_; }
    double total_cost() const;
    double billed_node_h() const { return billed_node_h_; }  // as last priced
    double attempts() const { return used_.attempts; }

  private:
    double span_h(HeldFor held_for, double wall_s) const;

    const OptionPlan& option_;
    InstancePrice instance_price_;
    double nodes_, period_s_;
    Usage used_;
    InstanceUse instances_;
    std::vector<double> quantities_;  // by item, of drivers that attempts count
    std::vector<double> item_costs_;
    double billed_node_h_ = 0;
};

}  // namespace trialcost
