// The exact event loop of one attempt (docs/model.md, "Time of one attempt").
//
// Failures strike in startup, work, checkpoints, validation and restart. Each class has a constant
// hazard in the stages it names, so one unit-exponential budget is spent as exposure passes and a
// failure comes when it is used up: whole segments are passed over without drawing for each.
// After a failure: downtime, in which nothing strikes; restart, which can fail again; then the
// segment again. Times in seconds.
//
// Randomness comes from `Chance`, which offers
//   double exponential();            the next unit-exponential budget (one per failure, one at the
//   start) double uniform();                in (0, 1), which of several classes struck; before
//   exponential() double downtime_s(std::size_t);  of a class, drawn afresh each time double
//   restart_s(std::size_t);
#pragma once

#include <cmath>
#include <limits>
#include <span>

#include "models/job/attempt.hpp"

namespace trialcost {

template <class Chance>
class EventLoop {
  public:
    EventLoop(const AttemptShape& shape, std::span<const FailureHazard> classes,
              RestartFailure restart_failure, const AttemptLimits& limits, Chance& chance)
        : shape_(shape),
          classes_(classes),
          limits_(limits),
          chance_(chance),
          rates_{rate(Stage::startup), rate(Stage::work), rate(Stage::checkpoint),
                 rate(Stage::validation),
                 restart_failure == RestartFailure::possible ? rate(Stage::restart) : 0.0} {}

    AttemptOutcome run() {
        budget_ = any_hazard() ? chance_.exponential() : std::numeric_limits<double>::infinity();
        left_s_ = shape_.work_s;
        if (start() && work() && validate()) {
            outcome_.parts[TimePart::productive] += shape_.work_s * shape_.productive_share;
            outcome_.parts[TimePart::data_wait] += shape_.work_s * (1 - shape_.productive_share);
        } else {
            outcome_.end = AttemptEnd::given_up;
            // A pass that never ended yields nothing: what it had done so far is lost.
            outcome_.parts[TimePart::lost_work] += shape_.work_s - left_s_;
        }
        outcome_.wall_s = clock_s_;
        return outcome_;
    }

  private:
    enum class Passed { whole, until_failure, until_limit };
    struct Step {
        Passed passed;
        double seconds;
    };

    bool start() {
        for (;;) {
            const Step step = pass(shape_.startup_s, rates_.startup);
            outcome_.parts[TimePart::startup] += step.seconds;
            if (step.passed == Passed::whole) return true;
            if (step.passed == Passed::until_limit) return false;
            const std::size_t cause = strike(Stage::startup);
            if (!wait_down(cause)) return false;
        }
    }

    bool work() {
        while (left_s_ > 0) {
            skip_whole_segments();
            if (left_s_ > 0 && !try_segment()) return false;
        }
        return true;
    }

    // Passes over the whole segments that the failure budget and the time limit allow. The last
    // segment of the pass is left to try_segment(), which knows whether its save is paid.
    void skip_whole_segments() {
        const double interval = shape_.checkpoint_interval_s;
        if (!(interval > 0)) return;
        const double save = shape_.checkpoint_s;
        const double hazard = interval * rates_.work + save * rates_.checkpoint;
        double count = shape_.segments(left_s_) - 1;
        if (hazard > 0) count = std::fmin(count, std::floor(budget_ / hazard));
        count = std::fmin(count, std::floor((limits_.max_time_s - clock_s_) / (interval + save)));
        if (!(count > 0)) return;
        spend(count * hazard);
        clock_s_ += count * (interval + save);
        left_s_ -= count * interval;
        outcome_.parts[TimePart::checkpoint] += count * save;
        outcome_.saves += static_cast<std::uint64_t>(count);
    }

    bool try_segment() {
        const double interval = shape_.checkpoint_interval_s;
        const bool last = shape_.segments(left_s_) <= 1;
        const double length = last ? left_s_ : interval;
        const bool saved = interval > 0 && !(last && shape_.last_save == LastSave::skipped);

        const Step training = pass(length, rates_.work);
        if (training.passed != Passed::whole)
            return interrupted(training, Stage::work, training.seconds);
        if (saved) {
            const Step save = pass(shape_.checkpoint_s, rates_.checkpoint);
            if (save.passed != Passed::whole) {
                outcome_.parts[TimePart::lost_work] += save.seconds;
                return interrupted(save, Stage::checkpoint, length);
            }
            outcome_.parts[TimePart::checkpoint] += save.seconds;
            ++outcome_.saves;
        }
        // Work behind an unpaid last save is done but not safe: a failure in validation loses it.
        unsaved_s_ = saved ? 0 : length;
        left_s_ = last ? 0 : left_s_ - length;
        return true;
    }

    bool validate() {
        for (;;) {
            const Step step = pass(shape_.validation_s, rates_.validation);
            if (step.passed == Passed::whole) {
                outcome_.parts[TimePart::validation] += step.seconds;
                return true;
            }
            outcome_.parts[TimePart::lost_work] += step.seconds;
            if (step.passed == Passed::until_limit) return false;
            const double at_risk = unsaved_s_;
            left_s_ = at_risk;
            unsaved_s_ = 0;
            if (!recover(strike(Stage::validation), at_risk) || !work()) return false;
        }
    }

