// Two pieces from which gamma and beta densities are put together without cancellation
// (Loader 2000, "Fast and accurate computation of binomial probabilities").
#pragma once

namespace trialcost::detail {

// log Gamma(x) - [(x - 1/2) log x - x + log(2 pi) / 2], for x > 0; about 1 / (12 x).
double stirling_error(double x);

// log(1 + f) - f for f > -1, accurate where f is small.
double log1p_minus(double f);

inline constexpr double log_two_pi = 1.8378770664093454836;

}  // namespace trialcost::detail
