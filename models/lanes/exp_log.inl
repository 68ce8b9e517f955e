// exp and log on vectors of doubles, with the same bits on every target.
//
// Largest measured error, in units in the last place: exp 1.07, log 0.81. Special values are those
// of the C library (log(0) = -inf, log of a negative number NaN, exp overflows to inf and
// underflows gradually to 0). The bits are not those of models/distribution/portable_math.hpp,
// which has no fused operations.
//
// Sources: the reductions of portable_math.hpp; polynomials by Chebyshev interpolation in 40
// digits, of (exp(r) - 1 - r)/r^2 for |r| <= ln(2)/2 (relative error of exp: 2e-17) and of
// (2 atanh(s)/s - 2)/s^2 for |s| <= (sqrt(2) - 1)/(sqrt(2) + 1) (relative error 5e-16).
// (No #pragma once: read once per target, see each_target.inl.)
#include <cstdint>
#include <limits>

#include "models/lanes/arithmetic.inl"

#if defined(TRIALCOST_LANES_EXP_LOG) == defined(HWY_TARGET_TOGGLE)
#ifdef TRIALCOST_LANES_EXP_LOG
#undef TRIALCOST_LANES_EXP_LOG
#else
#define TRIALCOST_LANES_EXP_LOG
#endif

HWY_BEFORE_NAMESPACE();
namespace trialcost::lanes::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

constexpr double ln2 = 0x1.62e42fefa39efp-1;
constexpr double ln2_rest = 0x1.abc9e3b39803fp-56;
// Adding this rounds a double of modest size to an integer, which then stands in the low bits.
constexpr double rounder = 0x1.8p52;

// exp(x) = value * 2^exponent; the exponent stands in the low 12 bits of `shifted`.
template <class D>
struct ExpParts {
    hn::Vec<D> value, shifted;
};

template <class D>
HWY_INLINE ExpParts<D> exp_parts(D d, hn::Vec<D> x) {
    constexpr double rest[] = {0x1.0000000000001p-1,  0x1.5555555555556p-3,  0x1.5555555553d63p-5,
                               0x1.11111111109b3p-7,  0x1.6c16c1788bd90p-10, 0x1.a01a01a7c41d5p-13,
                               0x1.a019b90d2ae7ap-16, 0x1.71de0dae63bb3p-19, 0x1.289185613a3d6p-22,
                               0x1.af38a9b0ec855p-26};
    const auto shifted = fused(x, hn::Set(d, 0x1.71547652b82fep+0), hn::Set(d, rounder));
    const auto k = hn::Sub(shifted, hn::Set(d, rounder));
    auto r = fused_negative(k, hn::Set(d, ln2), x);
    r = fused_negative(k, hn::Set(d, ln2_rest), r);
    const auto r2 = hn::Mul(r, r);
    return {hn::Add(hn::Set(d, 1.0), fused(polynomial(d, r, rest), r2, r)), shifted};
}

// Where the result is not a normal number: the power of two in two factors.
template <class D>
HWY_NOINLINE hn::Vec<D> exp_at_the_edges(D d, hn::Vec<D> x) {
    const hn::RebindToUnsigned<D> du;
    const auto low = hn::Set(d, -750.0), high = hn::Set(d, 710.0);
    x = hn::IfThenElse(hn::Lt(x, low), low, x);
    x = hn::IfThenElse(hn::Gt(x, high), high, x);
    const ExpParts<D> parts = exp_parts(d, x);
    constexpr std::uint64_t rounder_bits = 0x4338000000000000;
    // The exponent plus 2048, so halves are exponents plus 1024.
    const auto k = hn::Sub(hn::BitCast(du, parts.shifted), hn::Set(du, rounder_bits - 2048));
    const auto half = hn::ShiftRight<1>(k), rest = hn::Sub(k, half);
    const auto one = hn::Set(du, 1);
    const auto first = hn::BitCast(d, hn::ShiftLeft<52>(hn::Sub(half, one)));
    const auto second = hn::BitCast(d, hn::ShiftLeft<52>(hn::Sub(rest, one)));
    return hn::Mul(hn::Mul(parts.value, first), second);
}

