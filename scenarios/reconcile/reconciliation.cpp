#include "scenarios/reconcile/reconciliation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "scenarios/bills/bill_cells.hpp"

namespace trialcost {
namespace {

std::vector<ChargeGroup> by_amount(
    const std::map<std::pair<std::string, std::string>, ChargeGroup>& groups, CostView view) {
    std::vector<ChargeGroup> out;
    for (const auto& [key, group] : groups) out.push_back(group);
    std::stable_sort(out.begin(), out.end(), [view](const ChargeGroup& a, const ChargeGroup& b) {
        return std::fabs(a.sum.of(view).value_or(0)) > std::fabs(b.sum.of(view).value_or(0));
    });
    return out;
}

// What the charges of a group have in common, as bills call it.
std::string usage_of(const BillRow& row) {
    if (!row.usage_type.empty()) return std::string(without_region(row.usage_type));
    if (!row.instance_type.empty()) return row.instance_type;
    return row.meter.empty() ? row.description : row.meter;
}

std::string instances_of(const PredictedOption& prediction, const JobLink& link) {
    return link.instance_type.value_or(prediction.instance_type);
}

}  // namespace

void ChargeSum::add(const BillRow& row) {
    ++rows;
    cancelled += row.cancelled;
    for (std::size_t v = 0; v < cost.size(); ++v) {
        if (row.costs[v])
            cost[v] += *row.costs[v];
        else
            ++unknown[v];
    }
}

void ChargeSum::add(const ChargeSum& other) {
    rows += other.rows;
    cancelled += other.cancelled;
    for (std::size_t v = 0; v < cost.size(); ++v) {
        cost[v] += other.cost[v];
        unknown[v] += other.unknown[v];
    }
}

std::optional<double> ChargeSum::of(CostView view) const {
    const auto v = static_cast<std::size_t>(view);
    if (unknown[v] == rows) return std::nullopt;
    return cost[v];
}

void ChargeGroup::add(const BillRow& row) {
    if (sum.rows == 0) {
        service = row.service;
        usage = usage_of(row);
        first = row.where;
        begins = row.begins;
        ends = row.ends;
    }
    begins = std::min(begins, row.begins);
    ends = std::max(ends, row.ends);
    sum.add(row);
}

bool Reconciliation::all_items_billed() const {
    return std::all_of(items.begin(), items.end(),
                       [](const BilledItem& item) { return item.sum.rows > 0; });
}

Reconciler::Reconciler(PredictedOption prediction, JobLink link, std::vector<ItemText> texts,
                       Complaints& complaints)
    : complaints_(complaints),
      matcher_(prediction, instances_of(prediction, link), std::move(texts)) {
    if (link.tags.empty() && !link.has_time())
        throw std::invalid_argument(
            "nothing says which charges are the job's: give --tag KEY=VALUE, or --from and --to");
    if (link.has_time() && !(*link.from < *link.to))
        throw std::invalid_argument("--from must be before --to");
    out_.instance_type = instances_of(prediction, link);
    out_.items.resize(prediction.items.size());
    out_.prediction = std::move(prediction);
    out_.link = std::move(link);
}

bool Reconciler::has_currency(const BillRow& row) {
    if (row.currency == out_.prediction.currency) return true;
    if (told_.emplace(row.where.file, row.currency).second)
        complaints_.error(row.where, "currency", "is charged in " + row.currency,
                          "the result is in " + out_.prediction.currency,
                          "convert one of them, at a rate that you trust");
    return false;
}

bool Reconciler::has_tags(const BillRow& row) const {
    return std::all_of(out_.link.tags.begin(), out_.link.tags.end(), [&row](const auto& tag) {
        const auto at = row.tags.find(tag.first);
        return at != row.tags.end() && at->second == tag.second;
    });
}

bool Reconciler::is_in_time(const BillRow& row) const {
    if (out_.link.from && row.ends <= *out_.link.from) return false;
    return !out_.link.to || row.begins < *out_.link.to;
}

bool Reconciler::is_of_type(const BillRow& row) const {
    return row.instance_type.empty() || row.instance_type == out_.instance_type;
}

std::string Reconciler::why_not_linked(const BillRow& row) const {
    for (const auto& [key, value] : out_.link.tags) {
        const auto at = row.tags.find(key);
        if (at == row.tags.end()) return "without tag " + key;
        if (at->second != value) return "of another " + key;
    }
    if (!is_in_time(row)) return "at another time";
    if ((out_.link.tags.empty() || out_.link.instance_type) && !is_of_type(row))
        return "instances of another type";
    return "";
}

void Reconciler::take(const BillRow& row) {
    ++out_.rows;
    if (!has_currency(row)) return;
    const bool is_use =
        row.kind == ChargeKind::usage || row.kind == ChargeKind::covered_usage ||
        (row.kind == ChargeKind::purchase && matcher_.mapped(row) && why_not_linked(row).empty());
    if (is_use)
        take_use(row);
    else
        put_aside(row);
}

void Reconciler::take_use(const BillRow& row) {
    std::string why = why_not_linked(row);
    const ChargeMatch match = why.empty() ? matcher_.match(row) : ChargeMatch{};
    if (match.item) return take_item(row, *match.item);
    // At the time of the job is not yet of the job: a tag says so, and an item.
    const bool is_of_job = why.empty() && !out_.link.tags.empty();
    if (why.empty()) why = match.why_not;
    const GroupKey key{why, row.service + "\n" + usage_of(row)};
    ChargeGroup& group = (is_of_job ? unmatched_ : others_)[key];
    group.why = why;
    group.add(row);
}

void Reconciler::take_item(const BillRow& row, std::size_t item) {
    const bool is_first = out_.total.sum.rows == 0;
    out_.begins = is_first ? row.begins : std::min(out_.begins, row.begins);
    out_.ends = is_first ? row.ends : std::max(out_.ends, row.ends);
    if (!row.resource.empty()) resources_.insert(row.resource);
    for (BilledItem* each : {&out_.items[item], &out_.total}) {
        each->sum.add(row);
        if (row.priced.amount) each->quantities[row.priced.unit] += *row.priced.amount;
    }
    if (row.kind == ChargeKind::covered_usage) out_.covered.add(row);
    const bool reaches_out = (out_.link.from && row.begins < *out_.link.from) ||
                             (out_.link.to && row.ends > *out_.link.to);
    if (reaches_out) out_.beyond.add(row);
}

// Corrections of a month ago may belong to the job all the same: which do, its resources say, once
// all of them are known.
void Reconciler::put_aside(const BillRow& row) {
    Waiting waiting{row.kind, Belongs::no, is_of_type(row), row.resource, {}};
    if (!out_.link.tags.empty() && has_tags(row))
        waiting.belongs = Belongs::by_tag;
    else if (out_.link.tags.empty() && is_in_time(row) && !row.instance_type.empty() &&
             is_of_type(row) && row.kind != ChargeKind::negation)
        waiting.belongs = Belongs::by_time;
    const std::string key =
        fmt::format("{}\n{}\n{}\n{}\n{}\n{}", static_cast<int>(row.kind),
                    static_cast<int>(waiting.belongs), waiting.is_of_type, row.resource,
                    row.begins.time_since_epoch().count(), row.service + "\n" + usage_of(row));
    const auto [at, is_new] = last_waiting_.emplace(key, waiting_.size());
    if (is_new) waiting_.push_back(waiting);
    waiting_[at->second].charges.add(row);
}

void Reconciler::settle(const Waiting& waiting) {
    const Moment begins = out_.link.from.value_or(out_.begins);
    const Moment ends = out_.link.to.value_or(out_.ends);
    ApartGroup group{waiting.kind, waiting.belongs, false, waiting.charges};
    group.is_outside = waiting.charges.ends <= begins || waiting.charges.begins >= ends;
    if (group.belongs == Belongs::no && resources_.contains(waiting.resource))
        group.belongs = Belongs::by_resource;
    group.charges.why = std::string(name_of(waiting.kind));
    // What is of no job at another time is none of this report's.
    const bool is_near = !group.is_outside && waiting.is_of_type;
    if (group.belongs == Belongs::no && !is_near) group.charges.why += ", of other use";
    for (ApartGroup& each : out_.apart) {
        if (each.charges.why != group.charges.why || each.belongs != group.belongs ||
            each.is_outside != group.is_outside)
            continue;
        each.charges.begins = std::min(each.charges.begins, group.charges.begins);
        each.charges.ends = std::max(each.charges.ends, group.charges.ends);
        each.charges.sum.add(group.charges.sum);
        return;
    }
    out_.apart.push_back(std::move(group));
}

Reconciliation Reconciler::finish(CostView order_by) {
    out_.unmatched = by_amount(unmatched_, order_by);
    out_.others = by_amount(others_, order_by);
    for (const Waiting& waiting : waiting_) settle(waiting);
    return out_;
}

}  // namespace trialcost
