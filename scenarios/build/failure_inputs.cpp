#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "models/calibration/posterior.hpp"
#include "scenarios/build/build_option.hpp"
#include "scenarios/build/places.hpp"

namespace trialcost {
namespace {

constexpr const char* unclassified = "all";

// What the records saw of one class.
struct Seen {
    double events = 0;
    std::vector<std::optional<double>> downtime_s,
        restart_s;  // by event, or by run where it is a mean
    std::vector<Position> rows;
    bool any_billed = false;
};

struct FailureHistory {
    std::map<std::string, Seen> classes;
    double exposure_node_h = 0;
    std::size_t silent_runs = 0;  // runs that say nothing of failures
};

std::optional<double> share(const std::optional<double>& total, double count) {
    return total ? std::optional(*total / count) : std::nullopt;
}

void add_row(const FailureRecord& row, FailureHistory& history) {
    Seen& seen = history.classes[row.failure_class.value_or(unclassified)];
    ++seen.events;
    seen.downtime_s.push_back(row.downtime_s);
    seen.restart_s.push_back(row.restore_s);
    seen.rows.push_back(row.where);
    seen.any_billed = seen.any_billed || row.billed.value_or(true);
}

// Failures that a run counts without a row for each.
void add_count(const MeasuredRun& run, FailureHistory& history) {
    const double count = *run.failures;
    Seen& seen = history.classes[unclassified];
    seen.events += count;
    seen.downtime_s.push_back(share(run.downtime_s, count));
    seen.restart_s.push_back(share(run.restore_s, count));
    seen.rows.push_back(run.where);
    seen.any_billed = true;
}

FailureHistory history_of(const MeasuredRuns& runs, std::uint32_t nodes) {
    FailureHistory out;
    std::set<std::string> with_rows;
    for (const FailureRecord* row : runs.failures) {
        with_rows.insert(row->run_id);
        add_row(*row, out);
    }
    for (const MeasuredRun& run : runs.runs) {
        if (!run.failures) {
            ++out.silent_runs;
            continue;
        }
        out.exposure_node_h += exposure_node_h(run, nodes);
        if (*run.failures > 0 && !with_rows.contains(run.run_id)) add_count(run, out);
    }
    return out;
}

double rate_scale(const InputValue& rate, std::uint32_t nodes) {
    if (rate.per == "h") return 1 / seconds_per_hour;
    if (rate.per == "launch") return 1;
    return nodes / seconds_per_hour;
}

class FailureInputs {
  public:
    FailureInputs(const Scenario& scenario, const WrittenOption& option, const MeasuredRuns& runs,
                  InputBook& book, OptionPlan& plan)
        : scenario_(scenario),
          option_(option),
          runs_(runs),
          book_(book),
          plan_(plan),
          history_(history_of(runs, option.nodes)) {
        find_measured();
    }

    void add() {
        plan_.failure_exposure_node_h = history_.exposure_node_h;
        for (const WrittenFailureClass& written : option_.failures)
            if (written.rate) add_given(written);
        if (!measured_.empty() && !(history_.exposure_node_h > 0)) {
            book_.unknown("failure.rate", "no run has failure rows or a count of them",
                          "failures: not recorded");
            return;
        }
        for (const std::string& name : measured_) add_measured(name);
    }

  private:
    const WrittenFailureClass* written(const std::string& name) const {
        for (const WrittenFailureClass& candidate : option_.failures)
            if (candidate.name == name) return &candidate;
        return nullptr;
    }

    const Seen& seen(const std::string& name) const {
        const auto at = history_.classes.find(name);
        return at == history_.classes.end() ? nothing_ : at->second;
    }

    // The classes whose rate the records tell: those they saw and those the scenario describes
    // without a rate. Classes with a given rate hold what was not classified: its count would come
    // on top of them.
    void find_measured() {
        bool any_given = false;
        for (const WrittenFailureClass& candidate : option_.failures) {
            any_given = any_given || candidate.rate.has_value();
            if (!candidate.rate) measured_.insert(candidate.name);
        }
        for (const auto& [name, of_class] : history_.classes) {
            const bool is_given = written(name) != nullptr && written(name)->rate.has_value();
            if (!is_given && !(any_given && name == unclassified)) measured_.insert(name);
        }
        if (measured_.empty() && !any_given) measured_.insert(unclassified);
    }

    void add_given(const WrittenFailureClass& given) {
        FailureClassPlan plan = blank(given.name);
        InputValue rate = *given.rate;
        rate.classes = sharing_exposure(rate);
        // What others counted is pooled with the trials' own.
        if (rate.kind == InputValue::Kind::events && !rate.source.empty() &&
            history_.exposure_node_h > 0) {
            rate.events += seen(given.name).events;
            rate.exposure_node_h += history_.exposure_node_h;
            rate.source += " and " + runs_.source;
        }
        plan.rate = book_.given(input(given.name, "rate"), rate, Varies::once, option_.name);
        plan.rate_scale = rate_scale(rate, option_.nodes);
        if (rate.per == "launch") plan.clock = FailureClassPlan::Clock::launch;
        finish(std::move(plan));
    }

