#include "sim/analysis/draw_tally.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <stdexcept>

#include "sim/analysis/compensated_sum.hpp"
#include "sim/analysis/radix_sort.hpp"

namespace trialcost {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double none = std::numeric_limits<double>::quiet_NaN();

}  // namespace

std::uint64_t percentile_rank(std::uint64_t draws, double p) {
    if (draws == 0 || !(p > 0 && p < 1)) throw std::logic_error("percentile outside (0, 1)");
    // 0.07 * 100 is a little more than 7: the slack keeps such a product from gaining a rank.
    constexpr double slack = 1 - 8 * std::numeric_limits<double>::epsilon();
    const double rank = std::ceil(p * static_cast<double>(draws) * slack);
    return std::clamp<std::uint64_t>(static_cast<std::uint64_t>(rank), 1, draws);
}

void DrawTally::add(std::span<const double> draws) {
    std::vector<double> finite_draws;
    finite_draws.reserve(draws.size());
    for (const double draw : draws) {
        if (std::isfinite(draw)) {
            min_ = std::fmin(min_, draw);
            max_ = std::fmax(max_, draw);
            finite_draws.push_back(draw);
        } else if (draw > 0) {
            ++infinite_;
        } else {
            ++unknown_;
        }
    }
    if (finite() + finite_draws.size() <= most_exact) {
        exact_.insert(exact_.end(), finite_draws.begin(), finite_draws.end());
        return;
    }
    to_histogram();
    histogram_.add(finite_draws);
}

void DrawTally::to_histogram() {
    histogram_.add(exact_);
    exact_.clear();
    exact_.shrink_to_fit();
}

void DrawTally::merge(const DrawTally& other) {
    if (finite() + other.finite() <= most_exact) {
        exact_.insert(exact_.end(), other.exact_.begin(), other.exact_.end());
    } else {
        to_histogram();
        histogram_.merge(other.histogram_);
        histogram_.add(other.exact_);
    }
    min_ = std::fmin(min_, other.min_);
    max_ = std::fmax(max_, other.max_);
    infinite_ += other.infinite_;
    unknown_ += other.unknown_;
}

void DrawTally::subtract(const DrawTally& other) {
    if (is_exact()) {
        std::vector<double> left, off = other.exact_;
        radix_sort(exact_);
        radix_sort(off);
        std::set_difference(exact_.begin(), exact_.end(), off.begin(), off.end(),
                            std::back_inserter(left));
        exact_ = std::move(left);
    } else {
        histogram_.subtract(other.histogram_);
        LogHistogram off;
        off.add(other.exact_);
        histogram_.subtract(off);
    }
    infinite_ -= other.infinite_;
    unknown_ -= other.unknown_;
}

void DrawTally::finish() {
    radix_sort(exact_);
}

double DrawTally::at_rank(std::uint64_t rank, UnknownDraws place) const {
    if (rank < 1 || rank > size()) throw std::logic_error("rank outside the draws");
    if (place == UnknownDraws::lowest) {
        if (rank <= unknown_) return -infinity;
        rank -= unknown_;
    }
    if (rank > finite()) return infinity;
    // Inside a bin the numbers are not known; those of the ends are.
    if (is_exact()) return exact_[rank - 1];
    return std::clamp(histogram_.at_rank(rank), min_, max_);
}

double DrawTally::percentile_error(double p, UnknownDraws place) const {
    if (is_exact()) return 0;
    std::uint64_t rank = percentile_rank(size(), p);
    if (place == UnknownDraws::lowest) rank = rank > unknown_ ? rank - unknown_ : 0;
    return rank < 1 || rank > finite() ? 0 : histogram_.error_at_rank(rank);
}

double DrawTally::min() const {
    return finite() > 0 ? min_ : infinite_ > 0 ? infinity : none;
}

double DrawTally::max() const {
    return infinite_ > 0 ? infinity : finite() > 0 ? max_ : none;
}

void DrawTally::for_each_group(const std::function<void(const LogHistogram::Group&)>& visit) const {
    for (const double draw : exact_) visit({draw, draw, 1, draw, 0});
    histogram_.for_each_group(visit);
}

double DrawTally::mean() const {
    if (finite() == 0) return none;
    // About the smallest draw: equal draws have their own mean, to the bit.
    CompensatedSum sum;
    for_each_group([&](const auto& group) {
        sum.add((group.mean - min_) * static_cast<double>(group.count));
    });
    return min_ + sum.value() / static_cast<double>(finite());
}

double DrawTally::variance() const {
    const double centre = mean();
    CompensatedSum sum;
    for_each_group([&](const auto& group) {
        const double off = group.mean - centre;
        sum.add((off * off + group.variance) * static_cast<double>(group.count));
    });
    return sum.value() / static_cast<double>(finite());
}

double DrawTally::mean_overrun(double limit) const {
    CompensatedSum sum;
    for_each_group([&](const auto& group) {
        const double count = static_cast<double>(group.count);
        if (group.low >= limit) {
            sum.add((group.mean - limit) * count);
        } else if (group.high > limit) {
            // As if its draws were spread evenly.
            const double above = group.high - limit;
            sum.add(above * above / (2 * (group.high - group.low)) * count);
        }
    });
    return sum.value() / static_cast<double>(finite());
}

void DrawTally::write(StateWriter& out) const {
    // In ascending order: the same draws are the same bytes.
    std::vector<double> sorted = exact_;
    radix_sort(sorted);
    out.numbers(sorted);
    histogram_.write(out);
    out.number(min_);
    out.number(max_);
    out.word(infinite_);
    out.word(unknown_);
}

DrawTally DrawTally::read(StateReader& in) {
    DrawTally tally;
    tally.exact_ = in.numbers();
    tally.histogram_ = LogHistogram::read(in);
    tally.min_ = in.number();
    tally.max_ = in.number();
    tally.infinite_ = in.word();
    tally.unknown_ = in.word();
    return tally;
}

}  // namespace trialcost
