// Blocks of a marginal: the bits of one value at a time, on every instruction set.
#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <string>
#include <vector>

#include "models/distribution/central_polynomial.hpp"
#include "models/distribution/marginal.hpp"
#include "models/lanes/targets.hpp"
#include "tests/catch_compat.hpp"

using namespace trialcost;

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

// Each form, with and without a central polynomial, of either degree, of the value and its log.
const Distribution distributions[] = {
    {Constant{4.0}},
    {Normal{3.0, 2.0}},
    {Normal{3.0, 2.0}, 2.0, 4.5},
    {Lognormal{3.0, 0.4}},
    {Lognormal{0.0, 400.0}},
    {Uniform{3.0, 20.0}},
    {Triangular{3.0, 5.0, 20.0}},
    {Triangular{3.0, 20.0, 20.0}},
    {Discrete{{30.0, 10.0, 20.0}, {1.0, 5.0, 2.0}}},
    {Quantiles{{0.1, 0.5, 0.9}, {1.0, 2.0, 5.0}}},
    {Gamma{1.0 / 40, 2.0}},
    {Gamma{1.0, 3.0}},
    {Gamma{7.5, 2.0}},
    {Gamma{7.5, 2.0}, 5.0, 30.0},
    {Weibull{0.7, 40.0}},
    {Pert{1.0, 2.0, 7.0}},
    {Beta{0.5, 0.5}},
    {Beta{2.0, 18.0, -1.0, 4.0}},
    {Beta{1.0, 1.0}},
};

std::vector<double> scores() {
    std::vector<double> z{0.0,      -0.0,        3.2, -3.2, std::nextafter(3.2, 4.0),
                          infinity, -infinity,   8.5, -8.5, 40.0,
                          -40.0,    std::nan("")};
    for (int i = 0; i < 4'000; ++i) z.push_back(-6.0 + 0.003 * (i * 37 % 4'000) + 0.00123);
    return z;
}

std::vector<std::uint64_t> bits_of(const std::vector<double>& values) {
    std::vector<std::uint64_t> bits;
    for (const double value : values)
        bits.push_back(std::isnan(value) ? 0x7ff8000000000000
                                         : std::bit_cast<std::uint64_t>(value));
    return bits;
}

std::vector<double> block_of(const Marginal& marginal, const std::vector<double>& z) {
    std::vector<double> x(z.size());
    marginal.values(z, x);
    return x;
}

TEST_CASE("a block of a marginal has the bits of one value at a time on every target") {
    const std::vector<double> z = scores();
    for (const Distribution& distribution : distributions) {
        const Marginal marginal = Marginal::compile(distribution);
        CAPTURE(describe(distribution));
        std::vector<double> singly;
        for (const double score : z) singly.push_back(marginal(score));
        for (const lanes::Target& target : lanes::available_targets()) {
            CAPTURE(target.name);
            const lanes::OnlyTarget only(target);
            CHECK(bits_of(block_of(marginal, z)) == bits_of(singly));
            for (std::size_t i = 0; i < z.size(); i += 97)
                REQUIRE(bits_of({marginal(z[i])}) == bits_of({singly[i]}));
        }
    }
}

TEST_CASE("a block of a marginal may be any length and take the place of its scores") {
    const std::vector<double> z = scores();
    for (const Distribution& distribution : distributions) {
        const Marginal marginal = Marginal::compile(distribution);
        CAPTURE(describe(distribution));
        const std::vector<double> whole = block_of(marginal, z);
        for (std::size_t length = 0; length <= 35; ++length) {
            std::vector<double> block(z.begin() + 3, z.begin() + 3 + std::ptrdiff_t(length));
            marginal.values(block, block);
            const std::vector<double> expected(whole.begin() + 3,
                                               whole.begin() + 3 + std::ptrdiff_t(length));
            REQUIRE(bits_of(block) == bits_of(expected));
        }
    }
    std::vector<double> out(2);
    CHECK_THROWS_AS(Marginal::compile({Constant{1.0}}).values(z, out), std::invalid_argument);
}

double relative_error(double approximate, double exact) {
    return std::abs(approximate / exact - 1.0);
}

template <class Coefficients>
double value_at(const Coefficients& c, double z) {
    long double sum = 0.0L;
    for (std::size_t i = c.size(); i-- > 0;) sum = sum * z + c[i];
    return static_cast<double>(sum);
}

TEST_CASE("a central polynomial takes the degree it needs and knows its error") {
    // exp(z/2): degree 17 leaves 2 * 1.6^18/(18! 2^18) = 6e-18. 1/(1 + z^2/4) has poles at 2i and
    // -2i, on the ellipse of Bernstein with semi-axes 3.2 times 1.179 and 0.625: its error falls by
    // 1.804 a degree, to about 1.804^-17 = 4e-5 and 1.804^-27 = 1e-7.
    const auto smooth =
        CentralPolynomial::fit([](double z) { return std::exp(z / 2); }, relative_error, 1e-10);
    REQUIRE(smooth);
    CHECK(smooth->coefficients().index() == 0);
    CHECK(smooth->measured_error() < 1e-14);
    const auto bell = [](double z) { return 1.0 / (1.0 + z * z / 4); };
    const auto rough = CentralPolynomial::fit(bell, relative_error, 3e-6);
    REQUIRE(rough);
    CHECK(rough->coefficients().index() == 1);
    CHECK(rough->measured_error() > 3e-8);
    CHECK(!CentralPolynomial::fit(bell, relative_error, 3e-8));
    double worst = 0.0;
    for (int i = 0; i <= 3'200; ++i) {
        const double z = -3.2 + 0.002 * i;
        const double value = value_at(std::get<CentralPolynomial::Long>(rough->coefficients()), z);
        worst = std::max(worst, relative_error(value, bell(z)));
    }
    CHECK(worst < 1.2 * rough->measured_error());
    CHECK(worst > 0.8 * rough->measured_error());
}

TEST_CASE("a central polynomial that misses its target is not used") {
    const auto corner = [](double z) { return std::abs(z - 0.1) + 1.0; };
    CHECK(!CentralPolynomial::fit(corner, relative_error, 1e-4));
    CHECK(!CentralPolynomial::fit([](double) { return std::nan(""); }, relative_error, 1e-4));
    // NaN in one half only: it must not be forgotten.
    CHECK(!CentralPolynomial::fit([](double z) { return z > 3.1999 ? std::nan("") : 1.0; },
                                  relative_error, 1e-4));
}

}  // namespace
