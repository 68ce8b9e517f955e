// The arithmetic of the workloads for a block, in the widest vectors the processor has, with the
// same bits on every one. Columns of a block have one length.
#pragma once

#include <cstdint>
#include <span>

#include "bench/workloads/scale.hpp"
#include "sim/random/stream.hpp"

namespace trialcost::bench {

// Both uniforms of event 0 of the stream, in draws first.draw, first.draw + 1, ...
void uniform_pairs(const DrawKey& first, std::uint32_t stream, std::span<double> one,
                   std::span<double> other);

// Uniforms in, values out.
void weibull_of_shape_2(double scale, std::span<double> values);
void uniform_between(double low, double high, std::span<double> values);
void triangular_between(double low, double mode, double high, std::span<double> values);

// W0: hours, and from them the cost.
void closed_form_costs(const Scale& scale, const InputColumns& inputs, std::span<double> cost);
// Of the costs of these inputs under W0, the sums of squares of their differences to two columns of
// costs; added in eight sums by turns, whatever the width. The draws are a multiple of eight.
struct SquaredDifferences {
    double to_one, to_other;
};
SquaredDifferences closed_form_differences(const Scale& scale, const InputColumns& inputs,
                                           std::span<const double> one,
                                           std::span<const double> other);
// The cost of given hours.
void costs_of_hours(const Scale& scale, const InputColumns& inputs, std::span<const double> hours,
                    std::span<double> cost);

// W1E: the work of each draw, and the mean time between its failures.
void event_jobs(const Scale& scale, const InputColumns& inputs, std::span<double> useful_h,
                std::span<double> between_failures_h);

// W1: failures from event 0 of the stream, the losses of each from an event of its own.
void compound_poisson_hours(const Scale& scale, const InputColumns& inputs, const DrawKey& first,
                            std::uint32_t stream, std::span<double> hours);

}  // namespace trialcost::bench
