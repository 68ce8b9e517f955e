// W1: draws of a block are sorted by their number of failures, so that the draws of a vector have
// about as many; a lane adds up its losses one after another, whatever the width.
#include <algorithm>
#include <array>
#include <cmath>

#include "bench/workloads/kernels.hpp"
#include "models/distribution/portable_math.hpp"
#include "models/distribution/special_functions.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "bench/workloads/compound_poisson.cpp"
#include "models/lanes/each_target.inl"
// Kernels, once per target:
#include "models/lanes/exp_log.inl"
#include "models/lanes/normal.inl"
#include "models/lanes/philox.inl"

#if !defined(TRIALCOST_POISSON_QUANTILE)
#define TRIALCOST_POISSON_QUANTILE
namespace trialcost::bench {

// Up to here terms are added up from 0.
inline constexpr double few_failures = 64;

// The smallest k with P(N <= k) >= u: from a normal guess, corrected term by term.
inline double poisson_quantile(double u, double mean) {
    const double z = normal_quantile(u), root = std::sqrt(mean);
    double k = std::fmax(0.0, std::floor(mean + z * root + (z * z - 1) / 6));
    double below = incomplete_gamma(k + 1, mean, Tail::upper);  // P(N <= k)
    double term = portable::exp(k * portable::log(mean) - mean - log_gamma(k + 1));
    while (below >= u && k > 0 && below - term >= u) {
        below -= term;
        term *= k / mean;
        --k;
    }
    while (below < u && term > 0) {
        ++k;
        term *= mean / k;
        below += term;
    }
    return k;
}

}  // namespace trialcost::bench
#endif

HWY_BEFORE_NAMESPACE();
namespace trialcost::bench::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;
namespace kernels = lanes::HWY_NAMESPACE;

using Real = HWY_FULL(double);
using Word = HWY_FULL(std::uint64_t);
using Reals = hn::Vec<Real>;
constexpr std::size_t width = hn::MaxLanes(Real());
using Column = std::array<double, block_draws>;

HWY_INLINE kernels::PhiloxWords<Word> words_of(const kernels::PhiloxKeys& keys, hn::Vec<Word> draw,
                                               std::uint32_t stream, std::uint64_t event) {
    const Word d;
    return kernels::philox4x32(
        d, {draw, hn::ShiftRight<32>(draw), hn::Set(d, stream), hn::Set(d, event)}, keys);
}

// As poisson_quantile(), for a small mean.
HWY_INLINE Reals failures_of(Reals u, Reals mean) {
    const Real d;
    const auto one = hn::Set(d, 1.0);
    auto term = kernels::exponential(d, hn::Neg(mean)), sum = term, k = hn::Zero(d);
    double next = 1;
    for (auto more = hn::Lt(sum, u); !hn::AllFalse(d, more); more = hn::And(more, hn::Lt(sum, u))) {
        k = hn::Add(k, hn::IfThenElseZero(more, one));
        term = hn::Mul(term, hn::Mul(mean, hn::Set(d, 1 / next)));
        sum = hn::Add(sum, term);
        if (++next > 1000) break;  // u is beyond all that rounding leaves of the sum
    }
    return k;
}

struct Workspace {
    HWY_ALIGN Column productive, failures, restart, segment, lost;
    std::array<std::uint32_t, block_draws> sorted;
};

void count_failures(const Scale& scale, const InputColumns& in, const kernels::PhiloxKeys& keys,
                    std::uint64_t first_draw, std::uint32_t stream, std::size_t size,
                    Workspace& work) {
    const Real d;
    const auto interval = hn::Set(d, scale.checkpoint_interval_h), one = hn::Set(d, 1.0);
    const auto inverse = hn::Set(d, 1 / scale.checkpoint_interval_h);
    HWY_ALIGN std::uint64_t numbers[width];
    for (std::size_t i = 0; i < width; ++i) numbers[i] = first_draw + i;
    auto draw = hn::Load(Word(), numbers);
    HWY_ALIGN double means[width], uniforms[width], counts[width];
    for (std::size_t i = 0; i < size; i += width) {
        const auto at = [&](Input input) HWY_ATTR { return hn::LoadU(d, in[input] + i); };
        const auto write = at(write_h);
        const auto productive =
            hn::Mul(hn::Div(at(work_h), at(efficiency)), kernels::fused(write, inverse, one));
        const auto rate = hn::Mul(at(failures_per_node_h), hn::Set(d, scale.nodes));
        const auto mean = hn::Mul(rate, productive);
        const auto words = words_of(keys, draw, stream, 0);
        const auto u = kernels::uniform_of(Word(), words.w0, words.w1);
        const auto many = hn::Gt(mean, hn::Set(d, few_failures));
        hn::Store(failures_of(u, hn::IfThenZeroElse(many, mean)), d, counts);
        if (!hn::AllFalse(d, many)) {
            hn::Store(mean, d, means);
            hn::Store(u, d, uniforms);
            for (std::size_t j = 0; j < width; ++j)
                if (means[j] > few_failures) counts[j] = poisson_quantile(uniforms[j], means[j]);
        }
        hn::Store(hn::Load(d, counts), d, &work.failures[i]);
        hn::Store(productive, d, &work.productive[i]);
        hn::Store(at(restart_h), d, &work.restart[i]);
        hn::Store(hn::Add(interval, write), d, &work.segment[i]);
        draw = hn::Add(draw, hn::Set(Word(), width));
    }
}

