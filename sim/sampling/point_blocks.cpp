#include "sim/sampling/point_blocks.hpp"

#include <algorithm>
#include <bit>
#include <cstddef>

#include "sim/sampling/owen.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "sim/sampling/point_blocks.cpp"
#include "models/lanes/each_target.inl"
// Kernels, once per target:
#include "models/lanes/owen.inl"
#include "models/lanes/philox.inl"

HWY_BEFORE_NAMESPACE();
namespace trialcost::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;
namespace kernels = lanes::HWY_NAMESPACE;

using Tag = HWY_FULL(double);
using BitsTag = HWY_FULL(std::uint64_t);

// Stores the vectors of a group, of which draw `skip` is the first wanted; returns how many it was.
template <std::size_t vectors>
HWY_INLINE std::size_t store(const hn::Vec<Tag> (&group)[vectors], std::size_t skip,
                             std::span<double> out) {
    const Tag d;
    constexpr std::size_t size = vectors * hn::MaxLanes(Tag());
    const std::size_t wanted = std::min(size - skip, out.size());
    if (HWY_LIKELY(wanted == size)) {
        for (std::size_t v = 0; v < vectors; ++v)
            hn::StoreU(group[v], d, out.data() + v * hn::Lanes(d));
    } else {
        HWY_ALIGN double whole[size];
        for (std::size_t v = 0; v < vectors; ++v) hn::Store(group[v], d, whole + v * hn::Lanes(d));
        std::copy_n(whole + skip, wanted, out.begin());
    }
    return wanted;
}

void sobol_block(const ReversedDirections& directions, std::uint32_t seed, std::uint32_t first_draw,
                 std::span<double> out) {
    using Group = kernels::SobolGroup<Tag>;
    const Tag d;
    const Group group(d, directions, seed);
    constexpr std::size_t size = Group::size();
    constexpr auto size_bits = static_cast<std::size_t>(std::countr_zero(size));
    // From one group to the next the bits of its number flip up to the lowest one of the next
    // number: step[j] is the XOR of the direction numbers of all of them.
    ReversedDirections step{};
    for (std::size_t j = size_bits; j < step.size(); ++j)
        step[j] = directions[j] ^ (j > size_bits ? step[j - 1] : 0);

    std::size_t skip = first_draw % size;
    auto start = static_cast<std::uint32_t>(first_draw - skip);
    std::uint32_t point = 0;
    for (std::size_t j = size_bits; j < step.size(); ++j)
        if (((start >> j) & 1U) != 0) point ^= directions[j];
    while (!out.empty()) {
        hn::Vec<Tag> values[Group::vectors];
        group.uniforms(d, point, values);
        out = out.subspan(store(values, skip, out));
        skip = 0;
        start += size;  // at most 2^31, the largest power of two of draws
        point ^= step[static_cast<std::size_t>(std::countr_zero(start))];
    }
}

void monte_carlo_block(const DrawKey& first, std::uint32_t stream, std::uint32_t event,
                       std::span<double> out) {
    const BitsTag d;
    HWY_ALIGN std::uint64_t numbers[hn::MaxLanes(BitsTag())];
    for (std::size_t i = 0; i < hn::Lanes(d); ++i) numbers[i] = first.draw + i;
    auto draw = hn::Load(d, numbers);
    const auto replicate = hn::Set(d, std::uint64_t{first.replicate} << 16);
    const auto stream_word = hn::Set(d, stream), event_word = hn::Set(d, event);
    const kernels::PhiloxKeys keys(first.seed);
    while (!out.empty()) {
        const auto words = kernels::philox4x32(d, {draw, replicate, stream_word, event_word}, keys);
        const hn::Vec<Tag> values[] = {kernels::uniform_of(d, words.w0, words.w1)};
        out = out.subspan(store(values, 0, out));
        draw = hn::Add(draw, hn::Set(d, hn::Lanes(d)));
    }
}

}  // namespace trialcost::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

namespace trialcost {

namespace {

HWY_EXPORT(sobol_block);
HWY_EXPORT(monte_carlo_block);

}  // namespace

ReversedDirections reversed_directions(const SobolDimension& dimension) {
    ReversedDirections reversed = dimension.v;
    for (std::uint32_t& number : reversed) number = reverse_bits(number);
    return reversed;
}

void sobol_uniforms(const ReversedDirections& directions, std::uint32_t scramble_seed,
                    std::uint32_t first_draw, std::span<double> out) {
    HWY_DYNAMIC_DISPATCH(sobol_block)(directions, scramble_seed, first_draw, out);
}

void monte_carlo_uniforms(const DrawKey& first, std::uint32_t stream, std::uint32_t event,
                          std::span<double> out) {
    HWY_DYNAMIC_DISPATCH(monte_carlo_block)(first, stream, event, out);
}

}  // namespace trialcost

#endif
