// A density in one dimension, known up to a factor, on an equally spaced grid.
//
// The grid grows from `start` on both sides until the density has fallen to 2e-9 of its largest
// value: tails of any length are followed, and a start beside the mode does no harm. `step` should
// be about a quarter of the standard deviation; probabilities then err by less than 1e-4. Throws
// std::domain_error if the density does not fall off within 4,000 steps or is not a number.
#pragma once

#include <functional>
#include <vector>

namespace trialcost {

class GridPosterior {
  public:
    using LogDensity = std::function<double(double)>;

    GridPosterior(const LogDensity& log_density, double start, double step);

    double quantile(double probability) const;
    // log of the integral of exp(log_density).
    double log_total() const;

    const std::vector<double>& points() const { return points_; }
    // Probabilities of the points; they sum to 1.
    const std::vector<double>& weights() const { return weights_; }

  private:
    double step_, log_total_;
    std::vector<double> points_, weights_, below_;  // below_: P(X <= point)
};

// x with f(x) = 0 for an increasing f, within `tolerance`; looks outward from `guess` in steps that
// double. Throws std::domain_error if there is no change of sign within reach.
double root_of_increasing(const std::function<double(double)>& f, double guess, double step,
                          double tolerance);

}  // namespace trialcost
