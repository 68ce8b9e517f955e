// Philox4x32-10 on vectors: one counter in each 64-bit lane, equal word for word to
// sim/random/philox.hpp.
//
// Words are held in the lower half of a 64-bit lane; what stands in the upper half is no matter.
// Randomness: a pure function of counter and key.
// Source: Salmon, Moraes, Dror and Shaw, "Parallel random numbers: as easy as 1, 2, 3", SC 2011.
// (No #pragma once: read once per target, see each_target.inl.)
#include <cstdint>

#if defined(TRIALCOST_LANES_PHILOX) == defined(HWY_TARGET_TOGGLE)
#ifdef TRIALCOST_LANES_PHILOX
#undef TRIALCOST_LANES_PHILOX
#else
#define TRIALCOST_LANES_PHILOX
#endif

HWY_BEFORE_NAMESPACE();
namespace trialcost::lanes::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// The 64-bit products of the lower halves of the lanes.
template <class D>
HWY_INLINE hn::Vec<D> multiply_lower_halves(D d, hn::Vec<D> a, hn::Vec<D> b) {
#if HWY_TARGET == HWY_SCALAR
    constexpr std::uint64_t lower = 0xffffffff;
    return hn::Set(d, (hn::GetLane(a) & lower) * (hn::GetLane(b) & lower));
#else
    (void)d;
    const hn::Repartition<std::uint32_t, D> d32;
    return hn::MulEven(hn::BitCast(d32, a), hn::BitCast(d32, b));
#endif
}

constexpr int philox_rounds = 10;

// The keys of all rounds; worked out once for many counters.
struct PhiloxKeys {
    std::uint64_t first[philox_rounds], second[philox_rounds];

    explicit PhiloxKeys(std::uint64_t key) {
        auto low = static_cast<std::uint32_t>(key), high = static_cast<std::uint32_t>(key >> 32);
        for (int round = 0; round < philox_rounds; ++round) {
            first[round] = low;
            second[round] = high;
            low += 0x9E3779B9U;   // golden ratio
            high += 0xBB67AE85U;  // sqrt(3) - 1
        }
    }
};

template <class D>
struct PhiloxWords {
    hn::Vec<D> w0, w1, w2, w3;
};

template <int round, class D>
HWY_INLINE PhiloxWords<D> philox_rounds_from(D d, PhiloxWords<D> w, const PhiloxKeys& keys) {
    if constexpr (round == philox_rounds) {
        return w;
    } else {
        const auto product_0 = multiply_lower_halves(d, w.w0, hn::Set(d, 0xD2511F53U));
        const auto product_1 = multiply_lower_halves(d, w.w2, hn::Set(d, 0xCD9E8D57U));
        const auto high_0 = hn::ShiftRight<32>(product_0), high_1 = hn::ShiftRight<32>(product_1);
        return philox_rounds_from<round + 1>(
            d,
            {hn::Xor(hn::Xor(high_1, w.w1), hn::Set(d, keys.first[round])), product_1,
             hn::Xor(hn::Xor(high_0, w.w3), hn::Set(d, keys.second[round])), product_0},
            keys);
    }
}

template <class D>
HWY_INLINE PhiloxWords<D> philox4x32(D d, PhiloxWords<D> counter, const PhiloxKeys& keys) {
    return philox_rounds_from<0>(d, counter, keys);
}

// The centre of cell k of 2^52 equal cells of (0, 1), k being the top 52 bits of (high, low).
template <class D>
HWY_INLINE hn::Vec<hn::RebindToFloat<D>> uniform_of(D d, hn::Vec<D> high, hn::Vec<D> low) {
    const hn::RebindToFloat<D> df;
    const auto words = hn::Or(hn::ShiftLeft<32>(high), hn::And(low, hn::Set(d, 0xffffffffU)));
    // 1 + k/2^52, less 1 - 2^-53: exact.
    const auto above_1 = hn::Or(hn::ShiftRight<12>(words), hn::Set(d, 0x3ff0000000000000U));
    return hn::Sub(hn::BitCast(df, above_1), hn::Set(df, 0x1.fffffffffffffp-1));
}

}  // namespace trialcost::lanes::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
