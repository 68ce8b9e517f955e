// How often chance alone leaves a fitted family as far from a sample as this one is.
//
// Parameters that were fitted to the same values follow them, so the tables for a given
// distribution do not hold. Instead samples are drawn from the fit, the family is fitted to each
// afresh, and the share of those that lie as far off or farther is the p-value, (1 + those) /
// (1 + all): a parametric bootstrap (Stute, González Manteiga and Presedo Quindimil, "Bootstrap
// based goodness-of-fit tests", Metrika 40 (1993) 243), exact where the statistic does not depend
// on the parameters, as in normal, lognormal, exponential and uncensored Weibull families.
// Censoring times are drawn from their Kaplan-Meier estimate.
//
// From a sample of more than `most_drawn` values, samples of that size are drawn: the statistics
// sqrt(n) D and A^2 hardly depend on n there (D by .85 / n of itself: Stephens, JASA 69 (1974)
// 730).
//
// Randomness: streams "fit/FAMILY", one draw for each replicate, one event for each value.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "models/fitting/agreement.hpp"
#include "models/fitting/family_fit.hpp"
#include "models/fitting/sample.hpp"

namespace trialcost {

struct BootstrapSize {
    std::size_t replicates = 999;
    std::size_t most_drawn = 500;
};

struct GoodnessOfFit {
    Agreement agreement;  // with the likeliest parameters
    double largest_gap_p, anderson_darling_p;
};

// Empty if samples of the fit cannot be drawn, or one in ten of them cannot be fitted.
std::optional<GoodnessOfFit> goodness_of_fit(const FamilyFit& fit, const Sample& sample,
                                             std::uint64_t seed, BootstrapSize size = {});

}  // namespace trialcost
