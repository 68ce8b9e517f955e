// The vector event loop: to the bit against a scalar twin that is written here, on every target and
// in blocks of every length; draw by draw against the scalar loop of the product, which goes about
// it otherwise. Its law: lane_loop_law_test.cpp.
#include <array>
#include <bit>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "models/lanes/blocks.hpp"
#include "models/lanes/targets.hpp"
#include "sim/job/event_loop.hpp"
#include "tests/catch_compat.hpp"
#include "tests/sim/job/lane_jobs.hpp"

using namespace trialcost;
using namespace trialcost::fixtures;

namespace {

// In how many places two columns differ; NaN is like NaN.
std::size_t differences(const std::vector<double>& a, const std::vector<double>& b) {
    std::size_t count = a.size() == b.size() ? 0 : 1;
    for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i)
        if (std::bit_cast<std::uint64_t>(a[i]) != std::bit_cast<std::uint64_t>(b[i])) ++count;
    return count;
}

std::size_t differences(const OutcomeColumns& a, const OutcomeColumns& b) {
    return differences(a.lost, b.lost) + differences(a.restart, b.restart) +
           differences(a.downtime, b.downtime) + differences(a.saves, b.saves) +
           differences(a.failures, b.failures) + differences(a.wall, b.wall);
}

double one(void (*kernel)(std::span<const double>, std::span<double>), double x) {
    kernel({&x, 1}, {&x, 1});
    return x;
}

// Jobs of all kinds: without checkpoints, a whole number of intervals (but for rounding, too), less
// than one, next to nothing to do, without failures, with many, with too little time.
JobColumns many_jobs(std::size_t n) {
    JobColumns columns;
    for (std::size_t i = 0; i < n; ++i) {
        const auto [a, b] = uniform_pair({11, 0, i}, 1, 0);
        const auto [c, d] = uniform_pair({11, 0, i}, 2, 0);
        double work = i % 5 == 0 ? 12 : 1 + 30 * a;
        double interval = i % 7 == 0 ? 0 : i % 3 == 0 ? 2 : 0.3 + 3 * b;
        if (i % 17 == 0) work = 0.1 + 0.2, interval = 0.1;
        if (i % 19 == 0) work = 1e-10;
        if (i % 97 == 0) work = 0;
        const double life = i % 11 == 0 ? HUGE_VAL : 0.5 + (i % 2 == 0 ? 4 : 40) * c;
        const double limit = i % 13 == 0 ? 25 : 400;
        append(columns, {work, interval, 0.2 * d, life, 0.3 * a, 0.2 + b, limit});
    }
    return columns;
}

std::vector<LaneLaw> all_laws() {
    std::vector<LaneLaw> laws;
    for (const double shape : {1.0, 0.7})
        for (const double log_sd : {0.0, 0.5})
            for (const auto restart : {RestartFailure::possible, RestartFailure::impossible})
                for (const auto last : {LastSave::paid, LastSave::skipped})
                    for (const bool saves : {true, false})
                        laws.push_back(
                            {shape, log_sd > 0 ? -0.125 : 0.0, log_sd, saves, restart, last, 60});
    return laws;
}

// c[0] + c[1] x + ... of fewer than nine terms, or of nine and more, in the order of the kernels.
double stepped(std::span<const double> c, std::size_t first, std::size_t step, double x) {
    std::size_t i = first + (c.size() - 1 - first) / step * step;
    double sum = c[i];
    for (; i > first; sum = std::fma(sum, x, c[i])) i -= step;
    return sum;
}
double polynomial(double x, std::span<const double> c) {
    const double x2 = x * x;
    if (c.size() < 9) return std::fma(stepped(c, 1, 2, x2), x, stepped(c, 0, 2, x2));
    const double x4 = x2 * x2;
    const double low = std::fma(stepped(c, 1, 4, x4), x, stepped(c, 0, 4, x4));
    const double high = std::fma(stepped(c, 3, 4, x4), x, stepped(c, 2, 4, x4));
    return std::fma(high, x2, low);
}

