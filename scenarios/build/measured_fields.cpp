#include <algorithm>

#include "scenarios/build/measured_runs.hpp"

namespace trialcost {
namespace {

bool is_recorded(const MeasuredField& field) {
    return std::any_of(field.by_run.begin(), field.by_run.end(),
                       [](const auto& value) { return value.has_value(); });
}

class Fields {
  public:
    explicit Fields(const MeasuredRuns& runs) : runs_(runs) {}

    template <class Get>
    void add(std::string name, const Get& get, std::size_t fitted = 0) {
        MeasuredField field{std::move(name), {}, fitted};
        for (const MeasuredRun& run : runs_.runs) field.by_run.push_back(get(run));
        if (is_recorded(field)) fields_.push_back(std::move(field));
    }

    // One field where no run says whether its compile cache was cold or warm, else two.
    void add_startup() {
        const bool cache_known =
            std::any_of(runs_.runs.begin(), runs_.runs.end(),
                        [](const MeasuredRun& run) { return run.cache.has_value(); });
        if (!cache_known) {
            add("startup", startup_with_rest_s);
            return;
        }
        const auto with_cache = [](TrialRecord::Cache cache) {
            return [cache](const MeasuredRun& run) {
                return run.cache == cache ? startup_with_rest_s(run) : std::nullopt;
            };
        };
        add("startup_cold", with_cache(TrialRecord::Cache::cold));
        add("startup_warm", with_cache(TrialRecord::Cache::warm));
    }

    std::vector<MeasuredField> take() { return std::move(fields_); }

  private:
    const MeasuredRuns& runs_;
    std::vector<MeasuredField> fields_;
};

std::optional<double> seconds_per_unit_at_nodes(const MeasuredRun& run, const MeasuredRuns& runs) {
    const auto seconds = seconds_per_unit(run, runs.basis);
    if (!seconds || !runs.scaling) return seconds;
    return runs.scaling->moved(*run.nodes, *seconds);
}

std::optional<double> wait_ratio(const MeasuredRun& run) {
    const auto productive = productive_s(run), wait = wait_s(run);
    if (!productive || !wait || !work_of(run)) return std::nullopt;
    return *wait / *productive;
}

std::optional<double> seconds_per_save(const MeasuredRun& run) {
    if (!run.checkpoint_s || !run.checkpoints || *run.checkpoints == 0) return std::nullopt;
    return *run.checkpoint_s / *run.checkpoints;
}

}  // namespace

std::vector<MeasuredField> measured_fields(const MeasuredRuns& runs,
                                           const std::vector<std::string>& amount_columns) {
    Fields fields(runs);
    fields.add("work", work_of);
    const std::size_t slopes = runs.scaling ? 1 : 0;
    fields.add(
        "seconds_per_unit",
        [&](const MeasuredRun& run) { return seconds_per_unit_at_nodes(run, runs); }, slopes);
    if (runs.basis == RunBasis::productive) fields.add("wait_ratio", wait_ratio);
    if (runs.basis != RunBasis::billed) {
        fields.add_startup();
        fields.add("checkpoint_time", seconds_per_save);
        fields.add("validation_time", [](const MeasuredRun& run) { return run.validation_s; });
    }
    fields.add("output_per_run", [](const MeasuredRun& run) {
        return run.quality_passed ? std::optional(run.output_units) : std::nullopt;
    });
    for (const std::string& column : amount_columns)
        fields.add("amount:" + column, [&](const MeasuredRun& run) -> std::optional<double> {
            const auto at = run.extra.find(column);
            return at == run.extra.end() ? std::nullopt : std::optional(at->second);
        });
    return fields.take();
}

std::optional<SaveInterval> measured_interval(const MeasuredRuns& runs, LastSave last_save) {
    double saves = 0, intervals = 0, kept_s = 0;
    SaveInterval out;
    for (const MeasuredRun& run : runs.runs) {
        if (!run.checkpoints || !run.in_training_s) continue;
        const bool end_is_saved = last_save == LastSave::paid && *run.checkpoints > 0;
        saves += *run.checkpoints;
        intervals += *run.checkpoints + (end_is_saved ? -0.5 : 0.5);
        kept_s += *run.in_training_s - run.lost_s.value_or(0);
        ++out.runs;
    }
    if (saves == 0 || kept_s <= 0) return std::nullopt;
    out.interval_s = kept_s / intervals;
    return out;
}

}  // namespace trialcost
