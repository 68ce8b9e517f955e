// Does a measured value change from trial to trial? Its logarithm against the place of the trial in
// time: least squares, and the t test of the slope (Student 1908; Draper and Smith 1998, section
// 1.3), exact at any number of trials where the logs scatter normally. The place is the rank of the
// start: a pause between two trials gives neither more weight. Trials that start together share
// their rank.
#pragma once

#include <cstddef>
#include <optional>
#include <span>

namespace trialcost {

struct Trend {
    double change = 0;         // from the first trial to the last: 0.05 grows by 5 %
    double low = 0, high = 0;  // 95 % interval of it
    double p_value = 1;        // of a slope so far from none, either way, by chance alone
};

inline constexpr std::size_t least_for_trend = 4;

// `starts` in any unit, `values` above zero, one of each for every trial. Nothing with fewer than
// four trials, or where all start together.
std::optional<Trend> trend_over(std::span<const double> starts, std::span<const double> values);

}  // namespace trialcost
