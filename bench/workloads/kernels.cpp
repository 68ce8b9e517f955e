#include "bench/workloads/kernels.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "bench/workloads/kernels.cpp"
#include "models/lanes/each_target.inl"
// Kernels, once per target:
#include "models/lanes/block.inl"
#include "models/lanes/exp_log.inl"
#include "models/lanes/philox.inl"

HWY_BEFORE_NAMESPACE();
namespace trialcost::bench::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;
namespace kernels = lanes::HWY_NAMESPACE;

using Real = HWY_FULL(double);
using Word = HWY_FULL(std::uint64_t);
using Reals = hn::Vec<Real>;
constexpr std::size_t width = hn::MaxLanes(Real());

HWY_INLINE void store(Reals values, std::size_t first, std::span<double> out) {
    const Real d;
    if (HWY_LIKELY(first + width <= out.size())) return hn::StoreU(values, d, &out[first]);
    HWY_ALIGN double whole[width];
    hn::Store(values, d, whole);
    for (std::size_t i = 0; first + i < out.size(); ++i) out[first + i] = whole[i];
}

// Event 0 of a stream in consecutive draws.
struct PairSource {
    kernels::PhiloxKeys keys;
    std::uint64_t replicate, stream;

    HWY_INLINE kernels::PhiloxWords<Word> words(hn::Vec<Word> draw) const {
        const Word d;
        const auto high = hn::Or(hn::ShiftRight<32>(draw), hn::Set(d, replicate));
        return kernels::philox4x32(d, {draw, high, hn::Set(d, stream), hn::Zero(d)}, keys);
    }
};

void pairs(const DrawKey& first, std::uint32_t stream, std::span<double> one,
           std::span<double> other) {
    const Word d;
    const PairSource source{kernels::PhiloxKeys(first.seed), std::uint64_t{first.replicate} << 16,
                            stream};
    HWY_ALIGN std::uint64_t numbers[width];
    for (std::size_t i = 0; i < width; ++i) numbers[i] = first.draw + i;
    auto draw = hn::Load(d, numbers);
    const auto step = hn::Set(d, width);
    // Two vectors at a time: the multiplications of one have to wait for each other.
    std::size_t i = 0;
    for (; i + 2 * width <= one.size(); i += 2 * width) {
        const auto words = source.words(draw), next = source.words(hn::Add(draw, step));
        hn::StoreU(kernels::uniform_of(d, words.w0, words.w1), Real(), &one[i]);
        hn::StoreU(kernels::uniform_of(d, words.w2, words.w3), Real(), &other[i]);
        hn::StoreU(kernels::uniform_of(d, next.w0, next.w1), Real(), &one[i + width]);
        hn::StoreU(kernels::uniform_of(d, next.w2, next.w3), Real(), &other[i + width]);
        draw = hn::Add(draw, hn::Add(step, step));
    }
    for (; i < one.size(); i += width) {
        const auto words = source.words(draw);
        store(kernels::uniform_of(d, words.w0, words.w1), i, one);
        store(kernels::uniform_of(d, words.w2, words.w3), i, other);
        draw = hn::Add(draw, step);
    }
}

struct WeibullOfShape2 {
    double scale;
    template <class D>
    HWY_INLINE hn::Vec<D> operator()(D d, hn::Vec<D> u) const {
        return hn::Mul(hn::Set(d, scale), hn::Sqrt(hn::Neg(kernels::logarithm(d, u))));
    }
};

struct Between {
    double low, high;
    template <class D>
    HWY_INLINE hn::Vec<D> operator()(D d, hn::Vec<D> u) const {
        return kernels::fused(u, hn::Set(d, high - low), hn::Set(d, low));
    }
};

struct TriangularBetween {
    double low, mode, high;
    template <class D>
    HWY_INLINE hn::Vec<D> operator()(D d, hn::Vec<D> u) const {
        const double range = high - low;
        const auto rising = hn::Lt(u, hn::Set(d, (mode - low) / range));
        const auto upper = hn::Sub(hn::Set(d, 1.0), u);
        const auto square = hn::IfThenElse(rising, hn::Mul(u, hn::Set(d, range * (mode - low))),
                                           hn::Mul(upper, hn::Set(d, range * (high - mode))));
        const auto root = hn::Sqrt(square);
        return hn::IfThenElse(rising, hn::Add(hn::Set(d, low), root),
                              hn::Sub(hn::Set(d, high), root));
    }
};

void weibull(double scale, std::span<double> values) {
    kernels::apply(WeibullOfShape2{scale}, values, values);
}
void between(double low, double high, std::span<double> values) {
    kernels::apply(Between{low, high}, values, values);
}
void triangular(double low, double mode, double high, std::span<double> values) {
    kernels::apply(TriangularBetween{low, mode, high}, values, values);
}

HWY_INLINE Reals cost(const Scale& scale, const InputColumns& in, std::size_t i, Reals hours) {
    const Real d;
    const auto at = [&](Input input) HWY_ATTR { return hn::LoadU(d, in[input] + i); };
    const auto nodes = hn::Set(d, scale.nodes), one = hn::Set(d, 1.0);
    const auto instances = hn::Mul(at(price_per_node_h), hn::Add(one, at(rerun_share)));
    const auto per_h = hn::Mul(nodes, hn::Add(instances, at(logs_per_node_h)));
    const auto storage =
        hn::Mul(hn::Mul(at(storage_tb), at(storage_usd_per_tb_month)), hn::Set(d, 1.0 / 730));
    const auto transfer = hn::Mul(at(egress_tb), at(egress_usd_per_tb));
    return kernels::fused(hours, hn::Add(per_h, storage), transfer);
}

