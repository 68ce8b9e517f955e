// The map between Spearman's correlation and that of normal scores, the factor, and the ranks that
// come out of both.
#include "models/dependence/correlation.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <stdexcept>

#include "models/distribution/special_functions.hpp"
#include "sim/random/stream.hpp"
#include "tests/catch_compat.hpp"

using namespace trialcost;

namespace {

SquareMatrix matrix_of(std::size_t size, std::vector<double> entries) {
    return {size, std::move(entries)};
}

SquareMatrix product_with_transpose(const SquareMatrix& factor) {
    SquareMatrix out{factor.size, std::vector<double>(factor.entries.size(), 0.0)};
    for (std::size_t i = 0; i < factor.size; ++i)
        for (std::size_t j = 0; j < factor.size; ++j)
            for (std::size_t k = 0; k < factor.size; ++k) out(i, j) += factor(i, k) * factor(j, k);
    return out;
}

std::vector<double> ranks(const std::vector<double>& values) {
    std::vector<std::size_t> order(values.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::sort(order.begin(), order.end(),
              [&](std::size_t a, std::size_t b) { return values[a] < values[b]; });
    std::vector<double> out(values.size());
    for (std::size_t i = 0; i < order.size(); ++i) out[order[i]] = static_cast<double>(i);
    return out;
}

// Spearman's correlation of samples without ties.
double rank_correlation(const std::vector<double>& a, const std::vector<double>& b) {
    const std::vector<double> rank_a = ranks(a), rank_b = ranks(b);
    const auto n = static_cast<double>(a.size());
    double squares = 0;
    for (std::size_t i = 0; i < a.size(); ++i)
        squares += (rank_a[i] - rank_b[i]) * (rank_a[i] - rank_b[i]);
    return 1 - 6 * squares / (n * (n * n - 1));
}

}  // namespace

TEST_CASE("Spearman's correlation and that of the scores: published values, ends and back") {
    const std::vector<std::pair<double, double>> known = {{.1, .1046719125},
                                                          {.3, .3128689301},
                                                          {.5, .5176380902},
                                                          {.8, .8134732862},
                                                          {.95, .9543175205}};
    for (const auto& [spearman, of_scores] : known) {
        CHECK(std::fabs(score_correlation(spearman) - of_scores) < 1e-10);
        CHECK(std::fabs(score_correlation(-spearman) + of_scores) < 1e-10);
    }
    CHECK(score_correlation(0) == 0);
    CHECK(std::fabs(score_correlation(1) - 1) < 1e-15);
    for (double spearman = -1; spearman <= 1; spearman += 0.125) {
        const double expected = 2 * std::sin(std::acos(-1.0) * spearman / 6);
        CHECK(std::fabs(score_correlation(spearman) - expected) < 1e-15);
        CHECK(std::fabs(spearman_correlation(expected) - spearman) < 1e-14);
    }
    CHECK_THROWS_AS(score_correlation(1.01), std::logic_error);
    CHECK_THROWS_AS(spearman_correlation(-1.01), std::logic_error);
    CHECK_THROWS_AS(score_correlation(std::nan("")), std::logic_error);
}

TEST_CASE("the lower factor gives the matrix back, and leaves the first score alone") {
    // numpy.linalg.cholesky
    const auto factor = lower_factor(matrix_of(3, {1, .5, 0, .5, 1, -.3, 0, -.3, 1}));
    REQUIRE(factor);
    const std::vector<double> expected = {1, 0, 0, .5, .866025404, 0, 0, -.346410162, .938083152};
    for (std::size_t i = 0; i < 9; ++i) CHECK(std::fabs(factor->entries[i] - expected[i]) < 1e-9);

    const SquareMatrix four =
        matrix_of(4, {1, .9, .2, -.4, .9, 1, .1, -.3, .2, .1, 1, .6, -.4, -.3, .6, 1});
    const auto lower = lower_factor(four);
    REQUIRE(lower);
    const SquareMatrix back = product_with_transpose(*lower);
    for (std::size_t i = 0; i < 16; ++i)
        CHECK(std::fabs(back.entries[i] - four.entries[i]) < 1e-15);
}

TEST_CASE("no factor without positive eigenvalues; what is no matrix of correlations is refused") {
    CHECK_FALSE(lower_factor(matrix_of(2, {1, 1, 1, 1})));
    CHECK_FALSE(lower_factor(matrix_of(3, {1, 1, 0, 1, 1, 1, 0, 1, 1})));
    CHECK_FALSE(lower_factor(matrix_of(3, {1, .9, -.9, .9, 1, .9, -.9, .9, 1})));
    CHECK_THROWS_AS(lower_factor(matrix_of(2, {1, .5, .4, 1})), std::logic_error);
    CHECK_THROWS_AS(lower_factor(matrix_of(2, {2, .5, .5, 1})), std::logic_error);
    CHECK_THROWS_AS(lower_factor(matrix_of(2, {1, 1.5, 1.5, 1})), std::logic_error);
    CHECK_THROWS_AS(lower_factor(matrix_of(2, {1, .5, .5})), std::logic_error);
    const double nan = std::nan("");
    CHECK_THROWS_AS(lower_factor(matrix_of(2, {1, nan, nan, 1})), std::logic_error);
}

// 100 blocks of 1,000 draws, seed fixed beforehand. The statistic is the mean of the blocks' rank
// correlations, its standard error that of 100 values, about .0025; the bias of a block is below
// 3e-4. Four of them: false-alarm rate 1.2e-4 for each pair. It sees a fault of .011: taking
// Spearman's .5 for the correlation of the scores would make it .483.
TEST_CASE("the ranks of correlated scores have the correlations that were asked for") {
    constexpr std::size_t blocks = 100, draws = 1000, n = 3;
    const double spearman[n][n] = {{1, .5, 0}, {.5, 1, -.3}, {0, -.3, 1}};
    SquareMatrix matrix = SquareMatrix::identity(n);
    for (std::size_t i = 0; i < n; ++i)
        for (std::size_t j = 0; j < n; ++j)
            if (i != j) matrix(i, j) = score_correlation(spearman[i][j]);
    const auto factor = lower_factor(matrix);
    REQUIRE(factor);

    std::vector<double> sum(n * n, 0.0), squares(n * n, 0.0);
    for (std::size_t block = 0; block < blocks; ++block) {
        std::vector<std::vector<double>> scores(n);
        for (std::size_t draw = 0; draw < draws; ++draw) {
            const DrawKey key{20261130, static_cast<std::uint16_t>(block), draw};
            double z[n];
            for (std::size_t i = 0; i < n; ++i) {
                z[i] = normal_quantile(uniform_pair(key, static_cast<std::uint32_t>(i), 0).first);
                double mixed = 0;
                for (std::size_t k = 0; k <= i; ++k) mixed += (*factor)(i, k) * z[k];
                scores[i].push_back(mixed);
            }
        }
        for (std::size_t i = 0; i < n; ++i)
            for (std::size_t j = 0; j < i; ++j) {
                const double found = rank_correlation(scores[i], scores[j]);
                sum[i * n + j] += found;
                squares[i * n + j] += found * found;
            }
    }
    for (std::size_t i = 0; i < n; ++i)
        for (std::size_t j = 0; j < i; ++j) {
            const double mean = sum[i * n + j] / blocks;
            const double variance = squares[i * n + j] / blocks - mean * mean;
            const double standard_error = std::sqrt(variance / (blocks - 1));
            INFO(i << " and " << j << ": " << mean << " +- " << standard_error);
            CHECK(standard_error < 0.0035);
            CHECK(std::fabs(mean - spearman[i][j]) < 4 * standard_error + 3e-4);
        }
}
