#include "models/calibration/field_scale.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "models/distribution/portable_math.hpp"
#include "models/distribution/special_functions.hpp"

namespace trialcost {
namespace {

// The part v of the chance beyond an extreme that is left where the last gap stops to rule, and
// where the t begins to. A tail that falls exponentially, its scale read from the last gap, leaves
// v beyond 1/v - 1 gaps.
constexpr double near_tail = 0.6, far_tail = 0.4;
constexpr double gaps_at_near_tail = 1 / near_tail - 1;

double floor_of(double least, double largest) {
    const double ratio = least / largest;
    return least * ((ratio * ratio) * (ratio * ratio));
}

}  // namespace

std::string_view name_of(PredictiveKind kind) {
    switch (kind) {
        case PredictiveKind::ranked:
            return "records at their ranks";
        case PredictiveKind::log_t:
            return "Student-t on the log";
        case PredictiveKind::inverse_t:
            return "Student-t on the inverse";
    }
    return "";
}

double degrees_of_freedom(std::size_t records, std::size_t fitted) {
    return records > fitted + 2 ? static_cast<double>(records - 1 - fitted) : 1;
}

FieldScale::FieldScale(std::span<const double> records, PredictiveKind kind, std::size_t fitted)
    : kind_(kind) {
    std::vector<double> ranked(records.begin(), records.end());
    if (ranked.empty() || !std::all_of(ranked.begin(), ranked.end(),
                                       [](double x) { return x > 0 && std::isfinite(x); }))
        throw std::logic_error("FieldScale: positive finite records are needed");
    std::sort(ranked.begin(), ranked.end());
    const std::size_t n = ranked.size();
    const bool spread = ranked.front() < ranked.back();
    if (kind == PredictiveKind::ranked && (n < 3 || !spread)) kind_ = PredictiveKind::log_t;
    if (kind_ == PredictiveKind::ranked) floor_ = floor_of(ranked.front(), ranked.back());
    if (kind_ == PredictiveKind::inverse_t) unit_ = ranked.front();

    for (double& x : ranked) x = latent(x);
    double sum = 0, squares = 0;
    for (double y : ranked) sum += y - ranked[0];
    const double centre = sum / static_cast<double>(n);
    latent_mean_ = ranked[0] + centre;
    if (!spread) return;
    for (double y : ranked) squares += (y - ranked[0] - centre) * (y - ranked[0] - centre);
    latent_sd_ = std::sqrt(squares / static_cast<double>(n - 1));
    if (kind_ == PredictiveKind::ranked) bend_through(ranked, degrees_of_freedom(n, fitted));
}

void FieldScale::bend_through(std::span<const double> y, double degrees) {
    const std::size_t n = y.size();
    const auto ranks = static_cast<double>(n) + 1;
    const double scale = latent_sd_ * std::sqrt(1 + 1 / static_cast<double>(n));
    const auto place = [&](double rank) {
        return latent_mean_ + scale * student_t_quantile(degrees, rank / ranks);
    };
    const double down = place(1) - place(near_tail),
                 up = place(ranks - near_tail) - place(ranks - 1);
    const double least = y[0] - std::min((y[1] - y[0]) * gaps_at_near_tail, down);
    const double most = y[n - 1] + std::min((y[n - 1] - y[n - 2]) * gaps_at_near_tail, up);

    bend_.push_back({place(far_tail), std::min(least, place(far_tail))});
    bend_.push_back({place(near_tail), least});
    for (std::size_t i = 0; i < n; ++i) bend_.push_back({place(static_cast<double>(i) + 1), y[i]});
    bend_.push_back({place(ranks - near_tail), most});
    bend_.push_back({place(ranks - far_tail), std::max(most, place(ranks - far_tail))});
}

double FieldScale::bent(double latent) const {
    if (bend_.empty()) return latent;
    if (latent >= bend_.back().at) return std::max(latent, bend_.back().to);
    if (latent <= bend_.front().at) return std::min(latent, bend_.front().to);
    const auto above = std::upper_bound(bend_.begin(), bend_.end(), latent,
                                        [](double x, const Knot& knot) { return x < knot.at; });
    const Knot &left = *(above - 1), &right = *above;
    return left.to + (right.to - left.to) * ((latent - left.at) / (right.at - left.at));
}

double FieldScale::latent(double value) const {
    if (kind_ == PredictiveKind::inverse_t) return 1 - unit_ / value;
    return portable::log(value - floor_);
}

double FieldScale::value(double latent) const {
    if (kind_ == PredictiveKind::inverse_t)
        return latent < 1 ? unit_ / (1 - latent) : std::numeric_limits<double>::infinity();
    return floor_ + portable::exp(bent(latent));
}

}  // namespace trialcost
