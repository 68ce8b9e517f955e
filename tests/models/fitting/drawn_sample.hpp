// Samples of a known distribution, drawn by inversion from named streams.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <string_view>
#include <utility>
#include <vector>

#include "models/distribution/distribution.hpp"
#include "models/distribution/marginal.hpp"
#include "models/distribution/special_functions.hpp"
#include "models/fitting/sample.hpp"
#include "sim/random/stream.hpp"

namespace trialcost {

// Observation ends at a time that is uniform between half and one and a half times `middle`.
struct Censoring {
    double middle = std::numeric_limits<double>::infinity();
};

class DrawnSamples {
  public:
    DrawnSamples(std::string_view name, const Family& truth, std::size_t size,
                 Censoring censoring = {})
        : stream_(stream_of(name)),
          marginal_(Marginal::compile({truth})),
          size_(size),
          censoring_(censoring) {}

    Sample at(std::uint64_t draw) const {
        std::vector<double> observed, censored;
        for (std::size_t i = 0; i < size_; ++i) {
            const UniformPair u =
                uniform_pair({1, 0, draw}, stream_, static_cast<std::uint32_t>(i));
            const double value = marginal_(normal_quantile(u.first));
            const double end = censoring_.middle * (0.5 + u.second);
            (value <= end ? observed : censored).push_back(std::min(value, end));
        }
        return sorted_sample(std::move(observed), std::move(censored));
    }

  private:
    std::uint32_t stream_;
    Marginal marginal_;
    std::size_t size_;
    Censoring censoring_;
};

}  // namespace trialcost
