#include "sim/job/job_sampler.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "models/distribution/portable_math.hpp"
#include "models/distribution/special_functions.hpp"
#include "sim/job/event_loop.hpp"
#include "sim/sampling/points.hpp"

namespace trialcost {

JobSampler::JobSampler(const OptionPlan& option, const CoordinateTable& table, std::uint64_t seed,
                       std::uint32_t most_runs)
    : option_(option), seed_(seed), restart_stream_(stream_of(restart_from_startup_name(option))) {
    const JobPlan& job = option.job;
    if (!job.has_events_for(most_runs))
        throw std::invalid_argument(
            "option " + option.name + ": " + std::to_string(most_runs) +
            " runs (those wanted, and more to see how many fit the budget) x " +
            std::to_string(job.max_attempts) + " attempts x " + std::to_string(job.max_failures) +
            " failures are more than the " + std::to_string(coordinate_event) +
            " events of a draw; lower workload.runs, limits.max_attempts or limits.max_failures");
    events_per_attempt_ = static_cast<std::uint32_t>(job.events_per_attempt());

    add_groups(table);
    for (const StatedInput& input : option.stated)
        stated_.push_back(input.varies == Varies::per_event ? Chance{none, stream_of(input.name)}
                                                            : chance_of(input.name, table));
    add_correlated(table);
    if (job.pass_probability.present()) pass_ = chance_of(pass_name(option), table);
    if (!job.failures.empty()) failure_ = chance_of(failure_name(option), table);
    for (const FailureClassPlan& failure : job.failures)
        clocks_.push_back(failure.shape.present()
                              ? chance_of(failure_clock_name(option, failure), table)
                              : Chance{});
    for (const FailureClassPlan& failure : job.failures)
        outages_.push_back(stream_of(outage_name(option, failure)));
    if (has_spot_path(option)) spot_start_ = chance_of(spot_start_name(option), table);
}

JobSampler::Chance JobSampler::chance_of(const std::string& name, const CoordinateTable& table) {
    const std::size_t number = table.at(name);
    const auto known = std::find(coordinates_.begin(), coordinates_.end(), number);
    const auto local = static_cast<std::size_t>(known - coordinates_.begin());
    if (known == coordinates_.end()) coordinates_.push_back(number);
    return {local, stream_of(name)};
}

// An input may lean on one that this option does not use itself: a shared one has the same value in
// every option.
void JobSampler::add_correlated(const CoordinateTable& table) {
    shares_.resize(stated_.size());
    for (std::size_t i = 0; i < stated_.size(); ++i)
        for (const auto& [names, factor] : option_.correlated) {
            const auto at = std::find(names.begin(), names.end(), option_.stated[i].name);
            const auto row = static_cast<std::size_t>(at - names.begin());
            if (at == names.end()) continue;
            for (std::size_t column = 0; column <= row; ++column)
                shares_[i].push_back({chance_of(names[column], table), factor(row, column)});
        }
}

void JobSampler::add_groups(const CoordinateTable& table) {
    for (const RecordGroup& group : option_.groups) {
        GroupChance chance;
        chance.first_field = field_count_;
        field_count_ += group.predictive.fields;
        for (std::size_t f = 0; f < group.predictive.fields; ++f)
            chance.zero.push_back({none, stream_of(zero_name(group, f))});
        if (group.predictive.rank > 0) {
            chance.chi_square = chance_of(chi_square_name(group), table).coordinate;
            for (std::size_t j = 0; j < group.predictive.rank; ++j) {
                chance.knowledge.push_back(chance_of(knowledge_name(group, j), table).coordinate);
                const std::string name = chance_name(group, j);
                chance.chance.push_back(group.varies == Varies::per_event
                                            ? Chance{none, stream_of(name)}
                                            : chance_of(name, table));
            }
        }
        groups_.push_back(std::move(chance));
    }
    const JobPlan& job = option_.job;
    for (const Source* source :
         {&job.work, &job.seconds_per_unit, &job.wait_ratio, &job.startup_cold, &job.startup_warm,
          &job.checkpoint_time, &job.validation_time})
        if (source->not_zero)
            groups_[source->index].zero[source->field] =
                chance_of(zero_name(option_.groups[source->index], source->field), table);
}

JobDraw::JobDraw(const JobSampler& sampler)
    : sampler_(sampler),
      stated_(sampler.stated_.size()),
      sqrt_k_(sampler.groups_.size(), 1.0),
      mu_(sampler.field_count_),
      g_(sampler.groups_.size()),
      rates_(sampler.option_.job.failures.size()),
      hazards_(rates_.size()),
      tolls_(rates_.size()),
      outages_s_(rates_.size()),
      next_outage_(rates_.size()) {
    std::size_t widest = 0;
    for (std::size_t i = 0; i < g_.size(); ++i) {
        g_[i].resize(sampler.groups_[i].chance.size());
        widest = std::max(widest, g_[i].size());
    }
    event_g_.resize(widest);
}

void JobDraw::start(const ScoreView& scores, std::uint16_t replicate, std::uint64_t draw,
                    double default_bound_factor) {
    scores_ = scores;
    key_ = {sampler_.seed_, replicate, draw};
    default_bound_factor_ = default_bound_factor;
    held_ = false;
    serial_ = 0;
    first_ = true;

    const OptionPlan& option = sampler_.option_;
    for (std::size_t i = 0; i < stated_.size(); ++i)
        if (option.stated[i].varies == Varies::once)
            stated_[i] = option.stated[i].marginal(stated_score(i));
    for (std::size_t i = 0; i < option.groups.size(); ++i) {
        const JointPredictive& predictive = option.groups[i].predictive;
        const JobSampler::GroupChance& chance = sampler_.groups_[i];
        if (option.groups[i].knowledge == RecordGroup::Knowledge::fixed) {
            sqrt_k_[i] = 1;
            std::fill(event_g_.begin(), event_g_.end(), 0.0);
        } else if (predictive.rank > 0) {
            sqrt_k_[i] = std::sqrt(predictive.degrees /
                                   option.groups[i].chi_square(scores_[chance.chi_square]));
            for (std::size_t j = 0; j < predictive.rank; ++j)
                event_g_[j] = scores_[chance.knowledge[j]];
        }
        for (std::size_t f = 0; f < predictive.fields; ++f)
            mu_[chance.first_field + f] = predictive.knowledge_mean(f, sqrt_k_[i], event_g_);
    }
    const JobPlan& job = option.job;
    for (std::size_t i = 0; i < job.failures.size(); ++i) {
        const FailureClassPlan& plan = job.failures[i];
        rates_[i] = plan.rate.present() ? value(plan.rate) * plan.rate_scale : 0;
        hazards_[i] = {.renews = plan.renews,
                       .stages = plan.stages,
                       .lost_work = plan.lost_work,
                       .downtime_billed = plan.downtime_billed,
                       .instances = plan.instances,
                       .by = plan.by,
                       .notice_s = plan.notice_s,
                       .common_cause = plan.common_cause};
        set_rate(i, rates_[i]);
        outages_s_[i].clear();
    }
}

void JobDraw::set_rate(std::size_t failure_class, double rate) {
    const FailureClassPlan& plan = sampler_.option_.job.failures[failure_class];
    FailureHazard& hazard = hazards_[failure_class];
    if (plan.clock == FailureClassPlan::Clock::launch)
        hazard.expected_per_launch = rate;
    else if (plan.shape.present())
        hazard.clock = weibull_clock(rate, value(plan.shape));
    else
        hazard.rate_per_s = rate;
}

double JobDraw::score(const JobSampler::Chance& chance, std::uint32_t event) const {
    if (first_ && chance.coordinate != JobSampler::none) return scores_[chance.coordinate];
    return normal_quantile(uniform_pair(key_, chance.stream, event).first);
}

// Of the first attempt where the input is drawn once.
double JobDraw::stated_score(std::size_t input) const {
    const std::vector<JobSampler::Share>& shares = sampler_.shares_[input];
    if (shares.empty()) return score(sampler_.stated_[input], serial_);
    // A sum of scores could lie further out than any one of them, and no input is made for that.
    constexpr double outermost = 8.5;
    double sum = 0;
    for (const auto& [chance, weight] : shares) sum += weight * score(chance, serial_);
    return std::clamp(sum, -outermost, outermost);
}

void JobDraw::draw_chance() {
    const OptionPlan& option = sampler_.option_;
    for (std::size_t i = 0; i < stated_.size(); ++i)
        if (option.stated[i].varies == Varies::per_attempt)
            stated_[i] = option.stated[i].marginal(stated_score(i));
    for (std::size_t i = 0; i < g_.size(); ++i) {
        if (option.groups[i].varies == Varies::per_event) continue;
        for (std::size_t j = 0; j < g_[i].size(); ++j)
            g_[i][j] = score(sampler_.groups_[i].chance[j], serial_);
    }
}

double JobDraw::hold(double value, const Source& source) {
    const double far = source.bound == Bound::by_default ? default_bound_factor_ : 1;
    if (value > source.upper * far) {
        held_ = held_ || source.bound == Bound::by_default;
        return source.upper * far;
    }
    return std::fmax(value, source.lower);
}

double JobDraw::recorded(const Source& source, std::span<const double> g, std::uint32_t event) {
    const JobSampler::GroupChance& chance = sampler_.groups_[source.index];
    if (source.not_zero &&
        normal_cdf(score(chance.zero[source.field], event)) >= stated_[*source.not_zero])
        return 0;
    const JointPredictive& predictive = sampler_.option_.groups[source.index].predictive;
    const double x = predictive.chance(source.field, mu_[chance.first_field + source.field],
                                       sqrt_k_[source.index], g);
    return hold(predictive.value(source.field, x), source);
}

double JobDraw::value(const Source& source) {
    switch (source.kind) {
        case Source::Kind::absent:
            return 0;
        case Source::Kind::stated:
            return hold(stated_[source.index], source);
        case Source::Kind::recorded:
            return recorded(source, g_[source.index], serial_);
    }
    return 0;
}

double JobDraw::event_value(const Source& source, std::uint32_t event) {
    const OptionPlan& option = sampler_.option_;
    if (source.kind == Source::Kind::stated &&
        option.stated[source.index].varies == Varies::per_event) {
        const double u = uniform_pair(key_, sampler_.stated_[source.index].stream, event).first;
        return hold(option.stated[source.index].marginal(normal_quantile(u)), source);
    }
    if (source.kind == Source::Kind::recorded &&
        option.groups[source.index].varies == Varies::per_event) {
        const auto& chance = sampler_.groups_[source.index].chance;
        for (std::size_t j = 0; j < chance.size(); ++j)
            event_g_[j] = normal_quantile(uniform_pair(key_, chance[j].stream, event).first);
        return recorded(source, event_g_, event);
    }
    return value(source);
}

double JobDraw::startup_s(bool cold) {
    const JobPlan& job = sampler_.option_.job;
    return value(cold ? job.startup_cold : job.startup_warm);
}

// A fresh draw of startup stands for a restart that was never recorded.
double JobDraw::restart_from_startup_s(std::uint32_t event, Instances instances) {
    const JobPlan& job = sampler_.option_.job;
    const bool launch = instances == Instances::relaunched;
    const bool cold = job.cold_start == ColdStart::node_replacement ||
                      (launch && job.cold_start == ColdStart::every_launch);
    const Source& source = cold ? job.startup_cold : job.startup_warm;
    if (source.kind != Source::Kind::recorded || source.not_zero) return value(source);
    const JobSampler::GroupChance& group = sampler_.groups_[source.index];
    const double z = normal_quantile(uniform_pair(key_, sampler_.restart_stream_, event).first);
    const JointPredictive& predictive = sampler_.option_.groups[source.index].predictive;
    const double x = mu_[group.first_field + source.field] +
                     sqrt_k_[source.index] * predictive.sd(source.field) * z;
    return hold(predictive.value(source.field, x), source);
}

AttemptShape JobDraw::shape() {
    const JobPlan& job = sampler_.option_.job;
    const bool cold =
        job.cold_start == ColdStart::every_launch || (job.cold_start != ColdStart::never && first_);
    double seconds_per_unit =
        job.throughput.present() ? 1 / value(job.throughput) : value(job.seconds_per_unit);
    if (job.node_scaling.present()) seconds_per_unit *= value(job.node_scaling);
    if (job.transfer.present()) seconds_per_unit /= value(job.transfer);
    const double wait =
        job.utilization.present() ? 1 / value(job.utilization) - 1 : value(job.wait_ratio);
    return {.startup_s = startup_s(cold),
            .work_s = value(job.work) * seconds_per_unit * (1 + wait),
            .productive_share = 1 / (1 + wait),
            .checkpoint_interval_s = value(job.checkpoint_interval),
            .checkpoint_s = value(job.checkpoint_time),
            .last_save = job.last_save,
            .validation_s = value(job.validation_time)};
}

double JobDraw::spot_start() const {
    if (!sampler_.spot_start_) return 0;
    return normal_cdf(scores_[sampler_.spot_start_->coordinate]);
}

// When outage `number` of a common cause begins, since the first launch of the draw: a Poisson
// process in time, drawn as far as it is asked for.
double JobDraw::outage_s(std::size_t failure_class, std::size_t number) {
    std::vector<double>& outages_s = outages_s_[failure_class];
    while (outages_s.size() <= number) {
        const auto event = static_cast<std::uint32_t>(outages_s.size());
        const double u = uniform_pair(key_, sampler_.outages_[failure_class], event).first;
        const double before_s = outages_s.empty() ? 0 : outages_s.back();
        outages_s.push_back(before_s - portable::log(u) / hazards_[failure_class].rate_per_s);
    }
    return outages_s[number];
}

double JobDraw::median_pass_s() {
    const std::vector<double> medians(sampler_.coordinates().size(), 0.0);
    start({medians.data(), 1}, 0, 0, 1);
    draw_chance();
    return shape().failure_free_s();
}

// The randomness of the events of one attempt. Event 0 holds the first budgets; each failure that
// follows takes the next event for its cause, downtime, restart and the budget after it.
struct JobDraw::EventChance {
    JobDraw& draw;
    std::uint32_t first_event;
    double start_s;           // of the attempt, since the first launch of the draw
    std::uint32_t event = 0;  // of the latest failure

