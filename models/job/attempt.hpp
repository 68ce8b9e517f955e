// One attempt: a pass through the work, finished or given up. The plain data of its course; the
// loop that runs it is sim/job/event_loop.hpp. All times in seconds, rates per second of the whole
// job.
#pragma once

#include <cstdint>
#include <limits>

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

// Whose time since the last failure a failure sets back to zero: its own class's, or all classes'.
enum class Renews { struck, all };

// Times between failures of one class, in exposure of the class since its last failure (or since
// the launch): Weibull with P(longer than t) = exp(-(t / scale)^shape). Without a scale: none.
struct WeibullClock {
    double shape = 1;
    double scale_s = 0;

    bool runs() const { return scale_s > 0; }
};

// Whether the instances stay with the job through a failure, or are given back and launched anew
// when its downtime is over.
enum class Instances { kept, relaunched };

// Who ends a launch: the job, by itself or by a failure of its own; or the provider, who takes the
// instance back.
enum class EndedBy { job, provider };

// The clock with this mean rate: the scale is 1 / (rate Gamma(1 + 1/shape)).
WeibullClock weibull_clock(double rate_per_s, double shape);

// A cause group as one draw sees it.
struct FailureHazard {
    double rate_per_s = 0;           // of the whole job: rate per node times nodes
    double expected_per_launch = 0;  // additional events per startup, spread evenly over it
    WeibullClock clock;              // in place of the constant rate
    Renews renews = Renews::struck;
    StageSet stages = StageSet::all();
    LostWork lost_work = LostWork::since_checkpoint;
    bool downtime_billed = true;
    Instances instances = Instances::kept;
    EndedBy by = EndedBy::job;
    // Told so long before: where that is enough for a save, all work done until then is kept.
    double notice_s = 0;
    // An outage of everything at once, at a time of the calendar and not of the job's exposure:
    // jobs side by side have it together.
    bool common_cause = false;
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
    // Of launches ended by the provider: after so many the job goes on where no provider ends them.
    std::uint64_t interruptions_before_fallback = std::numeric_limits<std::uint64_t>::max();
};

enum class RestartFailure { possible, impossible };

enum class AttemptEnd { finished, given_up };

struct AttemptOutcome {
    AttemptEnd end = AttemptEnd::finished;
    TimeParts parts;
    double wall_s = 0;               // by the clock: the parts must add up to it
    double unbilled_s = 0;           // downtime that the provider does not bill
    double broken_startup_s = 0;     // of startup: starts that a failure broke off
    double lost_by_giving_up_s = 0;  // of lost work: discarded by no failure, but at the end
    std::uint64_t failures = 0;
    std::uint64_t saves = 0;       // completed saves, repeated ones included
    double expected_failures = 0;  // hazard spent: failures less this has mean zero

    // Wall time that failures took: what they discarded, and the downtimes and restarts after them.
    double lost_to_failures_s() const {
        return parts[TimePart::lost_work] + parts[TimePart::downtime] + parts[TimePart::restart] +
               broken_startup_s - lost_by_giving_up_s;
    }
};

// A stretch of time in which the instances of a job were held; an attempt has one or more. Times
// from the begin of the attempt.
struct Launch {
    double start_s = 0, end_s = 0;
    double unbilled_s = 0;  // of it: downtime that is not billed
    EndedBy ended_by = EndedBy::job;
    bool fallen_back = false;  // to where no provider ends it

    double used_s() const { return end_s - start_s - unbilled_s; }
};

// What the failures of one class did to an attempt. A failure is charged with the start, training,
// save, evaluation or restart that it broke off, with what it discarded of the work, and with its
// downtime and the restart after it; a restart that breaks off in turn is charged to the next
// failure. So the classes' lost time adds up to AttemptOutcome::lost_to_failures_s().
struct FailureToll {
    std::uint64_t failures = 0;
    double lost_s = 0;
    double unbilled_s = 0;  // of it: downtime that is not billed

    // Exposure from the latest failure of the class to its next, and how much of it has passed:
    // only of a class with a Weibull clock. Of a common cause: when its next outage begins.
    double life_s = std::numeric_limits<double>::infinity();
    double exposed_s = 0;
};

}  // namespace trialcost
