// Inverting a distribution function by Newton's method on the logarithm of a tail probability.
#pragma once

#include <algorithm>
#include <stdexcept>

#include "models/distribution/portable_math.hpp"

namespace trialcost::detail {

// At one point t: the log of the tail probability and of the density with respect to t.
struct LogTailAt {
    double log_tail, log_density;
};

// Finds t where the tail probability is exp(log_target). `direction` is +1 if the tail grows with
// t (a lower tail) and -1 if it falls. The density has to be log-concave in t: the log of either
// tail is then concave, so that Newton's method comes from one side and cannot cycle, however
// poor the guess. Steps are held to `longest_step` against overflow far from the root.
template <typename Evaluate>
double solve_log_tail(Evaluate&& evaluate, double log_target, double direction, double guess,
                      double longest_step) {
    // The step after a residual r leaves about r^2 / 2 (relative, in probability).
    constexpr double converged = 1e-8;
    double t = guess;
    for (int step = 0; step < 500; ++step) {
        const LogTailAt at = evaluate(t);
        const double residual = at.log_tail - log_target;
        const double slope = portable::exp(at.log_density - at.log_tail);
        const double move = -direction * residual / slope;
        t += std::clamp(move, -longest_step, longest_step);
        if (residual > -converged && residual < converged) return t;
    }
    throw std::logic_error("a quantile did not converge");
}

}  // namespace trialcost::detail
