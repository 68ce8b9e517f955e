#include "bench/models/lanes/multiply_add.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "bench/models/lanes/multiply_add.cpp"
#include "models/lanes/each_target.inl"
// Kernels, once per target:
#include "models/lanes/arithmetic.inl"

HWY_BEFORE_NAMESPACE();
namespace trialcost::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

double multiply_add_block(std::size_t count) {
    const HWY_FULL(double) d;
    const auto a = hn::Set(d, 0.999), b = hn::Set(d, 0.001);
    auto x0 = hn::Set(d, 0.1), x1 = hn::Set(d, 0.2), x2 = hn::Set(d, 0.3), x3 = hn::Set(d, 0.4);
    auto x4 = hn::Set(d, 0.5), x5 = hn::Set(d, 0.6), x6 = hn::Set(d, 0.7), x7 = hn::Set(d, 0.8);
    auto x8 = hn::Set(d, 0.9), x9 = hn::Set(d, 1.1);
    for (std::size_t i = 0; i < count; i += 10 * hn::Lanes(d)) {
        x0 = lanes::HWY_NAMESPACE::fused(x0, a, b);
        x1 = lanes::HWY_NAMESPACE::fused(x1, a, b);
        x2 = lanes::HWY_NAMESPACE::fused(x2, a, b);
        x3 = lanes::HWY_NAMESPACE::fused(x3, a, b);
        x4 = lanes::HWY_NAMESPACE::fused(x4, a, b);
        x5 = lanes::HWY_NAMESPACE::fused(x5, a, b);
        x6 = lanes::HWY_NAMESPACE::fused(x6, a, b);
        x7 = lanes::HWY_NAMESPACE::fused(x7, a, b);
        x8 = lanes::HWY_NAMESPACE::fused(x8, a, b);
        x9 = lanes::HWY_NAMESPACE::fused(x9, a, b);
    }
    const auto sum = hn::Add(hn::Add(hn::Add(x0, x1), hn::Add(x2, x3)),
                             hn::Add(hn::Add(x4, x5), hn::Add(hn::Add(x6, x7), hn::Add(x8, x9))));
    return hn::GetLane(sum);
}

}  // namespace trialcost::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

namespace trialcost {

HWY_EXPORT(multiply_add_block);

void multiply_adds(std::size_t count) {
    volatile double kept = HWY_DYNAMIC_DISPATCH(multiply_add_block)(count);
    static_cast<void>(kept);
}

}  // namespace trialcost

#endif
