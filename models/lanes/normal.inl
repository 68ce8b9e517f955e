// Quantile and distribution function of the standard normal on vectors, the same bits on every
// target.
//
// normal_quantile: relative error 2.7e-14, in the tails 6e-16 (measured), exactly odd about 1/2; 0
// and 1 give -inf and inf, anything else outside (0, 1) NaN.
// normal_cdf: relative error 1e-15 for |z| < 8.5, below 4e-15 down to -37 (measured), then to 0
// with the underflow.
//
// Sources: the quantile as (u - 1/2) P(w), w = -log(4 u (1 - u)), after Giles, "Approximating the
// erfinv function", GPU Computing Gems 2, 2011; beyond w = 6.24 (a probability of 0.001) algorithm
// AS 241 (Wichura 1988). The distribution function as exp(-y^2/2) M((y - 5)/(y + 5)), y = |z|. The
// polynomials are Chebyshev interpolants worked out in 40 digits, of P for w in [0, 6.25] (relative
// error 2e-14), of 2 atanh(s)/s for the logarithm of [sqrt(1/2), sqrt(2)] (absolute error 1e-14, of
// which P lets a quarter through) and of M for y in [0, 38.6] (relative error 1e-17).
// (No #pragma once: read once per target, see each_target.inl.)
#include <limits>

#include "models/lanes/exp_log.inl"

#if defined(TRIALCOST_LANES_NORMAL) == defined(HWY_TARGET_TOGGLE)
#ifdef TRIALCOST_LANES_NORMAL
#undef TRIALCOST_LANES_NORMAL
#else
#define TRIALCOST_LANES_NORMAL
#endif

HWY_BEFORE_NAMESPACE();
namespace trialcost::lanes::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// log(x) of a positive normal number to an absolute 1e-14, with as little work as that takes.
template <class D>
HWY_INLINE hn::Vec<D> rough_log(D d, hn::Vec<D> x) {
    // 2 atanh(s) / s in powers of s^2.
    constexpr double atanh[] = {0x1.fffffffffff12p+0, 0x1.555555567148cp-1, 0x1.9999962c06032p-2,
                                0x1.2494381ee5869p-2, 0x1.c620ee6e2b4a3p-3, 0x1.9192e478c4308p-3};
    const Split<D> split = split_at_root_two(d, x);
    const auto s = hn::Div(split.f, hn::Add(split.f, hn::Set(d, 2.0)));
    const auto log_1p = hn::Mul(s, polynomial(d, hn::Mul(s, s), atanh));
    return fused(split.exponent, hn::Set(d, ln2), log_1p);
}

// |z| with P(Z > |z|) = tail <= 0.075: PPND16.
template <class D>
HWY_INLINE hn::Vec<D> tail_quantile(D d, hn::Vec<D> tail) {
    constexpr double c[] = {1.42343711074968357734,    4.63033784615654529590,
                            5.76949722146069140550,    3.64784832476320460504,
                            1.27045825245236838258,    2.41780725177450611770e-1,
                            2.27238449892691845833e-2, 7.74545014278341407640e-4};
    constexpr double c_below[] = {1.0,
                                  2.05319162663775882187,
                                  1.67638483018380384940,
                                  6.89767334985100004550e-1,
                                  1.48103976427480074590e-1,
                                  1.51986665636164571966e-2,
                                  5.47593808499534494600e-4,
                                  1.05075007164441684324e-9};
    constexpr double e[] = {6.65790464350110377720,    5.46378491116411436990,
                            1.78482653991729133580,    2.96560571828504891230e-1,
                            2.65321895265761230930e-2, 1.24266094738807843860e-3,
                            2.71155556874348757815e-5, 2.01033439929228813265e-7};
    constexpr double e_below[] = {1.0,
                                  5.99832206555887937690e-1,
                                  1.36929880922735805310e-1,
                                  1.48753612908506148525e-2,
                                  7.86869131145613259100e-4,
                                  1.84631831751005468180e-5,
                                  1.42151175831644588870e-7,
                                  2.04426310338993978564e-15};
    const auto r = hn::Sqrt(hn::Neg(logarithm(d, tail)));
    const auto near = hn::Sub(r, hn::Set(d, 1.6)), far = hn::Sub(r, hn::Set(d, 5.0));
    return hn::IfThenElse(hn::Le(r, hn::Set(d, 5.0)),
                          hn::Div(polynomial(d, near, c), polynomial(d, near, c_below)),
                          hn::Div(polynomial(d, far, e), polynomial(d, far, e_below)));
}

