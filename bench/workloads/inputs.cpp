#include "bench/workloads/inputs.hpp"

#include "bench/workloads/kernels.hpp"
#include "models/distribution/portable_math.hpp"
#include "models/lanes/blocks.hpp"

namespace trialcost::bench {

namespace {

// By coordinate of the sample.
constexpr std::array<Input, input_count> order = {work_h,
                                                  price_per_node_h,
                                                  efficiency,
                                                  rerun_share,
                                                  failures_per_node_h,
                                                  restart_h,
                                                  write_h,
                                                  logs_per_node_h,
                                                  egress_tb,
                                                  egress_usd_per_tb,
                                                  storage_tb,
                                                  storage_usd_per_tb_month};

constexpr std::array by_score = {work_h,      price_per_node_h,    efficiency,
                                 rerun_share, failures_per_node_h, restart_h,
                                 write_h,     logs_per_node_h,     egress_tb};

constexpr std::uint32_t scramble_stream = 1000;

Family family_of(Input input, const Scale& scale) {
    switch (input) {
        case work_h:
            return Lognormal{portable::log(scale.work_median_h), 0.20};
        case price_per_node_h:
            return Pert{20, 28, 45};
        case efficiency:
            return Beta{20, 3};
        case rerun_share:
            return Beta{2, 18};
        case failures_per_node_h:
            return Gamma{4, scale.failures_per_node_h};
        case restart_h:
            return Lognormal{portable::log(0.4), 0.6};
        case write_h:
            return Lognormal{portable::log(0.03), 0.3};
        case logs_per_node_h:
            return Lognormal{portable::log(0.02), 0.5};
        default:
            return Gamma{2, 3};
    }
}

}  // namespace

InputSampler::InputSampler(const Scale& scale, Sampler sampler, std::uint64_t seed, std::size_t set)
    : sampler_(sampler), seed_(seed), set_(set) {
    for (const Input input : by_score)
        marginals_.push_back(Marginal::compile({family_of(input, scale)}));
    if (sampler != Sampler::sobol) return;
    for (std::size_t c = 0; c < input_count; ++c) {
        const std::size_t coordinate = set * input_count + c;
        directions_.push_back(reversed_directions(sobol_dimension(coordinate)));
        scrambles_.push_back(
            bits({seed, 0, 0}, scramble_stream, static_cast<std::uint32_t>(coordinate))[0]);
    }
}

void InputSampler::uniforms(std::uint64_t first_draw, std::size_t size, InputBlock& out) const {
    if (sampler_ == Sampler::sobol) {
        for (std::size_t c = 0; c < input_count; ++c)
            sobol_uniforms(directions_[c], scrambles_[c], static_cast<std::uint32_t>(first_draw),
                           out.column(order[c], size));
        return;
    }
    for (std::size_t c = 0; c < input_count; c += 2)
        uniform_pairs({seed_, 0, first_draw}, static_cast<std::uint32_t>(set_ * input_count + c),
                      out.column(order[c], size), out.column(order[c + 1], size));
}

void InputSampler::draw(std::uint64_t first_draw, std::size_t size, InputBlock& out) const {
    uniforms(first_draw, size, out);
    for (std::size_t i = 0; i < by_score.size(); ++i) {
        const std::span<double> column = out.column(by_score[i], size);
        lanes::normal_quantiles(column, column);
        marginals_[i].values(column, column);
    }
    weibull_of_shape_2(40, out.column(storage_tb, size));
    uniform_between(18, 26, out.column(storage_usd_per_tb_month, size));
    triangular_between(20, 50, 90, out.column(egress_usd_per_tb, size));
}

}  // namespace trialcost::bench
