#include "sim/sampling/sobol.hpp"

#include <bit>
#include <boost/random/detail/sobol_table.hpp>
#include <stdexcept>
#include <string>

namespace trialcost {

namespace {

using Table = boost::random::detail::qrng_tables::sobol;
static_assert(Table::max_dimension >= max_sobol_dimensions);

constexpr std::size_t word_bits = 32;

// The integers m_j of Joe and Kuo, j = 0, 1, ...: the table holds the first `degree` of them; each
// later one follows by the recurrence of the primitive polynomial x^degree + ... + 1, in which the
// coefficient of x^(degree - i) goes with 2^i m_(j - i).
std::array<std::uint32_t, word_bits> initial_numbers(std::size_t dimension) {
    std::array<std::uint32_t, word_bits> m{};
    if (dimension == 0) {
        m.fill(1);
        return m;
    }
    const std::uint32_t polynomial = Table::polynomial(dimension - 1);
    const auto degree = static_cast<std::size_t>(std::bit_width(polynomial)) - 1;
    for (std::size_t j = 0; j < degree; ++j) m[j] = Table::minit(dimension - 1, j);
    for (std::size_t j = degree; j < word_bits; ++j) {
        m[j] = m[j - degree];
        for (std::size_t i = 1; i <= degree; ++i) {
            const std::uint32_t coefficient = (polynomial >> (degree - i)) & 1U;
            m[j] ^= (coefficient * m[j - i]) << i;
        }
    }
    return m;
}

}  // namespace

SobolDimension sobol_dimension(std::size_t dimension) {
    if (dimension >= max_sobol_dimensions)
        throw std::out_of_range("Sobol' dimension " + std::to_string(dimension) +
                                " is not in the table of " + std::to_string(max_sobol_dimensions));
    SobolDimension result{initial_numbers(dimension)};
    for (std::size_t j = 0; j < word_bits; ++j) result.v[j] <<= word_bits - 1 - j;
    return result;
}

}  // namespace trialcost