HWY_INLINE Reals closed_form_cost(const Scale& scale, const InputColumns& in, std::size_t i) {
    const Real d;
    const auto at = [&](Input input) HWY_ATTR { return hn::LoadU(d, in[input] + i); };
    const auto interval = hn::Set(d, scale.checkpoint_interval_h), one = hn::Set(d, 1.0);
    const auto write = at(write_h);
    const auto productive =
        hn::Mul(hn::Div(at(work_h), at(efficiency)),
                kernels::fused(write, hn::Set(d, 1 / scale.checkpoint_interval_h), one));
    const auto rate = hn::Mul(at(failures_per_node_h), hn::Set(d, scale.nodes));
    const auto loss = kernels::fused(hn::Add(interval, write), hn::Set(d, 0.5), at(restart_h));
    return cost(scale, in, i, hn::Mul(productive, kernels::fused(rate, loss, one)));
}

// Columns of inputs are whole blocks, so that vectors past the draws read what nobody uses.
void closed_form(const Scale& scale, const InputColumns& in, std::span<double> out) {
    for (std::size_t i = 0; i < out.size(); i += width)
        store(closed_form_cost(scale, in, i), i, out);
}

SquaredDifferences differences(const Scale& scale, const InputColumns& in,
                               std::span<const double> one, std::span<const double> other) {
    const Real d;
    HWY_ALIGN double to_one[8] = {}, to_other[8] = {};
    for (std::size_t i = 0; i < one.size(); i += 8)
        for (std::size_t j = 0; j < 8; j += width) {
            const auto here = closed_form_cost(scale, in, i + j);
            const auto from_one = hn::Sub(here, hn::LoadU(d, &one[i + j]));
            const auto from_other = hn::Sub(here, hn::LoadU(d, &other[i + j]));
            hn::Store(kernels::fused(from_one, from_one, hn::Load(d, to_one + j)), d, to_one + j);
            hn::Store(kernels::fused(from_other, from_other, hn::Load(d, to_other + j)), d,
                      to_other + j);
        }
    SquaredDifferences sums{};
    for (std::size_t j = 0; j < 8; ++j) {
        sums.to_one += to_one[j];
        sums.to_other += to_other[j];
    }
    return sums;
}

void jobs(const Scale& scale, const InputColumns& in, std::span<double> useful,
          std::span<double> between) {
    const Real d;
    for (std::size_t i = 0; i < useful.size(); i += width) {
        const auto at = [&](Input input) HWY_ATTR { return hn::LoadU(d, in[input] + i); };
        store(hn::Div(at(work_h), at(efficiency)), i, useful);
        const auto rate = hn::Mul(at(failures_per_node_h), hn::Set(d, scale.nodes));
        store(hn::Div(hn::Set(d, 1.0), rate), i, between);
    }
}

void given_hours(const Scale& scale, const InputColumns& in, const double* hours,
                 std::span<double> out) {
    for (std::size_t i = 0; i < out.size(); i += width)
        store(cost(scale, in, i, hn::LoadU(Real(), hours + i)), i, out);
}

}  // namespace trialcost::bench::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

namespace trialcost::bench {

namespace {

HWY_EXPORT(pairs);
HWY_EXPORT(weibull);
HWY_EXPORT(between);
HWY_EXPORT(triangular);
HWY_EXPORT(closed_form);
HWY_EXPORT(differences);
HWY_EXPORT(jobs);
HWY_EXPORT(given_hours);

}  // namespace

void uniform_pairs(const DrawKey& first, std::uint32_t stream, std::span<double> one,
                   std::span<double> other) {
    HWY_DYNAMIC_DISPATCH(pairs)(first, stream, one, other);
}
void weibull_of_shape_2(double scale, std::span<double> values) {
    HWY_DYNAMIC_DISPATCH(weibull)(scale, values);
}
void uniform_between(double low, double high, std::span<double> values) {
    HWY_DYNAMIC_DISPATCH(between)(low, high, values);
}
void triangular_between(double low, double mode, double high, std::span<double> values) {
    HWY_DYNAMIC_DISPATCH(triangular)(low, mode, high, values);
}
void closed_form_costs(const Scale& scale, const InputColumns& inputs, std::span<double> cost) {
    HWY_DYNAMIC_DISPATCH(closed_form)(scale, inputs, cost);
}
SquaredDifferences closed_form_differences(const Scale& scale, const InputColumns& inputs,
                                           std::span<const double> one,
                                           std::span<const double> other) {
    return HWY_DYNAMIC_DISPATCH(differences)(scale, inputs, one, other);
}
void event_jobs(const Scale& scale, const InputColumns& inputs, std::span<double> useful_h,
                std::span<double> between_failures_h) {
    HWY_DYNAMIC_DISPATCH(jobs)(scale, inputs, useful_h, between_failures_h);
}
void costs_of_hours(const Scale& scale, const InputColumns& inputs, std::span<const double> hours,
                    std::span<double> cost) {
    HWY_DYNAMIC_DISPATCH(given_hours)(scale, inputs, hours.data(), cost);
}

}  // namespace trialcost::bench

#endif
