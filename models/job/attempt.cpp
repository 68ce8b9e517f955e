#include "models/job/attempt.hpp"

#include <cmath>

#include "models/distribution/portable_math.hpp"
#include "models/distribution/special_functions.hpp"

namespace trialcost {

double AttemptShape::segments(double left_s) const {
    constexpr double rounding = 1e-9;
    if (!(left_s > 0)) return 0;
    if (!(checkpoint_interval_s > 0)) return 1;
    return std::fmax(1.0, std::ceil(left_s / checkpoint_interval_s - rounding));
}

double AttemptShape::saves() const {
    if (!(checkpoint_interval_s > 0) || !(work_s > 0)) return 0;
    return last_save == LastSave::paid ? segments(work_s) : segments(work_s) - 1;
}

WeibullClock weibull_clock(double rate_per_s, double shape) {
    if (!(rate_per_s > 0)) return {shape, std::numeric_limits<double>::infinity()};
    return {shape, 1 / (rate_per_s * portable::exp(log_gamma(1 + 1 / shape)))};
}

double AttemptShape::failure_free_s() const {
    return startup_s + work_s + saves() * checkpoint_s + validation_s;
}

}  // namespace trialcost
