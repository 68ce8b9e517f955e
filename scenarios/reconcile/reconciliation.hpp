// A bill beside a prediction: the charges of a job, by predicted item, and what is left over on
// either side.
//
// A charge belongs to the job by its tags, or by time and instance type. Corrections, credits, fees
// of commitments and the like are kept apart: they are no use of the job's. Charges are taken one
// by one and added up, so that a bill may be large. Money in the currency of the prediction.
// Errors: a complaint for a charge in another currency.
#pragma once

#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "scenarios/bills/bill_row.hpp"
#include "scenarios/reconcile/charge_match.hpp"
#include "scenarios/reconcile/predicted_option.hpp"

namespace trialcost {

// At least tags, or both ends of the time.
struct JobLink {
    std::vector<std::pair<std::string, std::string>> tags;  // all of them
    std::optional<Moment> from, to;
    std::optional<std::string> instance_type;  // none: that of the option

    bool has_time() const { return from && to; }
};

struct ChargeSum {
    std::size_t rows = 0;
    std::array<double, cost_view_words.size()> cost{};
    std::array<std::size_t, cost_view_words.size()> unknown{};  // rows without such a cost
    double cancelled = 0;                                       // by negations

    void add(const BillRow& row);
    void add(const ChargeSum& other);
    // Of the rows that have one; none if no row has.
    std::optional<double> of(CostView view) const;
    std::size_t unknown_rows(CostView view) const {
        return unknown[static_cast<std::size_t>(view)];
    }
};

// Charges of one sort. What they are called is that of the first of them.
struct ChargeGroup {
    std::string why;  // they are here
    std::string service, usage;
    Position first;
    Moment begins{}, ends{};
    ChargeSum sum;

    void add(const BillRow& row);
};

enum class Belongs { by_tag, by_time, by_resource, no };

// Charges that are no use: kept apart.
struct ApartGroup {
    ChargeKind kind = ChargeKind::adjustment;
    Belongs belongs = Belongs::no;
    // Against the time of the job, which is that of its charges unless it was given.
    bool is_outside = false;
    ChargeGroup charges;
};

struct BilledItem {
    ChargeSum sum;
    std::map<std::string, double> quantities;  // by the unit that is priced
};

struct Reconciliation {
    PredictedOption prediction;
    JobLink link;
    std::string instance_type;      // of the job
    std::vector<BilledItem> items;  // in the order of the prediction's
    BilledItem total;               // of the matched
    ChargeSum covered;              // of them, what commitments paid for
    ChargeSum beyond;               // of them, charges that reach beyond the time that was given
    std::vector<ChargeGroup> unmatched;  // of the job, but of no item; the largest first
    std::vector<ApartGroup> apart;
    std::vector<ChargeGroup> others;  // use of no known job; the largest first
    std::size_t rows = 0;
    Moment begins{}, ends{};  // of what is the job's use; equal: there is none

    // Every item of the option has charges.
    bool all_items_billed() const;
};

class Reconciler {
  public:
    // Errors: std::invalid_argument for a link that links nothing, and for texts of unknown items.
    Reconciler(PredictedOption prediction, JobLink link, std::vector<ItemText> texts,
               Complaints& complaints);

    void take(const BillRow& row);
    Reconciliation finish(CostView order_by);

  private:
    using GroupKey = std::pair<std::string, std::string>;  // why; service and usage
    struct Waiting {                                       // for the time and resources of the job
        ChargeKind kind;
        Belongs belongs;
        bool is_of_type;
        std::string resource;
        ChargeGroup charges;
    };

    bool has_currency(const BillRow& row);
    bool has_tags(const BillRow& row) const;
    bool is_in_time(const BillRow& row) const;
    bool is_of_type(const BillRow& row) const;
    std::string why_not_linked(const BillRow& row) const;
    void take_use(const BillRow& row);
    void take_item(const BillRow& row, std::size_t item);
    void put_aside(const BillRow& row);
    void settle(const Waiting& waiting);

    Complaints& complaints_;
    ChargeMatcher matcher_;
    Reconciliation out_;
    std::map<GroupKey, ChargeGroup> unmatched_, others_;
    std::vector<Waiting> waiting_;
    std::map<std::string, std::size_t> last_waiting_;
    std::set<std::string> resources_;                     // of the job
    std::set<std::pair<std::string, std::string>> told_;  // file and currency
};

}  // namespace trialcost