    // A segment broke off with `done_s` of its training behind it.
    bool interrupted(const Step& step, Stage stage, double done_s) {
        if (step.passed == Passed::until_limit) {
            left_s_ -= done_s;  // given up: run() counts what was done as lost
            return false;
        }
        return recover(strike(stage), done_s);
    }

    // Downtime and restart until one restart holds; `done_s` is the training since the last save.
    bool recover(std::size_t cause, double done_s) {
        for (;;) {
            discard(classes_[cause].lost_work, done_s);
            done_s = 0;
            if (!wait_down(cause)) return false;
            const Step step = pass(chance_.restart_s(cause), rates_.restart);
            outcome_.parts[TimePart::restart] += step.seconds;
            if (step.passed == Passed::whole) return true;
            if (step.passed == Passed::until_limit) return false;
            cause = strike(Stage::restart);
        }
    }

    void discard(LostWork rule, double done_s) {
        switch (rule) {
            case LostWork::since_checkpoint:
                outcome_.parts[TimePart::lost_work] += done_s;
                break;
            case LostWork::none:
                left_s_ = std::fmax(0.0, left_s_ - done_s);
                break;
            case LostWork::all:
                outcome_.parts[TimePart::lost_work] += shape_.work_s - left_s_ + done_s;
                left_s_ = shape_.work_s;
                break;
        }
    }

    bool wait_down(std::size_t cause) {
        if (outcome_.failures > limits_.max_failures) return false;
        const Step step = pass(chance_.downtime_s(cause), 0);
        outcome_.parts[TimePart::downtime] += step.seconds;
        if (!classes_[cause].downtime_billed) outcome_.unbilled_s += step.seconds;
        return step.passed == Passed::whole;
    }

    Step pass(double seconds, double hazard_rate) {
        const double until_failure =
            hazard_rate > 0 ? budget_ / hazard_rate : std::numeric_limits<double>::infinity();
        const double until_limit = limits_.max_time_s - clock_s_;
        if (seconds <= until_failure && seconds <= until_limit) {
            spend(seconds * hazard_rate);
            clock_s_ += seconds;
            return {Passed::whole, seconds};
        }
        const bool failed = until_failure <= until_limit;
        const double passed_s = failed ? until_failure : std::fmax(0.0, until_limit);
        spend(failed ? budget_ : passed_s * hazard_rate);
        clock_s_ += passed_s;
        return {failed ? Passed::until_failure : Passed::until_limit, passed_s};
    }

    void spend(double hazard) {
        outcome_.expected_failures += std::fmin(hazard, budget_);
        budget_ = std::fmax(0.0, budget_ - hazard);
    }

    std::size_t strike(Stage stage) {
        ++outcome_.failures;
        const std::size_t cause =
            classes_.size() == 1 ? 0 : cause_of(chance_.uniform() * rate(stage), stage);
        budget_ = chance_.exponential();
        return cause;
    }

    std::size_t cause_of(double target, Stage stage) const {
        std::size_t cause = 0;
        double sum = 0;
        for (std::size_t i = 0; i < classes_.size(); ++i) {
            const double part = class_rate(classes_[i], stage);
            if (!(part > 0)) continue;
            cause = i;
            sum += part;
            if (target < sum) break;
        }
        return cause;
    }

    double class_rate(const FailureHazard& hazard, Stage stage) const {
        double rate = hazard.stages.contains(stage) ? hazard.rate_per_s : 0;
        if (stage == Stage::startup && shape_.startup_s > 0)
            rate += hazard.expected_per_launch / shape_.startup_s;
        return rate;
    }

    double rate(Stage stage) const {
        double sum = 0;
        for (const FailureHazard& hazard : classes_) sum += class_rate(hazard, stage);
        return sum;
    }

    bool any_hazard() const {
        return rates_.startup + rates_.work + rates_.checkpoint + rates_.validation > 0;
    }

    struct Rates {
        double startup, work, checkpoint, validation, restart;
    };

    const AttemptShape& shape_;
    std::span<const FailureHazard> classes_;
    AttemptLimits limits_;
    Chance& chance_;
    Rates rates_;

    double clock_s_ = 0;
    double left_s_ = 0;     // in-training time still to do behind the last save
    double unsaved_s_ = 0;  // training done after the last save, at the end of the work
    double budget_ = 0;     // unit-exponential hazard left before the next failure
    AttemptOutcome outcome_;
};

template <class Chance>
AttemptOutcome simulate_attempt(const AttemptShape& shape, std::span<const FailureHazard> classes,
                                RestartFailure restart_failure, const AttemptLimits& limits,
                                Chance& chance) {
    return EventLoop<Chance>(shape, classes, restart_failure, limits, chance).run();
}

}  // namespace trialcost
