// The exact event loop of one attempt (docs/model.md, "Time of one attempt").
//
// Failures strike in startup, work, checkpoints, validation and restart. The classes of constant
// hazard share one unit-exponential budget, spent as exposure passes; a failure comes when it is
// used up. A class with a Weibull clock has a life of its own, used up by its own exposure. So
// whole segments are passed over without drawing for each. After a failure: downtime, in which
// nothing strikes; restart, which can fail again; then the segment again. Times in seconds.
//
// Randomness comes from `Chance`. Its events are numbered: event 0 is the launch, each failure
// takes the next.
//   void next_event();                        a failure struck
//   double exponential();                     the next budget of the constant hazards
//   double exponential(std::size_t class);    the next of a class with a clock
//   double uniform();                         in (0, 1): which class of constant hazard struck
//   double downtime_s(std::size_t class);     drawn afresh at each event
//   double restart_s(std::size_t class);
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>

#include "models/distribution/portable_math.hpp"
#include "models/job/attempt.hpp"

namespace trialcost {

template <class Chance>
class EventLoop {
  public:
    EventLoop(const AttemptShape& shape, std::span<const FailureHazard> classes,
              RestartFailure restart_failure, const AttemptLimits& limits, Chance& chance,
              std::span<FailureToll> tolls)
        : shape_(shape),
          classes_(classes),
          limits_(limits),
          chance_(chance),
          tolls_(tolls),
          startup_(exposure(Stage::startup)),
          work_(exposure(Stage::work)),
          checkpoint_(exposure(Stage::checkpoint)),
          validation_(exposure(Stage::validation)),
          restart_(restart_failure == RestartFailure::possible ? exposure(Stage::restart)
                                                               : Exposure{}) {}

    AttemptOutcome run() {
        start_clocks();
        budget_ = any_rate() ? chance_.exponential() : std::numeric_limits<double>::infinity();
        if (start() && work() && validate()) {
            outcome_.parts[TimePart::productive] += shape_.work_s * shape_.productive_share;
            outcome_.parts[TimePart::data_wait] += shape_.work_s * (1 - shape_.productive_share);
        } else {
            outcome_.end = AttemptEnd::given_up;
            // A pass that never ended yields nothing: what it had done so far is lost.
            give_up(safe_s_);
        }
        for (std::size_t i = 0; i < classes_.size(); ++i) spend_clock(i);
        outcome_.wall_s = clock_s_;
        return outcome_;
    }

  private:
    enum class Passed { whole, until_failure, until_limit };
    static constexpr std::size_t constant_hazard = static_cast<std::size_t>(-1);
    struct Step {
        Passed passed;
        double seconds;
        std::size_t struck = constant_hazard;  // by its clock: the class
    };
    // What can strike while time passes; nothing: neither rate nor stage.
    struct Exposure {
        double rate = 0;
        StageSet stage{};
    };

