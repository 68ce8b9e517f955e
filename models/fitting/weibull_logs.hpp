// The values of a sample on the log scale, as the likelihood of a Weibull distribution needs them.
//
// Logs are taken against the largest value, so that no power overflows. Values are positive.
#pragma once

#include <vector>

#include "models/fitting/sample.hpp"

namespace trialcost {

// Sums over all values, censored ones included, of (x / largest)^shape times log(x / largest) to
// the power 0, 1 and 2.
struct WeibullSums {
    double s0, s1, s2;
};

class WeibullLogs {
  public:
    explicit WeibullLogs(const Sample& sample);

    WeibullSums sums(double shape) const;
    double log_largest() const { return log_largest_; }
    // Mean over the observed values of log(x / largest).
    double observed_mean() const { return observed_mean_; }

  private:
    std::vector<double> below_largest_;
    double log_largest_, observed_mean_;
};

}  // namespace trialcost
