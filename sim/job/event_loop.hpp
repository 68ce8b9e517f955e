// The exact event loop of one attempt (docs/model.md, "Time of one attempt").
//
// Failures strike in startup, work, checkpoints, validation and restart (sim/job/hazards.hpp says
// when). Whole segments are passed over without drawing for each. After a failure: downtime, in
// which nothing strikes; restart, which can fail again; then the segment again. Times in seconds.
//
// Randomness comes from `Chance`. Its events are numbered: event 0 is the launch, each failure
// takes the next.
//   void next_event();                        a failure struck
//   double exponential();                     the next budget of the constant hazards
//   double exponential(std::size_t class);    the next of a class with a clock
//   double uniform();                         in (0, 1): which class of constant hazard struck
//   double downtime_s(std::size_t class);     drawn afresh at each event
//   double restart_s(std::size_t class);
//   double outage_after_s(std::size_t class, double at_s);   begin of the next outage of a common
//                                             cause after `at_s` of the attempt
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>
#include <vector>

#include "models/job/attempt.hpp"
#include "sim/job/hazards.hpp"

namespace trialcost {

template <class Chance>
class EventLoop {
  public:
    EventLoop(const AttemptShape& shape, std::span<const FailureHazard> classes,
              RestartFailure restart_failure, const AttemptLimits& limits, Chance& chance,
              std::span<FailureToll> tolls, std::vector<Launch>& launches)
        : shape_(shape),
          classes_(classes),
          limits_(limits),
          chance_(chance),
          tolls_(tolls),
          launches_(launches),
          hazards_(classes, shape.startup_s, restart_failure, limits.interruptions_before_fallback,
                   chance, tolls) {
        launches_.assign(1, {});
    }

    AttemptOutcome run() {
        if (start() && work() && validate()) {
            outcome_.parts[TimePart::productive] += shape_.work_s * shape_.productive_share;
            outcome_.parts[TimePart::data_wait] += shape_.work_s * (1 - shape_.productive_share);
        } else {
            outcome_.end = AttemptEnd::given_up;
            // A pass that never ended yields nothing: what it had done so far is lost.
            give_up(safe_s_);
        }
        hazards_.finish();
        if (launched_) end_launch(EndedBy::job);
        outcome_.expected_failures = hazards_.expected_failures();
        outcome_.wall_s = clock_s_;
        return outcome_;
    }

  private:
    enum class Passed { whole, until_failure, until_limit };
    struct Step {
        Passed passed;
        double seconds;
        std::size_t struck = Hazards<Chance>::constant_hazard;
    };

    bool start() {
        for (;;) {
            const Step step = pass(shape_.startup_s, hazards_.startup());
            outcome_.parts[TimePart::startup] += step.seconds;
            if (step.passed == Passed::whole) return true;
            if (step.passed == Passed::until_limit) return false;
            const std::size_t cause = strike(Stage::startup, step);
            outcome_.broken_startup_s += step.seconds;
            charge(cause, step.seconds);
            if (!wait_down(cause)) return false;
        }
    }

    bool work() {
        while (left_s() > 0) {
            skip_whole_segments();
            if (left_s() > 0 && !try_segment()) return false;
        }
        return true;
    }

    // Passes over the whole segments that the failure budget, the clocks and the time limit allow.
    // The last segment of the pass is left to try_segment(), which knows whether its save is paid.
    void skip_whole_segments() {
        const double interval = shape_.checkpoint_interval_s;
        if (!(interval > 0)) return;
        const double save = shape_.checkpoint_s;
        double count = shape_.segments(left_s()) - 1;
        count = std::fmin(count, std::floor((limits_.max_time_s - clock_s_) / (interval + save)));
        count = hazards_.whole_segments(count, interval, save, clock_s_);
        if (!(count > 0)) return;
        hazards_.expose_segments(count, interval, save);
        clock_s_ += count * (interval + save);
        safe_s_ += count * interval;
        outcome_.parts[TimePart::checkpoint] += count * save;
        outcome_.saves += static_cast<std::uint64_t>(count);
    }

    bool try_segment() {
        const double interval = shape_.checkpoint_interval_s;
        const bool last = shape_.segments(left_s()) <= 1;
        const double length = last ? left_s() : interval;
        const bool saved = interval > 0 && !(last && shape_.last_save == LastSave::skipped);

        const Step training = pass(length, hazards_.work());
        if (training.passed != Passed::whole)
            return interrupted(training, Stage::work, training.seconds, 0);
        if (saved) {
            const Step save = pass(shape_.checkpoint_s, hazards_.checkpoint());
            if (save.passed != Passed::whole)
                return interrupted(save, Stage::checkpoint, length, save.seconds);
            outcome_.parts[TimePart::checkpoint] += save.seconds;
            ++outcome_.saves;
        }
        // Work behind an unpaid last save is done but not safe: a failure in validation loses it.
        unsaved_s_ = saved ? 0 : length;
        safe_s_ = last ? shape_.work_s : safe_s_ + length;
        return true;
    }

    bool validate() {
        for (;;) {
            const Step step = pass(shape_.validation_s, hazards_.validation());
            if (step.passed == Passed::whole) {
                outcome_.parts[TimePart::validation] += step.seconds;
                return true;
            }
            if (step.passed == Passed::until_limit) {
                give_up(step.seconds);
                return false;
            }
            const std::size_t cause = strike(Stage::validation, step);
            lose(cause, step.seconds);
            const double at_risk = unsaved_s_;
            safe_s_ -= at_risk;
            unsaved_s_ = 0;
            if (!recover(cause, at_risk) || !work()) return false;
        }
    }

