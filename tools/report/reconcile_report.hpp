// A bill beside a prediction, as text for the terminal and as JSON.
#pragma once

#include <string>
#include <vector>

#include "scenarios/bills/bill_file.hpp"
#include "scenarios/reconcile/reconciliation.hpp"

namespace trialcost {

struct ReconcileReport {
    std::string result;  // its path
    std::vector<BillFile> bills;
    CostView view = CostView::billed;  // what is compared with the prediction
    Reconciliation found;
};

std::string reconcile_text(const ReconcileReport& report);
std::string reconcile_json(const ReconcileReport& report);

}  // namespace trialcost
