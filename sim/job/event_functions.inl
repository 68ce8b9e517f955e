// The functions that every failure asks for, as exact as a duration has to be and no more.
//
// spent_hazard: -log(u) for u in (0, 1), relative error 3e-14. restart_score: the normal quantile
// for u in (0, 1), relative error 3e-10, in the tails (a probability of 0.001 together) 6e-16.
// restart_factor: exp(x) for |x| < 700, relative error 3e-10; beyond, as exponential() of
// models/lanes/exp_log.inl. The same bits on every target.
//
// Sources: those of models/lanes/normal.inl and exp_log.inl, with shorter Chebyshev interpolants
// worked out in 40 digits.
// (No #pragma once: read once per target, see models/lanes/each_target.inl.)
#include "models/lanes/normal.inl"

#if defined(TRIALCOST_EVENT_FUNCTIONS) == defined(HWY_TARGET_TOGGLE)
#ifdef TRIALCOST_EVENT_FUNCTIONS
#undef TRIALCOST_EVENT_FUNCTIONS
#else
#define TRIALCOST_EVENT_FUNCTIONS
#endif

HWY_BEFORE_NAMESPACE();
namespace trialcost::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;
namespace kernels = lanes::HWY_NAMESPACE;

template <class D>
HWY_INLINE hn::Vec<D> spent_hazard(D d, hn::Vec<D> u) {
    return hn::Neg(kernels::rough_log(d, u));
}

template <class D>
HWY_INLINE hn::Vec<D> restart_score(D d, hn::Vec<D> u) {
    constexpr double centre = 3.125;
    // Of 2 atanh(s)/s, in powers of s^2.
    constexpr double atanh[] = {0x1.fffffffa1f1e5p+0, 0x1.555587381dda3p-1, 0x1.9957ac1168c93p-2,
                                0x1.326cfe826d2c7p-2};
    constexpr double score_over_q[] = {
        0x1.2b57ec65dc5a3p+2,   0x1.5bc9443ff2abep-1,  -0x1.179b277efec74p-6,
        -0x1.1299472fcd644p-9,  0x1.14e964ddd4088p-11, -0x1.4965f9e374fcdp-15,
        -0x1.034d7543a9902p-18, 0x1.41cc6cc96e199p-20, -0x1.5f1f799c8f8ebp-24,
        -0x1.9a050264630b1p-27, 0x1.90e974734a1e5p-29, -0x1.d642a5335a44cp-34,
        -0x1.346b517ac83dap-35, 0x1.0f87d2b342dfap-38};
    const auto q = hn::Sub(u, hn::Set(d, 0.5));
    const auto twice = hn::Add(q, q);
    const auto v = kernels::fused_negative(twice, twice, hn::Set(d, 1.0));  // 4 u (1 - u)
    const auto split = kernels::split_at_root_two(d, v);
    const auto s = hn::Div(split.f, hn::Add(split.f, hn::Set(d, 2.0)));
    const auto log_1p = hn::Mul(s, kernels::polynomial(d, hn::Mul(s, s), atanh));
    const auto log_v = kernels::fused(split.exponent, hn::Set(d, kernels::ln2), log_1p);
    const auto t = hn::Sub(hn::Set(d, -centre), log_v);
    const auto central = hn::Mul(q, kernels::polynomial(d, t, score_over_q));
    const auto in_centre = hn::Ge(v, hn::Set(d, 0x1p-9));
    if (HWY_LIKELY(hn::AllTrue(d, in_centre))) return central;
    return kernels::with_tail_quantiles(d, u, central, hn::Not(in_centre));
}

template <class D>
HWY_INLINE hn::Vec<D> restart_factor(D d, hn::Vec<D> x) {
    // Of (exp(r) - 1 - r)/r^2 for |r| <= ln(2)/2.
    constexpr double rest[] = {0x1.0000000b8f62bp-1, 0x1.5555555a78232p-3,  0x1.5554e9114ecf9p-5,
                               0x1.1110e0f726534p-7, 0x1.6d431504c53d3p-10, 0x1.a124e3f154d32p-13};
    const hn::RebindToUnsigned<D> du;
    const auto rounder = hn::Set(d, kernels::rounder);
    const auto shifted = kernels::fused(x, hn::Set(d, 0x1.71547652b82fep+0), rounder);
    const auto k = hn::Sub(shifted, rounder);
    const auto r = kernels::fused_negative(k, hn::Set(d, kernels::ln2), x);
    const auto value =
        hn::Add(hn::Set(d, 1.0), kernels::fused(kernels::polynomial(d, r, rest), hn::Mul(r, r), r));
    const auto quick = hn::BitCast(
        d, hn::Add(hn::BitCast(du, value), hn::ShiftLeft<52>(hn::BitCast(du, shifted))));
    const auto inside = hn::Lt(hn::Abs(x), hn::Set(d, 700.0));
    if (HWY_LIKELY(hn::AllTrue(d, inside))) return quick;
    return hn::IfThenElse(inside, quick, kernels::exponential(d, x));
}

}  // namespace trialcost::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