double log_by_atanh(double x, std::span<const double> atanh) {
    int exponent;
    double fraction = std::frexp(x, &exponent);
    if (fraction < 0x1.6a09e667f3bcdp-1) {
        fraction *= 2;
        --exponent;
    }
    const double f = fraction - 1, s = f / (f + 2);
    return std::fma(exponent, 0x1.62e42fefa39efp-1, s * polynomial(s * s, atanh));
}

double spent_hazard(double u) {
    return -log_by_atanh(
        u, std::array{0x1.fffffffffff12p+0, 0x1.555555567148cp-1, 0x1.9999962c06032p-2,
                      0x1.2494381ee5869p-2, 0x1.c620ee6e2b4a3p-3, 0x1.9192e478c4308p-3});
}

double restart_score(double u) {
    const double q = u - 0.5, v = std::fma(-(q + q), q + q, 1.0);
    if (!(v >= 0x1p-9)) return one(lanes::normal_quantiles, u);
    const double log_v = log_by_atanh(v, std::array{0x1.fffffffa1f1e5p+0, 0x1.555587381dda3p-1,
                                                    0x1.9957ac1168c93p-2, 0x1.326cfe826d2c7p-2});
    return q * polynomial(
                   -3.125 - log_v,
                   std::array{0x1.2b57ec65dc5a3p+2, 0x1.5bc9443ff2abep-1, -0x1.179b277efec74p-6,
                              -0x1.1299472fcd644p-9, 0x1.14e964ddd4088p-11, -0x1.4965f9e374fcdp-15,
                              -0x1.034d7543a9902p-18, 0x1.41cc6cc96e199p-20, -0x1.5f1f799c8f8ebp-24,
                              -0x1.9a050264630b1p-27, 0x1.90e974734a1e5p-29, -0x1.d642a5335a44cp-34,
                              -0x1.346b517ac83dap-35, 0x1.0f87d2b342dfap-38});
}

double restart_factor(double x) {
    if (!(std::fabs(x) < 700)) return one(lanes::exps, x);
    const double k = std::fma(x, 0x1.71547652b82fep+0, 0x1.8p52) - 0x1.8p52;
    const double r = std::fma(-k, 0x1.62e42fefa39efp-1, x);
    const double rest = polynomial(
        r, std::array{0x1.0000000b8f62bp-1, 0x1.5555555a78232p-3, 0x1.5554e9114ecf9p-5,
                      0x1.1110e0f726534p-7, 0x1.6d431504c53d3p-10, 0x1.a124e3f154d32p-13});
    return std::ldexp(1.0 + std::fma(rest, r * r, r), static_cast<int>(k));
}

// The same counters and formulas, one draw at a time in plain arithmetic.
struct Twin {
    const LaneLaw& law;
    OneJob job;
    DrawKey key;
    std::uint32_t stream, event;
    double lost = 0, restart = 0, failures = 0;

    double life() const {
        double hazard = spent_hazard(uniform_pair(key, stream, event).first);
        if (law.shape != 1) hazard = one(lanes::exps, one(lanes::logs, hazard) * (1 / law.shape));
        return job.life_scale * hazard;
    }

    double next_restart() const {
        if (law.restart_log_sd == 0 && law.restart_log_mean == 0) return job.restart_scale;
        const double u = uniform_pair(key, stream, event).second;
        return job.restart_scale *
               restart_factor(std::fma(restart_score(u), law.restart_log_sd, law.restart_log_mean));
    }

