#include "scenarios/build/unit_slips.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <string_view>

#include "models/units/measure.hpp"

namespace trialcost {
namespace {

enum class Grows { with_work, by_itself };

struct TimeField {
    std::string_view name;
    Grows grows;
    std::optional<double> (*get)(const MeasuredRun&);
};

template <std::optional<double> TrialRecord::*member>
std::optional<double> get(const MeasuredRun& run) {
    return run.*member;
}

// What failures cost differs too much from run to run to be compared.
constexpr std::array<TimeField, 8> time_fields = {{
    {"billed_s", Grows::with_work,
     [](const MeasuredRun& run) { return std::optional(run.billed_s); }},
    {"in_training_s", Grows::with_work, get<&TrialRecord::in_training_s>},
    {"productive_s", Grows::with_work, get<&TrialRecord::productive_s>},
    {"startup_s", Grows::by_itself, get<&TrialRecord::startup_s>},
    {"compile_s", Grows::by_itself, get<&TrialRecord::compile_s>},
    {"warmup_s", Grows::by_itself, get<&TrialRecord::warmup_s>},
    {"checkpoint_s", Grows::with_work, get<&TrialRecord::checkpoint_s>},
    {"validation_s", Grows::with_work, get<&TrialRecord::validation_s>},
}};

struct Slip {
    std::string_view unit;
    double factor;  // of a time written so to the same time in seconds
    std::string_view distance;
    // A cold start may well take 60 times as long as a warm one.
    bool starts_too = true;
};

constexpr std::array<Slip, 3> slips = {{
    {"hours", 1 / seconds_per_hour, "3600 times less than"},
    {"minutes", 1 / 60.0, "60 times less than", false},
    {"milliseconds", 1000, "1000 times"},
}};

// Less than the square root of 3600 / 1000: with two runs only the one that slipped is named.
constexpr double tolerance = 1.85;

double median_of_others(const std::vector<std::optional<double>>& values, std::size_t one) {
    std::vector<double> others;
    for (std::size_t i = 0; i < values.size(); ++i)
        if (i != one && values[i] && *values[i] > 0) others.push_back(*values[i]);
    if (others.empty()) return 0;
    const auto middle = others.begin() + static_cast<std::ptrdiff_t>(others.size() / 2);
    std::nth_element(others.begin(), middle, others.end());
    return *middle;
}

}  // namespace

void warn_of_units(const std::vector<MeasuredRun>& runs, Complaints& complaints) {
    const bool all_have_work = std::all_of(
        runs.begin(), runs.end(), [](const MeasuredRun& run) { return work_of(run).has_value(); });
    // By slip and run: the fields in which it shows.
    std::vector<std::array<std::string, slips.size()>> fields(runs.size());
    for (const TimeField& field : time_fields) {
        std::vector<std::optional<double>> values;
        for (const MeasuredRun& run : runs) {
            values.push_back(field.get(run));
            if (values.back() && field.grows == Grows::with_work && all_have_work)
                *values.back() /= *work_of(run);
        }
        for (std::size_t i = 0; i < runs.size(); ++i) {
            const double usual = median_of_others(values, i);
            if (!(usual > 0) || !values[i]) continue;
            for (std::size_t s = 0; s < slips.size(); ++s) {
                if (field.grows == Grows::by_itself && !slips[s].starts_too) continue;
                const double off = *values[i] / usual / slips[s].factor;
                if (!(off > 1 / tolerance && off < tolerance)) continue;
                std::string& named = fields[i][s];
                named.append(named.empty() ? "" : ", ").append(field.name);
            }
        }
    }
    for (std::size_t i = 0; i < runs.size(); ++i)
        for (std::size_t s = 0; s < slips.size(); ++s)
            if (!fields[i][s].empty())
                complaints.warning(
                    runs[i].where, fields[i][s], fmt::format("looks like {}", slips[s].unit),
                    fmt::format("about {} the median of the other records", slips[s].distance),
                    "times are in seconds");
}

}  // namespace trialcost
