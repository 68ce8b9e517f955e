// Which predicted item a charge of a bill is for. Nothing is guessed: what fits no item or several
// of them is left over, with the reason.
//
// In this order: the texts that the user maps to items; the instances of the job, by their type;
// the item of a quote that is the usage type itself; and the service of a quote with its item, in
// the words of bills (ebs.gp3 with `stored` is EBS:VolumeUsage.gp3).
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "scenarios/bills/bill_row.hpp"
#include "scenarios/reconcile/predicted_option.hpp"

namespace trialcost {

// `text` is found in the description, usage type, operation, service or SKU, whatever its case.
struct ItemText {
    std::string item, text;
};

struct ChargeMatch {
    std::optional<std::size_t> item;  // of the prediction
    std::string why_not;
};

class ChargeMatcher {
  public:
    // Errors: std::invalid_argument for a text of an item that the option does not have.
    ChargeMatcher(const PredictedOption& prediction, std::string instance_type,
                  std::vector<ItemText> texts);

    ChargeMatch match(const BillRow& row) const;
    // By the user's texts alone.
    std::optional<std::size_t> mapped(const BillRow& row) const;

  private:
    std::optional<std::size_t> index_of(const std::string& item) const;

    std::vector<PredictedItem> items_;
    std::string instance_type_;
    std::vector<ItemText> texts_;  // in lower case
};

}  // namespace trialcost
