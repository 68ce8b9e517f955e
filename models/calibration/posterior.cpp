#include "models/calibration/posterior.hpp"

#include <stdexcept>

namespace trialcost {

Gamma rate_posterior(double events, std::size_t classes, double exposure) {
    if (!(events >= 0) || classes == 0 || !(exposure > 0))
        throw std::logic_error(
            "rate_posterior: events >= 0, a class and a positive exposure are needed");
    return {events + 0.5 / static_cast<double>(classes), 1 / exposure};
}

Beta share_posterior(double hits, double trials) {
    if (!(hits >= 0) || !(trials >= hits))
        throw std::logic_error("share_posterior: 0 <= hits <= trials");
    return {hits + 0.5, trials - hits + 0.5};
}

}  // namespace trialcost
