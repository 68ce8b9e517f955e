// The binomial distribution as far as intervals need it, through the incomplete beta function.
//
// Clopper and Pearson, Biometrika 26 (1934) 404: exact for independent draws, conservative for
// stratified ones. With no hit, or nothing but hits, the whole 5 % lies on the one open side, so
// that none in n means "at most about 3/n". Errors: more hits than draws, no draw at all, or a
// probability outside [0, 1] is a std::logic_error. No randomness.
#pragma once

#include <cstdint>

#include "sim/analysis/estimate.hpp"

namespace trialcost {

// P(at most `hits` hits in `draws` draws), each a hit with `probability`.
double binomial_cdf(std::uint64_t hits, std::uint64_t draws, double probability);

Estimate clopper_pearson(std::uint64_t hits, std::uint64_t draws);

}  // namespace trialcost
