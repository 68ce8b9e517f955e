// A kernel applied to whole blocks of any length.
// (No #pragma once: read once per target, see each_target.inl.)
#include <cstddef>
#include <span>

#if defined(TRIALCOST_LANES_BLOCK) == defined(HWY_TARGET_TOGGLE)
#ifdef TRIALCOST_LANES_BLOCK
#undef TRIALCOST_LANES_BLOCK
#else
#define TRIALCOST_LANES_BLOCK
#endif

HWY_BEFORE_NAMESPACE();
namespace trialcost::lanes::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// out[i] = kernel(in[i]); out has the length of in, or is the same block. `kernel` is a class with
// HWY_INLINE V operator()(D, V), since a lambda may lose the target of its surroundings.
template <class Kernel>
HWY_INLINE void apply(const Kernel& kernel, std::span<const double> in, std::span<double> out) {
    const HWY_FULL(double) d;
    const std::size_t lanes = hn::Lanes(d);
    std::size_t i = 0;
    for (; i + lanes <= in.size(); i += lanes)
        hn::StoreU(kernel(d, hn::LoadU(d, &in[i])), d, &out[i]);
    if (i == in.size()) return;
    if (i + 1 == in.size()) {  // no detour through memory for a single value
        const hn::CappedTag<double, 1> one;
        out[i] = hn::GetLane(kernel(one, hn::Set(one, in[i])));
        return;
    }
    HWY_ALIGN double rest[HWY_MAX_BYTES / sizeof(double)];
    for (std::size_t j = 0; j < lanes; ++j) rest[j] = in[i + j < in.size() ? i + j : i];
    hn::Store(kernel(d, hn::Load(d, rest)), d, rest);
    for (std::size_t j = 0; i + j < in.size(); ++j) out[i + j] = rest[j];
}

}  // namespace trialcost::lanes::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
