#include "models/dependence/nearest_correlation.hpp"

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace trialcost {
namespace {

constexpr double rounding = 1e10;  // entries per one

Eigen::MatrixXd read(const SquareMatrix& given) {
    const auto n = static_cast<Eigen::Index>(given.size);
    if (given.size == 0 || given.entries.size() != given.size * given.size)
        throw std::logic_error("nearest_correlation: the matrix is not square");
    const Eigen::MatrixXd matrix =
        Eigen::Map<const Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>>(
            given.entries.data(), n, n);
    if (!matrix.allFinite() || matrix != matrix.transpose())
        throw std::logic_error("nearest_correlation: the matrix is not symmetric and finite");
    return matrix;
}

Eigen::MatrixXd with_floor(const Eigen::MatrixXd& symmetric) {
    const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver(symmetric);
    return solver.eigenvectors() * solver.eigenvalues().cwiseMax(least_eigenvalue).asDiagonal() *
           solver.eigenvectors().transpose();
}

Eigen::MatrixXd nearest(const Eigen::MatrixXd& given) {
    constexpr int most_rounds = 10'000;
    constexpr double close = 1e-12;
    Eigen::MatrixXd unit = given;
    Eigen::MatrixXd correction = Eigen::MatrixXd::Zero(given.rows(), given.cols());
    for (int round = 0; round < most_rounds; ++round) {
        const Eigen::MatrixXd corrected = unit - correction;
        const Eigen::MatrixXd floored = with_floor(corrected);
        correction = floored - corrected;
        unit = floored;
        unit.diagonal().setOnes();
        if ((unit - floored).cwiseAbs().maxCoeff() < close) break;
    }
    // Both conditions at once, which the rounds meet in the limit only.
    const Eigen::MatrixXd floored = with_floor(unit);
    const Eigen::VectorXd scale = floored.diagonal().cwiseSqrt().cwiseInverse();
    return scale.asDiagonal() * floored * scale.asDiagonal();
}

}  // namespace

NearestCorrelation nearest_correlation(const SquareMatrix& given) {
    const Eigen::MatrixXd start = read(given);
    const Eigen::MatrixXd found = nearest(start);
    NearestCorrelation out{.matrix = SquareMatrix::identity(given.size)};
    out.smallest_eigenvalue =
        Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(start, Eigen::EigenvaluesOnly)
            .eigenvalues()(0);
    for (std::size_t i = 0; i < given.size; ++i)
        for (std::size_t j = 0; j <= i; ++j) {
            if (j < i) {
                const double entry =
                    found(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j));
                out.matrix(i, j) = out.matrix(j, i) =
                    std::clamp(std::round(entry * rounding) / rounding, -1.0, 1.0);
            }
            out.largest_change =
                std::max(out.largest_change, std::fabs(out.matrix(i, j) - given(i, j)));
        }
    return out;
}

}  // namespace trialcost
