// One attempt: a pass through the work, finished or given up. The plain data of its course; the
// loop that runs it is sim/job/event_loop.hpp. All times in seconds, rates per second of the whole
// job.
#pragma once

#include <cstdint>

#include "models/job/time_parts.hpp"

namespace trialcost {

// Stages in which a failure can strike; a class names the stages in which its clock runs.
enum class Stage : std::uint8_t {
    startup = 1,
    work = 2,
    checkpoint = 4,
    validation = 8,
    restart = 16
};

struct StageSet {
    std::uint8_t bits = 0;

    static constexpr StageSet all() { return {31}; }
    constexpr bool contains(Stage stage) const {
        return (bits & static_cast<std::uint8_t>(stage)) != 0;
    }
    constexpr StageSet with(Stage stage) const {
        return {static_cast<std::uint8_t>(bits | static_cast<std::uint8_t>(stage))};
    }
    constexpr StageSet without(Stage stage) const {
        return {static_cast<std::uint8_t>(bits & ~static_cast<std::uint8_t>(stage))};
    }
};

// What a failure discards: the work since the last checkpoint; nothing (the notice is long enough
// to save); everything (there is no checkpoint to go back to).
enum class LostWork { since_checkpoint, none, all };

// A cause group as one draw sees it.
struct FailureHazard {
    double rate_per_s = 0;           // of the whole job: rate per node times nodes
    double expected_per_launch = 0;  // additional events per startup, spread evenly over it
    StageSet stages = StageSet::all();
    LostWork lost_work = LostWork::since_checkpoint;
    bool downtime_billed = true;
};

enum class LastSave { paid, skipped };

// The durations of one attempt, before chance interrupts it.
struct AttemptShape {
    double startup_s = 0;
    double work_s = 0;                 // in-training time needed
    double productive_share = 1;       // productive compute / in-training time
    double checkpoint_interval_s = 0;  // in-training time between saves; 0: no checkpoints
    double checkpoint_s = 0;           // each save
    LastSave last_save = LastSave::paid;
    double validation_s = 0;

    // Segments that `left_s` of work is cut into; a remainder of rounding is no segment of its own.
    double segments(double left_s) const;
    // Saves of a pass in which nothing fails.
    double saves() const;
    double failure_free_s() const;
};

// An attempt is given up at the first of these.
struct AttemptLimits {
    double max_time_s = 0;
    std::uint64_t max_failures = 10'000;
};

enum class RestartFailure { possible, impossible };

enum class AttemptEnd { finished, given_up };

struct AttemptOutcome {
    AttemptEnd end = AttemptEnd::finished;
    TimeParts parts;
    double wall_s = 0;      // by the clock: the parts must add up to it
    double unbilled_s = 0;  // downtime that the provider does not bill
    std::uint64_t failures = 0;
    std::uint64_t saves = 0;       // completed saves, repeated ones included
    double expected_failures = 0;  // hazard spent: failures less this has mean zero
};

}  // namespace trialcost
