// A world of which everything is known: one job on one machine, with the laws from which its runs
// come. Its runs are followed here event by event, in plain loops that share no code with the
// program, and are written down as a careful operator would write them.
//
// Times in seconds, money in USD. A law is lognormal, by its median and the sd of its logarithm.
// Randomness: that of the engine handed in. Source of the rules: docs/model.md.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "sim/random/stream_engine.hpp"

namespace trialcost {

struct Law {
    double median = 1;
    double log_spread = 0;
};

struct World {
    Law seconds_per_sample;  // productive
    Law samples;             // work to the quality bar
    Law wait_ratio;          // data wait / productive
    Law startup_s;
    double checkpoint_interval_s = 0;
    Law checkpoint_s;
    double failures_per_node_h = 0;  // exponential, in all stages
    Law downtime_s, restart_s;       // of each failure
    double pass_probability = 1;
    int nodes = 1;
    int price_mills = 0;  // per node and hour, in thousandths
    int granularity_s = 1, minimum_s = 60;
};

struct Failure {
    double downtime_s = 0;
    std::optional<double> restart_s;  // blank: it struck in a startup, or in the restart itself
    double lost_s = 0;
};

// One attempt, from its launch to the end of its work.
struct Course {
    double samples = 0;
    double productive_s = 0;   // kept
    double startup_s = 0;      // broken starts included
    double in_training_s = 0;  // lost work included
    double checkpoint_s = 0;
    int checkpoints = 0;
    double lost_s = 0, downtime_s = 0, restore_s = 0;
    std::vector<Failure> failures;
    bool passed = false;

    double wall_s() const {
        return startup_s + in_training_s + checkpoint_s + downtime_s + restore_s;
    }
};

// What only the trials tell; the scenario gives the truth about all else.
//   all       everything. (Of trials without a failure, downtime and restarts are the scenario's.)
//   times     the seconds per sample. Nothing fails, and all runs meet the bar
//   failures  the failure rate, from the prior of its posterior: density 1/sqrt(x) up to 10
//   failures
//             a run. All runs meet the bar
//   bar       the pass probability, likewise: Beta(1/2, 1/2)
// Otherwise .05 to 2 failures a run, and 70 to 100 % of the runs meet the bar. Runs take 1 to 30 h,
// their parts spread by 2 to 30 % (data wait 5 to 50 %), downtime and restarts by 20 to 80 %. One
// unknown alone: data wait is a constant share; with `times` so is the work.
enum class Unknown { all, times, failures, bar };

World draw_world(Unknown unknown, StreamEngine& random);

Course follow_attempt(const World& world, StreamEngine& random);

double billed_s(const World& world, const Course& course);

// What one qualified run costs: attempts until one meets the bar, ten at most.
double cost_of_run(const World& world, StreamEngine& random);

// The files of a scenario of one option.
struct Files {
    std::string scenario, trials, failures, quotes;
};

Files files_of(Unknown unknown, const World& world, const std::vector<Course>& trials);

}  // namespace trialcost
