#include "tests/end_to_end/simulated_world.hpp"

#include <fmt/format.h>

#include <boost/random/exponential_distribution.hpp>
#include <boost/random/normal_distribution.hpp>
#include <boost/random/uniform_01.hpp>
#include <boost/random/uniform_int_distribution.hpp>
#include <cmath>
#include <limits>
#include <string_view>

namespace trialcost {
namespace {

double between(double low, double high, StreamEngine& random) {
    return low + (high - low) * boost::random::uniform_01<double>{}(random);
}

double log_between(double low, double high, StreamEngine& random) {
    return low * std::exp(between(0, std::log(high / low), random));
}

int whole_between(int low, int high, StreamEngine& random) {
    return boost::random::uniform_int_distribution<int>(low, high)(random);
}

double from(const Law& law, StreamEngine& random) {
    return law.median *
           std::exp(law.log_spread * boost::random::normal_distribution<double>{}(random));
}

// What strikes, while an attempt is followed.
class Follower {
  public:
    Follower(const World& world, StreamEngine& random) : world_(world), random_(random) {}

    Course follow() {
        course_.samples = from(world_.samples, random_);
        course_.productive_s = course_.samples * from(world_.seconds_per_sample, random_);
        const double work_s = course_.productive_s * (1 + from(world_.wait_ratio, random_));
        start(from(world_.startup_s, random_));
        const double save_s = from(world_.checkpoint_s, random_);
        for (double saved_s = 0; saved_s < work_s;) {
            const double segment_s = std::fmin(world_.checkpoint_interval_s, work_s - saved_s);
            if (train_and_save(segment_s, save_s)) saved_s += segment_s;
        }
        course_.passed = boost::random::uniform_01<double>{}(random_) < world_.pass_probability;
        return course_;
    }

  private:
    // Failures have no memory: whatever happened before, the next is as far away as ever.
    double next_failure_s() {
        const double per_s = world_.failures_per_node_h * world_.nodes / 3600;
        if (per_s == 0) return std::numeric_limits<double>::infinity();
        return boost::random::exponential_distribution<double>(per_s)(random_);
    }

    void start(double startup_s) {
        for (;;) {
            const double until_s = next_failure_s();
            course_.startup_s += std::fmin(until_s, startup_s);
            if (until_s >= startup_s) return;
            fail(0);
        }
    }

    bool train_and_save(double segment_s, double save_s) {
        const double until_s = next_failure_s();
        if (until_s >= segment_s + save_s) {
            course_.in_training_s += segment_s;
            course_.checkpoint_s += save_s;
            ++course_.checkpoints;
            return true;
        }
        // The broken part of a save is lost work as well.
        course_.in_training_s += until_s;
        course_.lost_s += until_s;
        fail(until_s);
        for (;;) {
            const double restart_s = from(world_.restart_s, random_);
            const double again_s = next_failure_s();
            course_.restore_s += std::fmin(restart_s, again_s);
            if (again_s >= restart_s) {
                course_.failures.back().restart_s = restart_s;
                return false;
            }
            fail(0);
        }
    }

    void fail(double lost_s) {
        const double downtime_s = from(world_.downtime_s, random_);
        course_.downtime_s += downtime_s;
        course_.failures.push_back({downtime_s, std::nullopt, lost_s});
    }

