// Closed forms of a checkpointed job under exponential failures: constant checkpoint time C,
// restart time R (which can itself fail) and downtime D (in which nothing strikes), mean time
// between failures M. Any one time unit throughout. Derivation in docs/model.md; Young 1974, Daly
// 2006 (FGCS 22:303), Lambert form of the best interval by setting the derivative of the mean to
// zero.
#pragma once

namespace trialcost {

struct RenewalJob {
    double work, checkpoint_interval, checkpoint_time, restart_time, downtime, mtbf;
};

struct RenewalMoments {
    double mean, sd, failures, p_no_failure;
};

// Work cut in segments of the interval (the last may be shorter), each followed by a checkpoint.
RenewalMoments renewal_moments(const RenewalJob& job);

double young_interval(double checkpoint_time, double mtbf);
double daly_interval(double checkpoint_time, double mtbf);
double best_interval(double checkpoint_time, double mtbf);

}  // namespace trialcost
