// The distributions an input can have: a closed set of families, each with optional bounds.
//
// Parameters carry the unit of the input; probabilities are fractions. A value beyond a bound is
// held at it (the bound gets the probability of everything beyond). All evaluations use portable
// arithmetic, so the same distribution gives the same bits on every machine.
//
// What a user writes is checked by faults(), which returns sentences and throws nothing; the other
// functions require a distribution without faults. The *_from_* functions turn what people know
// (two percentiles, a mean and a standard deviation) into parameters and throw
// std::invalid_argument with a sentence that names the values if there is no such distribution.
#pragma once

#include <limits>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace trialcost {

struct Constant {
    double value;
};
struct Uniform {
    double low, high;
};
struct Triangular {
    double low, mode, high;
};
// The beta distribution of project planning with weight 4 on the mode (Malcolm et al. 1959).
struct Pert {
    double low, mode, high;
};
struct Normal {
    double mean, sd;
};
// mu and sigma are the mean and standard deviation of the natural logarithm.
struct Lognormal {
    double mu, sigma;
};
struct Gamma {
    double shape, scale;
};
struct Weibull {
    double shape, scale;
};
struct Beta {
    double a, b;
    double low = 0.0, high = 1.0;
};
// Values in any order; weights need not sum to 1.
struct Discrete {
    std::vector<double> values, weights;
};
// Percentiles as given, joined linearly in the normal score of the probability and continued
// linearly beyond the outer two: two of them make a normal distribution.
struct Quantiles {
    std::vector<double> probabilities, values;
};

using Family = std::variant<Constant, Uniform, Triangular, Pert, Normal, Lognormal, Gamma, Weibull,
                            Beta, Discrete, Quantiles>;

struct Distribution {
    Family family;
    double lower = -std::numeric_limits<double>::infinity();
    double upper = std::numeric_limits<double>::infinity();
};

// The smallest x with P(X <= x) >= probability; at 0 and 1 the ends of the support.
double quantile(const Distribution& distribution, double probability);
// The same at probability Phi(normal_score), with all digits in the upper tail too.
double quantile_at_score(const Distribution& distribution, double normal_score);
// P(X <= x).
double cdf(const Distribution& distribution, double x);
// Of the family without bounds, in closed form.
double mean(const Family& family);

// The smallest and the largest value that can occur, possibly infinite.
double lower_end(const Distribution& distribution);
double upper_end(const Distribution& distribution);

// One sentence for each thing that is wrong; empty if nothing is.
std::vector<std::string> faults(const Distribution& distribution);
// Short, for people: "lognormal(median 12, sigma 0.94), at most 120".
std::string describe(const Distribution& distribution);

Normal normal_from_quantiles(double p1, double x1, double p2, double x2);
Lognormal lognormal_from_quantiles(double p1, double x1, double p2, double x2);
Lognormal lognormal_from_mean_sd(double mean, double sd);
Gamma gamma_from_mean_sd(double mean, double sd);
Beta beta_from_mean_sd(double mean, double sd, double low = 0.0, double high = 1.0);

// The beta distribution that a PERT estimate stands for.
Beta as_beta(const Pert& pert);

}  // namespace trialcost
