// The plan: everything a run needs, checked and copyable. Files are not known here; what a scenario
// says has become numbers, names and sources.
//
// A draw has two levels. Knowledge is drawn once per draw and option: the parameters of each
// input's distribution. Chance is drawn for each attempt or event, given the knowledge
// (docs/methods.md). Times in seconds, rates per second unless a name says otherwise, money in the
// plan's one currency.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "models/calibration/joint_predictive.hpp"
#include "models/dependence/correlation.hpp"
#include "models/distribution/marginal.hpp"
#include "models/evidence/evidence.hpp"
#include "models/job/attempt.hpp"
#include "models/pricing/cost_item.hpp"
#include "models/pricing/instance_price.hpp"
#include "sim/sampling/points.hpp"

namespace trialcost {

// How often a stated distribution is drawn: once per draw (it says what is known of the value), or
// afresh for each attempt or event (it says how the value varies).
enum class Varies { once, per_attempt, per_event };

// An input that is one distribution by itself. Its name carries its randomness: two options that
// share the name share the value, so names are qualified by the option unless the quantity is one.
struct StatedInput {
    std::string name;
    Marginal marginal;
    Varies varies = Varies::once;
};

// Stated inputs whose normal scores depend on each other (a Gaussian copula). Each keeps its own
// coordinate and stream: the scores drawn there are z, and factor * z stands for them, so that the
// first input keeps its score and each other one is drawn given those before it.
struct CorrelatedInputs {
    std::vector<std::string> names;  // one for each row; of one `varies`, once or per attempt
    SquareMatrix factor;             // lower triangular; factor * its transpose = correlation
};

// Fields recorded in the same runs (or failures): one joint predictive. Its knowledge is k and
// a_1..a_rank, its chance g_1..g_rank, drawn for each attempt (or event).
struct RecordGroup {
    std::string name;
    Varies varies = Varies::per_attempt;
    JointPredictive predictive;
    Marginal chi_square;  // with the degrees of freedom of the predictive; used if it has a rank
    // Fixed: mu is the mean of the predictive and k is 1 in every draw.
    enum class Knowledge { drawn, fixed } knowledge = Knowledge::drawn;
};

// A bound holds the value; one taken by default is doubled in the twin run that decides whether
// moments exist.
enum class Bound { stated, by_default };

// Where one input of the job gets its value.
struct Source {
    enum class Kind { absent, stated, recorded };
    Kind kind = Kind::absent;
    std::size_t index = 0;  // of the stated input, or of the record group
    std::size_t field = 0;  // in the record group
    double lower = 0;
    double upper = std::numeric_limits<double>::infinity();
    Bound bound = Bound::stated;
    std::optional<std::size_t> not_zero;  // stated input: share of runs in which the value is not 0

    bool present() const { return kind != Kind::absent; }
};

enum class ColdStart { never, first_launch, every_launch, node_replacement };

struct FailureClassPlan {
    std::string name;
    Source rate;            // absent: unknown, left out
    double rate_scale = 0;  // unit of the rate -> events per second of the whole job
    enum class Clock { exposure, launch } clock = Clock::exposure;
    Source run_factor;  // of the rate, drawn for each attempt: runs differ; absent: they do not
    Source shape;       // of Weibull times between failures; absent: exponential
    Renews renews = Renews::struck;
    StageSet stages = StageSet::all();
    LostWork lost_work = LostWork::since_checkpoint;
    bool downtime_billed = true;
    Instances instances = Instances::kept;
    EndedBy by = EndedBy::job;
    double notice_s = 0;
    bool common_cause = false;  // jobs side by side have its outages together
    Source downtime;            // absent: unknown, left out
    Source restart;             // absent: a fresh draw of startup stands for it
};

struct JobPlan {
    Source work;              // units of the count basis
    Source seconds_per_unit;  // productive
    Source throughput;        // units per productive second, where it is given instead
    Source transfer;          // throughput of the target / of the trials; absent: they are alike
    Source node_scaling;      // factor on the seconds per unit, from other node counts; absent: 1
    Source wait_ratio;        // (data wait + idle) / productive
    Source utilization;       // productive / in-training time, where it is given instead
    Source startup_cold, startup_warm;
    Source checkpoint_interval, checkpoint_time, validation_time;
    Source output_per_run;  // output units of one qualified run
    Source pass_probability;
    Source rerun_share;  // of the work, done again after a pass that misses the bar; absent: all
    ColdStart cold_start = ColdStart::never;
    LastSave last_save = LastSave::paid;
    RestartFailure restart_failure = RestartFailure::possible;
    std::vector<FailureClassPlan> failures;

