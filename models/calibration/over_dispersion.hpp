// Do runs differ in their failure rate by more than chance? Counts of events by run, against the
// Poisson law with one rate for all.
//
// Test: Pearson's sum over the runs, given the total (then multinomial); its tail by the gamma
// distribution with the same mean and variance, which are exact (Haldane 1937). Variance: of a
// factor of mean 1 on the rate of each run, by the method of moments; gamma-distributed in the
// gamma-Poisson law (Greenwood and Yule 1920). Exposures in any one unit.
#pragma once

#include <optional>
#include <span>

namespace trialcost {

struct RunCount {
    double events = 0;
    double exposure = 0;
};

struct OverDispersion {
    double p_value = 1;          // probability of counts so uneven, or more, by chance alone
    double factor_variance = 0;  // of the factor on the rate of each run; 0: no more than chance
    // Variance of the total count over that of a Poisson count with the same mean.
    double count_inflation = 1;

    bool is_shown() const;
};

// Nothing where the counts are too few to tell: below three runs or six events.
std::optional<OverDispersion> over_dispersion(std::span<const RunCount> runs);

}  // namespace trialcost
