#include "models/dependence/correlation.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>

namespace trialcost {
namespace {

constexpr double pi = 3.14159265358979323846;

void check_share_of_one(double value) {
    if (!(value >= -1 && value <= 1))
        throw std::logic_error("a correlation lies between -1 and 1, not at " +
                               std::to_string(value));
}

// Taylor's series; for |x| <= pi/6 the term that follows is below 1e-22.
double sine(double x) {
    double sum = 1;
    for (int k = 9; k >= 1; --k) sum = 1 - x * x / (2.0 * k * (2.0 * k + 1)) * sum;
    return x * sum;
}

// Taylor's series; for |x| <= 1/2 the terms that follow sum to less than 1e-18.
double arcsine(double x) {
    double term = x, sum = x;
    for (int k = 1; k <= 30; ++k) {
        const double odd = 2.0 * k - 1;
        term *= x * x * odd / (2.0 * k);
        sum += term / (2.0 * k + 1);
    }
    return sum;
}

void check_correlation(const SquareMatrix& matrix) {
    const std::size_t n = matrix.size;
    if (matrix.entries.size() != n * n)
        throw std::logic_error("a matrix of correlations is not square");
    for (std::size_t i = 0; i < n; ++i) {
        if (matrix(i, i) != 1) throw std::logic_error("an input's correlation with itself is 1");
        for (std::size_t j = 0; j < i; ++j) {
            check_share_of_one(matrix(i, j));
            if (matrix(i, j) != matrix(j, i))
                throw std::logic_error("a matrix of correlations is not symmetric");
        }
    }
}

}  // namespace

SquareMatrix SquareMatrix::identity(std::size_t size) {
    SquareMatrix out{size, std::vector<double>(size * size, 0.0)};
    for (std::size_t i = 0; i < size; ++i) out(i, i) = 1;
    return out;
}

double score_correlation(double spearman) {
    check_share_of_one(spearman);
    return std::clamp(2 * sine(pi / 6 * spearman), -1.0, 1.0);
}

double spearman_correlation(double of_scores) {
    check_share_of_one(of_scores);
    return std::clamp(6 / pi * arcsine(of_scores / 2), -1.0, 1.0);
}

std::optional<SquareMatrix> lower_factor(const SquareMatrix& correlation) {
    check_correlation(correlation);
    constexpr double least_pivot = 1e-9;
    const std::size_t n = correlation.size;
    SquareMatrix factor{n, std::vector<double>(n * n, 0.0)};
    for (std::size_t i = 0; i < n; ++i)
        for (std::size_t j = 0; j <= i; ++j) {
            double rest = correlation(i, j);
            for (std::size_t k = 0; k < j; ++k) rest -= factor(i, k) * factor(j, k);
            if (j < i) {
                factor(i, j) = rest / factor(j, j);
            } else {
                if (!(rest > least_pivot)) return std::nullopt;
                factor(i, i) = std::sqrt(rest);
            }
        }
    return factor;
}

}  // namespace trialcost
