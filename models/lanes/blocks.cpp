#include "models/lanes/blocks.hpp"

#include <stdexcept>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "models/lanes/blocks.cpp"
#include "models/lanes/each_target.inl"
// Kernels, once per target:
#include "models/lanes/block.inl"
#include "models/lanes/exp_log.inl"
#include "models/lanes/normal.inl"

HWY_BEFORE_NAMESPACE();
namespace trialcost::lanes::HWY_NAMESPACE {

struct Exp {
    template <class D>
    HWY_INLINE hn::Vec<D> operator()(D d, hn::Vec<D> x) const {
        return exponential(d, x);
    }
};
struct Log {
    template <class D>
    HWY_INLINE hn::Vec<D> operator()(D d, hn::Vec<D> x) const {
        return logarithm(d, x);
    }
};
struct NormalQuantile {
    template <class D>
    HWY_INLINE hn::Vec<D> operator()(D d, hn::Vec<D> x) const {
        return normal_quantile(d, x);
    }
};
struct NormalCdf {
    template <class D>
    HWY_INLINE hn::Vec<D> operator()(D d, hn::Vec<D> x) const {
        return normal_cdf(d, x);
    }
};

void exp_block(std::span<const double> in, std::span<double> out) {
    apply(Exp(), in, out);
}
void log_block(std::span<const double> in, std::span<double> out) {
    apply(Log(), in, out);
}
void quantile_block(std::span<const double> in, std::span<double> out) {
    apply(NormalQuantile(), in, out);
}
void cdf_block(std::span<const double> in, std::span<double> out) {
    apply(NormalCdf(), in, out);
}

}  // namespace trialcost::lanes::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

namespace trialcost::lanes {

namespace {

HWY_EXPORT(exp_block);
HWY_EXPORT(log_block);
HWY_EXPORT(quantile_block);
HWY_EXPORT(cdf_block);

void check_lengths(std::span<const double> in, std::span<double> out) {
    if (in.size() != out.size()) throw std::invalid_argument("two blocks differ in length");
}

}  // namespace

void exps(std::span<const double> in, std::span<double> out) {
    check_lengths(in, out);
    HWY_DYNAMIC_DISPATCH(exp_block)(in, out);
}

void logs(std::span<const double> in, std::span<double> out) {
    check_lengths(in, out);
    HWY_DYNAMIC_DISPATCH(log_block)(in, out);
}

void normal_quantiles(std::span<const double> in, std::span<double> out) {
    check_lengths(in, out);
    HWY_DYNAMIC_DISPATCH(quantile_block)(in, out);
}

void normal_cdfs(std::span<const double> in, std::span<double> out) {
    check_lengths(in, out);
    HWY_DYNAMIC_DISPATCH(cdf_block)(in, out);
}

}  // namespace trialcost::lanes

#endif
