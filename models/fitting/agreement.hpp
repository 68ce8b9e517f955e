// How far a distribution is from a sample: the statistics of Kolmogorov and Smirnov, and of
// Anderson and Darling.
//
// With right-censored values the empirical distribution function is that of Kaplan and Meier, and
// both statistics look no further than where fewer than one in ten values are still under
// observation. Ties count together. No randomness; what is usual by chance when parameters were
// fitted is for sim/fitting.
#pragma once

#include "models/distribution/distribution.hpp"
#include "models/fitting/sample.hpp"

namespace trialcost {

struct Agreement {
    double largest_gap;       // Kolmogorov-Smirnov D
    double anderson_darling;  // A^2 = n * integral of (F_n - F)^2 / (F (1 - F)) dF
};

Agreement agreement(const Sample& sample, const Distribution& distribution);

}  // namespace trialcost
