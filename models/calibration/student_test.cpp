#include "models/calibration/student_test.hpp"

#include "models/distribution/special_functions.hpp"

namespace trialcost {

StudentTest student_test(double estimate, double standard_error, double degrees) {
    if (!(standard_error > 0)) return {estimate, estimate, estimate == 0 ? 1.0 : 0.0};
    const double t = estimate / standard_error;
    const double reach = standard_error * student_t_quantile(degrees, 0.025, Tail::upper);
    return {estimate - reach, estimate + reach,
            incomplete_beta(degrees / 2, 0.5, degrees / (degrees + t * t))};
}

}  // namespace trialcost
