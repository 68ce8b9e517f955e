#include "models/pricing/spot_path.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <utility>

namespace trialcost {
namespace {

std::size_t step_at(const std::vector<SpotStep>& steps, double h) {
    const auto after = std::upper_bound(steps.begin(), steps.end(), h,
                                        [](double t, const SpotStep& s) { return t < s.from_h; });
    return static_cast<std::size_t>(after - steps.begin()) - 1;
}

}  // namespace

SpotPath::SpotPath(std::vector<SpotStep> steps, double length_h)
    : steps_(std::move(steps)), length_h_(length_h) {
    assert(!steps_.empty() && steps_[0].from_h == 0 && length_h_ > steps_.back().from_h);
    for (std::size_t i = 0; i < steps_.size(); ++i) {
        paid_.push_back(paid_per_round_);
        const double end_h = i + 1 < steps_.size() ? steps_[i + 1].from_h : length_h_;
        paid_per_round_ += steps_[i].price * (end_h - steps_[i].from_h);
    }
}

double SpotPath::at(double h) const {
    return steps_[step_at(steps_, h - std::floor(h / length_h_) * length_h_)].price;
}

double SpotPath::paid_until(double h) const {
    const double rounds = std::floor(h / length_h_);
    const double in_round_h = h - rounds * length_h_;
    const std::size_t step = step_at(steps_, in_round_h);
    return rounds * paid_per_round_ + paid_[step] +
           (in_round_h - steps_[step].from_h) * steps_[step].price;
}

double SpotPath::mean(double from_h, double to_h) const {
    if (steps_.size() == 1 || !(to_h > from_h)) return at(from_h);
    return (paid_until(to_h) - paid_until(from_h)) / (to_h - from_h);
}

}  // namespace trialcost
