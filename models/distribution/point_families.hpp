// The two families that are given by points, as functions of the normal score.
#pragma once

#include <vector>

#include "models/distribution/distribution.hpp"

namespace trialcost::detail {

// A discrete distribution: values[i] for scores up to and including scores[i], the last value
// beyond all of them. Values increase.
struct Steps {
    std::vector<double> scores, values;

    explicit Steps(const Discrete& family);
    double operator()(double score) const;
};

// A continuous line: offsets[i] + slopes[i] * score up to scores[i], the last piece beyond.
struct Polyline {
    std::vector<double> scores, offsets, slopes;

    explicit Polyline(const Quantiles& family);
    double operator()(double score) const;
    // The largest score at which the line is not above x; -inf if it always is.
    double inverse(double x) const;
    // Of a standard normal score.
    double mean() const;
};

}  // namespace trialcost::detail
