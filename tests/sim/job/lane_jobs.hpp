// Columns of jobs for tests of the vector event loop, and what it makes of them.
#pragma once

#include <cstddef>
#include <vector>

#include "sim/job/lane_loop.hpp"

namespace trialcost::fixtures {

struct JobColumns {
    std::vector<double> work, interval, save, life_scale, downtime, restart_scale, max_time, hazard;

    // Draws from `first` on, `count` of them.
    LaneJobs view(std::size_t first, std::size_t count) const {
        const auto cut = [=](const std::vector<double>& column) {
            return std::span(column).subspan(first, count);
        };
        LaneJobs jobs{.work_s = cut(work),
                      .checkpoint_interval_s = cut(interval),
                      .checkpoint_s = cut(save),
                      .life_scale_s = cut(life_scale),
                      .downtime_s = cut(downtime),
                      .restart_scale_s = cut(restart_scale),
                      .max_time_s = cut(max_time)};
        if (!hazard.empty()) jobs.first_hazard = cut(hazard);
        return jobs;
    }
    LaneJobs view() const { return view(0, work.size()); }
};

struct OneJob {
    double work, interval, save, life_scale, downtime, restart_scale;
    double max_time = HUGE_VAL;
};

inline void append(JobColumns& columns, const OneJob& job) {
    columns.work.push_back(job.work);
    columns.interval.push_back(job.interval);
    columns.save.push_back(job.save);
    columns.life_scale.push_back(job.life_scale);
    columns.downtime.push_back(job.downtime);
    columns.restart_scale.push_back(job.restart_scale);
    columns.max_time.push_back(job.max_time);
}

inline JobColumns alike(std::size_t n, const OneJob& job) {
    JobColumns columns;
    for (std::size_t i = 0; i < n; ++i) append(columns, job);
    return columns;
}

struct OutcomeColumns {
    std::vector<double> lost, restart, downtime, saves, failures, wall;

    explicit OutcomeColumns(std::size_t n)
        : lost(n), restart(n), downtime(n), saves(n), failures(n), wall(n) {}

    LaneOutcomes view(std::size_t first, std::size_t count) {
        const auto cut = [=](std::vector<double>& column) {
            return std::span(column).subspan(first, count);
        };
        return {cut(lost), cut(restart), cut(downtime), cut(saves), cut(failures), cut(wall)};
    }
};

inline OutcomeColumns run(const LaneLaw& law, const JobColumns& jobs, const LaneStream& stream) {
    const std::size_t n = jobs.work.size();
    OutcomeColumns outcome(n);
    run_lanes(law, jobs.view(), stream, outcome.view(0, n));
    return outcome;
}

}  // namespace trialcost::fixtures