// The lanes of `central` that lie in the tails, or nowhere, put right.
template <class D>
HWY_NOINLINE hn::Vec<D> with_tail_quantiles(D d, hn::Vec<D> u, hn::Vec<D> central,
                                            hn::Mask<D> in_tail) {
    constexpr double infinity = std::numeric_limits<double>::infinity();
    const auto upper = hn::Gt(u, hn::Set(d, 0.5));
    const auto tail = hn::IfThenElse(upper, hn::Sub(hn::Set(d, 1.0), u), u);
    auto size = tail_quantile(d, tail);  // NaN outside [0, 1], whose tail is negative
    size = hn::IfThenElse(hn::Eq(tail, hn::Zero(d)), hn::Set(d, infinity), size);
    return hn::IfThenElse(in_tail, hn::IfThenElse(upper, size, hn::Neg(size)), central);
}

template <class D>
HWY_INLINE hn::Vec<D> normal_quantile(D d, hn::Vec<D> u) {
    constexpr double centre = 3.125;
    constexpr double score_over_q[] = {
        0x1.2b57ec65a8009p+2,   0x1.5bc94440cdb9ap-1,  -0x1.179b2573f92e8p-6,
        -0x1.12994fc3257dcp-9,  0x1.14e8fc38c8a85p-11, -0x1.4962727e61afcp-15,
        -0x1.032edadc65b79p-18, 0x1.41865ec9612b1p-20, -0x1.612776eb3ea0ap-24,
        -0x1.8f98d6a684613p-27, 0x1.98bf4cdd14251p-29, -0x1.5259b76b9be77p-33,
        -0x1.4489d963093f3p-35, 0x1.0a535dd6cf380p-37, -0x1.c0eebde5bc192p-43,
        -0x1.1fe77daef1121p-43, 0x1.1cd9b04f2156bp-46, 0x1.0bea3a97cc781p-50,
        -0x1.fe1521ff3b95cp-53};
    const auto one = hn::Set(d, 1.0);
    const auto q = hn::Sub(u, hn::Set(d, 0.5));
    const auto twice = hn::Add(q, q);
    const auto v = fused_negative(twice, twice, one);  // 4 u (1 - u)
    const auto t = hn::Sub(hn::Set(d, -centre), rough_log(d, v));
    const auto central = hn::Mul(q, polynomial(d, t, score_over_q));
    const auto in_centre = hn::Ge(v, hn::Set(d, 0x1p-9));  // not for NaN
    if (HWY_LIKELY(hn::AllTrue(d, in_centre))) return central;
    return with_tail_quantiles(d, u, central, hn::Not(in_centre));
}

// P(Z > y) for y >= 0.
template <class D>
HWY_INLINE hn::Vec<D> normal_tail(D d, hn::Vec<D> y) {
    constexpr double mills[] = {
        0x1.3b0fbcb4c77bep-4,   -0x1.25cd1321c8cb5p-3,  0x1.db6af8722ce4ap-4,
        -0x1.4b4ce479f83d3p-4,  0x1.8807f29ff8604p-5,   -0x1.7f9d043773adfp-6,
        0x1.26a1153b02073p-7,   -0x1.37ccc56db67d5p-9,  0x1.cc6e679ce1f9cp-13,
        0x1.199954d717dc2p-13,  -0x1.fae707f882893p-15, 0x1.020c6bbb5b9e9p-20,
        0x1.bde648f1b8f2bp-18,  -0x1.54eee142c9bdep-20, -0x1.6a6e0d86d2030p-21,
        0x1.054a8322305c7p-22,  0x1.4b2c53a68f056p-24,  -0x1.5075ecb808e18p-25,
        -0x1.79d0d8ad0b94ap-27, 0x1.8718b566e919ep-28,  0x1.f637327aa27c7p-30,
        -0x1.39b1832a0c1d0p-31, -0x1.ff224abc441b4p-33};
    const auto end = hn::Set(d, 38.6);  // beyond, 0
    y = hn::IfThenElse(hn::Gt(y, end), end, y);
    const auto five = hn::Set(d, 5.0);
    const auto t = hn::Div(hn::Sub(y, five), hn::Add(y, five));
    // exp(-y^2/2) with the rounding of y^2 made good: it would count in the far tail.
    const auto square = hn::Mul(y, y);
    const auto lost = fused_negative(y, y, square);
    const auto half = hn::Set(d, 0.5);
    const auto density = exponential(d, hn::Neg(hn::Mul(square, half)));
    const auto tail = hn::Mul(density, polynomial(d, t, mills));
    return fused(tail, hn::Mul(lost, half), tail);
}

template <class D>
HWY_INLINE hn::Vec<D> normal_cdf(D d, hn::Vec<D> z) {
    const auto tail = normal_tail(d, hn::Abs(z));
    return hn::IfThenElse(hn::Gt(z, hn::Zero(d)), hn::Sub(hn::Set(d, 1.0), tail), tail);
}

}  // namespace trialcost::lanes::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
