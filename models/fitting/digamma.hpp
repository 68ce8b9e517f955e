// The first two derivatives of log Gamma, in the forms that do not cancel for large arguments.
//
// Arguments are positive; relative error below 1e-13. Asymptotic series after a recurrence to
// x >= 12: Abramowitz and Stegun, Handbook of Mathematical Functions, 6.3.18 and 6.4.12.
#pragma once

namespace trialcost {

// log x - digamma(x), about 1 / (2 x): positive, falling.
double log_minus_digamma(double x);

// trigamma(x) - 1 / x, about 1 / (2 x^2): positive, falling.
double trigamma_excess(double x);

}  // namespace trialcost