    // Wall time.
    double run() {
        const bool cut = job.interval > 0 && job.work > 0;
        const double save = cut ? job.save : 0;
        const double count = cut ? std::fmax(1.0, std::ceil(job.work / job.interval - 1e-9)) : 1.0;
        const double exposed_save = law.strikes_in_saves ? save : 0;
        const double segment = cut ? job.interval + exposed_save : 1;
        const bool paid = law.last_save == LastSave::paid;
        const double tail =
            std::fma(-(count - 1), cut ? job.interval : 0, job.work) + (paid ? exposed_save : 0);
        const double free = std::fma(cut ? count - (paid ? 0 : 1) : 0, save, job.work);
        const bool exposed = law.restart_failure == RestartFailure::possible;
        double left = count - 1, pending = 0, t = life();
        bool finished = !(t < std::fma(left, segment, tail));
        while (!finished) {
            if (t < pending) {
                restart += t;
            } else {
                restart += pending;
                const double done = t - pending;
                const double passed = std::fmin(left, std::floor(done * (1 / segment)));
                lost += std::fmax(0.0, std::fma(-passed, segment, done));
                left -= passed;
            }
            failures += 1;
            ++event;
            t = life();
            if (exposed)
                pending = next_restart();
            else
                restart += next_restart();
            finished = t >= std::fma(left, segment, tail) + pending;
            if (finished) restart += pending;
            if (failures > static_cast<double>(law.max_failures)) return HUGE_VAL;
            if (lost + restart + failures * job.downtime > job.max_time - free) return HUGE_VAL;
        }
        const double taken = lost + restart + failures * job.downtime;
        return taken > job.max_time - free ? HUGE_VAL : free + taken;
    }
};

// The random numbers of the lanes for the scalar loop.
struct LaneNumbers {
    const LaneLaw& law;
    DrawKey key;
    std::uint32_t stream;
    double downtime, restart_scale;
    std::uint32_t event = 0;

    void next_event() { ++event; }
    double exponential() const { return -std::log(uniform_pair(key, stream, event).first); }
    double exponential(std::size_t) const { return exponential(); }
    double uniform() const { return 0.5; }
    double outage_after_s(std::size_t, double) const { return HUGE_VAL; }
    double downtime_s(std::size_t) const { return downtime; }
    double restart_s(std::size_t) const {
        const double z = one(lanes::normal_quantiles, uniform_pair(key, stream, event).second);
        return restart_scale * std::exp(law.restart_log_mean + law.restart_log_sd * z);
    }
};

AttemptOutcome by_scalar_loop(const LaneLaw& law, const OneJob& job, const DrawKey& key,
                              std::uint32_t stream) {
    LaneNumbers numbers{law, key, stream, job.downtime, job.restart_scale};
    StageSet stages = StageSet::all();
    if (!law.strikes_in_saves) stages = stages.without(Stage::checkpoint);
    FailureHazard hazard{.stages = stages};
    if (law.shape == 1)
        hazard.rate_per_s = 1 / job.life_scale;
    else
        hazard.clock = {law.shape, job.life_scale};
    std::vector<FailureToll> tolls(1);
    std::vector<Launch> launches;
    const AttemptShape shape{.work_s = job.work,
                             .checkpoint_interval_s = job.interval,
                             .checkpoint_s = job.save,
                             .last_save = law.last_save};
    return simulate_attempt(shape, std::span(&hazard, 1), law.restart_failure,
                            {job.max_time, law.max_failures}, numbers, tolls, launches);
}

OneJob job_at(const JobColumns& jobs, std::size_t i) {
    return {jobs.work[i],     jobs.interval[i],      jobs.save[i],    jobs.life_scale[i],
            jobs.downtime[i], jobs.restart_scale[i], jobs.max_time[i]};
}

}  // namespace

TEST_CASE("lanes have the bits of a scalar twin on every target") {
    const JobColumns jobs = many_jobs(1500);
    const LaneStream stream{{9, 3, (std::uint64_t{1} << 32) - 700}, 77, 5};
    std::vector<LaneLaw> laws = all_laws();
    laws.push_back({.restart_log_sd = 400, .max_failures = 60});  // beyond the range of exp
    for (const LaneLaw& law : laws) {
        OutcomeColumns expected(jobs.work.size());
        for (std::size_t i = 0; i < jobs.work.size(); ++i) {
            const DrawKey key{9, 3, stream.first.draw + i};
            Twin twin{law, job_at(jobs, i), key, stream.stream, stream.first_event};
            expected.wall[i] = twin.run();
            if (std::isinf(expected.wall[i]))
                twin.lost = twin.restart = twin.failures = std::numeric_limits<double>::quiet_NaN();
            expected.lost[i] = twin.lost;
            expected.restart[i] = twin.restart;
            expected.failures[i] = twin.failures;
        }
        for (const lanes::Target& target : lanes::available_targets()) {
            const lanes::OnlyTarget only(target);
            const OutcomeColumns found = run(law, jobs, stream);
            INFO(target.name << ", shape " << law.shape << ", sd " << law.restart_log_sd);
            CHECK(differences(found.wall, expected.wall) == 0);
            CHECK(differences(found.lost, expected.lost) == 0);
            CHECK(differences(found.restart, expected.restart) == 0);
            CHECK(differences(found.failures, expected.failures) == 0);
        }
    }
}

