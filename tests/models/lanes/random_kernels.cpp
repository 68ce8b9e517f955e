#include "tests/models/lanes/random_kernels.hpp"

#include <algorithm>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "tests/models/lanes/random_kernels.cpp"
#include "models/lanes/each_target.inl"
// Kernels, once per target:
#include "models/lanes/philox.inl"

HWY_BEFORE_NAMESPACE();
namespace trialcost::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;
using lanes::HWY_NAMESPACE::philox4x32;
using lanes::HWY_NAMESPACE::uniform_of;

using Tag = HWY_FULL(std::uint64_t);

// Word `word` of the counters from `first` on; past the end, of the last one.
hn::Vec<Tag> gathered(std::span<const PhiloxCounter> in, std::size_t first, std::size_t word) {
    const Tag d;
    HWY_ALIGN std::uint64_t lanes[HWY_MAX_BYTES / sizeof(std::uint64_t)];
    for (std::size_t i = 0; i < hn::Lanes(d); ++i)
        lanes[i] = in[std::min(first + i, in.size() - 1)][word] | (0xdeadbeefULL << 32);
    return hn::Load(d, lanes);
}

void words_block(std::span<const PhiloxCounter> in, std::array<std::uint32_t, 2> key,
                 std::span<PhiloxCounter> out) {
    const Tag d;
    const lanes::HWY_NAMESPACE::PhiloxKeys keys(key[0] | std::uint64_t{key[1]} << 32);
    for (std::size_t first = 0; first < in.size(); first += hn::Lanes(d)) {
        const auto words = philox4x32(d,
                                      {gathered(in, first, 0), gathered(in, first, 1),
                                       gathered(in, first, 2), gathered(in, first, 3)},
                                      keys);
        HWY_ALIGN std::uint64_t lanes[4][HWY_MAX_BYTES / sizeof(std::uint64_t)];
        hn::Store(words.w0, d, lanes[0]);
        hn::Store(words.w1, d, lanes[1]);
        hn::Store(words.w2, d, lanes[2]);
        hn::Store(words.w3, d, lanes[3]);
        for (std::size_t i = 0; i < hn::Lanes(d) && first + i < in.size(); ++i)
            for (std::size_t word = 0; word < 4; ++word)
                out[first + i][word] = static_cast<std::uint32_t>(lanes[word][i]);
    }
}

void uniforms_block(std::span<const PhiloxCounter> in, std::span<double> out) {
    const Tag d;
    for (std::size_t first = 0; first < in.size(); first += hn::Lanes(d)) {
        const auto u = uniform_of(d, gathered(in, first, 0), gathered(in, first, 1));
        HWY_ALIGN double lanes[HWY_MAX_BYTES / sizeof(double)];
        hn::Store(u, hn::RebindToFloat<Tag>(), lanes);
        for (std::size_t i = 0; i < hn::Lanes(d) && first + i < in.size(); ++i)
            out[first + i] = lanes[i];
    }
}

}  // namespace trialcost::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

namespace trialcost {

HWY_EXPORT(words_block);
HWY_EXPORT(uniforms_block);

void philox_words(std::span<const PhiloxCounter> in, std::array<std::uint32_t, 2> key,
                  std::span<PhiloxCounter> out) {
    HWY_DYNAMIC_DISPATCH(words_block)(in, key, out);
}

void uniforms_of(std::span<const PhiloxCounter> in, std::span<double> out) {
    HWY_DYNAMIC_DISPATCH(uniforms_block)(in, out);
}

}  // namespace trialcost

#endif
