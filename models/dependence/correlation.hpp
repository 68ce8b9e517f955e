// Rank correlation between inputs as a Gaussian copula: their normal scores are correlated, and
// each input keeps its own distribution.
//
// Spearman's s of two continuous inputs and the correlation r of their normal scores belong
// together by r = 2 sin(pi s / 6) (Pearson 1907). Correlated scores are L z, with z independent and
// L the lower triangular (Cholesky) factor of the matrix of r: the first score stays as it is, each
// further one is drawn given those before it. Computed with + - * / and square root alone, as L
// decides draws. No randomness.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

namespace trialcost {

struct SquareMatrix {
    std::size_t size = 0;
    std::vector<double> entries;  // by rows

    static SquareMatrix identity(std::size_t size);
    double& operator()(std::size_t row, std::size_t column) { return entries[row * size + column]; }
    double operator()(std::size_t row, std::size_t column) const {
        return entries[row * size + column];
    }
};

// From one scale to the other and back, in [-1, 1]; throws std::logic_error outside.
double score_correlation(double spearman);
double spearman_correlation(double of_scores);

// L with L L^T = `correlation`; nothing where the matrix is not positive definite (a pivot below
// 1e-9). Throws std::logic_error unless it is symmetric, with ones on the diagonal and entries in
// [-1, 1].
std::optional<SquareMatrix> lower_factor(const SquareMatrix& correlation);

}  // namespace trialcost