    // A segment broke off with `done_s` of its training behind it, and `save_s` of its save.
    bool interrupted(const Step& step, Stage stage, double done_s, double save_s) {
        if (step.passed == Passed::until_limit) {
            give_up(save_s);
            safe_s_ += done_s;  // given up: run() counts what was done as lost
            return false;
        }
        const std::size_t cause = strike(stage, step);
        lose(cause, save_s);
        return recover(cause, done_s);
    }

    // Downtime and restart until one restart holds; `done_s` is the training since the last save.
    bool recover(std::size_t cause, double done_s) {
        for (;;) {
            discard(cause, done_s);
            done_s = 0;
            if (!wait_down(cause)) return false;
            const Step step = pass(chance_.restart_s(cause), hazards_.restart());
            outcome_.parts[TimePart::restart] += step.seconds;
            if (step.passed == Passed::until_failure) cause = strike(Stage::restart, step);
            charge(cause, step.seconds);
            if (step.passed != Passed::until_failure) return step.passed == Passed::whole;
        }
    }

    void discard(std::size_t cause, double done_s) {
        switch (classes_[cause].lost_work) {
            case LostWork::since_checkpoint: {
                const double saved_s = saved_on_notice_s(cause, done_s);
                safe_s_ = std::fmin(shape_.work_s, safe_s_ + saved_s);
                outcome_.saves += saved_s > 0 ? 1 : 0;
                lose(cause, done_s - saved_s);
                break;
            }
            case LostWork::none:
                safe_s_ = std::fmin(shape_.work_s, safe_s_ + done_s);
                break;
            case LostWork::all:
                lose(cause, safe_s_ + done_s);
                safe_s_ = 0;
                break;
        }
    }

    // The training of the last segment is behind the save that a notice is long enough for; only
    // the time of the notice itself is lost.
    double saved_on_notice_s(std::size_t cause, double done_s) const {
        const double notice_s = classes_[cause].notice_s;
        const bool enough = shape_.checkpoint_interval_s > 0 && notice_s >= shape_.checkpoint_s;
        return enough && notice_s > 0 ? std::fmax(0.0, done_s - notice_s) : 0;
    }

    bool wait_down(std::size_t cause) {
        if (outcome_.failures > limits_.max_failures) return false;
        const FailureHazard& struck = classes_[cause];
        const bool relaunch = struck.instances == Instances::relaunched;
        if (relaunch) end_launch(struck.by);
        const Step step = pass(chance_.downtime_s(cause), {});
        outcome_.parts[TimePart::downtime] += step.seconds;
        charge(cause, step.seconds);
        if (relaunch || !struck.downtime_billed) {
            outcome_.unbilled_s += step.seconds;
            tolls_[cause].unbilled_s += step.seconds;
        }
        if (!relaunch && !struck.downtime_billed) launches_.back().unbilled_s += step.seconds;
        if (step.passed != Passed::whole) return false;
        if (relaunch) begin_launch();
        return true;
    }

    void end_launch(EndedBy by) {
        launches_.back().end_s = clock_s_;
        launches_.back().ended_by = by;
        launched_ = false;
    }

    void begin_launch() {
        launches_.push_back({.start_s = clock_s_, .fallen_back = hazards_.fallen_back()});
        launched_ = true;
    }

    void lose(std::size_t cause, double seconds) {
        outcome_.parts[TimePart::lost_work] += seconds;
        charge(cause, seconds);
    }

    void give_up(double seconds) {
        outcome_.parts[TimePart::lost_work] += seconds;
        outcome_.lost_by_giving_up_s += seconds;
    }

    // In-training time still to do.
    double left_s() const { return shape_.work_s - safe_s_; }

    void charge(std::size_t cause, double seconds) { tolls_[cause].lost_s += seconds; }

    Step pass(double seconds, const Exposure& to) {
        const auto threat = hazards_.next(to, clock_s_);
        const double until_limit = limits_.max_time_s - clock_s_;
        if (seconds <= threat.after_s && seconds <= until_limit) {
            hazards_.expose(seconds, to);
            clock_s_ += seconds;
            return {Passed::whole, seconds};
        }
        const bool failed = threat.after_s <= until_limit;
        const double passed_s = failed ? threat.after_s : std::fmax(0.0, until_limit);
        if (failed)
            hazards_.expose_until(threat, to);
        else
            hazards_.expose(passed_s, to);
        clock_s_ += passed_s;
        return {failed ? Passed::until_failure : Passed::until_limit, passed_s, threat.struck};
    }

    std::size_t strike(Stage stage, const Step& step) {
        ++outcome_.failures;
        return hazards_.strike(stage, step.struck, clock_s_);
    }

    const AttemptShape& shape_;
    std::span<const FailureHazard> classes_;
    AttemptLimits limits_;
    Chance& chance_;
    std::span<FailureToll> tolls_;
    std::vector<Launch>& launches_;
    Hazards<Chance> hazards_;

    double clock_s_ = 0;
    double safe_s_ = 0;     // in-training time that is safe behind a save, or was never lost
    double unsaved_s_ = 0;  // training done after the last save, at the end of the work
    bool launched_ = true;
    AttemptOutcome outcome_;
};

// `tolls`: one for each class, to be written. `launches`: of the attempt, in their order.
template <class Chance>
AttemptOutcome simulate_attempt(const AttemptShape& shape, std::span<const FailureHazard> classes,
                                RestartFailure restart_failure, const AttemptLimits& limits,
                                Chance& chance, std::span<FailureToll> tolls,
                                std::vector<Launch>& launches) {
    return EventLoop<Chance>(shape, classes, restart_failure, limits, chance, tolls, launches)
        .run();
}

}  // namespace trialcost