    const World& world_;
    StreamEngine& random_;
    Course course_;
};

// As an input of the scenario.
std::string text_of(double median, double log_spread, std::string_view unit,
                    std::string_view varies) {
    constexpr double z90 = 1.2815515655446004;
    return fmt::format(
        "{{ lognormal = {{ p50 = \"{0} {2}\", p90 = \"{1} {2}\" }}, varies = \"{3}\" }}", median,
        median * std::exp(z90 * log_spread), unit, varies);
}

std::string text_of(const Law& law, std::string_view unit, std::string_view varies) {
    return text_of(law.median, law.log_spread, unit, varies);
}

std::string name_of(std::size_t trial) {
    return fmt::format("t{:02}", trial + 1);
}

double failures_of_run(Unknown unknown, StreamEngine& random) {
    if (unknown == Unknown::times) return 0;
    if (unknown != Unknown::failures) return log_between(0.05, 2, random);
    const double u = between(0, 1, random);
    return 10 * u * u;  // density 1/sqrt(x)
}

double pass_probability(Unknown unknown, StreamEngine& random) {
    if (unknown == Unknown::times || unknown == Unknown::failures) return 1;
    if (unknown != Unknown::bar) return between(0.7, 1, random);
    constexpr double right_angle = 1.5707963267948966;
    const double sine = std::sin(right_angle * between(0, 1, random));
    return sine * sine;  // Beta(1/2, 1/2)
}

std::string given_inputs(Unknown unknown, const World& world) {
    const std::string downtime = text_of(world.downtime_s, "s", "per event"),
                      restart = text_of(world.restart_s, "s", "per event");
    if (unknown == Unknown::all)
        return fmt::format("downtime = {}\nrestart_time = {}\n", downtime, restart);
    std::string out = fmt::format(
        "failure.all.downtime = {}\nfailure.all.restart_time = {}\nwork = {}\n"
        "utilization = \"{} %\"\nstartup = {}\ncheckpoint_interval = \"{} s\"\n"
        "checkpoint_time = {}\n",
        downtime, restart, text_of(world.samples, "samples", "per attempt"),
        100 / (1 + world.wait_ratio.median), text_of(world.startup_s, "s", "per attempt"),
        world.checkpoint_interval_s, text_of(world.checkpoint_s, "s", "per attempt"));
    if (unknown != Unknown::times) {
        const Law& time = world.seconds_per_sample;
        out += "throughput = " +
               text_of(1 / time.median, time.log_spread, "samples/s", "per attempt") + "\n";
    }
    if (unknown != Unknown::bar)
        out += fmt::format("pass_probability = \"{} %\"\n", 100 * world.pass_probability);
    if (unknown != Unknown::failures)
        out += fmt::format("failure.all.rate = \"{} /node h\"\n", world.failures_per_node_h);
    return out;
}

}  // namespace

World draw_world(Unknown unknown, StreamEngine& random) {
    World out;
    const auto law = [&](double low, double high, double least_spread, double most_spread) {
        const double median = log_between(low, high, random);
        return Law{median, log_between(least_spread, most_spread, random)};
    };
    out.samples = law(1e3, 1e6, 0.02, 0.3);
    out.seconds_per_sample = law(3600, 30 * 3600, 0.02, 0.3);
    const double productive_s = out.seconds_per_sample.median;
    out.seconds_per_sample.median /= out.samples.median;
    out.wait_ratio = law(0.02, 0.3, 0.05, 0.5);
    if (unknown != Unknown::all) out.wait_ratio.log_spread = 0;
    if (unknown == Unknown::times) out.samples.log_spread = 0;
    out.startup_s = law(30, 900, 0.02, 0.3);
    out.checkpoint_interval_s = productive_s / between(10, 40, random);
    out.checkpoint_s = law(5, 120, 0.02, 0.3);
    out.nodes = whole_between(1, 16, random);
    out.failures_per_node_h = failures_of_run(unknown, random) / (productive_s / 3600 * out.nodes);
    out.downtime_s = law(120, 1800, 0.2, 0.8);
    out.restart_s = law(60, 900, 0.2, 0.8);
    out.pass_probability = pass_probability(unknown, random);
    out.price_mills = whole_between(1'000, 100'000, random);
    out.granularity_s = whole_between(0, 1, random) == 0 ? 1 : 60;
    return out;
}

Course follow_attempt(const World& world, StreamEngine& random) {
    return Follower(world, random).follow();
}

double billed_s(const World& world, const Course& course) {
    return std::fmax(world.minimum_s,
                     std::ceil(course.wall_s() / world.granularity_s) * world.granularity_s);
}

double cost_of_run(const World& world, StreamEngine& random) {
    double billed = 0;
    for (int attempt = 0; attempt < 10; ++attempt) {
        const Course course = follow_attempt(world, random);
        billed += billed_s(world, course);
        if (course.passed) break;
    }
    return billed / 3600 * world.nodes * world.price_mills / 1000;
}

Files files_of(Unknown unknown, const World& world, const std::vector<Course>& trials) {
    Files out;
    out.scenario = fmt::format(
        "format = 1\ntitle = \"a world\"\ncurrency = \"USD\"\nas_of = 2026-11-30\n"
        "[workload]\nname = \"w\"\n[budget]\nwall_time = \"1000 d\"\n"
        "[quotes]\nfiles = [\"quotes.csv\"]\n"
        "[option.a]\ninstance = \"x8\"\nregion = \"r1\"\npurchase = \"on-demand\"\nnodes = {}\n"
        "trials = [\"trials.csv\"]\nfailures = [\"failures.csv\"]\n"
        "limits = {{ timeout = \"60 d\" }}\n[option.a.inputs]\n{}",
        world.nodes, given_inputs(unknown, world));
    out.quotes = fmt::format(
        "region,service,item,purchase,price,currency,unit,granularity_s,minimum_s,verified_on\n"
        "r1,ec2,x8,on-demand,{}.{:03},USD,instance-hour,{},{},2026-11-20\n",
        world.price_mills / 1000, world.price_mills % 1000, world.granularity_s, world.minimum_s);
    out.trials =
        "run_id,instance,nodes,count_basis,samples,productive_s,startup_s,in_training_s,"
        "checkpoint_s,checkpoints,lost_s,downtime_s,restore_s,failures,billed_s,output_units,"
        "quality_passed\n";
    out.failures = "run_id,downtime_s,restore_s,lost_s\n";
    for (std::size_t i = 0; i < trials.size(); ++i) {
        const Course& run = trials[i];
        out.trials += fmt::format(
            "{},x8,{},samples,{},{},{},{},{},{},{},{},{},{},{},{},{}\n", name_of(i), world.nodes,
            run.samples, run.productive_s, run.startup_s, run.in_training_s, run.checkpoint_s,
            run.checkpoints, run.lost_s, run.downtime_s, run.restore_s, run.failures.size(),
            billed_s(world, run), run.passed ? 1 : 0, run.passed);
        for (const Failure& failure : run.failures)
            out.failures += fmt::format(
                "{},{},{},{}\n", name_of(i), failure.downtime_s,
                failure.restart_s ? fmt::format("{}", *failure.restart_s) : "", failure.lost_s);
    }
    return out;
}

}  // namespace trialcost
