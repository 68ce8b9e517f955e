#include "models/fitting/grid_posterior.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <stdexcept>

#include "models/distribution/portable_math.hpp"

namespace trialcost {
namespace {

constexpr double depth = 20.0;  // exp(-20) = 2e-9
constexpr int longest_side = 4000;

// Log densities at start + sign * step, start + 2 * sign * step, …
std::vector<double> side(const GridPosterior::LogDensity& log_density, double start, double step,
                         double& largest) {
    std::vector<double> found;
    for (int i = 1; i <= longest_side; ++i) {
        const double value = log_density(start + i * step);
        if (std::isnan(value)) break;
        found.push_back(value);
        largest = std::max(largest, value);
        if (value < largest - depth) return found;
    }
    throw std::domain_error("the density of a parameter does not fall off");
}

}  // namespace

GridPosterior::GridPosterior(const LogDensity& log_density, double start, double step)
    : step_(step) {
    double largest = log_density(start);
    std::vector<double> logs = side(log_density, start, -step, largest);
    const auto left = static_cast<double>(logs.size());
    std::reverse(logs.begin(), logs.end());
    logs.push_back(log_density(start));
    const std::vector<double> right = side(log_density, start, step, largest);
    logs.insert(logs.end(), right.begin(), right.end());

    double total = 0.0;
    for (std::size_t i = 0; i < logs.size(); ++i) {
        points_.push_back(start + (static_cast<double>(i) - left) * step);
        weights_.push_back(portable::exp(logs[i] - largest));
        total += weights_.back();
    }
    log_total_ = largest + portable::log(total * step);
    for (double& weight : weights_) weight /= total;

    // The trapezoidal sum up to a point, with the Euler-Maclaurin term of the slope at its end.
    double sum = 0.0;
    for (std::size_t i = 0; i < weights_.size(); ++i) {
        const double before = i > 0 ? weights_[i - 1] : 0.0;
        const double after = i + 1 < weights_.size() ? weights_[i + 1] : 0.0;
        below_.push_back(sum + 0.5 * weights_[i] - (after - before) / 24.0);
        sum += weights_[i];
    }
}

double GridPosterior::log_total() const {
    return log_total_;
}

double GridPosterior::quantile(double probability) const {
    std::size_t i = 1;
    while (i + 1 < below_.size() && below_[i] < probability) ++i;
    // Hermite's cubic through the distribution function with the density as its slope.
    const double from = below_[i - 1], to = below_[i], s0 = weights_[i - 1], s1 = weights_[i];
    const auto at = [&](double t) {
        const double u = 1.0 - t;
        return from * u * u * (1 + 2 * t) + to * t * t * (3 - 2 * t) + t * u * (s0 * u - s1 * t);
    };
    double low = 0.0, high = 1.0;
    for (int halving = 0; halving < 40; ++halving) {
        const double middle = 0.5 * (low + high);
        (at(middle) < probability ? low : high) = middle;
    }
    return points_[i - 1] + low * step_;
}

double root_of_increasing(const std::function<double(double)>& f, double guess, double step,
                          double tolerance) {
    double low = guess, high = guess;
    double at_low = f(guess), at_high = at_low;
    for (int i = 0; at_low > 0 && i < 60; ++i, step *= 2) {
        high = low, at_high = at_low;
        at_low = f(low -= step);
    }
    for (int i = 0; at_high < 0 && i < 60; ++i, step *= 2) {
        low = high, at_low = at_high;
        at_high = f(high += step);
    }
    if (!(at_low <= 0 && at_high >= 0)) throw std::domain_error("no root within reach");
    // Regula falsi that halves the value of an end which stays (Illinois).
    int stays = 0;
    for (int i = 0; i < 200 && high - low > tolerance; ++i) {
        const double share = at_high > at_low ? -at_low / (at_high - at_low) : 0.5;
        const double x = low + std::clamp(share, 1e-6, 1 - 1e-6) * (high - low);
        const double value = f(x);
        if (value == 0.0) return x;
        if (value < 0) {
            low = x, at_low = value;
            if (stays == -1) at_high *= 0.5;
            stays = -1;
        } else {
            high = x, at_high = value;
            if (stays == 1) at_low *= 0.5;
            stays = 1;
        }
        if (std::fabs(value) < 1e-12) return x;
    }
    return 0.5 * (low + high);
}

}  // namespace trialcost
