// Where the time of a job goes: the parts add up to its wall time (docs/model.md, "Time").
#pragma once

#include <array>
#include <cstddef>
#include <string_view>

namespace trialcost {

enum class TimePart {
    productive,  // productive compute of finished passes
    data_wait,   // data wait, idle and stragglers inside in-training time
    checkpoint,  // the part of saves that blocks training
    validation,  // quality evaluations that were completed
    startup,     // provisioning, compile, warm-up, failed starts included
    lost_work,   // in-training time discarded, with the saves and evaluations discarded with it
    downtime,    // detection, replacement, queue after a failure
    restart,     // restore, recompile, warm-up after downtime, failed restarts included
};

inline constexpr std::size_t time_part_count = 8;

inline constexpr std::array<std::string_view, time_part_count> time_part_names = {
    "productive", "data_wait", "checkpoint", "validation",
    "startup",    "lost_work", "downtime",   "restart"};

// Seconds by part.
struct TimeParts {
    std::array<double, time_part_count> seconds{};

    double& operator[](TimePart part) { return seconds[static_cast<std::size_t>(part)]; }
    double operator[](TimePart part) const { return seconds[static_cast<std::size_t>(part)]; }

    double total_s() const {
        double sum = 0;
        for (double part : seconds) sum += part;
        return sum;
    }

    TimeParts& operator+=(const TimeParts& other) {
        for (std::size_t i = 0; i < time_part_count; ++i) seconds[i] += other.seconds[i];
        return *this;
    }
};

}  // namespace trialcost