// By falling number of failures; those with very many in no order among themselves. How many have
// any.
std::size_t sort_by_failures(std::size_t size, Workspace& work) {
    constexpr std::size_t most_buckets = 4096;
    const double most = *std::max_element(work.failures.begin(), work.failures.begin() + size);
    const std::size_t last = std::min(most_buckets - 1, static_cast<std::size_t>(most));
    const auto bucket = [&](std::size_t i) {
        return last - std::min(last, static_cast<std::size_t>(work.failures[i]));
    };
    std::array<std::uint16_t, most_buckets + 1> starts;
    std::fill_n(starts.begin(), last + 2, std::uint16_t{0});
    for (std::size_t i = 0; i < size; ++i) ++starts[bucket(i) + 1];
    for (std::size_t b = 0; b < last; ++b)
        starts[b + 1] = static_cast<std::uint16_t>(starts[b + 1] + starts[b]);
    const std::size_t failing = starts[last];
    for (std::size_t i = 0; i < size; ++i)
        work.sorted[starts[bucket(i)]++] = static_cast<std::uint32_t>(i);
    return failing;
}

// The draws of a vector, the first of which has the most failures.
void add_losses(const kernels::PhiloxKeys& keys, std::uint64_t first_draw, std::uint32_t stream,
                const std::uint32_t* numbers, std::size_t count, Workspace& work) {
    const Real d;
    HWY_ALIGN std::uint64_t draws[width];
    HWY_ALIGN double failures[width], restart[width], segment[width], lost[width];
    double most = 0;
    for (std::size_t j = 0; j < width; ++j) {
        const std::uint32_t number = numbers[std::min(j, count - 1)];
        draws[j] = first_draw + number;
        failures[j] = work.failures[number];
        restart[j] = work.restart[number];
        segment[j] = work.segment[number];
        most = std::fmax(most, failures[j]);
    }
    const auto draw = hn::Load(Word(), draws);
    const auto left = hn::Load(d, failures), per_segment = hn::Load(d, segment);
    const auto per_restart = hn::Load(d, restart);
    auto sum = hn::Zero(d);
    for (double event = 1; event <= most; ++event) {
        const auto words = words_of(keys, draw, stream, static_cast<std::uint64_t>(event));
        const auto z = kernels::normal_quantile(d, kernels::uniform_of(Word(), words.w0, words.w1));
        const auto u = kernels::uniform_of(Word(), words.w2, words.w3);
        const auto factor =
            kernels::exponential(d, kernels::fused(z, hn::Set(d, 0.5), hn::Set(d, -0.125)));
        const auto loss = kernels::fused(u, per_segment, hn::Mul(per_restart, factor));
        sum = hn::Add(sum, hn::IfThenElseZero(hn::Le(hn::Set(d, event), left), loss));
    }
    hn::Store(sum, d, lost);
    for (std::size_t j = 0; j < count; ++j) work.lost[numbers[j]] = lost[j];
}

void hours_block(const Scale& scale, const InputColumns& in, const DrawKey& first,
                 std::uint32_t stream, std::span<double> hours) {
    const kernels::PhiloxKeys keys(first.seed);
    Workspace work;
    count_failures(scale, in, keys, first.draw, stream, hours.size(), work);
    std::fill_n(work.lost.begin(), hours.size(), 0.0);
    const std::size_t failing = sort_by_failures(hours.size(), work);
    for (std::size_t i = 0; i < failing; i += width)
        add_losses(keys, first.draw, stream, &work.sorted[i], std::min(width, failing - i), work);
    for (std::size_t i = 0; i < hours.size(); ++i) hours[i] = work.productive[i] + work.lost[i];
}

}  // namespace trialcost::bench::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

namespace trialcost::bench {

HWY_EXPORT(hours_block);

void compound_poisson_hours(const Scale& scale, const InputColumns& inputs, const DrawKey& first,
                            std::uint32_t stream, std::span<double> hours) {
    HWY_DYNAMIC_DISPATCH(hours_block)(scale, inputs, first, stream, hours);
}

}  // namespace trialcost::bench

#endif