template <class D>
HWY_INLINE hn::Vec<D> exponential(D d, hn::Vec<D> x) {
    const hn::RebindToUnsigned<D> du;
    // Written so that NaN goes to the edges.
    if (HWY_UNLIKELY(!hn::AllTrue(d, hn::Lt(hn::Abs(x), hn::Set(d, 708.0)))))
        return exp_at_the_edges(d, x);
    const ExpParts<D> parts = exp_parts(d, x);
    return hn::BitCast(d, hn::Add(hn::BitCast(du, parts.value),
                                  hn::ShiftLeft<52>(hn::BitCast(du, parts.shifted))));
}

// A positive normal number as (1 + f) 2^exponent with 1 + f in [sqrt(1/2), sqrt(2)).
template <class D>
struct Split {
    hn::Vec<D> f, exponent;
};

template <class D>
HWY_INLINE Split<D> split_at_root_two(D d, hn::Vec<D> x) {
    const hn::RebindToUnsigned<D> du;
    constexpr std::uint64_t root_half = 0x3fe6a09e667f3bcd;
    constexpr std::uint64_t one = 0x3ff0000000000000;
    constexpr std::uint64_t two_to_52 = 0x4330000000000000;
    const auto shifted = hn::Add(hn::BitCast(du, x), hn::Set(du, one - root_half));
    const auto fraction =
        hn::Add(hn::And(shifted, hn::Set(du, 0x000fffffffffffff)), hn::Set(du, root_half));
    // The exponent as the last bits of 2^52 + exponent.
    const auto exponent = hn::Or(hn::ShiftRight<52>(shifted), hn::Set(du, two_to_52));
    return {hn::Sub(hn::BitCast(d, fraction), hn::Set(d, 1.0)),
            hn::Sub(hn::BitCast(d, exponent), hn::Set(d, 0x1p52 + 1023.0))};
}

// log(1 + f) 2^exponent = exponent ln 2 + f - (f^2/2 - s (f^2/2 + R)) with s = f/(2 + f) and
// R = 2 s^2 (1/3 + s^2/5 + ...).
template <class D>
HWY_INLINE hn::Vec<D> log_of_normal(D d, hn::Vec<D> x) {
    constexpr double rest[] = {0x1.5555555555558p-1, 0x1.99999999952e2p-2, 0x1.2492492df148dp-2,
                               0x1.c71c62e5800a1p-3, 0x1.7462b4ab2ef6bp-3, 0x1.39fe606542ddep-3,
                               0x1.2b584aae78a57p-3};
    const Split<D> split = split_at_root_two(d, x);
    const auto f = split.f;
    const auto s = hn::Div(f, hn::Add(f, hn::Set(d, 2.0)));
    const auto s2 = hn::Mul(s, s);
    const auto half_square = hn::Mul(hn::Mul(f, hn::Set(d, 0.5)), f);
    const auto sum = fused(polynomial(d, s2, rest), s2, half_square);
    const auto carry = fused(s, sum, hn::Mul(split.exponent, hn::Set(d, ln2_rest)));
    const auto small = hn::Sub(f, hn::Sub(half_square, carry));
    return fused(split.exponent, hn::Set(d, ln2), small);
}

template <class D>
HWY_NOINLINE hn::Vec<D> log_at_the_edges(D d, hn::Vec<D> x) {
    constexpr double infinity = std::numeric_limits<double>::infinity();
    const auto zero = hn::Zero(d);
    const auto tiny = hn::Lt(x, hn::Set(d, std::numeric_limits<double>::min()));
    auto y = log_of_normal(d, hn::IfThenElse(tiny, hn::Mul(x, hn::Set(d, 0x1p54)), x));
    y = hn::IfThenElse(tiny, fused(hn::Set(d, -54.0), hn::Set(d, ln2), y), y);
    y = hn::IfThenElse(hn::Eq(x, zero), hn::Set(d, -infinity), y);
    y = hn::IfThenElse(hn::Eq(x, hn::Set(d, infinity)), x, y);
    return hn::IfThenElse(hn::Ge(x, zero), y, hn::Set(d, std::numeric_limits<double>::quiet_NaN()));
}

template <class D>
HWY_INLINE hn::Vec<D> logarithm(D d, hn::Vec<D> x) {
    const auto normal = hn::And(hn::Ge(x, hn::Set(d, std::numeric_limits<double>::min())),
                                hn::Le(x, hn::Set(d, std::numeric_limits<double>::max())));
    if (HWY_UNLIKELY(!hn::AllTrue(d, normal))) return log_at_the_edges(d, x);
    return log_of_normal(d, x);
}

}  // namespace trialcost::lanes::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
