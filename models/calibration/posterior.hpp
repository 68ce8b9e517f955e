// Posteriors of rates and shares from counts (Jeffreys 1946), as distributions to draw from.
#pragma once

#include <cstddef>

#include "models/distribution/distribution.hpp"

namespace trialcost {

// Rate of one of `classes` classes seen `events` times in one exposure: Gamma(events + 1/(2
// classes), exposure), so that the total over the classes is Gamma(all events + 1/2, exposure)
// however they are cut. Unit: events per unit of exposure. Zero events are evidence, not a rate of
// zero.
Gamma rate_posterior(double events, std::size_t classes, double exposure);

// Share of `hits` in `trials`: Beta(hits + 1/2, trials - hits + 1/2).
Beta share_posterior(double hits, double trials);

}  // namespace trialcost
