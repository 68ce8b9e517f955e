// The scales of bench/workloads.md, and a block of the 12 inputs. Hours and USD.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <string_view>

namespace trialcost::bench {

struct Scale {
    double nodes;
    double work_median_h;
    double failures_per_node_h;  // scale of the gamma of shape 4
    double checkpoint_interval_h;
    double ceiling_usd;
};

inline std::optional<Scale> scale_named(std::string_view name) {
    if (name == "S") return Scale{8, 100, 2.5e-5, 2, 40e3};
    if (name == "M") return Scale{64, 1000, 2.5e-5, 2, 3.5e6};
    if (name == "L") return Scale{2048, 1100, 4.4e-5, 0.4, 140e6};
    return std::nullopt;
}

// In the order of the table.
enum Input : std::size_t {
    work_h,
    efficiency,
    price_per_node_h,
    failures_per_node_h,
    restart_h,
    write_h,
    storage_tb,
    storage_usd_per_tb_month,
    egress_tb,
    egress_usd_per_tb,
    logs_per_node_h,
    rerun_share,
    input_count
};

// Draws are made, priced and counted so many at a time.
inline constexpr std::size_t block_draws = 1024;

struct alignas(64) InputBlock {
    std::array<std::array<double, block_draws>, input_count> columns;

    std::span<double> column(std::size_t input, std::size_t size) {
        return std::span(columns[input]).first(size);
    }
};

// A column of each input; of two blocks by turns, where one column is swapped.
using InputColumns = std::array<const double*, input_count>;

inline InputColumns columns_of(const InputBlock& block) {
    InputColumns columns;
    for (std::size_t i = 0; i < input_count; ++i) columns[i] = block.columns[i].data();
    return columns;
}

}  // namespace trialcost::bench
