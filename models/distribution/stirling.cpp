#include "models/distribution/stirling.hpp"

#include "models/distribution/portable_math.hpp"

namespace trialcost::detail {

double stirling_error(double x) {
    // Climb to where the asymptotic series holds: the error falls by (x + 1/2) log(1 + 1/x) - 1.
    double climbed = 0.0;
    while (x < 10.0) {
        climbed += (x + 0.5) * portable::log1p(1.0 / x) - 1.0;
        x += 1.0;
    }
    const double w = 1.0 / (x * x);
    double series = 1.0 / 156;
    series = -691.0 / 360360 + w * series;
    series = 1.0 / 1188 + w * series;
    series = -1.0 / 1680 + w * series;
    series = 1.0 / 1260 + w * series;
    series = -1.0 / 360 + w * series;
    series = 1.0 / 12 + w * series;
    return climbed + series / x;
}

double log1p_minus(double f) {
    if (f < -0.5 || f > 0.5) return portable::log1p(f) - f;
    // With s = f / (2 + f): log(1 + f) = 2 (s + s^3/3 + ...) and f = 2 s + s f.
    const double s = f / (2.0 + f);
    const double s2 = s * s;
    double series = 0.0;
    for (int odd = 35; odd >= 3; odd -= 2) series = 1.0 / odd + s2 * series;
    return 2.0 * s * s2 * series - s * f;
}

}  // namespace trialcost::detail