    std::optional<double> timeout_s;      // a stated limit of one attempt
    double max_attempt_factor = 20;       // otherwise this times its failure-free time
    std::uint64_t max_failures = 10'000;  // of one attempt
    std::uint32_t max_attempts = 10;      // of one run
    // Launches that the provider may end, of one attempt, before the job goes on on demand.
    std::uint64_t interruptions_before_fallback = std::numeric_limits<std::uint64_t>::max();
    std::optional<double> deadline_s;  // of all runs, when jobs stop at it

    bool can_run() const {
        return work.present() && (seconds_per_unit.present() || throughput.present());
    }

    // Random events of one attempt at most: each failure takes one, and so do the first budget and
    // the failure that exceeds the limit.
    std::uint64_t events_per_attempt() const { return max_failures + 2; }
    // Whether the attempts of so many runs can all have events of their own in a draw.
    bool has_events_for(std::uint32_t runs) const {
        const std::uint64_t attempts = std::uint64_t{runs} * max_attempts;
        return events_per_attempt() <= coordinate_event &&
               attempts <= coordinate_event / events_per_attempt();
    }
};

struct CostItemPlan {
    std::string name;
    Driver driver = Driver::fixed;
    Source amount;    // per unit of the driver
    double keep = 0;  // checkpoints retained
    HeldFor held_for = HeldFor::the_longer;
    std::optional<LinePrice> price;  // per unit of the amount; absent: unknown, left out
};

// What a line of the cost rests on, for tracing.
struct Lineage {
    std::string item, driver, quote, price, unit, status;
    std::string service{}, quoted{};  // of its quote: service and item; empty: the price is given
};

struct MigrationTask {
    std::string name;
    Source amount;     // hours of work in s, node hours, or money
    double price = 0;  // of one of them
};

// What it costs to port the job to the option, once. It is in no figure but those named for it.
struct MigrationPlan {
    std::vector<MigrationTask> tasks;
    std::vector<std::string> unknown;  // what is left out, in words
};

struct OptionPlan {
    std::string name;
    std::uint32_t nodes = 1;
    PurchaseOption purchase = PurchaseOption::on_demand;
    // "measured on ..., priced as ..."; empty when the records are the option's own.
    std::string stand_in;
    std::vector<StatedInput> stated;
    std::vector<CorrelatedInputs> correlated;  // no input in two of them
    std::vector<RecordGroup> groups;
    JobPlan job;
    std::optional<InstancePrice> instance_price;
    // No attempt is begun once so much is spent.
    std::optional<double> most_spent;
    std::vector<CostItemPlan> items;
    std::optional<MigrationPlan> migration;  // absent: there is no ledger, and it is unknown

    std::vector<Evidence> evidence;
    std::vector<Evidence> ledger;  // what the records say of themselves: trend, drift and so on
    std::string stage;             // of the trials, the latest reached; empty: none
    std::string next_stage_needs;  // a clause; empty after the last stage
    // "preliminary: rests on baseline trials"; empty: the records are of target load, or there are
    // none.
    std::string preliminary;
    std::vector<Gate> gates;
    std::vector<std::string> missing;  // what the totals leave out, in words
    bool time_is_complete = true;      // false: what is missing would take time, too
    bool waiting_is_split = false;     // data wait is told from productive compute
    // Left out too, and shown with its weight: it matters only after a failure.
    bool unknown_downtime = false;
    std::vector<Lineage> lineage;
    // Items whose price is unknown, old or undated, and why.
    std::vector<std::string> unverified_prices;
    double failure_exposure_node_h = 0;  // of the records that say whether they failed
    std::size_t target_load_trials = 0;
    std::size_t records = 0;

    bool has_known_cost() const;
    bool cost_is_complete() const { return missing.empty(); }
};

enum class CeilingFigure { total, total_with_migration, unit_cost, wall_time, cost_per_month };

// A limit on a figure, to be kept with the plan's confidence.
struct BudgetCeiling {
    CeilingFigure figure;
    double value = 0;  // currency, currency per output unit, s, currency per month
};

std::string name_of(CeilingFigure figure);

struct FileDigest {
    std::string name, sha256;
};

struct Plan {
    std::string title, currency, as_of, output_unit;
    std::uint32_t runs = 1;
    std::uint32_t parallel = 1;  // jobs side by side; each run begins where one is free first
    double period_s = 0;
    double confidence = 0.9;
    std::vector<BudgetCeiling> ceilings;
    std::vector<StatedInput> shared;  // physically the same quantity for every option
    std::vector<OptionPlan> options;
    std::size_t baseline = 0;
    SamplingDesign sampling;

    std::string scenario_text;
    std::vector<FileDigest> files;

    const BudgetCeiling* ceiling(CeilingFigure figure) const;
    // There are no more jobs side by side than runs.
    std::uint32_t jobs_at_once() const { return std::min(parallel, runs); }
    // Runs simulated at most: those wanted, and more to see how many fit under the budget.
    std::uint32_t most_runs() const;
};

}  // namespace trialcost
