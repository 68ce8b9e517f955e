// What can strike an attempt, and when: the failure classes of one draw with their clocks.
//
// The classes of constant hazard share one unit-exponential budget, spent as exposure passes; a
// failure comes when it is used up. A class with a Weibull clock has a life of its own, used up by
// its own exposure. A common cause strikes at times of its own, whoever is there; what it finds in
// a downtime it passes over. Times in seconds; `clock_s` is the time since the begin of the
// attempt. Randomness comes from `Chance`, as sim/job/event_loop.hpp describes it.
#pragma once

#include <cmath>
#include <limits>
#include <span>

#include "models/distribution/portable_math.hpp"
#include "models/job/attempt.hpp"

namespace trialcost {

// What can strike while time passes; nothing: neither rate nor stage.
struct Exposure {
    double rate = 0;
    StageSet stage{};
};

template <class Chance>
class Hazards {
  public:
    // Which class strikes is drawn among those of constant hazard.
    static constexpr std::size_t constant_hazard = static_cast<std::size_t>(-1);

    struct Threat {
        double after_s = std::numeric_limits<double>::infinity();
        std::size_t struck = constant_hazard;  // by its clock: the class
    };

    Hazards(std::span<const FailureHazard> classes, double startup_s,
            RestartFailure restart_failure, std::uint64_t interruptions_before_fallback,
            Chance& chance, std::span<FailureToll> tolls)
        : classes_(classes),
          startup_s_(startup_s),
          restart_failure_(restart_failure),
          interruptions_left_(interruptions_before_fallback),
          chance_(chance),
          tolls_(tolls) {
        set_exposures();
        for (std::size_t i = 0; i < classes_.size(); ++i) {
            tolls_[i] = {};
            any_clock_ = any_clock_ || has_clock(i);
            any_common_cause_ = any_common_cause_ || classes_[i].common_cause;
            start_clock(i, 0);
        }
        budget_ = any_rate() ? chance_.exponential() : std::numeric_limits<double>::infinity();
    }

    const Exposure& startup() const { return startup_; }
    const Exposure& work() const { return work_; }
    const Exposure& checkpoint() const { return checkpoint_; }
    const Exposure& validation() const { return validation_; }
    const Exposure& restart() const { return restart_; }

    // The next failure, as far as exposure of this kind goes on.
    Threat next(const Exposure& to, double clock_s) {
        pass_over_outages(clock_s);
        Threat threat;
        if (to.rate > 0) threat.after_s = budget_ / to.rate;
        if (any_clock_)
            for (std::size_t i = 0; i < classes_.size(); ++i)
                if (ticks(i, to) && left_of(i, clock_s) < threat.after_s)
                    threat = {left_of(i, clock_s), i};
        return threat;
    }

    // Of so many segments of work with their saves, those that surely pass before a failure.
    double whole_segments(double count, double interval_s, double save_s, double clock_s) {
        pass_over_outages(clock_s);
        const double hazard = segment_hazard(interval_s, save_s);
        if (hazard > 0) count = std::fmin(count, std::floor(budget_ / hazard));
        if (any_clock_)
            for (std::size_t i = 0; i < classes_.size(); ++i)
                if (const double each_s = ticking_s(i, interval_s, save_s); each_s > 0)
                    count = std::fmin(count, std::floor(left_of(i, clock_s) / each_s));
        return count;
    }

    void expose_segments(double count, double interval_s, double save_s) {
        spend(count * segment_hazard(interval_s, save_s));
        if (any_clock_)
            for (std::size_t i = 0; i < classes_.size(); ++i)
                tolls_[i].exposed_s += count * ticking_s(i, interval_s, save_s);
    }

    void expose(double seconds, const Exposure& to) { expose(seconds, seconds * to.rate, to); }

    // Exposure until the threat is there.
    void expose_until(const Threat& threat, const Exposure& to) {
        const bool used_up = threat.struck == constant_hazard;
        expose(threat.after_s, used_up ? budget_ : threat.after_s * to.rate, to);
    }

    // The class that strikes: the one of the threat, or one drawn.
    std::size_t strike(Stage stage, std::size_t struck, double clock_s) {
        chance_.next_event();
        const std::size_t cause = struck == constant_hazard ? struck_by_rate(stage) : struck;
        ++tolls_[cause].failures;
        if (classes_[cause].by == EndedBy::provider) count_interruption();
        const bool all = classes_[cause].renews == Renews::all;
        if (any_clock_)
            for (std::size_t i = 0; i < classes_.size(); ++i)
                if (i == cause || (all && !classes_[i].common_cause)) {
                    spend_clock(i);
                    start_clock(i, std::fmax(clock_s, tolls_[i].life_s));
                }
        return cause;
    }

