#include "models/calibration/node_scaling.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "models/distribution/portable_math.hpp"
#include "models/distribution/special_functions.hpp"

namespace trialcost {
namespace {

constexpr std::size_t counts_to_extrapolate = 3;
// Residuals below it are rounding.
constexpr double least_spread = 1e-12;

struct Point {
    double x, y;  // logs of nodes and of seconds per unit
};

double mean_of(std::span<const Point> points, double Point::*part) {
    double sum = 0;
    for (const Point& point : points) sum += point.*part;
    return sum / static_cast<double>(points.size());
}

double square(double x) {
    return x * x;
}

// Amdahl's law, with the serial share q taken at the smallest measured count.
class Amdahl {
  public:
    explicit Amdahl(std::span<const Point> points)
        : points_(points),
          smallest_(std::min_element(points.begin(), points.end(), [](Point a, Point b) {
                        return a.x < b.x;
                    })->x) {
        // Fine near 0, where a small share already tells at many nodes.
        constexpr int steps = 64;
        const auto share = [](int i) { return square(square(i / double{steps})); };
        int best = 0;
        for (int i = 1; i <= steps; ++i)
            if (squares(share(i)) < squares(share(best))) best = i;
        serial_ = least_between(share(std::max(best - 1, 0)), share(std::min(best + 1, steps)));
        level_ = level(serial_);
    }

    double log_at(double x) const { return level_ + shape(serial_, x); }

  private:
    double shape(double serial, double x) const {
        return portable::log(serial + (1 - serial) * portable::exp(smallest_ - x));
    }
    double level(double serial) const {
        double sum = 0;
        for (const Point& point : points_) sum += point.y - shape(serial, point.x);
        return sum / static_cast<double>(points_.size());
    }
    double squares(double serial) const {
        const double at = level(serial);
        double sum = 0;
        for (const Point& point : points_) sum += square(point.y - at - shape(serial, point.x));
        return sum;
    }
    // Golden section; the ends themselves count.
    double least_between(double low, double high) const {
        const double ends[] = {low, high}, ratio = (std::sqrt(5.0) - 1) / 2;
        constexpr int steps = 80;
        for (int i = 0; i < steps; ++i) {
            const double width = ratio * (high - low);
            if (squares(high - width) <= squares(low + width))
                high = low + width;
            else
                low = high - width;
        }
        double best = (low + high) / 2;
        for (double end : ends)
            if (squares(end) <= squares(best)) best = end;
        return best;
    }

    std::span<const Point> points_;
    double smallest_;
    double serial_ = 0, level_ = 0;
};

Reach reach_of(const std::vector<double>& counts, double nodes) {
    if (nodes > counts.front() && nodes < counts.back()) return Reach::between;
    return nodes <= 2 * counts.back() && 2 * nodes >= counts.front() ? Reach::near : Reach::far;
}

}  // namespace

std::vector<double> counts_for(std::vector<double> measured, double nodes) {
    std::sort(measured.begin(), measured.end());
    measured.erase(std::unique(measured.begin(), measured.end()), measured.end());
    const auto above = std::upper_bound(measured.begin(), measured.end(), nodes);
    if (above != measured.begin() && above != measured.end()) return {*(above - 1), *above};
    if (measured.size() < counts_to_extrapolate) return {};
    return measured;
}

NodeScaling fit_node_scaling(std::span<const CountedRecord> records, double nodes) {
    std::vector<Point> points;
    std::vector<double> counts;
    for (const auto& [count, seconds] : records) {
        if (!(count > 0 && seconds > 0 && std::isfinite(count) && std::isfinite(seconds)))
            throw std::logic_error("fit_node_scaling: positive finite values are needed");
        points.push_back({portable::log(count), portable::log(seconds)});
        counts.push_back(count);
    }
    NodeScaling out;
    out.nodes = nodes;
    out.counts = counts_for(counts, nodes);
    const bool all_needed = std::all_of(counts.begin(), counts.end(), [&](double count) {
        return std::binary_search(out.counts.begin(), out.counts.end(), count);
    });
    if (out.counts.empty() || !all_needed || !(nodes > 0))
        throw std::logic_error("fit_node_scaling: these records do not speak for the node count");
    out.reach = reach_of(out.counts, nodes);
    out.records = points.size();

    const double x = out.mean_log_nodes = mean_of(points, &Point::x);
    const double y = out.mean_log = mean_of(points, &Point::y);
    double sxx = 0, sxy = 0, squares = 0;
    for (const Point& point : points) {
        sxx += square(point.x - x);
        sxy += (point.x - x) * (point.y - y);
    }
    out.slope = sxy / sxx;
    for (const Point& point : points) squares += square(point.y - y - out.slope * (point.x - x));

    const double away = portable::log(nodes) - x;
    out.log_at_nodes = y + out.slope * away;
    if (out.reach != Reach::between) {
        const double difference = Amdahl(points).log_at(x + away) - out.log_at_nodes;
        out.log_at_nodes += difference / 2;
        out.form_error = std::fabs(difference);
    }
    double slope_error = 0;
    const auto degrees = static_cast<double>(out.records) - 2;
    if (degrees > 0 && squares > square(least_spread)) {
        const double as_normal = student_t_quantile(degrees, 0.95) / normal_quantile(0.95);
        out.stretch = std::sqrt((degrees + 1) / degrees);
        slope_error = as_normal * std::sqrt(squares / degrees / sxx) * std::fabs(away);
    }
    out.sigma = std::sqrt(square(slope_error) + square(out.form_error));
    // What rounding leaves of a line through equal distances is no error.
    if (out.sigma < least_spread) out.sigma = 0;
    return out;
}

double NodeScaling::moved(double from, double seconds_per_unit) const {
    const double residual =
        portable::log(seconds_per_unit) - mean_log - slope * (portable::log(from) - mean_log_nodes);
    return portable::exp(log_at_nodes + stretch * residual);
}

}  // namespace trialcost
