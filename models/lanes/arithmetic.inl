// Fused multiply-add and polynomials on vectors, with the same bits on every target.
//
// Highway's own MulAdd rounds twice where the processor has no fused instruction; `fused` does not.
// Everything is elementwise, so a lane's result depends neither on the width nor on its neighbours.
// (No #pragma once: read once per target, see each_target.inl.)
#include <cmath>
#include <cstddef>

#if defined(TRIALCOST_LANES_ARITHMETIC) == defined(HWY_TARGET_TOGGLE)
#ifdef TRIALCOST_LANES_ARITHMETIC
#undef TRIALCOST_LANES_ARITHMETIC
#else
#define TRIALCOST_LANES_ARITHMETIC
#endif

HWY_BEFORE_NAMESPACE();
namespace trialcost::lanes::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// a b + c, rounded once.
template <class V>
HWY_INLINE V fused(V a, V b, V c) {
#if HWY_NATIVE_FMA
    return hn::MulAdd(a, b, c);
#else
    const hn::DFromV<V> d;
    HWY_ALIGN double x[HWY_MAX_BYTES / sizeof(double)];
    HWY_ALIGN double y[HWY_MAX_BYTES / sizeof(double)];
    HWY_ALIGN double z[HWY_MAX_BYTES / sizeof(double)];
    hn::Store(a, d, x);
    hn::Store(b, d, y);
    hn::Store(c, d, z);
    for (std::size_t i = 0; i < hn::Lanes(d); ++i) x[i] = std::fma(x[i], y[i], z[i]);
    return hn::Load(d, x);
#endif
}

// c - a b, rounded once.
template <class V>
HWY_INLINE V fused_negative(V a, V b, V c) {
#if HWY_NATIVE_FMA
    return hn::NegMulAdd(a, b, c);
#else
    return fused(hn::Neg(a), b, c);
#endif
}

// c[first] + c[first + step] x + c[first + 2 step] x^2 + ... of `terms` coefficients.
template <std::size_t terms, std::size_t step, std::size_t first, class D>
HWY_INLINE hn::Vec<D> every(D d, hn::Vec<D> x, const double* c) {
    std::size_t i = first + (terms - 1 - first) / step * step;
    auto sum = hn::Set(d, c[i]);
    while (i > first) {
        i -= step;
        sum = fused(sum, x, hn::Set(d, c[i]));
    }
    return sum;
}

// c[0] + c[1] x + ..., in two or four parts: the chains of dependent operations, not their number,
// would be what takes the time.
template <std::size_t terms, class D>
HWY_INLINE hn::Vec<D> polynomial(D d, hn::Vec<D> x, const double* c) {
    static_assert(terms >= 4);
    const auto x2 = hn::Mul(x, x);
    if constexpr (terms < 9) {
        return fused(every<terms, 2, 1>(d, x2, c), x, every<terms, 2, 0>(d, x2, c));
    } else {
        const auto x4 = hn::Mul(x2, x2);
        const auto low = fused(every<terms, 4, 1>(d, x4, c), x, every<terms, 4, 0>(d, x4, c));
        const auto high = fused(every<terms, 4, 3>(d, x4, c), x, every<terms, 4, 2>(d, x4, c));
        return fused(high, x2, low);
    }
}
template <class D, std::size_t terms>
HWY_INLINE hn::Vec<D> polynomial(D d, hn::Vec<D> x, const double (&c)[terms]) {
    return polynomial<terms>(d, x, &c[0]);
}

}  // namespace trialcost::lanes::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
