// Distribution functions and their inverses, on portable_math alone: the same bits everywhere.
//
// Probabilities and shapes are dimensionless. A probability close to 1 loses its digits, so the
// inverse functions also take the probability of the upper tail: quantile(1e-20, Tail::upper) is
// the point that is exceeded with probability 1e-20.
//
// Probability 0 or 1 gives the end of the support (possibly infinite). A shape that is not
// positive and finite, a probability outside [0, 1] or NaN gives NaN; nothing is thrown.
// Relative error against Boost.Math, normal scores of +-8, shapes from 1/40 (beta: 1/10) to 1e7:
// normal functions 2e-15, quantiles and incomplete gamma function 2e-13, incomplete beta function
// 2e-14, growing to 3e-12 as its parameters go from 1e3 to 1e7.
#pragma once

namespace trialcost {

enum class Tail { lower, upper };

// P(Z <= x) for a standard normal Z; good in both tails, normal_cdf(-30) included.
double normal_cdf(double x);
double normal_density(double x);
double normal_quantile(double probability, Tail tail = Tail::lower);

// log of the gamma function for x > 0 (absolute error near its zeros 1 and 2).
double log_gamma(double x);

// The regularised incomplete gamma function, P(X <= x) or P(X > x) for X ~ Gamma(shape, scale 1).
double incomplete_gamma(double shape, double x, Tail tail = Tail::lower);
double gamma_quantile(double shape, double probability, Tail tail = Tail::lower);
// Its logarithm, which does not underflow: at shape 1/36 the 1e-16 quantile is about 1e-576.
double log_gamma_quantile(double shape, double probability, Tail tail = Tail::lower);

// The regularised incomplete beta function, P(X <= x) or P(X > x) for X ~ Beta(a, b) on [0, 1].
double incomplete_beta(double a, double b, double x, Tail tail = Tail::lower);
double beta_quantile(double a, double b, double probability, Tail tail = Tail::lower);
// log(x / (1 - x)) of it: keeps the distance to both ends.
double logit_beta_quantile(double a, double b, double probability, Tail tail = Tail::lower);

double chi_square_quantile(double degrees_of_freedom, double probability, Tail tail = Tail::lower);
double student_t_quantile(double degrees_of_freedom, double probability, Tail tail = Tail::lower);

}  // namespace trialcost