    // Classes counted in one exposure share one half of an event between them.
    std::size_t sharing_exposure(const InputValue& rate) const {
        const auto shares = [&](const WrittenFailureClass& other) {
            return other.rate && other.rate->kind == InputValue::Kind::events &&
                   other.rate->exposure_node_h == rate.exposure_node_h;
        };
        return std::max<std::size_t>(
            1, static_cast<std::size_t>(
                   std::count_if(option_.failures.begin(), option_.failures.end(), shares)));
    }

    void add_measured(const std::string& name) {
        FailureClassPlan plan = blank(name);
        const double events = seen(name).events;
        const Distribution rate{rate_posterior(events, measured_.size(), history_.exposure_node_h)};
        const std::string silent =
            history_.silent_runs == 0
                ? ""
                : fmt::format("; {} runs say nothing of failures", history_.silent_runs);
        plan.rate = book_.derived(
            input(name, "rate"), rate,
            fmt::format("{:g} in {:.3g} node h: at most {:.2g}/node h (95 %){}", events,
                        history_.exposure_node_h, quantile(rate, 0.95), silent),
            static_cast<std::size_t>(events));
        plan.rate_scale = option_.nodes / seconds_per_hour;
        finish(std::move(plan));
    }

    FailureClassPlan blank(const std::string& name) const {
        FailureClassPlan plan;
        plan.name = name;
        const Seen& rows = seen(name);
        plan.downtime_billed = rows.any_billed || rows.rows.empty();
        const WrittenFailureClass* given = written(name);
        if (given == nullptr) return plan;
        plan.stages = given->stages;
        plan.lost_work = given->lost_work;
        plan.downtime_billed = given->downtime_billed.value_or(plan.downtime_billed);
        return plan;
    }

    void finish(FailureClassPlan plan) {
        const Seen& rows = seen(plan.name);
        const WrittenFailureClass* given = written(plan.name);
        const RecordedFields fields = book_.add_groups(
            calibrate_fields({{"downtime", rows.downtime_s}, {"restart_time", rows.restart_s}}),
            "failure." + plan.name + "/records", Varies::per_event,
            place_of_rows(scenario_, rows.rows));
        plan.downtime =
            duration(plan.name, "downtime", given ? given->downtime : std::nullopt, fields);
        plan.restart =
            duration(plan.name, "restart_time", given ? given->restart_time : std::nullopt, fields);
        if (!plan.downtime.present() && !is_unknown(input(plan.name, "downtime"))) {
            book_.unknown(input(plan.name, "downtime"), "no failure recorded it", "");
            plan_.unknown_downtime = true;
        }
        if (!plan.restart.present() && !is_unknown(input(plan.name, "restart_time")))
            explain_restart(input(plan.name, "restart_time"));
        plan_.job.failures.push_back(std::move(plan));
    }

    // As the class states it, as its failures measured it, or as it is stated for all classes.
    Source duration(const std::string& name, const std::string& what,
                    const std::optional<InputValue>& stated, const RecordedFields& fields) {
        const std::string full = input(name, what);
        if (stated) return book_.given(full, *stated, Varies::per_event, option_.name);
        if (const auto recorded = book_.recorded(fields, full, what, "s")) return *recorded;
        if (const auto at = option_.inputs.find(what); at != option_.inputs.end())
            return book_.given(full, at->second, Varies::per_event, option_.name);
        if (const auto at = scenario_.shared_inputs.find(what); at != scenario_.shared_inputs.end())
            return book_.given(full, at->second, Varies::per_event, "");
        return {};
    }

    void explain_restart(const std::string& name) {
        if (plan_.job.startup_warm.present())
            book_.assumed(name, "a fresh draw of startup",
                          "no restart was recorded: startup stands for it");
        else
            book_.unknown(name, "neither a restart nor a startup was recorded",
                          "restart after a failure: not recorded");
    }

    bool is_unknown(const std::string& name) const {
        return std::any_of(plan_.evidence.begin(), plan_.evidence.end(), [&](const Evidence& row) {
            return row.input == name && row.evidence_class == EvidenceClass::unknown;
        });
    }

    static std::string input(const std::string& name, std::string_view what) {
        return fmt::format("failure.{}.{}", name, what);
    }

    const Scenario& scenario_;
    const WrittenOption& option_;
    const MeasuredRuns& runs_;
    InputBook& book_;
    OptionPlan& plan_;
    FailureHistory history_;
    Seen nothing_;
    std::set<std::string> measured_;
};

}  // namespace

void add_failure_inputs(const Scenario& scenario, const WrittenOption& option,
                        const MeasuredRuns& runs, InputBook& book, OptionPlan& plan) {
    FailureInputs(scenario, option, runs, book, plan).add();
}

}  // namespace trialcost
