#include "models/job/attempt.hpp"

#include <cmath>

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

double AttemptShape::failure_free_s() const {
    return startup_s + work_s + saves() * checkpoint_s + validation_s;
}

}  // namespace trialcost
