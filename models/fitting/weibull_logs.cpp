#include "models/fitting/weibull_logs.hpp"

#include <algorithm>

#include "models/distribution/portable_math.hpp"

namespace trialcost {

WeibullLogs::WeibullLogs(const Sample& sample) {
    const double largest =
        std::max(sample.observed.back(), sample.censored.empty() ? 0.0 : sample.censored.back());
    log_largest_ = portable::log(largest);
    below_largest_.reserve(sample.size());
    double sum = 0.0;
    for (const double value : sample.observed) {
        below_largest_.push_back(portable::log(value / largest));
        sum += below_largest_.back();
    }
    observed_mean_ = sum / static_cast<double>(sample.observed.size());
    for (const double value : sample.censored)
        below_largest_.push_back(portable::log(value / largest));
}

WeibullSums WeibullLogs::sums(double shape) const {
    WeibullSums sums{0, 0, 0};
    for (const double log_value : below_largest_) {
        const double power = portable::exp(shape * log_value);
        sums.s0 += power;
        sums.s1 += power * log_value;
        sums.s2 += power * log_value * log_value;
    }
    return sums;
}

}  // namespace trialcost
