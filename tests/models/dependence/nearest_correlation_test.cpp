// The nearest matrix of correlations: published cases, and one found by an independent minimiser.
#include "models/dependence/nearest_correlation.hpp"

#include <cmath>
#include <stdexcept>

#include "tests/catch_compat.hpp"

using namespace trialcost;

namespace {

double distance(const SquareMatrix& a, const SquareMatrix& b) {
    double squares = 0;
    for (std::size_t i = 0; i < a.entries.size(); ++i)
        squares += (a.entries[i] - b.entries[i]) * (a.entries[i] - b.entries[i]);
    return std::sqrt(squares);
}

void check_entries(const SquareMatrix& found, const std::vector<double>& expected) {
    for (std::size_t i = 0; i < expected.size(); ++i) {
        INFO("entry " << i);
        CHECK(std::fabs(found.entries[i] - expected[i]) < 1e-6);
    }
}

}  // namespace

TEST_CASE("Higham's example of 2002") {
    const SquareMatrix given{3, {1, 1, 0, 1, 1, 1, 0, 1, 1}};
    const NearestCorrelation found = nearest_correlation(given);
    const double a = .7606898534, b = .1572981061;
    check_entries(found.matrix, {1, a, b, a, 1, a, b, a, 1});
    CHECK(std::fabs(distance(found.matrix, given) - .5277904636) < 1e-6);
    // The eigenvalues of the matrix given are 1 and 1 +- sqrt(2).
    CHECK(std::fabs(found.smallest_eigenvalue - (1 - std::sqrt(2.0))) < 1e-12);
    CHECK(std::fabs(found.largest_change - (1 - a)) < 1e-6);
}

TEST_CASE("the second difference of four points, whose diagonal is 2") {
    const SquareMatrix given{4, {2, -1, 0, 0, -1, 2, -1, 0, 0, -1, 2, -1, 0, 0, -1, 2}};
    const NearestCorrelation found = nearest_correlation(given);
    const double a = -.808412, b = .191588, c = .106775, d = -.656233;
    check_entries(found.matrix, {1, a, b, c, a, 1, d, b, b, d, 1, a, c, b, a, 1});
    CHECK(std::fabs(distance(found.matrix, given) - 2.13372911) < 1e-6);
}

// Reference: SciPy's BFGS over matrices with rows of length one, the product of each with its own
// transpose, best of six starts.
TEST_CASE("correlations that contradict each other") {
    SquareMatrix given = SquareMatrix::identity(3);
    given(1, 0) = given(0, 1) = score_correlation(.9);
    given(2, 0) = given(0, 2) = score_correlation(-.8);
    given(2, 1) = given(1, 2) = score_correlation(.2);
    const NearestCorrelation found = nearest_correlation(given);
    const double a = .717265182, b = -.640440154, c = .075782836;
    check_entries(found.matrix, {1, a, b, a, 1, c, b, c, 1});
    CHECK(std::fabs(found.smallest_eigenvalue + .327589928) < 1e-8);
}

TEST_CASE("the floor lets the nearest matrix have a factor, and its entries are rounded") {
    const SquareMatrix contradictory{3, {1, .9, -.9, .9, 1, .9, -.9, .9, 1}};
    const SquareMatrix equal{2, {1, 1, 1, 1}};
    for (const SquareMatrix& given : {contradictory, equal}) {
        const SquareMatrix found = nearest_correlation(given).matrix;
        const auto factor = lower_factor(found);
        REQUIRE(factor);
        const double pivot = (*factor)(given.size - 1, given.size - 1);
        CHECK(pivot * pivot > 0.5 * least_eigenvalue);
        CHECK(found(0, 0) == 1);
        for (double entry : found.entries) CHECK(entry == std::round(entry * 1e10) / 1e10);
    }
    // The floor alone costs next to nothing.
    CHECK(nearest_correlation(equal).largest_change < 2e-8);
}

TEST_CASE("a good matrix stays as it is, and a wrong one is refused") {
    const SquareMatrix good{3, {1, .5, 0, .5, 1, -.3, 0, -.3, 1}};
    const NearestCorrelation found = nearest_correlation(good);
    CHECK(found.largest_change < 1e-10);
    CHECK(found.smallest_eigenvalue > 0.4);
    CHECK_THROWS_AS(nearest_correlation({2, {1, .5, .4, 1}}), std::logic_error);
    CHECK_THROWS_AS(nearest_correlation({2, {1, HUGE_VAL, HUGE_VAL, 1}}), std::logic_error);
    CHECK_THROWS_AS(nearest_correlation({2, {1, .5, .5}}), std::logic_error);
}