TEST_CASE("lanes give a draw the same bits in any block") {
    const JobColumns jobs = many_jobs(1300);
    const LaneLaw law{.restart_log_sd = 0.5};
    const LaneStream stream{{2, 1, 50}, 8, 0};
    for (const lanes::Target& target : lanes::available_targets()) {
        const lanes::OnlyTarget only(target);
        const OutcomeColumns whole = run(law, jobs, stream);
        for (const std::size_t length : {1, 3, 8, 61, 1024, 1025}) {
            OutcomeColumns parts(jobs.work.size());
            for (std::size_t first = 0; first < jobs.work.size(); first += length) {
                const std::size_t count = std::min(length, jobs.work.size() - first);
                LaneStream from = stream;
                from.first.draw += first;
                run_lanes(law, jobs.view(first, count), from, parts.view(first, count));
            }
            INFO(target.name << ", blocks of " << length);
            CHECK(differences(parts, whole) == 0);
        }
    }
}

// Every draw, to 1e-8: the scalar loop adds up segment by segment and has exact restarts. A time
// that comes so close to a bound would fall on either side of it, once in about 1e8 events: of 1e6
// events here none does.
TEST_CASE("lanes agree with the scalar event loop draw by draw") {
    const JobColumns jobs = many_jobs(4000);
    const LaneStream stream{{21, 0, 0}, 4, 0};
    double given_up = 0;
    for (const LaneLaw& law : all_laws()) {
        const OutcomeColumns found = run(law, jobs, stream);
        std::size_t unlike = 0;
        for (std::size_t i = 0; i < jobs.work.size(); ++i) {
            const AttemptOutcome scalar =
                by_scalar_loop(law, job_at(jobs, i), {21, 0, i}, stream.stream);
            const auto near = [](double a, double b) { return std::fabs(a - b) <= 1e-8 * (1 + b); };
            if (scalar.end == AttemptEnd::given_up) {
                ++given_up;
                unlike += std::isinf(found.wall[i]) ? 0 : 1;
                continue;
            }
            const bool same = near(found.wall[i], scalar.wall_s) &&
                              near(found.lost[i], scalar.parts[TimePart::lost_work]) &&
                              near(found.restart[i], scalar.parts[TimePart::restart]) &&
                              near(found.downtime[i], scalar.parts[TimePart::downtime]) &&
                              found.failures[i] == static_cast<double>(scalar.failures) &&
                              found.saves[i] == static_cast<double>(scalar.saves);
            unlike += same ? 0 : 1;
        }
        INFO("shape " << law.shape << ", sd " << law.restart_log_sd);
        CHECK(unlike == 0);
    }
    CHECK(given_up > 1000);  // so the limits were reached too
}

