// How much of the spread of a figure is lack of knowledge, and the band of a probability over it.
//
// From a nested sample: for each knowledge draw, the mean and variance of the figure over its
// chance draws. The share is the closed Sobol' index of all knowledge names together,
//   Var(E[Y | knowledge]) / Var(Y)
// (Sobol' 1993), with the noise that finite chance draws leave in the means taken off. Its 95 %
// interval is a jackknife over the replicates of the knowledge points, with Student's t.
// The band of a probability is its 5 % and 95 % percentile over the knowledge draws: what the
// probability could turn out to be if one knew more.
// Units: none. Errors: a std::logic_error for lengths that do not fit. No randomness.
#pragma once

#include <cstddef>
#include <span>

#include "sim/analysis/estimate.hpp"

namespace trialcost {

// Of one knowledge draw over its chance draws.
struct ChanceMoments {
    double mean = 0;
    double variance = 0;  // unbiased
};

// `by_knowledge` holds replicate after replicate of the knowledge points, all of one length.
Estimate knowledge_share(std::span<const ChanceMoments> by_knowledge, std::size_t replicates,
                         std::size_t chance_draws);

struct Band {
    double low, high;
};

inline constexpr double band_confidence = 0.9;

Band band_over_knowledge(std::span<const double> probabilities);

}  // namespace trialcost
