#include "models/job/renewal.hpp"

#include <cmath>

#include "models/distribution/portable_math.hpp"

namespace trialcost {
namespace {

struct Segment {
    double mean, variance, failures;
};

// Mean and variance of the time lost in a try of length L that fails.
double lost_mean(double rate, double length) {
    return 1 / rate - length * portable::exp(-rate * length) / -portable::expm1(-rate * length);
}

double lost_variance(double rate, double length) {
    const double fail = -portable::expm1(-rate * length);
    return 1 / (rate * rate) - length * length * portable::exp(-rate * length) / (fail * fail);
}

Segment segment(double length, double restart, double downtime, double rate) {
    const double repeats = portable::expm1(rate * length);  // expected failed tries
    const double again = portable::exp(rate * restart);     // failures per failed try
    const double p = portable::exp(-rate * length);

    const double recovery_mean = downtime * again + portable::expm1(rate * restart) / rate;
    double recovery_variance = 0;
    if (restart > 0) {
        const double q = portable::exp(-rate * restart);
        const double step = lost_mean(rate, restart) + downtime;
        recovery_variance = portable::expm1(rate * restart) * lost_variance(rate, restart) +
                            (1 - q) / (q * q) * step * step;
    }
    const double try_mean = lost_mean(rate, length) + recovery_mean;
    return {again * (1 / rate + downtime) * repeats,
            repeats * (lost_variance(rate, length) + recovery_variance) +
                (1 - p) / (p * p) * try_mean * try_mean,
            repeats * again};
}

}  // namespace

RenewalMoments renewal_moments(const RenewalJob& job) {
    const double rate = 1 / job.mtbf;
    const double full = std::floor(job.work / job.checkpoint_interval);
    const double tail = job.work - full * job.checkpoint_interval;
    const auto part = [&](double work) {
        return segment(work + job.checkpoint_time, job.restart_time, job.downtime, rate);
    };
    const Segment whole = part(job.checkpoint_interval);
    double mean = full * whole.mean, variance = full * whole.variance,
           failures = full * whole.failures;
    double exposed = full * (job.checkpoint_interval + job.checkpoint_time);
    if (tail > 0) {
        const Segment last = part(tail);
        mean += last.mean;
        variance += last.variance;
        failures += last.failures;
        exposed += tail + job.checkpoint_time;
    }
    return {mean, std::sqrt(variance), failures, portable::exp(-rate * exposed)};
}

double young_interval(double checkpoint_time, double mtbf) {
    return std::sqrt(2 * checkpoint_time * mtbf);
}

double daly_interval(double checkpoint_time, double mtbf) {
    if (checkpoint_time >= 2 * mtbf) return mtbf;
    const double x = checkpoint_time / (2 * mtbf);
    return young_interval(checkpoint_time, mtbf) * (1 + std::sqrt(x) / 3 + x / 9) - checkpoint_time;
}

double best_interval(double checkpoint_time, double mtbf) {
    // w = W0(-e^(-C/M - 1)) in (-1, 0): Halley steps from the series around the branch point.
    const double argument = -portable::exp(-checkpoint_time / mtbf - 1);
    const double s = std::sqrt(2 * (1 + argument * portable::exp(1.0)));
    double w = -1 + s - s * s / 3;
    for (int step = 0; step < 40; ++step) {
        const double e = portable::exp(w), f = w * e - argument;
        const double next = w - f / (e * (w + 1) - (w + 2) * f / (2 * w + 2));
        if (next == w || !std::isfinite(next)) break;
        w = next;
    }
    return mtbf * (1 + w);
}

}  // namespace trialcost
