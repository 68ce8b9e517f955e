#include "models/distribution/marginal_kernels.hpp"

#include <cmath>
#include <cstddef>

#include "models/distribution/portable_math.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "models/distribution/marginal_kernels.cpp"
#include "models/lanes/each_target.inl"
// Kernels, once per target:
#include "models/lanes/block.inl"
#include "models/lanes/exp_log.inl"
#include "models/lanes/normal.inl"

HWY_BEFORE_NAMESPACE();
namespace trialcost::detail::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;
namespace kernels = lanes::HWY_NAMESPACE;

// As std::clamp. (Highway's Min and Max differ between targets where zeros of both signs meet.)
template <class D>
HWY_INLINE hn::Vec<D> held(D d, hn::Vec<D> x, double lower, double upper) {
    const auto low = hn::Set(d, lower), high = hn::Set(d, upper);
    return hn::IfThenElse(hn::Lt(x, low), low, hn::IfThenElse(hn::Lt(high, x), high, x));
}

struct Linear {
    double offset, slope;

    template <class D>
    HWY_INLINE hn::Vec<D> operator()(D d, hn::Vec<D> z) const {
        return hn::Add(hn::Set(d, offset), hn::Mul(hn::Set(d, slope), z));
    }
};

struct ExpLinear {
    Linear exponent;

    template <class D>
    HWY_INLINE hn::Vec<D> operator()(D d, hn::Vec<D> z) const {
        return kernels::exponential(d, exponent(d, z));
    }
};

struct UniformValue {
    double low, range;

    template <class D>
    HWY_INLINE hn::Vec<D> operator()(D d, hn::Vec<D> z) const {
        return hn::Add(hn::Set(d, low), hn::Mul(hn::Set(d, range), kernels::normal_cdf(d, z)));
    }
};

struct TriangularValue {
    double low, mode, high;

    template <class D>
    HWY_INLINE hn::Vec<D> operator()(D d, hn::Vec<D> z) const {
        // The smaller tail keeps its digits on either side.
        const auto tail = kernels::normal_tail(d, hn::Abs(z));
        const auto rest = hn::Sub(hn::Set(d, 1.0), tail);
        const auto is_low = hn::Lt(z, hn::Zero(d));
        const auto range = hn::Set(d, high - low);
        const auto below = hn::Mul(hn::IfThenElse(is_low, tail, rest), range);
        const auto above = hn::Mul(hn::IfThenElse(is_low, rest, tail), range);
        const auto rising = hn::Sqrt(hn::Mul(below, hn::Set(d, mode - low)));
        const auto falling = hn::Sqrt(hn::Mul(above, hn::Set(d, high - mode)));
        return hn::IfThenElse(hn::Le(below, hn::Set(d, mode - low)),
                              hn::Add(hn::Set(d, low), rising), hn::Sub(hn::Set(d, high), falling));
    }
};

// The value by the table, one lane at a time: in the tails, so rarely.
template <class D>
HWY_NOINLINE hn::Vec<D> with_table_values(D d, hn::Vec<D> z, hn::Vec<D> central,
                                          const Tabulated& function) {
    HWY_ALIGN double score[HWY_MAX_BYTES / sizeof(double)];
    HWY_ALIGN double value[HWY_MAX_BYTES / sizeof(double)];
    hn::Store(z, d, score);
    hn::Store(central, d, value);
    for (std::size_t i = 0; i < hn::Lanes(d); ++i) {
        if (function.centre && std::abs(score[i]) <= CentralPolynomial::half_width) continue;
        value[i] = (*function.table)(score[i]);
        if (function.table_of == Tabulated::Of::log_value) value[i] = portable::exp(value[i]);
    }
    return hn::Load(d, value);
}

template <std::size_t terms, Tabulated::Of centre_of>
struct TabulatedValue {
    const double* coefficients;
    const Tabulated& function;

    template <class D>
    HWY_INLINE hn::Vec<D> operator()(D d, hn::Vec<D> z) const {
        const auto inside = hn::Le(hn::Abs(z), hn::Set(d, CentralPolynomial::half_width));
        auto value = kernels::polynomial<terms>(d, z, coefficients);
        if constexpr (centre_of == Tabulated::Of::log_value) value = kernels::exponential(d, value);
        if (HWY_LIKELY(hn::AllTrue(d, inside))) return value;
        return with_table_values(d, z, value, function);
    }
};

struct TableValue {
    const Tabulated& function;

    template <class D>
    HWY_INLINE hn::Vec<D> operator()(D d, hn::Vec<D> z) const {
        return with_table_values(d, z, z, function);
    }
};

template <class Value>
struct InBounds {
    Value value;
    Bounds bounds;

    template <class D>
    HWY_INLINE hn::Vec<D> operator()(D d, hn::Vec<D> z) const {
        return held(d, value(d, z), bounds.lower, bounds.upper);
    }
};

template <class Value>
struct ShareInBounds {
    Value share;
    double low, range;
    Bounds bounds;

