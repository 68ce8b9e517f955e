// A prediction made by hand: instances x9.48xlarge at P5 5, P50 10, P95 20 USD, and two items more.
#pragma once

#include <limits>

#include "scenarios/reconcile/predicted_option.hpp"

namespace trialcost {

inline PredictedOption example_prediction() {
    PredictedOption out;
    out.title = "by hand";
    out.option = "a";
    out.currency = "USD";
    out.instance_type = "x9.48xlarge";
    out.runs = 1;
    out.shares = {0.05, 0.5, 0.95};
    out.items = {{"instances", "ec2", "x9.48xlarge", {5, 10, 20}},
                 {"scratch", "ebs.gp3", "stored", {0.05, 0.07, 0.1}},
                 {"review", "", "", {35, 35, 35}}};
    out.total = {"total", "", "", {41, 45, 55}};
    return out;
}

}  // namespace trialcost
