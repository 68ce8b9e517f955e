// Distributions from what people know about them.
#include <fmt/format.h>

#include <cmath>
#include <stdexcept>
#include <utility>

#include "models/distribution/distribution.hpp"
#include "models/distribution/portable_math.hpp"
#include "models/distribution/special_functions.hpp"

namespace trialcost {

namespace {

template <typename... Values>
void require(bool holds, fmt::format_string<const Values&...> text, const Values&... values) {
    if (!holds) throw std::invalid_argument(fmt::format(text, values...));
}

// The line through two percentiles on the scale of the normal score.
Normal line_through(double p1, double x1, double p2, double x2) {
    const double z1 = normal_quantile(p1);
    const double slope = (x2 - x1) / (normal_quantile(p2) - z1);
    return {x1 - slope * z1, slope};
}

void check_percentiles(double& p1, double& x1, double& p2, double& x2) {
    for (const double p : {p1, p2})
        require(p > 0.0 && p < 1.0, "probability {} is not between 0 and 1", p);
    require(p1 != p2, "both values are given for P{:.10g}", 100.0 * p1);
    require(std::isfinite(x1) && std::isfinite(x2), "the values {} and {} have to be finite", x1,
            x2);
    if (p1 > p2) {
        std::swap(p1, p2);
        std::swap(x1, x2);
    }
    require(x1 <= x2, "P{:.10g} is {}, above P{:.10g} which is {}", 100.0 * p1, x1, 100.0 * p2, x2);
}

void check_mean_sd(double mean, double sd) {
    require(std::isfinite(mean), "the mean is {}, not a finite number", mean);
    require(std::isfinite(sd) && sd >= 0.0, "the standard deviation is {}, but cannot be negative",
            sd);
}

}  // namespace

Normal normal_from_quantiles(double p1, double x1, double p2, double x2) {
    check_percentiles(p1, x1, p2, x2);
    return line_through(p1, x1, p2, x2);
}

Lognormal lognormal_from_quantiles(double p1, double x1, double p2, double x2) {
    check_percentiles(p1, x1, p2, x2);
    require(x1 > 0.0, "a lognormal value has to be above 0, but P{:.10g} is {}", 100.0 * p1, x1);
    const Normal line = line_through(p1, portable::log(x1), p2, portable::log(x2));
    return {line.mean, line.sd};
}

Lognormal lognormal_from_mean_sd(double mean, double sd) {
    check_mean_sd(mean, sd);
    require(mean > 0.0, "the mean of a lognormal has to be above 0, but is {}", mean);
    const double variation = sd / mean;
    const double variance = portable::log1p(variation * variation);
    return {portable::log(mean) - 0.5 * variance, std::sqrt(variance)};
}

Gamma gamma_from_mean_sd(double mean, double sd) {
    check_mean_sd(mean, sd);
    require(mean > 0.0 && sd > 0.0,
            "mean and standard deviation of a gamma have to be above 0, but are {} and {}", mean,
            sd);
    return {mean / sd * (mean / sd), sd * (sd / mean)};
}

Beta beta_from_mean_sd(double mean, double sd, double low, double high) {
    check_mean_sd(mean, sd);
    require(low < mean && mean < high, "the mean {} is not between {} and {}", mean, low, high);
    const double share = (mean - low) / (high - low);
    const double deviation = sd / (high - low);
    // The limit is that of a variable which takes only the two ends.
    const double total = share * (1.0 - share) / (deviation * deviation) - 1.0;
    require(
        sd > 0.0 && total > 0.0,
        "a beta with mean {} between {} and {} has a standard deviation above 0 and below {:.6g},"
        " not {}",
        mean, low, high, (high - low) * std::sqrt(share * (1.0 - share)), sd);
    return {share * total, (1.0 - share) * total, low, high};
}

}  // namespace trialcost
