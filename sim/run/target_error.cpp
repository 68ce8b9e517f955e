#include "sim/run/target_error.hpp"

#include <cmath>

#include "sim/analysis/percentile.hpp"

namespace trialcost {
namespace {

double half_width(const Estimate& estimate) {
    return estimate.refused() ? 0 : (estimate.high - estimate.low) / 2;
}

double error_of(const Plan& plan, const OptionPlan& option, const OptionTally& tally) {
    const FigureTally& figure =
        tally.column(option.has_known_cost() ? Figure::total_cost : Figure::wall_time_s);
    double error = 0;
    for (const double p : {0.5, plan.confidence}) {
        const Estimate estimate = percentile(figure, p);
        if (!estimate.refused() && estimate.value != 0)
            error = std::fmax(error, half_width(estimate) / std::fabs(estimate.value));
    }
    for (std::size_t i = 0; i < plan.ceilings.size(); ++i)
        error = std::fmax(error, half_width(tally.ceiling(i).p_kept(plan.sampling)));
    return error;
}

}  // namespace

bool TargetError::is_reached(const Plan& plan, RunTally& tally) {
    tally.finish();
    double error = 0;
    for (std::size_t i = 0; i < plan.options.size(); ++i)
        if (tally.option(i))
            error = std::fmax(error, error_of(plan, plan.options[i], *tally.option(i)));
    return is_reached(error);
}

bool TargetError::is_reached(double error) {
    error_ = error;
    const bool is_small = error <= target_;
    const bool twice = is_small && was_reached_;
    was_reached_ = is_small;
    return twice;
}

}  // namespace trialcost
