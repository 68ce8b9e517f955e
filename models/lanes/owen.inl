// Scrambled Sobol' points of one coordinate on vectors, equal bit for bit to owen_scramble() of
// sim/sampling/owen.hpp applied to SobolDimension::point() of sim/sampling/sobol.hpp.
//
// The scramble works on reversed bits and points are XORs of direction numbers, so the direction
// numbers are reversed beforehand and only the result is turned back.
// Randomness: a pure function of point and seed. Sources: see the two headers named.
// (No #pragma once: read once per target, see each_target.inl.)
#include <array>
#include <cstddef>
#include <cstdint>

#if defined(TRIALCOST_LANES_OWEN) == defined(HWY_TARGET_TOGGLE)
#ifdef TRIALCOST_LANES_OWEN
#undef TRIALCOST_LANES_OWEN
#else
#define TRIALCOST_LANES_OWEN
#endif

HWY_BEFORE_NAMESPACE();
namespace trialcost::lanes::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// Reversed bits in, reversed bits out, in 32-bit lanes.
template <class D32>
HWY_INLINE hn::Vec<D32> owen_scramble_reversed(D32 d, hn::Vec<D32> x, std::uint32_t seed) {
    x = hn::Xor(x, hn::Mul(x, hn::Set(d, 0x3d20adeaU)));
    x = hn::Add(x, hn::Set(d, seed));
    x = hn::Mul(x, hn::Set(d, (seed >> 16) | 1U));
    x = hn::Xor(x, hn::Mul(x, hn::Set(d, 0x05526c56U)));
    return hn::Xor(x, hn::Mul(x, hn::Set(d, 0x53a22864U)));
}

#if HWY_TARGET == HWY_SCALAR

template <class D>
struct SobolGroup {
    static constexpr std::size_t vectors = 1;

    // `directions`: the reversed direction numbers.
    SobolGroup(D, const std::array<std::uint32_t, 32>&, std::uint32_t seed) : seed_(seed) {}

    static constexpr std::size_t size() { return 1; }

    // The uniforms (k + 1/2)/2^32 of the group whose first point is `point`, reversed.
    void uniforms(D d, std::uint32_t point, hn::Vec<D> (&out)[vectors]) const {
        const hn::Rebind<std::uint32_t, D> d32;
        std::uint32_t k = hn::GetLane(owen_scramble_reversed(d32, hn::Set(d32, point), seed_));
        k = (k >> 16) | (k << 16);
        k = ((k & 0xff00ff00U) >> 8) | ((k & 0x00ff00ffU) << 8);
        k = ((k & 0xf0f0f0f0U) >> 4) | ((k & 0x0f0f0f0fU) << 4);
        k = ((k & 0xccccccccU) >> 2) | ((k & 0x33333333U) << 2);
        k = ((k & 0xaaaaaaaaU) >> 1) | ((k & 0x55555555U) << 1);
        out[0] = hn::Set(d, (static_cast<double>(k) + 0.5) * 0x1p-32);
    }

  private:
    std::uint32_t seed_;
};

#else

// An aligned run of points, two to a 64-bit lane: the first half of the run in the lower halves of
// the lanes, the second half in the upper ones, so that no shuffle is needed to part them.
template <class D>
struct SobolGroup {
    static constexpr std::size_t vectors = 2;

    // `directions`: the reversed direction numbers.
    SobolGroup(D, const std::array<std::uint32_t, 32>& directions, std::uint32_t seed)
        : seed_(seed) {
        const D32 d32;
        const std::size_t half = size() / 2;
        for (std::size_t i = 0; i < size(); ++i) {
            std::uint32_t x = 0;
            for (std::size_t j = 0; (i >> j) != 0; ++j)
                if (((i >> j) & 1U) != 0) x ^= directions[j];
            offsets_[i < half ? 2 * i : 2 * (i - half) + 1] = x;
        }
        (void)d32;
    }

    static constexpr std::size_t size() { return hn::MaxLanes(D32()); }

    // The uniforms (k + 1/2)/2^32 of the group whose first point is `point`, reversed.
    HWY_INLINE void uniforms(D d, std::uint32_t point, hn::Vec<D> (&out)[vectors]) const {
        const D32 d32;
        const D8 d8;
        const D64 d64;
        const auto x = hn::Xor(hn::Load(d32, offsets_), hn::Set(d32, point));
        const auto scrambled = hn::BitCast(d8, owen_scramble_reversed(d32, x, seed_));
        // Bits are turned back within bytes by a table for each half of a byte ...
        const auto low_nibble = hn::Set(d8, std::uint8_t{0x0f});
        const auto upper =
            hn::And(hn::BitCast(d8, hn::ShiftRight<4>(hn::BitCast(d32, scrambled))), low_nibble);
        const auto bytes = hn::Or(
            hn::TableLookupBytes(hn::LoadDup128(d8, reversed_low_), hn::And(scrambled, low_nibble)),
            hn::TableLookupBytes(hn::LoadDup128(d8, reversed_high_), upper));
        // ... and bytes while they move to where 2^52 + k has its k.
        const auto place = [&](const std::uint8_t* order) HWY_ATTR {
            const auto k =
                hn::BitCast(d64, hn::TableLookupBytesOr0(bytes, hn::LoadDup128(d8, order)));
            const auto above = hn::BitCast(d, hn::Or(k, hn::Set(d64, 0x4330000000000000U)));
            return hn::Mul(hn::Sub(above, hn::Set(d, 0x1p52 - 0.5)), hn::Set(d, 0x1p-32));
        };
        out[0] = place(first_half_);
        out[1] = place(second_half_);
    }

  private:
    using D32 = hn::Repartition<std::uint32_t, D>;
    using D8 = hn::Repartition<std::uint8_t, D>;
    using D64 = hn::RebindToUnsigned<D>;

    HWY_ALIGN std::uint32_t offsets_[HWY_MAX_BYTES / sizeof(std::uint32_t)];
    std::uint32_t seed_;

    // Reversed in the upper half of a byte, and in the lower.
    alignas(16) static constexpr std::uint8_t reversed_low_[16] = {
        0x00, 0x80, 0x40, 0xc0, 0x20, 0xa0, 0x60, 0xe0,
        0x10, 0x90, 0x50, 0xd0, 0x30, 0xb0, 0x70, 0xf0};
    alignas(16) static constexpr std::uint8_t reversed_high_[16] = {
        0x0, 0x8, 0x4, 0xc, 0x2, 0xa, 0x6, 0xe, 0x1, 0x9, 0x5, 0xd, 0x3, 0xb, 0x7, 0xf};
    // 0x80 gives 0.
    alignas(16) static constexpr std::uint8_t first_half_[16] = {
        3, 2, 1, 0, 0x80, 0x80, 0x80, 0x80, 11, 10, 9, 8, 0x80, 0x80, 0x80, 0x80};
    alignas(16) static constexpr std::uint8_t second_half_[16] = {
        7, 6, 5, 4, 0x80, 0x80, 0x80, 0x80, 15, 14, 13, 12, 0x80, 0x80, 0x80, 0x80};
};

#endif

}  // namespace trialcost::lanes::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