    bool start() {
        for (;;) {
            const Step step = pass(shape_.startup_s, startup_);
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
        const double hazard = interval * work_.rate + save * checkpoint_.rate;
        double count = shape_.segments(left_s()) - 1;
        if (hazard > 0) count = std::fmin(count, std::floor(budget_ / hazard));
        count = std::fmin(count, std::floor((limits_.max_time_s - clock_s_) / (interval + save)));
        const auto each_s = [&](std::size_t i) {
            return (ticks(i, work_) ? interval : 0) + (ticks(i, checkpoint_) ? save : 0);
        };
        if (any_clock_)
            for (std::size_t i = 0; i < classes_.size(); ++i)
                if (each_s(i) > 0) count = std::fmin(count, std::floor(left_of(i) / each_s(i)));
        if (!(count > 0)) return;
        spend(count * hazard);
        if (any_clock_)
            for (std::size_t i = 0; i < classes_.size(); ++i)
                tolls_[i].exposed_s += count * each_s(i);
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

        const Step training = pass(length, work_);
        if (training.passed != Passed::whole)
            return interrupted(training, Stage::work, training.seconds, 0);
        if (saved) {
            const Step save = pass(shape_.checkpoint_s, checkpoint_);
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
            const Step step = pass(shape_.validation_s, validation_);
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
            const Step step = pass(chance_.restart_s(cause), restart_);
            outcome_.parts[TimePart::restart] += step.seconds;
            if (step.passed == Passed::until_failure) cause = strike(Stage::restart, step);
            charge(cause, step.seconds);
            if (step.passed != Passed::until_failure) return step.passed == Passed::whole;
        }
    }

    void discard(std::size_t cause, double done_s) {
        switch (classes_[cause].lost_work) {
            case LostWork::since_checkpoint:
                lose(cause, done_s);
                break;
            case LostWork::none:
                safe_s_ = std::fmin(shape_.work_s, safe_s_ + done_s);
                break;
            case LostWork::all:
                lose(cause, safe_s_ + done_s);
                safe_s_ = 0;
                break;
        }
    }

    bool wait_down(std::size_t cause) {
        if (outcome_.failures > limits_.max_failures) return false;
        const Step step = pass(chance_.downtime_s(cause), {});
        outcome_.parts[TimePart::downtime] += step.seconds;
        charge(cause, step.seconds);
        if (!classes_[cause].downtime_billed) {
            outcome_.unbilled_s += step.seconds;
            tolls_[cause].unbilled_s += step.seconds;
        }
        return step.passed == Passed::whole;
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
        double until_failure =
            to.rate > 0 ? budget_ / to.rate : std::numeric_limits<double>::infinity();
        std::size_t struck = constant_hazard;
        if (any_clock_)
            for (std::size_t i = 0; i < classes_.size(); ++i)
                if (ticks(i, to) && left_of(i) < until_failure) {
                    until_failure = left_of(i);
                    struck = i;
                }
        const double until_limit = limits_.max_time_s - clock_s_;
        if (seconds <= until_failure && seconds <= until_limit) {
            expose(seconds, seconds * to.rate, to);
            return {Passed::whole, seconds};
        }
        const bool failed = until_failure <= until_limit;
        const double passed_s = failed ? until_failure : std::fmax(0.0, until_limit);
        const bool used_up = failed && struck == constant_hazard;
        expose(passed_s, used_up ? budget_ : passed_s * to.rate, to);
        return {failed ? Passed::until_failure : Passed::until_limit, passed_s, struck};
    }

    void expose(double seconds, double hazard, const Exposure& to) {
        spend(hazard);
        if (any_clock_)
            for (std::size_t i = 0; i < classes_.size(); ++i)
                if (ticks(i, to)) tolls_[i].exposed_s += seconds;
        clock_s_ += seconds;
    }

    void spend(double hazard) {
        outcome_.expected_failures += std::fmin(hazard, budget_);
        budget_ = std::fmax(0.0, budget_ - hazard);
    }

    bool ticks(std::size_t i, const Exposure& to) const {
        return classes_[i].clock.runs() && (classes_[i].stages.bits & to.stage.bits) != 0;
    }

    double left_of(std::size_t i) const {
        return std::fmax(0.0, tolls_[i].life_s - tolls_[i].exposed_s);
    }

    void start_clocks() {
        for (std::size_t i = 0; i < classes_.size(); ++i) {
            tolls_[i] = {};
            any_clock_ = any_clock_ || classes_[i].clock.runs();
            start_clock(i);
        }
    }

    // (life / scale)^shape is a unit exponential.
    void start_clock(std::size_t i) {
        const WeibullClock& clock = classes_[i].clock;
        if (!clock.runs()) return;
        tolls_[i].life_s = clock.scale_s * portable::pow(chance_.exponential(i), 1 / clock.shape);
        tolls_[i].exposed_s = 0;
    }

    void spend_clock(std::size_t i) {
        const WeibullClock& clock = classes_[i].clock;
        if (clock.runs() && tolls_[i].exposed_s > 0)
            outcome_.expected_failures +=
                portable::pow(tolls_[i].exposed_s / clock.scale_s, clock.shape);
    }

    std::size_t strike(Stage stage, const Step& step) {
        ++outcome_.failures;
        chance_.next_event();
        const std::size_t cause =
            step.struck == constant_hazard ? struck_by_rate(stage) : step.struck;
        ++tolls_[cause].failures;
        const bool all = classes_[cause].renews == Renews::all;
        if (any_clock_)
            for (std::size_t i = 0; i < classes_.size(); ++i)
                if (all || i == cause) {
                    spend_clock(i);
                    start_clock(i);
                }
        return cause;
    }

    std::size_t struck_by_rate(Stage stage) {
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

    Exposure exposure(Stage stage) const { return {rate(stage), StageSet{}.with(stage)}; }

    bool any_rate() const {
        const double in_a_pass = startup_.rate + work_.rate + checkpoint_.rate + validation_.rate;
        return in_a_pass > 0 || (any_clock_ && restart_.rate > 0);
    }

    const AttemptShape& shape_;
    std::span<const FailureHazard> classes_;
    AttemptLimits limits_;
    Chance& chance_;
    std::span<FailureToll> tolls_;
    Exposure startup_, work_, checkpoint_, validation_, restart_;
    bool any_clock_ = false;

    double clock_s_ = 0;
    double safe_s_ = 0;     // in-training time that is safe behind a save, or was never lost
    double unsaved_s_ = 0;  // training done after the last save, at the end of the work
    double budget_ = 0;     // unit-exponential hazard left before the next failure
    AttemptOutcome outcome_;
};

// `tolls`: one for each class, to be written.
template <class Chance>
AttemptOutcome simulate_attempt(const AttemptShape& shape, std::span<const FailureHazard> classes,
                                RestartFailure restart_failure, const AttemptLimits& limits,
                                Chance& chance, std::span<FailureToll> tolls) {
    return EventLoop<Chance>(shape, classes, restart_failure, limits, chance, tolls).run();
}

}  // namespace trialcost