    template <class D>
    HWY_INLINE hn::Vec<D> operator()(D d, hn::Vec<D> z) const {
        const auto within = hn::Mul(hn::Set(d, range), held(d, share(d, z), 0.0, 1.0));
        return held(d, hn::Add(hn::Set(d, low), within), bounds.lower, bounds.upper);
    }
};

// What may be compiled in for a tabulated function; `finish` makes the kernel of the value.
template <class Finish>
HWY_INLINE void apply_tabulated(const Tabulated& function, const Finish& finish,
                                std::span<const double> scores, std::span<double> out) {
    constexpr auto value = Tabulated::Of::value, log_value = Tabulated::Of::log_value;
    if (!function.centre) return kernels::apply(finish(TableValue{function}), scores, out);
    const auto& coefficients = function.centre->coefficients();
    const bool of_log = function.centre_of == log_value;
    if (const auto* c = std::get_if<CentralPolynomial::Short>(&coefficients)) {
        if (of_log)
            return kernels::apply(finish(TabulatedValue<18, log_value>{c->data(), function}),
                                  scores, out);
        return kernels::apply(finish(TabulatedValue<18, value>{c->data(), function}), scores, out);
    }
    const auto& c = std::get<CentralPolynomial::Long>(coefficients);
    if (of_log)
        return kernels::apply(finish(TabulatedValue<28, log_value>{c.data(), function}), scores,
                              out);
    kernels::apply(finish(TabulatedValue<28, value>{c.data(), function}), scores, out);
}

struct FinishInBounds {
    Bounds bounds;

    template <class Value>
    HWY_INLINE InBounds<Value> operator()(const Value& value) const {
        return {value, bounds};
    }
};

struct FinishShare {
    double low, range;
    Bounds bounds;

    template <class Value>
    HWY_INLINE ShareInBounds<Value> operator()(const Value& value) const {
        return {value, low, range, bounds};
    }
};

void linear(double offset, double slope, Bounds bounds, std::span<const double> scores,
            std::span<double> out) {
    kernels::apply(InBounds<Linear>{{offset, slope}, bounds}, scores, out);
}

void exp_linear(double offset, double slope, Bounds bounds, std::span<const double> scores,
                std::span<double> out) {
    kernels::apply(InBounds<ExpLinear>{{{offset, slope}}, bounds}, scores, out);
}

void uniform(const Uniform& f, Bounds bounds, std::span<const double> scores,
             std::span<double> out) {
    kernels::apply(InBounds<UniformValue>{{f.low, f.high - f.low}, bounds}, scores, out);
}

void triangular(const Triangular& f, Bounds bounds, std::span<const double> scores,
                std::span<double> out) {
    kernels::apply(InBounds<TriangularValue>{{f.low, f.mode, f.high}, bounds}, scores, out);
}

void tabulated(const Tabulated& function, Bounds bounds, std::span<const double> scores,
               std::span<double> out) {
    apply_tabulated(function, FinishInBounds{bounds}, scores, out);
}

void share(const Tabulated& function, double low, double high, Bounds bounds,
           std::span<const double> scores, std::span<double> out) {
    apply_tabulated(function, FinishShare{low, high - low, bounds}, scores, out);
}

}  // namespace trialcost::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

namespace trialcost::detail {

namespace {

HWY_EXPORT(linear);
HWY_EXPORT(exp_linear);
HWY_EXPORT(uniform);
HWY_EXPORT(triangular);
HWY_EXPORT(tabulated);
HWY_EXPORT(share);

}  // namespace

void linear_values(double offset, double slope, Bounds bounds, std::span<const double> scores,
                   std::span<double> out) {
    HWY_DYNAMIC_DISPATCH(linear)(offset, slope, bounds, scores, out);
}

void exp_linear_values(double offset, double slope, Bounds bounds, std::span<const double> scores,
                       std::span<double> out) {
    HWY_DYNAMIC_DISPATCH(exp_linear)(offset, slope, bounds, scores, out);
}

void uniform_values(const Uniform& family, Bounds bounds, std::span<const double> scores,
                    std::span<double> out) {
    HWY_DYNAMIC_DISPATCH(uniform)(family, bounds, scores, out);
}

void triangular_values(const Triangular& family, Bounds bounds, std::span<const double> scores,
                       std::span<double> out) {
    HWY_DYNAMIC_DISPATCH(triangular)(family, bounds, scores, out);
}

void tabulated_values(const Tabulated& function, Bounds bounds, std::span<const double> scores,
                      std::span<double> out) {
    HWY_DYNAMIC_DISPATCH(tabulated)(function, bounds, scores, out);
}

void share_values(const Tabulated& function, double low, double high, Bounds bounds,
                  std::span<const double> scores, std::span<double> out) {
    HWY_DYNAMIC_DISPATCH(share)(function, low, high, bounds, scores, out);
}

}  // namespace trialcost::detail

#endif
