// The reference workloads of bench/workloads.md with the random numbers of a library: what a
// careful C++ programmer would write who takes the distributions of that library, one draw after
// another.
//
// A source of random numbers, `Source`, has normal() (standard), uniform() (strictly between 0 and
// 1), gamma(shape) (scale 1) and poisson(mean).
#pragma once

#include <algorithm>
#include <cmath>
#include <optional>
#include <string_view>
#include <vector>

namespace peer {

enum class Workload { closed_form, compound_poisson, event_process };

struct Scale {
    double nodes;
    double work_median_h;
    double failures_per_node_h;  // scale of the gamma of shape 4
    double checkpoint_interval_h;
    double ceiling_usd;
};

inline std::optional<Workload> workload_named(std::string_view name) {
    if (name == "W0") return Workload::closed_form;
    if (name == "W1") return Workload::compound_poisson;
    if (name == "W1E") return Workload::event_process;
    return std::nullopt;
}

inline std::optional<Scale> scale_named(std::string_view name) {
    if (name == "S") return Scale{8, 100, 2.5e-5, 2, 40e3};
    if (name == "M") return Scale{64, 1000, 2.5e-5, 2, 3.5e6};
    if (name == "L") return Scale{2048, 1100, 4.4e-5, 0.4, 140e6};
    return std::nullopt;
}

struct Inputs {
    double work_h, efficiency, price_per_node_h, failures_per_node_h, restart_h, write_h;
    double storage_tb, storage_usd_per_tb_month, egress_tb, egress_usd_per_tb;
    double logs_per_node_h, rerun_share;
};

template <class Source>
double lognormal(Source& source, double log_median, double log_deviation) {
    return std::exp(log_median + log_deviation * source.normal());
}

template <class Source>
double beta(Source& source, double a, double b) {
    const double x = source.gamma(a), y = source.gamma(b);
    return x / (x + y);
}

template <class Source>
double triangular(Source& source, double low, double mode, double high) {
    const double u = source.uniform(), width = high - low;
    return u < (mode - low) / width ? low + std::sqrt(u * width * (mode - low))
                                    : high - std::sqrt((1 - u) * width * (high - mode));
}

template <class Source>
Inputs draw_inputs(Source& source, const Scale& scale, double log_work_median) {
    Inputs in;
    in.work_h = lognormal(source, log_work_median, 0.20);
    in.efficiency = beta(source, 20, 3);
    in.price_per_node_h = 20 + 25 * beta(source, 1 + 4 * 8 / 25.0, 1 + 4 * 17 / 25.0);
    in.failures_per_node_h = scale.failures_per_node_h * source.gamma(4);
    in.restart_h = lognormal(source, std::log(0.4), 0.6);
    in.write_h = lognormal(source, std::log(0.03), 0.3);
    in.storage_tb = 40 * std::sqrt(-std::log(source.uniform()));
    in.storage_usd_per_tb_month = 18 + 8 * source.uniform();
    in.egress_tb = 3 * source.gamma(2);
    in.egress_usd_per_tb = triangular(source, 20, 50, 90);
    in.logs_per_node_h = lognormal(source, std::log(0.02), 0.5);
    in.rerun_share = beta(source, 2, 18);
    return in;
}

// One restart; its factor has mean 1.
template <class Source>
double restart_h(Source& source, double typical_h) {
    return typical_h * std::exp(0.5 * source.normal() - 0.125);
}

// Hours until the work is done. The failures of an exponential clock forget the past, so one time
// to failure is compared with all that is left, and whole segments are skipped.
template <class Source>
double event_process_h(Source& source, const Inputs& in, const Scale& scale) {
    const double failures_per_h = in.failures_per_node_h * scale.nodes;
    const double useful_h = in.work_h / in.efficiency;
    const double segment_h = scale.checkpoint_interval_h + in.write_h;
    double segments = std::floor(useful_h / scale.checkpoint_interval_h);
    const double last_h = useful_h - segments * scale.checkpoint_interval_h;
    double hours = 0;
    for (;;) {
        const double failure_h = -std::log(source.uniform()) / failures_per_h;
        const double needed_h = segments * segment_h + last_h;
        if (failure_h >= needed_h) return hours + needed_h;
        hours += failure_h + restart_h(source, in.restart_h);
        segments -= std::min(segments, std::floor(failure_h / segment_h));
    }
}

template <class Source>
double hours_of(Source& source, Workload workload, const Inputs& in, const Scale& scale) {
    if (workload == Workload::event_process) return event_process_h(source, in, scale);
    const double interval_h = scale.checkpoint_interval_h;
    const double productive_h = in.work_h / in.efficiency * (1 + in.write_h / interval_h);
    const double failures = in.failures_per_node_h * scale.nodes * productive_h;
    if (workload == Workload::closed_form)
        return productive_h + failures * (in.restart_h + 0.5 * (interval_h + in.write_h));
    double lost_h = 0;
    for (auto left = source.poisson(failures); left > 0; --left)
        lost_h += restart_h(source, in.restart_h) + source.uniform() * (interval_h + in.write_h);
    return productive_h + lost_h;
}

inline double cost_usd(const Inputs& in, double hours, double nodes) {
    constexpr double hours_per_month = 730;
    return nodes * in.price_per_node_h * hours * (1 + in.rerun_share) +
           in.storage_tb * in.storage_usd_per_tb_month * hours / hours_per_month +
           in.egress_tb * in.egress_usd_per_tb + nodes * in.logs_per_node_h * hours;
}

template <class Source>
void draw_costs(Source& source, Workload workload, const Scale& scale, std::vector<double>& costs) {
    const double log_work_median = std::log(scale.work_median_h);
    for (double& cost : costs) {
        const Inputs in = draw_inputs(source, scale, log_work_median);
        cost = cost_usd(in, hours_of(source, workload, in, scale), scale.nodes);
    }
}

}  // namespace peer
