// A crew of lanes on their way from failure to failure (sim/job/lane_loop.hpp).
//
// Each pass goes over all lanes with one short piece of the work: in one long pass the processor
// would wait for its own results half of the time.
// (No #pragma once: read once per target, see models/lanes/each_target.inl.)
#include <bit>
#include <cstddef>
#include <cstdint>

#include "models/lanes/exp_log.inl"
#include "models/lanes/philox.inl"
#include "sim/job/event_functions.inl"

#if defined(TRIALCOST_LANE_LOOP) == defined(HWY_TARGET_TOGGLE)
#ifdef TRIALCOST_LANE_LOOP
#undef TRIALCOST_LANE_LOOP
#else
#define TRIALCOST_LANE_LOOP
#endif

HWY_BEFORE_NAMESPACE();
namespace trialcost::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;
namespace kernels = lanes::HWY_NAMESPACE;

using Real = HWY_FULL(double);
using Word = HWY_FULL(std::uint64_t);
using Reals = hn::Vec<Real>;
constexpr std::size_t width = hn::MaxLanes(Real());

// The law and the stream, ready for the lanes. Draws are given as 2^52 + their number, which has
// the number in its last bits.
struct LaneChance {
    kernels::PhiloxKeys keys;
    // The replicate, and what the upper half of 2^52 + number has above the number.
    std::uint64_t draw_high_bits, stream;
    double first_event;
    bool weibull, restart_varies, restart_exposed;
    double inverse_shape, restart_log_mean, restart_log_sd, max_failures;

    // Of the event after so many failures.
    HWY_INLINE kernels::PhiloxWords<Word> words(Reals draw, Reals failures) const {
        const Word d;
        const auto number = hn::BitCast(d, draw);
        const auto high = hn::Xor(hn::ShiftRight<32>(number), hn::Set(d, draw_high_bits));
        const auto event = hn::Add(failures, hn::Set(Real(), 0x1p52 + first_event));
        return kernels::philox4x32(d, {number, high, hn::Set(d, stream), hn::BitCast(d, event)},
                                   keys);
    }

    // The time in which a unit-exponential hazard is spent.
    HWY_INLINE Reals life(Reals hazard, Reals scale) const {
        const Real d;
        if (weibull)
            hazard = kernels::exponential(
                d, hn::Mul(kernels::logarithm(d, hazard), hn::Set(d, inverse_shape)));
        return hn::Mul(scale, hazard);
    }

    HWY_INLINE Reals restart(Reals score, Reals scale) const {
        const Real d;
        const auto exponent =
            kernels::fused(score, hn::Set(d, restart_log_sd), hn::Set(d, restart_log_mean));
        return hn::Mul(scale, restart_factor(d, exponent));
    }
};

// What a lane has of its draw.
enum LaneColumn : std::size_t {
    draw,             // 2^52 + its number
    whole_segments,   // those left before the last
    segment,          // exposed time of each of them, with its save
    segment_inverse,  // 1 / segment
    last_segment,     // exposed time of the last
    life_scale,
    life,  // exposed time until the next failure
    restart_scale,
    downtime,
    spare,  // time that failures may take before the attempt is given up
    given_columns,
    pending = given_columns,  // the restart that comes before any work, where it can fail
    lost,
    restart,
    failures,
    lane_columns
};

class Crew {
  public:
    static constexpr std::size_t size = 64;  // bits of a word

    explicit Crew(const LaneChance& chance) : chance_(chance) {}

    double& at(LaneColumn column, std::size_t lane) { return of_[column][lane]; }

    // Takes the first `busy` lanes, all of which have a failure before them, to their next one. The
    // lanes that come to the end of their work before it.
    HWY_INLINE std::uint64_t advance(std::size_t busy) {
        // A copy, since to the compiler every store may have changed the original.
        const LaneChance chance = chance_;
        for (std::size_t i = 0; i < busy; i += width) strike(chance, i);
        for (std::size_t i = 0; i < busy; i += width)
            put(life, i, chance_.life(spent_hazard(Real(), get(first_, i)), get(life_scale, i)));
        if (chance_.restart_varies) {
            for (std::size_t i = 0; i < busy; i += width)
                put(second_, i, restart_score(Real(), get(second_, i)));
        }
        std::uint64_t finished = 0;
        for (std::size_t i = 0; i < busy; i += width) finished |= bits_of(go_on(i)) << i;
        return finished & first_lanes(busy);
    }