// One segment of 0.6 whose first failure comes at 0.5. Where the second time is long enough, one
// restart is all; where it is not, it is what more was lost.
TEST_CASE("times and restarts come from the two uniforms of their event") {
    JobColumns jobs = alike(20'000, {0.6, 0, 0, 1, 0, 1});
    jobs.hazard.assign(20'000, 0.5);
    const LaneLaw law{.restart_log_sd = 0.5, .restart_failure = RestartFailure::impossible};
    const OutcomeColumns found = run(law, jobs, {{17, 2, 0}, 6, 40});
    std::size_t single = 0, twice = 0;
    double worst_restart = 0, worst_life = 0;
    for (std::size_t i = 0; i < 20'000; ++i) {
        const auto [time, restart] = uniform_pair({17, 2, i}, 6, 41);
        if (found.failures[i] == 1) {
            ++single;
            const double exact = std::exp(0.5 * one(lanes::normal_quantiles, restart));
            worst_restart = std::fmax(worst_restart, std::fabs(found.restart[i] / exact - 1));
        } else if (found.failures[i] == 2) {
            ++twice;
            const double life = found.lost[i] - 0.5;
            worst_life = std::fmax(worst_life, std::fabs(life + std::log(time)));
        }
    }
    CHECK(single > 10'000);
    CHECK(twice > 4'000);
    CHECK(worst_restart < 1e-9);
    CHECK(worst_life < 1e-14);
}

TEST_CASE("the first hazard may come from the sample") {
    JobColumns jobs = many_jobs(500);
    const LaneLaw law{.restart_log_sd = 0.5};
    const LaneStream stream{{2, 1, 0}, 8, 3};
    const OutcomeColumns from_stream = run(law, jobs, stream);
    for (std::size_t i = 0; i < 500; ++i)
        jobs.hazard.push_back(spent_hazard(uniform_pair({2, 1, i}, 8, 3).first));
    CHECK(differences(run(law, jobs, stream), from_stream) == 0);
    jobs = alike(8, {10, 3, 0.1, 2, 0.3, 0.2});
    jobs.hazard.assign(8, 1e6);
    const OutcomeColumns unharmed = run(law, jobs, stream);
    CHECK(unharmed.failures == std::vector<double>(8, 0.0));
    CHECK(unharmed.saves == std::vector<double>(8, 4.0));
    CHECK(unharmed.wall == std::vector<double>(8, std::fma(4.0, 0.1, 10.0)));
}

TEST_CASE("other seeds, replicates, streams and events give other attempts") {
    const JobColumns jobs = alike(64, {10, 1, 0.1, 2, 0.3, 0.2});
    const LaneLaw law{};
    const OutcomeColumns base = run(law, jobs, {{1, 0, 0}, 1, 0});
    for (const LaneStream& other :
         {LaneStream{{2, 0, 0}, 1, 0}, LaneStream{{1, 1, 0}, 1, 0}, LaneStream{{1, 0, 64}, 1, 0},
          LaneStream{{1, 0, 0}, 2, 0}, LaneStream{{1, 0, 0}, 1, 10'000}})
        CHECK(differences(run(law, jobs, other).wall, base.wall) > 0);
}

TEST_CASE("the vector loop refuses what it cannot run") {
    const JobColumns jobs = alike(8, {10, 1, 0.1, 2, 0.3, 0.2});
    OutcomeColumns out(8);
    JobColumns uneven = jobs;
    uneven.save.pop_back();
    JobColumns hazards = jobs;
    hazards.hazard.assign(7, 1.0);
    LaneJobs short_column = jobs.view();
    short_column.max_time_s = short_column.max_time_s.first(7);
    LaneJobs short_hazard = jobs.view();
    short_hazard.first_hazard = hazards.hazard;
    CHECK_THROWS_AS(run_lanes({}, short_column, {}, out.view(0, 8)), std::invalid_argument);
    CHECK_THROWS_AS(run_lanes({}, short_hazard, {}, out.view(0, 8)), std::invalid_argument);
    CHECK_THROWS_AS(run_lanes({}, jobs.view(), {}, out.view(0, 7)), std::invalid_argument);
    CHECK_THROWS_AS(run_lanes({.shape = 0}, jobs.view(), {}, out.view(0, 8)),
                    std::invalid_argument);
    CHECK_THROWS_AS(run_lanes({.restart_log_sd = -1}, jobs.view(), {}, out.view(0, 8)),
                    std::invalid_argument);
    CHECK_THROWS_AS(run_lanes({}, jobs.view(), {{}, 1, 0xffffff00U}, out.view(0, 8)),
                    std::invalid_argument);
    CHECK_THROWS_AS(run_lanes({}, jobs.view(), {{1, 0, draws_per_stream - 7}}, out.view(0, 8)),
                    std::out_of_range);
    CHECK_NOTHROW(run_lanes({}, jobs.view(), {{1, 0, draws_per_stream - 8}}, out.view(0, 8)));
    CHECK_NOTHROW(run_lanes({}, jobs.view(0, 0), {}, out.view(0, 0)));
}
