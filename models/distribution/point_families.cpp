#include "models/distribution/point_families.hpp"

#include <algorithm>
#include <cstddef>
#include <limits>
#include <numeric>

#include "models/distribution/special_functions.hpp"

namespace trialcost::detail {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

std::size_t piece_at(const std::vector<double>& scores, double score) {
    return static_cast<std::size_t>(std::lower_bound(scores.begin(), scores.end(), score) -
                                    scores.begin());
}

}  // namespace

Steps::Steps(const Discrete& family) {
    std::vector<std::size_t> order(family.values.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
        return family.values[a] < family.values[b];
    });
    // Weights summed from both sides, so that rare large values keep their probability.
    std::vector<double> above(order.size(), 0.0);
    for (std::size_t i = order.size() - 1; i > 0; --i)
        above[i - 1] = above[i] + family.weights[order[i]];
    double below = 0.0;
    for (std::size_t i = 0; i < order.size(); ++i) {
        values.push_back(family.values[order[i]]);
        below += family.weights[order[i]];
        if (i + 1 == order.size()) break;
        const double total = below + above[i];
        scores.push_back(below <= above[i] ? normal_quantile(below / total)
                                           : normal_quantile(above[i] / total, Tail::upper));
    }
}

double Steps::operator()(double score) const {
    return values[piece_at(scores, score)];
}

Polyline::Polyline(const Quantiles& family) {
    std::vector<double> knots;
    for (const double probability : family.probabilities)
        knots.push_back(normal_quantile(probability));
    for (std::size_t i = 0; i + 1 < knots.size(); ++i) {
        const double slope = (family.values[i + 1] - family.values[i]) / (knots[i + 1] - knots[i]);
        slopes.push_back(slope);
        offsets.push_back(family.values[i] - slope * knots[i]);
        if (i > 0) scores.push_back(knots[i]);
    }
}

double Polyline::operator()(double score) const {
    const std::size_t i = piece_at(scores, score);
    return slopes[i] == 0.0 ? offsets[i] : offsets[i] + slopes[i] * score;
}

double Polyline::inverse(double x) const {
    for (std::size_t i = slopes.size(); i-- > 0;) {
        const double left = i == 0 ? -infinity : scores[i - 1];
        const double right = i + 1 == slopes.size() ? infinity : scores[i];
        if (slopes[i] == 0.0) {
            if (x >= offsets[i]) return right;
        } else {
            const double score = (x - offsets[i]) / slopes[i];
            if (score >= left) return std::min(score, right);
        }
    }
    return -infinity;
}

double Polyline::mean() const {
    double sum = 0.0;
    for (std::size_t i = 0; i < slopes.size(); ++i) {
        const double left = i == 0 ? -infinity : scores[i - 1];
        const double right = i + 1 == slopes.size() ? infinity : scores[i];
        sum += offsets[i] * (normal_cdf(right) - normal_cdf(left)) +
               slopes[i] * (normal_density(left) - normal_density(right));
    }
    return sum;
}

}  // namespace trialcost::detail
