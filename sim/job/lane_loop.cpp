#include "sim/job/lane_loop.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <stdexcept>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "sim/job/lane_loop.cpp"
#include "models/lanes/each_target.inl"
// Kernels, once per target:
#include "sim/job/lane_loop.inl"

HWY_BEFORE_NAMESPACE();
namespace trialcost::HWY_NAMESPACE {

// So many draws at a time: what is worked out of them first stays in the cache.
constexpr std::size_t chunk = 1024;
// A little longer, so that the same place of all columns is not in the same set of the cache.
using Column = double[chunk + 8];

// What the draws of a chunk bring along.
struct Workspace {
    HWY_ALIGN Column given[given_columns];
    HWY_ALIGN Column failure_free, saves;
    std::uint32_t waiting[chunk + width];  // the draws in which something fails
    std::size_t waiting_count = 0;
};

// Values of a vector from `first` on; past the end of the column, its last one.
HWY_INLINE Reals load(std::span<const double> column, std::size_t first) {
    const Real d;
    if (HWY_LIKELY(first + width <= column.size())) return hn::LoadU(d, &column[first]);
    HWY_ALIGN double values[width];
    for (std::size_t i = 0; i < width; ++i)
        values[i] = column[std::min(first + i, column.size() - 1)];
    return hn::Load(d, values);
}

HWY_INLINE void store(Reals values, std::size_t first, std::span<double> column) {
    const Real d;
    if (HWY_LIKELY(first + width <= column.size())) return hn::StoreU(values, d, &column[first]);
    HWY_ALIGN double whole[width];
    hn::Store(values, d, whole);
    for (std::size_t i = 0; first + i < column.size(); ++i) column[first + i] = whole[i];
}

// AttemptShape::segments() of models/job/attempt.hpp, for work > 0 and an interval > 0.
HWY_INLINE Reals segments_of(Reals work, Reals interval) {
    const Real d;
    const auto count = hn::Ceil(hn::Sub(hn::Div(work, interval), hn::Set(d, 1e-9)));
    const auto one = hn::Set(d, 1.0);
    return hn::IfThenElse(hn::Gt(count, one), count, one);
}

// Works out the pass of a vector of draws and its first failure; the draws that have one wait.
HWY_INLINE void prepare(const LaneLaw& law, const LaneJobs& jobs, const LaneChance& chance,
                        Reals number, std::size_t first, Workspace& work) {
    const Real d;
    const auto zero = hn::Zero(d), one = hn::Set(d, 1.0);
    const auto total = load(jobs.work_s, first), interval = load(jobs.checkpoint_interval_s, first);
    const auto cut = hn::And(hn::Gt(interval, zero), hn::Gt(total, zero));
    const auto save = hn::IfThenElseZero(cut, load(jobs.checkpoint_s, first));
    const auto count = hn::IfThenElse(cut, segments_of(total, interval), one);
    const bool last_saved = law.last_save == LastSave::paid;
    const auto exposed_save = law.strikes_in_saves ? save : zero;

    const auto put = [&](LaneColumn column, Reals values)
                         HWY_ATTR { hn::Store(values, d, work.given[column] + first); };
    put(draw, number);
    const auto whole = hn::Sub(count, one);
    put(whole_segments, whole);
    const auto length = hn::IfThenElse(cut, hn::Add(interval, exposed_save), one);
    put(segment, length);
    put(segment_inverse, hn::Div(one, length));
    auto last = kernels::fused_negative(whole, hn::IfThenElseZero(cut, interval), total);
    if (last_saved) last = hn::Add(last, exposed_save);
    put(last_segment, last);
    const auto scale = load(jobs.life_scale_s, first);
    put(life_scale, scale);
    put(restart_scale, load(jobs.restart_scale_s, first));
    put(downtime, load(jobs.downtime_s, first));
    const auto saves = hn::IfThenElseZero(cut, last_saved ? count : whole);
    const auto failure_free = kernels::fused(saves, save, total);
    put(spare, hn::Sub(load(jobs.max_time_s, first), failure_free));
    hn::Store(failure_free, d, work.failure_free + first);
    hn::Store(saves, d, work.saves + first);

    const auto words = chance.words(number, hn::Zero(d));
    const auto hazard = jobs.first_hazard.empty()
                            ? spent_hazard(d, kernels::uniform_of(Word(), words.w0, words.w1))
                            : load(jobs.first_hazard, first);
    const auto first_life = chance.life(hazard, scale);
    put(life, first_life);
    std::uint8_t bits[8] = {};
    hn::StoreMaskBits(d, hn::Lt(first_life, kernels::fused(whole, length, last)), bits);
    for (std::size_t i = 0; i < width; ++i) {
        work.waiting[work.waiting_count] = static_cast<std::uint32_t>(first + i);
        work.waiting_count += (bits[0] >> i) & 1U;
    }
}

// The course of the draws that wait, in whatever lane.
class Shift {
  public:
    Shift(const LaneChance& chance, double first_draw, const Workspace& work,
          const LaneOutcomes& out)
        : first_draw_(first_draw), work_(work), out_(out), crew_(chance) {}

