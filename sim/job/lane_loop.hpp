// The exact event loop for whole blocks of draws: as many at once as the processor has lanes, and
// a lane whose draw is done takes the next one.
//
// Semantics are those of sim/job/event_loop.hpp for the jobs that can be said here: work in
// segments of the checkpoint interval, each with a save; one failure class, which loses the work
// since the last save and strikes in work, in saves and, where the law says so, in restarts; no
// startup and no validation. Times between failures are exponential or Weibull and begin anew with
// each failure. What fails is followed by downtime, in which nothing strikes, and by a restart,
// lognormal about its scale. All whole segments before a failure are passed over at once.
// Times in seconds (or any one unit, if all are in it).
//
// Randomness: event e of draw i of the stream, for e = first_event + the number of failures so far,
// holds two uniforms (sim/random/stream.hpp): the first gives the time to the next failure, the
// second the restart after the failure just past. Nothing depends on lanes, blocks, threads or the
// processor: the same draw has the same bits everywhere. They are not those of the scalar loop,
// which has other elementary functions; the two agree within rounding.
//
// Errors: std::invalid_argument for columns of different lengths, for a stream that has not enough
// events, and for a shape or restart spread that is none; std::out_of_range for a draw beyond 48
// bits. A draw that is to be given up, by its time or by the number of its failures, has the wall
// time infinity and NaN in the other columns: what such an attempt leaves behind, the scalar loop
// knows.
#pragma once

#include <cstdint>
#include <limits>
#include <span>

#include "models/job/attempt.hpp"
#include "sim/random/stream.hpp"

namespace trialcost {

// What all draws of a block have in common.
struct LaneLaw {
    // P(time to failure > t) = exp(-(t / scale)^shape); 1: exponential.
    double shape = 1;
    // A restart lasts scale x exp(restart_log_mean + restart_log_sd Z); with both 0, its scale.
    double restart_log_mean = 0, restart_log_sd = 0;
    bool strikes_in_saves = true;
    RestartFailure restart_failure = RestartFailure::possible;
    LastSave last_save = LastSave::paid;
    std::uint64_t max_failures = 10'000;
};

// One value per draw in each column.
struct LaneJobs {
    std::span<const double> work_s;
    std::span<const double> checkpoint_interval_s;  // 0: no checkpoints
    std::span<const double> checkpoint_s;
    std::span<const double> life_scale_s;  // of the times between failures; infinity: none strikes
    std::span<const double> downtime_s;
    std::span<const double> restart_scale_s;
    std::span<const double> max_time_s;  // of the attempt; infinity: no limit
    // Unit-exponential hazard before the first failure, where the sample has a coordinate for it;
    // empty: from event first_event, as for the others.
    std::span<const double> first_hazard = {};
};

struct LaneStream {
    DrawKey first;  // of the block; its draws follow one another
    std::uint32_t stream = 0;
    std::uint32_t first_event = 0;
};

// As long as the columns of LaneJobs.
struct LaneOutcomes {
    std::span<double> lost_work_s;  // with the saves that broke off
    std::span<double> restart_s;    // with the restarts that broke off
    std::span<double> downtime_s;
    std::span<double> saves;  // completed
    std::span<double> failures;
    std::span<double> wall_s;
};

void run_lanes(const LaneLaw& law, const LaneJobs& jobs, const LaneStream& stream,
               const LaneOutcomes& outcomes);

}  // namespace trialcost
