// exp, log and their relatives with the same bits on every IEEE 754 machine.
//
// The C library's versions differ between processors and releases (glibc picks a fused variant at
// run time), so whatever decides a draw uses these: only + - * /, comparisons and integer
// operations on the bit pattern, in a fixed order. Needs round-to-nearest and no contraction
// (-ffp-contract=off). Largest measured error, in units in the last place: exp 0.86, log 0.77,
// expm1 1.7, log1p 1.1; pow 1.2 while |y log x| < 32 and 3.6 at the edge of the range.
//
// Special values are those of the C library (log(0) = -inf, log of a negative number NaN, exp
// overflows to inf and underflows gradually to 0), except that pow takes no negative base: NaN.
// No errors are thrown and errno is not touched.
#pragma once

#include <bit>
#include <cfloat>
#include <cstdint>
#include <limits>

#ifdef __FAST_MATH__
#error "trialcost promises the same bits everywhere: do not compile it with -ffast-math"
#endif
static_assert(FLT_EVAL_METHOD == 0, "intermediate results must be rounded to double");
static_assert(std::numeric_limits<double>::is_iec559 && sizeof(double) == 8);

namespace trialcost::portable {

double expm1(double x);
double log1p(double x);
double pow(double base, double exponent);

namespace detail {

// ln 2 in two parts; the first has 21 trailing zero bits, so its product with a binary exponent
// is exact.
inline constexpr double ln2_high = 0x1.62e42feep-1;
inline constexpr double ln2_low = 0x1.a39ef35793c76p-33;

// Adding and subtracting this rounds a double of modest size to the nearest integer, which then
// stands in the low bits of the sum.
inline constexpr double rounder = 0x1.8p52;

double exp_at_the_edges(double x);
double log_at_the_edges(double x);

inline double power_of_two(std::int64_t exponent) {
    return std::bit_cast<double>(static_cast<std::uint64_t>(exponent + 1023) << 52);
}

// x = exponent * ln 2 + high - low with |high| <= 0.35.
struct ExpReduction {
    double high, low;
    std::int64_t exponent;
};

inline ExpReduction reduce_for_exp(double x) {
    const double shifted = x * 0x1.71547652b82fep+0 + rounder;
    const double k = shifted - rounder;
    return {x - k * ln2_high, k * ln2_low,
            static_cast<std::int64_t>(std::bit_cast<std::uint64_t>(shifted) -
                                      std::bit_cast<std::uint64_t>(rounder))};
}

// exp(high - low) - 1 by its Taylor series to r^13 (the next term is below 2^-57).
inline double expm1_reduced(const ExpReduction& reduction) {
    const double r = reduction.high - reduction.low;
    const double r2 = r * r;
    const double r4 = r2 * r2;
    const double c2 = 1.0 / 2 + r * (1.0 / 6);
    const double c4 = 1.0 / 24 + r * (1.0 / 120);
    const double c6 = 1.0 / 720 + r * (1.0 / 5040);
    const double c8 = 1.0 / 40320 + r * (1.0 / 362880);
    const double c10 = 1.0 / 3628800 + r * (1.0 / 39916800);
    const double c12 = 1.0 / 479001600 + r * (1.0 / 6227020800.0);
    const double tail = (c2 + r2 * c4) + r4 * ((c6 + r2 * c8) + r4 * (c10 + r2 * c12));
    return reduction.high + (r2 * tail - reduction.low);
}

// log(1 + f) for |f| < 0.42: with s = f / (2 + f), log(1 + f) = 2 atanh(s)
// = f - (f^2/2 - s (f^2/2 + R)), R = 2 s^2 (1/3 + s^2/5 + ...); s^2 <= 0.0295, so the terms up to
// s^20 suffice. `carry` is added before the last rounding.
inline double log_near_one(double f, double carry) {
    const double s = f / (2.0 + f);
    const double s2 = s * s;
    const double s4 = s2 * s2;
    const double s8 = s4 * s4;
    const double low = (2.0 / 3 + s2 * (2.0 / 5)) + s4 * (2.0 / 7 + s2 * (2.0 / 9));
    const double middle = (2.0 / 11 + s2 * (2.0 / 13)) + s4 * (2.0 / 15 + s2 * (2.0 / 17));
    const double high = 2.0 / 19 + s2 * (2.0 / 21);
    const double series = s2 * (low + s8 * (middle + s8 * high));
    const double half_square = 0.5 * f * f;
    return f - (half_square - (s * (half_square + series) + carry));
}

// A positive normal number as fraction * 2^exponent with the fraction in [sqrt(1/2), sqrt(2)).
struct Split {
    double fraction;
    std::int64_t exponent;
};

inline Split split_at_root_two(double x) {
    constexpr std::uint64_t root_half = 0x3fe6a09e667f3bcd;
    constexpr std::uint64_t one = 0x3ff0000000000000;
    const std::uint64_t shifted = std::bit_cast<std::uint64_t>(x) + (one - root_half);
    return {std::bit_cast<double>((shifted & 0x000fffffffffffff) + root_half),
            static_cast<std::int64_t>(shifted >> 52) - 1023};
}

inline double log_of_normal(double x) {
    const Split split = split_at_root_two(x);
    const double k = static_cast<double>(split.exponent);
    return k * ln2_high + log_near_one(split.fraction - 1.0, k * ln2_low);
}

}  // namespace detail

inline double exp(double x) {
    if (!(x > -708.0 && x < 709.0)) return detail::exp_at_the_edges(x);
    const detail::ExpReduction reduction = detail::reduce_for_exp(x);
    return (1.0 + detail::expm1_reduced(reduction)) * detail::power_of_two(reduction.exponent);
}

inline double log(double x) {
    if (!(x >= std::numeric_limits<double>::min() && x <= std::numeric_limits<double>::max()))
        return detail::log_at_the_edges(x);
    return detail::log_of_normal(x);
}

}  // namespace trialcost::portable
