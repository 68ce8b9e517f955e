// The proof of the promise: worlds of which everything is known. Trials of each go through files
// and the whole pipeline; does the predicted P90 of the cost then cover 90 % of the jobs to come?
//
// 500 worlds of each kind, fixed seed, 16 x 256 draws. The coverage of a world is the share of 200
// target jobs that cost no more than predicted; that of a level, its mean over the worlds, with
// s = sd over the worlds / sqrt(500): .005 to .011 at P50, .003 to .006 at P90, .002 to .004 at
// P95.
//
// Where one thing is unknown, coverage is within 4 s of the level: false alarms of 6e-5 a check,
// but more at P95 of times, of which records at their ranks cover .957 in lognormal worlds (4,000
// of them; Student-t on the log: .953). Where all is unknown, coverage is not below the level by
// more than 4 s, nor above by more than 4 standard errors of 500 jobs, one from each world (.089,
// .054, .039). It is too high there, .566 .932 .968: rates and pass probabilities do not come from
// the priors of their posteriors, and a sum of parts has shorter tails than their Student-t's.
//
// Seen to fail by: knowledge dropped, k = 1 and mu the mean (P90 of times .865, P95 .904); k = 1
// alone (.877, .921); a whole event in place of the half (P50 of failures .524); no half in the
// pass probability (P50 of the bar .551); lost work not lost (P50 .374); no downtime (.357). The
// smallest it sees is about that half: without half an event in the rate P50 is .484, 3.1 s off.
#include <array>
#include <atomic>
#include <cmath>
#include <string>
#include <thread>
#include <vector>

#include "scenarios/build/build_plan.hpp"
#include "sim/run/option_summary.hpp"
#include "sim/run/runner.hpp"
#include "tests/catch_compat.hpp"
#include "tests/end_to_end/simulated_world.hpp"
#include "tests/sim/results/scratch_folder.hpp"

using namespace trialcost;

namespace {

constexpr std::uint64_t seed = 20261130;
constexpr int worlds = 500, targets = 200;
constexpr std::array<double, 3> levels{0.50, 0.90, 0.95};

// Of one world: the share of the target jobs at or below each predicted percentile.
struct Outcome {
    std::array<double, levels.size()> covered{};
    std::string trouble;
};

Estimate percentile_of_total(const OptionSummary& summary, double level) {
    for (std::size_t i = 0; i < reported_percentiles.size(); ++i)
        if (reported_percentiles[i] == level)
            return summary.figure(Figure::total_cost).percentiles[i];
    return refused_estimate("not reported");
}

OptionSummary predicted(const Files& files) {
    const ScratchFolder folder;
    put_text(folder / "scenario.toml", files.scenario);
    put_text(folder / "trials.csv", files.trials);
    put_text(folder / "failures.csv", files.failures);
    put_text(folder / "quotes.csv", files.quotes);
    Plan plan = build_plan(folder / "scenario.toml", Date{2026, 11, 30}).plan;
    plan.sampling = {Sampler::sobol, seed, 16, 256};
    const Runner runner(plan, 1);
    RunTally tally(plan);
    runner.run(all_blocks(plan.sampling), [&](const BlockDraws& block) { tally.add(block); });
    tally.finish();
    return summarise_run(plan, runner, tally)[0];
}

// Of rates, as few trials as the predictive takes: prior and posterior weigh most then.
std::size_t trials_of(Unknown unknown, std::size_t number) {
    const bool of_rates = unknown == Unknown::failures || unknown == Unknown::bar;
    return of_rates ? 3 : 3 + number % 8;
}

Outcome judge(Unknown unknown, std::size_t number) {
    StreamEngine worlds_of(seed, "worlds", 0, number);
    StreamEngine past(seed, "trials", 0, number), future(seed, "targets", 0, number);
    const World world = draw_world(unknown, worlds_of);
    std::vector<Course> trials;
    for (std::size_t i = 0; i < trials_of(unknown, number); ++i)
        trials.push_back(follow_attempt(world, past));
    const OptionSummary summary = predicted(files_of(unknown, world, trials));
    Outcome out;
    if (summary.total_is_lower_bound) out.trouble = "something is left out of the total";
    std::array<Estimate, levels.size()> predictions;
    for (std::size_t i = 0; i < levels.size(); ++i) {
        predictions[i] = percentile_of_total(summary, levels[i]);
        out.trouble += predictions[i].refusal;
    }
    for (int job = 0; job < targets; ++job) {
        const double cost = cost_of_run(world, future);
        for (std::size_t i = 0; i < levels.size(); ++i)
            out.covered[i] += (cost <= predictions[i].value ? 1.0 : 0.0) / targets;
    }
    return out;
}

std::vector<Outcome> judge_all(Unknown unknown) {
    std::vector<Outcome> out(worlds);
    std::atomic<std::size_t> next = 0;
    const auto work = [&] {
        for (std::size_t number = next++; number < out.size(); number = next++) try {
                out[number] = judge(unknown, number);
            } catch (const std::exception& error) {
                out[number].trouble = error.what();
            }
    };
    {
        const std::jthread other(work);
        work();
    }
    return out;
}

void check_coverage(Unknown unknown) {
    const std::vector<Outcome> outcomes = judge_all(unknown);
    for (std::size_t number = 0; number < outcomes.size(); ++number) {
        INFO("world " << number);
        CHECK(outcomes[number].trouble == "");
    }
    for (std::size_t i = 0; i < levels.size(); ++i) {
        double mean = 0, squares = 0;
        for (const Outcome& outcome : outcomes) mean += outcome.covered[i] / worlds;
        for (const Outcome& outcome : outcomes) squares += std::pow(outcome.covered[i] - mean, 2);
        const double of_worlds = std::sqrt(squares / (worlds - 1) / worlds);
        const double of_one_job_each = std::sqrt(levels[i] * (1 - levels[i]) / worlds);
        INFO("P" << 100 * levels[i] << " covers " << mean << " +- " << of_worlds);
        CHECK(mean > levels[i] - 4 * of_worlds);
        CHECK(mean < levels[i] + 4 * (unknown == Unknown::all ? of_one_job_each : of_worlds));
    }
}

}  // namespace

TEST_CASE("a percentile covers its share of the jobs to come: how long the work takes is unknown") {
    check_coverage(Unknown::times);
}

TEST_CASE("a percentile covers its share of the jobs to come: the failure rate is unknown") {
    check_coverage(Unknown::failures);
}

TEST_CASE("a percentile covers its share of the jobs to come: the pass probability is unknown") {
    check_coverage(Unknown::bar);
}

TEST_CASE("a percentile covers its share of the jobs to come: all is unknown") {
    check_coverage(Unknown::all);
}