    HWY_INLINE void run() {
        while (busy_ < Crew::size && next_ < work_.waiting_count) take(busy_++);
        for (std::size_t step = 1; busy_ > 0; ++step) {
            std::uint64_t done = crew_.advance(busy_);
            if (step % steps_between_looks == 0) done |= crew_.beyond_limits(busy_);
            // From the last lane down: what is moved into a lane is never among those still to
            // come.
            while (done != 0) {
                const auto lane = static_cast<std::size_t>(63 - std::countl_zero(done));
                done ^= std::uint64_t{1} << lane;
                leave(lane);
                if (next_ < work_.waiting_count)
                    take(lane);
                else
                    close_up(lane);
            }
        }
    }

  private:
    // At the limits: they decide nothing but how long a hopeless draw goes on.
    static constexpr std::size_t steps_between_looks = 16;

    HWY_INLINE void take(std::size_t lane) {
        const std::uint32_t number = work_.waiting[next_++];
        for (std::size_t c = 0; c < given_columns; ++c)
            crew_.at(static_cast<LaneColumn>(c), lane) = work_.given[c][number];
        for (const LaneColumn column : {pending, lost, restart, failures})
            crew_.at(column, lane) = 0;
    }

    HWY_INLINE void leave(std::size_t lane) {
        const auto i = static_cast<std::size_t>(crew_.at(draw, lane) - (0x1p52 + first_draw_));
        out_.lost_work_s[i] = crew_.at(lost, lane);
        out_.restart_s[i] = crew_.at(restart, lane);
        out_.failures[i] = crew_.at(failures, lane);
    }

    // The last of the busy lanes goes where one is free.
    HWY_INLINE void close_up(std::size_t lane) {
        --busy_;
        for (std::size_t c = 0; c < lane_columns; ++c)
            crew_.at(static_cast<LaneColumn>(c), lane) =
                crew_.at(static_cast<LaneColumn>(c), busy_);
    }

    double first_draw_;
    const Workspace& work_;
    const LaneOutcomes& out_;
    Crew crew_;
    std::size_t busy_ = 0;  // lanes, from the first on
    std::size_t next_ = 0;  // of the draws that wait
};

// What a vector of draws came to.
HWY_INLINE void settle(const LaneChance& chance, std::size_t first, const Workspace& work,
                       const LaneOutcomes& out) {
    const Real d;
    const auto given = [&](const double* column) HWY_ATTR { return hn::Load(d, column + first); };
    const auto unknown = hn::Set(d, std::numeric_limits<double>::quiet_NaN());
    const auto lost_s = load(out.lost_work_s, first), restart_s = load(out.restart_s, first);
    const auto count = load(out.failures, first);
    const auto downtime_s = hn::Mul(count, given(work.given[downtime]));
    const auto taken = hn::Add(hn::Add(lost_s, restart_s), downtime_s);
    const auto given_up = hn::Or(hn::Gt(taken, given(work.given[spare])),
                                 hn::Gt(count, hn::Set(d, chance.max_failures)));
    const auto put = [&](std::span<double> column, Reals values, Reals otherwise) HWY_ATTR {
        store(hn::IfThenElse(given_up, otherwise, values), first, column);
    };
    put(out.lost_work_s, lost_s, unknown);
    put(out.restart_s, restart_s, unknown);
    put(out.downtime_s, downtime_s, unknown);
    put(out.failures, count, unknown);
    put(out.saves, given(work.saves), unknown);
    put(out.wall_s, hn::Add(given(work.failure_free), taken),
        hn::Set(d, std::numeric_limits<double>::infinity()));
}

// At most a chunk of draws.
void run_chunk(const LaneLaw& law, const LaneJobs& jobs, const LaneStream& stream,
               const LaneOutcomes& out) {
    // The upper half of 2^52.
    constexpr std::uint64_t two_to_52_high = 0x43300000;
    const LaneChance chance{
        .keys = kernels::PhiloxKeys(stream.first.seed),
        .draw_high_bits = two_to_52_high ^ (std::uint64_t{stream.first.replicate} << 16),
        .stream = stream.stream,
        .first_event = static_cast<double>(stream.first_event),
        .weibull = law.shape != 1,
        .restart_varies = law.restart_log_mean != 0 || law.restart_log_sd != 0,
        .restart_exposed = law.restart_failure == RestartFailure::possible,
        .inverse_shape = 1 / law.shape,
        .restart_log_mean = law.restart_log_mean,
        .restart_log_sd = law.restart_log_sd,
        .max_failures = static_cast<double>(law.max_failures)};
    const auto first_draw = static_cast<double>(stream.first.draw);
    Workspace work;
    HWY_ALIGN double numbers[width];
    for (std::size_t i = 0; i < width; ++i)
        numbers[i] = 0x1p52 + (first_draw + static_cast<double>(i));
    auto number = hn::Load(Real(), numbers);
    for (std::size_t first = 0; first < jobs.work_s.size(); first += width) {
        prepare(law, jobs, chance, number, first, work);
        number = hn::Add(number, hn::Set(Real(), static_cast<double>(width)));
    }
    // Lanes past the end of the columns repeated the last draw.
    const std::size_t size = jobs.work_s.size();
    while (work.waiting_count > 0 && work.waiting[work.waiting_count - 1] >= size)
        --work.waiting_count;
    for (const auto column : {out.lost_work_s, out.restart_s, out.failures})
        std::fill(column.begin(), column.end(), 0.0);
    Shift(chance, first_draw, work, out).run();
    for (std::size_t first = 0; first < size; first += width) settle(chance, first, work, out);
}

}  // namespace trialcost::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

