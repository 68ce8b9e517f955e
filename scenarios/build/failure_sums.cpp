#include "scenarios/build/failure_sums.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace trialcost {
namespace {

struct SummedField {
    const char* name;
    std::optional<double> TrialRecord::*of_run;
    std::optional<double> FailureRecord::*of_row;
};

constexpr std::array<SummedField, 3> summed_fields = {{
    {"lost_s", &TrialRecord::lost_s, &FailureRecord::lost_s},
    {"downtime_s", &TrialRecord::downtime_s, &FailureRecord::downtime_s},
    {"restore_s", &TrialRecord::restore_s, &FailureRecord::restore_s},
}};

bool differ(double a, double b) {
    constexpr double share = 0.01;
    return std::fabs(a - b) > share * std::fmax(std::fabs(a), std::fabs(b));
}

void complain(const MeasuredRun& run, const char* field, double of_run, double of_rows,
              Complaints& complaints) {
    complaints.error(
        run.where, field,
        fmt::format("run `{}` has {:g}, its failure rows {:g}", run.run_id, of_run, of_rows),
        "a figure of the run is the sum over its failures",
        "correct one of them, or leave the cell of the run blank");
}

void complete(MeasuredRun& run, const SummedField& field,
              const std::vector<const FailureRecord*>& rows, Complaints& complaints) {
    double sum = 0;
    bool all_known = true;
    for (const FailureRecord* row : rows) {
        const std::optional<double>& value = row->*field.of_row;
        sum += value.value_or(0);
        all_known = all_known && value.has_value();
    }
    std::optional<double>& total = run.*field.of_run;
    if (!total) {
        if (all_known) total = sum;
    } else if (differ(*total, sum) && (all_known || sum > *total)) {
        complain(run, field.name, *total, sum, complaints);
    }
}

}  // namespace

void complete_from_failures(MeasuredRun& run, const std::vector<const FailureRecord*>& rows,
                            Complaints& complaints) {
    for (const SummedField& field : summed_fields) complete(run, field, rows, complaints);
    const auto count = static_cast<double>(rows.size());
    if (run.failures && differ(*run.failures, count))
        complain(run, "failures", *run.failures, count, complaints);
    run.failures = static_cast<int>(rows.size());
    for (const FailureRecord* row : rows)
        if (row->billed && !*row->billed) run.unbilled_downtime_s += row->downtime_s.value_or(0);
}

}  // namespace trialcost
