#include "models/fitting/digamma.hpp"

#include "models/distribution/portable_math.hpp"

namespace trialcost {
namespace {

constexpr double series_begins = 12.0;

}  // namespace

double log_minus_digamma(double x) {
    // digamma(x + 1) = digamma(x) + 1/x.
    const double begin = x;
    double climbed = 0.0;
    for (; x < series_begins; x += 1.0) climbed += 1.0 / x;
    if (x > begin) climbed -= portable::log(x / begin);
    const double w = 1.0 / (x * x);
    double series = 1.0 / 12;
    series = -691.0 / 32760 + w * series;
    series = 1.0 / 132 + w * series;
    series = -1.0 / 240 + w * series;
    series = 1.0 / 252 + w * series;
    series = -1.0 / 120 + w * series;
    series = 1.0 / 12 + w * series;
    return climbed + 0.5 / x + w * series;
}

double trigamma_excess(double x) {
    // f(x) = f(x + 1) + 1/x^2 - 1/x + 1/(x + 1), and the last three are 1 / (x^2 (x + 1)).
    double climbed = 0.0;
    for (; x < series_begins; x += 1.0) climbed += 1.0 / (x * x * (x + 1.0));
    const double w = 1.0 / (x * x);
    double series = 7.0 / 6;
    series = -691.0 / 2730 + w * series;
    series = 5.0 / 66 + w * series;
    series = -1.0 / 30 + w * series;
    series = 1.0 / 42 + w * series;
    series = -1.0 / 30 + w * series;
    series = 1.0 / 6 + w * series;
    return climbed + w * (0.5 + series / x);
}

}  // namespace trialcost