    // Of the first `busy` lanes those that have failed too often or too long.
    HWY_INLINE std::uint64_t beyond_limits(std::size_t busy) const {
        const Real d;
        const auto most = hn::Set(d, chance_.max_failures);
        std::uint64_t beyond = 0;
        for (std::size_t i = 0; i < busy; i += width) {
            const auto count = get(failures, i);
            const auto taken =
                hn::Add(hn::Add(get(lost, i), get(restart, i)), hn::Mul(count, get(downtime, i)));
            const auto given_up = hn::Or(hn::Lt(get(spare, i), taken), hn::Lt(most, count));
            beyond |= bits_of(given_up) << i;
        }
        return beyond & first_lanes(busy);
    }

  private:
    static std::uint64_t first_lanes(std::size_t count) {
        return ~std::uint64_t{0} >> (size - count);
    }
    HWY_INLINE static std::uint64_t bits_of(hn::Mask<Real> mask) {
        std::uint8_t bits[8] = {};
        hn::StoreMaskBits(Real(), mask, bits);
        return bits[0];
    }
    HWY_INLINE static Reals get(const double* column, std::size_t i) {
        return hn::Load(Real(), column + i);
    }
    HWY_INLINE static void put(double* column, std::size_t i, Reals values) {
        hn::Store(values, Real(), column + i);
    }
    HWY_INLINE Reals get(LaneColumn column, std::size_t i) const { return get(of_[column], i); }
    HWY_INLINE void put(LaneColumn column, std::size_t i, Reals values) {
        put(of_[column], i, values);
    }
    HWY_INLINE void add(LaneColumn column, std::size_t i, Reals values) {
        put(column, i, hn::Add(get(column, i), values));
    }

    // The failure; and the uniforms that what follows is made of.
    HWY_INLINE void strike(const LaneChance& chance, std::size_t i) {
        const Real d;
        const auto zero = hn::Zero(d);
        auto done = get(life, i);  // of the work of this pass
        if (chance.restart_exposed) {
            const auto wait = get(pending, i);
            const auto broken = hn::Lt(done, wait);
            add(restart, i, hn::IfThenElse(broken, done, wait));
            done = hn::IfThenElse(broken, zero, hn::Sub(done, wait));
        }
        const auto ratio = hn::Floor(hn::Mul(done, get(segment_inverse, i)));
        const auto left = get(whole_segments, i);
        const auto passed = hn::Min(left, ratio);
        put(whole_segments, i, hn::Sub(left, passed));
        // Rounding may leave a little less than nothing.
        const auto since_save = kernels::fused_negative(passed, get(segment, i), done);
        add(lost, i, hn::Max(since_save, zero));
        add(failures, i, hn::Set(d, 1.0));

        const auto words = chance.words(get(draw, i), get(failures, i));
        put(first_, i, kernels::uniform_of(Word(), words.w0, words.w1));
        put(second_, i, kernels::uniform_of(Word(), words.w2, words.w3));
    }

    // The restart; and the lanes in which the next failure does not come before the end of the
    // work.
    HWY_INLINE hn::Mask<Real> go_on(std::size_t i) {
        auto next_restart = get(restart_scale, i);
        if (chance_.restart_varies) next_restart = chance_.restart(get(second_, i), next_restart);
        auto needed = kernels::fused(get(whole_segments, i), get(segment, i), get(last_segment, i));
        if (!chance_.restart_exposed) {
            add(restart, i, next_restart);
            return hn::Ge(get(life, i), needed);
        }
        put(pending, i, next_restart);
        needed = hn::Add(needed, next_restart);
        const auto finished = hn::Ge(get(life, i), needed);
        add(restart, i, hn::IfThenElseZero(finished, next_restart));
        return finished;
    }

    const LaneChance& chance_;
    HWY_ALIGN double of_[lane_columns][size] = {};
    HWY_ALIGN double first_[size], second_[size];
};

}  // namespace trialcost::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