    void next_event() { ++event; }
    double exponential() { return exponential(draw.sampler_.failure_); }
    double exponential(std::size_t failure_class) {
        return exponential(draw.sampler_.clocks_[failure_class]);
    }
    double exponential(const JobSampler::Chance& chance) const {
        // P(budget > x) = exp(-x), with a large score for a long life.
        if (event == 0 && draw.first_)
            return -portable::log(normal_cdf(-draw.scores_[chance.coordinate]));
        return -portable::log(uniform_pair(draw.key_, chance.stream, first_event + event).first);
    }
    double uniform() const {
        return uniform_pair(draw.key_, draw.sampler_.failure_.stream, first_event + event).second;
    }
    double downtime_s(std::size_t cause) {
        const FailureClassPlan& plan = draw.sampler_.option_.job.failures[cause];
        return draw.event_value(plan.downtime,
                                plan.common_cause ? outage_event(cause) : first_event + event);
    }
    double outage_after_s(std::size_t cause, double at_s) {
        if (!(draw.hazards_[cause].rate_per_s > 0)) return std::numeric_limits<double>::infinity();
        std::size_t& next = draw.next_outage_[cause];
        while (!(draw.outage_s(cause, next) - start_s > at_s)) ++next;
        return draw.outage_s(cause, next) - start_s;
    }
    // An outage lasts equally long for all jobs: its event is the number of the one after it,
    // counted from the other end than the failures of attempts.
    std::uint32_t outage_event(std::size_t cause) const {
        return coordinate_event - 1 - static_cast<std::uint32_t>(draw.next_outage_[cause]);
    }
    double restart_s(std::size_t cause) {
        const Source& source = draw.sampler_.option_.job.failures[cause].restart;
        return source.present()
                   ? draw.event_value(source, first_event + event)
                   : draw.restart_from_startup_s(
                         first_event + event, draw.sampler_.option_.job.failures[cause].instances);
    }
};

AttemptResult JobDraw::run_attempt(std::uint32_t run, std::uint32_t attempt, double time_left_s,
                                   double start_s) {
    const JobPlan& job = sampler_.option_.job;
    serial_ = run * job.max_attempts + attempt;
    first_ = serial_ == 0;
    draw_chance();
    for (std::size_t i = 0; i < rates_.size(); ++i)
        if (job.failures[i].run_factor.present())
            set_rate(i, rates_[i] * value(job.failures[i].run_factor));
    std::fill(next_outage_.begin(), next_outage_.end(), std::size_t{0});
    AttemptShape attempt_shape = shape();
    if (attempt > 0 && job.rerun_share.present()) attempt_shape.work_s *= value(job.rerun_share);
    const double limit_s =
        job.timeout_s ? *job.timeout_s : job.max_attempt_factor * attempt_shape.failure_free_s();
    EventChance chance{*this, serial_ * sampler_.events_per_attempt_, start_s};
    AttemptResult result;
    result.outcome = simulate_attempt(
        attempt_shape, hazards_, job.restart_failure,
        {std::fmin(limit_s, time_left_s), job.max_failures, job.interruptions_before_fallback},
        chance, tolls_, launches_);
    result.tolls = tolls_;
    result.launches = launches_;
    result.failure_free_s = attempt_shape.failure_free_s();
    result.failure_free_saves = attempt_shape.saves();
    if (result.outcome.end == AttemptEnd::given_up) return result;
    result.passed = !job.pass_probability.present() ||
                    normal_cdf(score(sampler_.pass_, serial_)) < value(job.pass_probability);
    if (result.passed) result.output_units = value(job.output_per_run);
    return result;
}

}  // namespace trialcost
