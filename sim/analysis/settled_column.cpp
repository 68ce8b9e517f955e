#include "sim/analysis/settled_column.hpp"

#include <algorithm>
#include <stdexcept>

#include "sim/analysis/column.hpp"
#include "sim/analysis/moment.hpp"
#include "sim/analysis/percentile.hpp"

namespace trialcost {

namespace {

double inverse_ecdf(const SortedDraws& draws, double p) {
    return draws.at_rank(percentile_rank(draws.size(), p), UnknownDraws::highest);
}

}  // namespace

SettledColumn::SettledColumn(const SamplingDesign& design,
                             std::span<const double> with_default_bounds,
                             std::span<const double> with_doubled_bounds)
    : draws_(with_default_bounds),
      doubled_(with_doubled_bounds),
      sorted_(with_default_bounds, design) {
    require_column_of(design, doubled_.size());
    if (!std::equal(draws_.begin(), draws_.end(), doubled_.begin())) {
        sorted_doubled_.emplace(doubled_);
    }
}

Estimate SettledColumn::percentile(double p) const {
    const Estimate base = trialcost::percentile(sorted_, p);
    return sorted_doubled_ ? settle_percentile(base, inverse_ecdf(*sorted_doubled_, p)) : base;
}

Estimate SettledColumn::mean() const {
    const Estimate base = trialcost::mean(draws_, sorted_.design());
    if (!sorted_doubled_) return base;
    return settle_moment(base, trialcost::mean(doubled_, sorted_.design()));
}

Estimate SettledColumn::standard_deviation() const {
    const Estimate base = trialcost::standard_deviation(draws_, sorted_.design());
    if (!sorted_doubled_) return base;
    return settle_moment(base, trialcost::standard_deviation(doubled_, sorted_.design()));
}

Estimate SettledColumn::tail_mean(double p) const {
    const SamplingDesign& design = sorted_.design();
    const Estimate base =
        trialcost::tail_mean(draws_, design, p, inverse_ecdf(sorted_.pooled(), p));
    if (!sorted_doubled_) return base;
    return settle_moment(
        base, trialcost::tail_mean(doubled_, design, p, inverse_ecdf(*sorted_doubled_, p)));
}

Estimate SettledColumn::expected_overrun(double limit) const {
    const Estimate base = trialcost::expected_overrun(draws_, sorted_.design(), limit);
    if (!sorted_doubled_) return base;
    return settle_moment(base, trialcost::expected_overrun(doubled_, sorted_.design(), limit));
}

Estimate SettledColumn::overrun_when_over(double limit) const {
    const Estimate base = trialcost::overrun_when_over(draws_, sorted_.design(), limit);
    if (!sorted_doubled_) return base;
    return settle_moment(base, trialcost::overrun_when_over(doubled_, sorted_.design(), limit));
}

}  // namespace trialcost
