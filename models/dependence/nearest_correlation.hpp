// The nearest matrix of correlations to one that is none: correlations stated pair by pair, or
// mapped one by one from ranks, may contradict each other.
//
// Alternating projections with Dykstra's correction onto the matrices whose eigenvalues are at
// least `least_eigenvalue` and onto those with ones on the diagonal, in the Frobenius norm (Higham
// 2002, "Computing the nearest correlation matrix", IMA J. Numer. Anal. 22, 329). The nearest
// matrix proper is singular; the floor keeps it apart from that, so that it has a factor.
//
// The eigenvalues come from a library and could differ in their last bits between machines; entries
// are rounded to 10 decimals, so that what is drawn from them does not. No randomness.
#pragma once

#include "models/dependence/correlation.hpp"

namespace trialcost {

inline constexpr double least_eigenvalue = 1e-8;

struct NearestCorrelation {
    SquareMatrix matrix;
    double smallest_eigenvalue = 0;  // of the matrix given
    double largest_change = 0;       // of an entry
};

// `given` must be symmetric with finite entries, else std::logic_error.
NearestCorrelation nearest_correlation(const SquareMatrix& given);

}  // namespace trialcost