    void finish() {
        for (std::size_t i = 0; i < classes_.size(); ++i) spend_clock(i);
    }

    bool fallen_back() const { return fallen_back_; }
    double expected_failures() const { return expected_failures_; }

  private:
    double segment_hazard(double interval_s, double save_s) const {
        return interval_s * work_.rate + save_s * checkpoint_.rate;
    }

    double ticking_s(std::size_t i, double interval_s, double save_s) const {
        return (ticks(i, work_) ? interval_s : 0) + (ticks(i, checkpoint_) ? save_s : 0);
    }

    void expose(double seconds, double hazard, const Exposure& to) {
        spend(hazard);
        if (any_clock_)
            for (std::size_t i = 0; i < classes_.size(); ++i)
                if (ticks(i, to)) tolls_[i].exposed_s += seconds;
    }

    void spend(double hazard) {
        expected_failures_ += std::fmin(hazard, budget_);
        budget_ = std::fmax(0.0, budget_ - hazard);
    }

    bool has_clock(std::size_t i) const {
        return classes_[i].clock.runs() || classes_[i].common_cause;
    }

    bool ticks(std::size_t i, const Exposure& to) const {
        return has_clock(i) && !is_over(classes_[i]) &&
               (classes_[i].stages.bits & to.stage.bits) != 0;
    }

    double left_of(std::size_t i, double clock_s) const {
        const double passed_s = classes_[i].common_cause ? clock_s : tolls_[i].exposed_s;
        return std::fmax(0.0, tolls_[i].life_s - passed_s);
    }

    void pass_over_outages(double clock_s) {
        if (!any_common_cause_) return;
        for (std::size_t i = 0; i < classes_.size(); ++i)
            if (classes_[i].common_cause && tolls_[i].life_s < clock_s)
                tolls_[i].life_s = chance_.outage_after_s(i, clock_s);
    }

    // (life / scale)^shape is a unit exponential.
    void start_clock(std::size_t i, double after_s) {
        const WeibullClock& clock = classes_[i].clock;
        if (!has_clock(i)) return;
        tolls_[i].life_s =
            classes_[i].common_cause
                ? chance_.outage_after_s(i, after_s)
                : clock.scale_s * portable::pow(chance_.exponential(i), 1 / clock.shape);
        tolls_[i].exposed_s = 0;
    }

    void spend_clock(std::size_t i) {
        const WeibullClock& clock = classes_[i].clock;
        const double exposed_s = tolls_[i].exposed_s;
        if (classes_[i].common_cause)
            expected_failures_ += exposed_s * classes_[i].rate_per_s;
        else if (clock.runs() && exposed_s > 0)
            expected_failures_ += portable::pow(exposed_s / clock.scale_s, clock.shape);
    }

    void count_interruption() {
        if (interruptions_left_ > 0) --interruptions_left_;
        if (interruptions_left_ > 0 || fallen_back_) return;
        fallen_back_ = true;
        set_exposures();
    }

    // After the fallback no provider ends a launch.
    bool is_over(const FailureHazard& hazard) const {
        return fallen_back_ && hazard.by == EndedBy::provider;
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
        if (is_over(hazard) || hazard.common_cause) return 0;
        double rate = hazard.stages.contains(stage) ? hazard.rate_per_s : 0;
        if (stage == Stage::startup && startup_s_ > 0)
            rate += hazard.expected_per_launch / startup_s_;
        return rate;
    }

    double rate(Stage stage) const {
        double sum = 0;
        for (const FailureHazard& hazard : classes_) sum += class_rate(hazard, stage);
        return sum;
    }

    Exposure exposure(Stage stage) const { return {rate(stage), StageSet{}.with(stage)}; }

    void set_exposures() {
        startup_ = exposure(Stage::startup);
        work_ = exposure(Stage::work);
        checkpoint_ = exposure(Stage::checkpoint);
        validation_ = exposure(Stage::validation);
        if (restart_failure_ == RestartFailure::possible) restart_ = exposure(Stage::restart);
    }

    bool any_rate() const {
        const double in_a_pass = startup_.rate + work_.rate + checkpoint_.rate + validation_.rate;
        return in_a_pass > 0 || (any_clock_ && restart_.rate > 0);
    }

    std::span<const FailureHazard> classes_;
    double startup_s_;
    RestartFailure restart_failure_;
    std::uint64_t interruptions_left_;  // until the fallback
    Chance& chance_;
    std::span<FailureToll> tolls_;

    Exposure startup_, work_, checkpoint_, validation_, restart_;
    bool any_clock_ = false, any_common_cause_ = false, fallen_back_ = false;
    double budget_ = 0;  // unit-exponential hazard left before the next failure
    double expected_failures_ = 0;
};

}  // namespace trialcost
