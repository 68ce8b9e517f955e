// One option, ready to draw: scores and counter streams -> the inputs of attempts -> their course.
//
// JobSampler is the compiled, immutable part, one per option. JobDraw is one draw: start() fixes
// the knowledge, run_attempt() draws the chance of one attempt and runs it. Chance knows no money.
// Times in seconds. Randomness: scores of the option's coordinates, and the streams of the same
// names keyed by (seed, replicate, draw, event); never the order of evaluation.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "models/job/attempt.hpp"
#include "sim/plan/coordinates.hpp"
#include "sim/plan/plan.hpp"
#include "sim/random/stream.hpp"

namespace trialcost {

// The normal scores of one draw: column `local coordinate` of a block, at one draw.
struct ScoreView {
    const double* scores;
    std::size_t stride;
    double operator[](std::size_t local) const { return scores[local * stride]; }
};

class JobSampler {
  public:
    // Throws std::invalid_argument when the limits of the job need more events than a stream holds.
    JobSampler(const OptionPlan& option, const CoordinateTable& table, std::uint64_t seed,
               std::uint32_t most_runs);

    // Numbers in the table of the coordinates that ScoreView has to offer, in its order.
    std::span<const std::size_t> coordinates() const { return coordinates_; }
    const OptionPlan& option() const { return option_; }

  private:
    friend class JobDraw;
    static constexpr std::size_t none = static_cast<std::size_t>(-1);

    // Where a name's randomness comes from: a local coordinate for the first attempt, its stream
    // after.
    struct Chance {
        std::size_t coordinate = none;
        std::uint32_t stream = 0;
    };
    struct GroupChance {
        std::size_t chi_square = none;
        std::vector<std::size_t> knowledge;
        std::vector<Chance> chance;
        std::vector<Chance> zero;     // by field
        std::size_t first_field = 0;  // place of its first field in JobDraw::mu_
    };

    // One score of several that are mixed into that of a correlated input.
    struct Share {
        Chance chance;
        double weight = 0;
    };

    Chance chance_of(const std::string& name, const CoordinateTable& table);
    void add_correlated(const CoordinateTable& table);
    void add_groups(const CoordinateTable& table);

    const OptionPlan& option_;
    std::uint64_t seed_;
    std::uint32_t events_per_attempt_;
    std::vector<std::size_t> coordinates_;
    std::vector<Chance> stated_;
    std::vector<std::vector<Share>> shares_;  // by stated input; empty: its own score alone
    std::vector<GroupChance> groups_;
    std::size_t field_count_ = 0;
    Chance pass_, failure_;
    std::vector<Chance> clocks_;          // by failure class; of those without a shape: none
    std::vector<std::uint32_t> outages_;  // streams, by failure class
    std::optional<Chance> spot_start_;
    std::uint32_t restart_stream_;
};

// What one attempt did, with what it was worth.
struct AttemptResult {
    AttemptOutcome outcome;
    std::span<const FailureToll> tolls;  // by failure class; until the next attempt of the draw
    std::span<const Launch> launches;    // in their order; likewise
    double failure_free_s = 0;           // what a pass takes in which nothing fails
    double failure_free_saves = 0;
    bool passed = false;      // finished and met the quality bar
    double output_units = 0;  // 0 unless passed
};

class JobDraw {
  public:
    explicit JobDraw(const JobSampler& sampler);

    // `default_bound_factor`: bounds taken by default are this many times as far out.
    void start(const ScoreView& scores, std::uint16_t replicate, std::uint64_t draw,
               double default_bound_factor);

    // `start_s`: since the first launch of the draw; it matters to what strikes by the calendar.
    AttemptResult run_attempt(std::uint32_t run, std::uint32_t attempt, double time_left_s,
                              double start_s = 0);

    // Where in the history of the spot price the draw begins, as a share of it.
    double spot_start() const;

    // Failure-free time of one attempt with every score at its median.
    double median_pass_s();

    // The value of an input of the latest attempt.
    double value(const Source& source);

    // Whether a value was held at a bound taken by default since start().
    bool held() const { return held_; }

  private:
    struct EventChance;

    void draw_chance();
    void set_rate(std::size_t failure_class, double rate);
    AttemptShape shape();
    double startup_s(bool cold);
    double score(const JobSampler::Chance& chance, std::uint32_t event) const;
    double stated_score(std::size_t input) const;
    double recorded(const Source& source, std::span<const double> g, std::uint32_t event);
    double event_value(const Source& source, std::uint32_t event);
    double restart_from_startup_s(std::uint32_t event, Instances instances);
    double outage_s(std::size_t failure_class, std::size_t number);
    double hold(double value, const Source& source);

    const JobSampler& sampler_;
    ScoreView scores_{nullptr, 0};
    DrawKey key_;
    double default_bound_factor_ = 1;
    bool held_ = false;
    std::uint32_t serial_ = 0;  // attempts are numbered as if each run had used all it may
    bool first_ = true;

    std::vector<double> stated_;          // values
    std::vector<double> sqrt_k_;          // by group
    std::vector<double> mu_;              // by group and field
    std::vector<std::vector<double>> g_;  // by group: chance scores of the latest attempt
    std::vector<double> event_g_;
    std::vector<double> rates_;  // by failure class, as known: without what attempts add
    std::vector<FailureHazard> hazards_;
    std::vector<FailureToll> tolls_;              // of the latest attempt
    std::vector<Launch> launches_;                // likewise
    std::vector<std::vector<double>> outages_s_;  // of common causes, as far as they are drawn
    std::vector<std::size_t> next_outage_;        // of them: the next of the latest attempt
};

}  // namespace trialcost