namespace trialcost {

namespace {

HWY_EXPORT(run_chunk);

constexpr std::size_t draws_at_a_time = 1024;

void check(const LaneLaw& law, const LaneJobs& jobs, const LaneStream& stream,
           const LaneOutcomes& out) {
    const std::size_t size = jobs.work_s.size();
    for (const auto column : {jobs.checkpoint_interval_s, jobs.checkpoint_s, jobs.life_scale_s,
                              jobs.downtime_s, jobs.restart_scale_s, jobs.max_time_s})
        if (column.size() != size) throw std::invalid_argument("columns of jobs differ in length");
    if (!jobs.first_hazard.empty() && jobs.first_hazard.size() != size)
        throw std::invalid_argument("columns of jobs differ in length");
    for (const auto column :
         {out.lost_work_s, out.restart_s, out.downtime_s, out.saves, out.failures, out.wall_s})
        if (column.size() != size)
            throw std::invalid_argument("a column of outcomes has not the length of the jobs");
    if (!(law.shape > 0) || !std::isfinite(law.shape) || !(law.restart_log_sd >= 0) ||
        !std::isfinite(law.restart_log_sd) || !std::isfinite(law.restart_log_mean))
        throw std::invalid_argument("no law of failures has such a shape or spread of restarts");
    // A hopeless draw goes on for a while, and the last event is left alone.
    constexpr std::uint64_t events = std::uint64_t{1} << 32, a_while = 32;
    if (law.max_failures >= events - a_while - stream.first_event)
        throw std::invalid_argument("a stream has not so many events");
    if (size > draws_per_stream || stream.first.draw > draws_per_stream - size)
        throw_draw_out_of_range(stream.first.draw + size);
}

}  // namespace

void run_lanes(const LaneLaw& law, const LaneJobs& jobs, const LaneStream& stream,
               const LaneOutcomes& out) {
    check(law, jobs, stream, out);
    for (std::size_t first = 0; first < jobs.work_s.size(); first += draws_at_a_time) {
        const auto cut = [first](auto column) {
            return column.subspan(first, std::min(draws_at_a_time, column.size() - first));
        };
        LaneJobs part{.work_s = cut(jobs.work_s),
                      .checkpoint_interval_s = cut(jobs.checkpoint_interval_s),
                      .checkpoint_s = cut(jobs.checkpoint_s),
                      .life_scale_s = cut(jobs.life_scale_s),
                      .downtime_s = cut(jobs.downtime_s),
                      .restart_scale_s = cut(jobs.restart_scale_s),
                      .max_time_s = cut(jobs.max_time_s)};
        if (!jobs.first_hazard.empty()) part.first_hazard = cut(jobs.first_hazard);
        LaneStream from = stream;
        from.first.draw += first;
        HWY_DYNAMIC_DISPATCH(run_chunk)
        (law, part, from,
         {cut(out.lost_work_s), cut(out.restart_s), cut(out.downtime_s), cut(out.saves),
          cut(out.failures), cut(out.wall_s)});
    }
}

}  // namespace trialcost

#endif
