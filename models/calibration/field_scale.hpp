// The scale on which one measured field has a Student-t predictive, and the way back to its values.
//
// The rules by which n >= 2 records of a positive field become a distribution of the next value.
// With the mean m and the standard deviation s of the records on the scale h, the next value is
// bend(m + s sqrt(1 + 1/n) t) taken back through h, t Student's with n - 1 degrees of freedom:
//   ranked     h(x) = log(x - c), c = min (min/max)^4: the skew of a time with a floor, vanishing
//              as the records spread. The bend puts record i of n at its expected rank, i/(n+1), so
//              that what lies between the records has the coverage that holds for any
//              distribution. Of the chance beyond an extreme, the first 40 % go on by the last gap
//              (exponential spacings), the last 40 % follow the straight t, joined in between; a
//              record beyond the t holds the value until the t has caught up. Two records: log_t.
//              The default, chosen by calibration and sharpness on public runs (docs/adr/0009).
//   log_t      h(x) = log x, no bend: exact for lognormal values.
//   inverse_t  h(x) = 1 - min/x, no bend: the value is infinite beyond the pole, to be held at a
//              bound by the caller. Exact where the rate, not the time, is normal.
// Scaling the records scales the values to rounding; their order does not matter. Values carry the
// unit of the field. No randomness. Ranks of the next of exchangeable values: Wilks 1941;
// spacings of an exponential tail: Lawless 1971.
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

namespace trialcost {

enum class PredictiveKind { ranked, log_t, inverse_t };
inline constexpr std::array all_predictive_kinds{PredictiveKind::ranked, PredictiveKind::log_t,
                                                 PredictiveKind::inverse_t};

// "records at their ranks", "Student-t on the log", "Student-t on the inverse".
std::string_view name_of(PredictiveKind kind);

// Of the spread of so many records beside whose mean so much was fitted; at least 1.
double degrees_of_freedom(std::size_t records, std::size_t fitted);

class FieldScale {
  public:
    // The log, unbent.
    FieldScale() = default;

    // Positive finite records, in any order; throws std::logic_error on others or none. One
    // record, or equal ones, have no spread: latent_sd() is 0 and value(latent_mean()) is theirs.
    // `fitted`: parameters fitted to them beside the mean, each one degree of freedom less.
    FieldScale(std::span<const double> records, PredictiveKind kind, std::size_t fitted = 0);

    double latent(double value) const;
    double value(double latent) const;

    // Of the records.
    double latent_mean() const { return latent_mean_; }
    double latent_sd() const { return latent_sd_; }

  private:
    // Past `at`, the value is that of `to` or beyond.
    struct Knot {
        double at, to;
    };

    void bend_through(std::span<const double> ranked_latents, double degrees);
    double bent(double latent) const;

    PredictiveKind kind_ = PredictiveKind::log_t;
    double floor_ = 0;  // ranked: c
    double unit_ = 1;   // inverse_t: the smallest record
    double latent_mean_ = 0, latent_sd_ = 0;
    std::vector<Knot> bend_;  // ascending in both; empty: straight
};

}  // namespace trialcost
