#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "models/calibration/posterior.hpp"
#include "scenarios/build/build_option.hpp"

namespace trialcost {
namespace {

constexpr std::string_view unclassified = "all";

// What the records saw of one class.
struct Seen {
    double events = 0;
    std::vector<const FailureRecord*> rows;
};

struct FailureHistory {
    std::map<std::string, Seen> classes;
    double exposure_node_h = 0;
    std::size_t silent_runs = 0;  // runs that say nothing of failures
};

FailureHistory history_of(const MeasuredRuns& runs, std::uint32_t nodes) {
    FailureHistory out;
    std::map<std::string, std::size_t> rows_of_run;
    for (const FailureRecord* row : runs.failures) {
        ++rows_of_run[row->run_id];
        Seen& seen = out.classes[row->failure_class.value_or(std::string(unclassified))];
        ++seen.events;
        seen.rows.push_back(row);
    }
    for (const TrialRecord* run : runs.runs) {
        const bool has_rows = rows_of_run.contains(run->run_id);
        if (!has_rows && !run->failures) {
            ++out.silent_runs;
            continue;
        }
        out.exposure_node_h += exposure_node_h(*run, nodes);
        if (!has_rows && *run->failures > 0) out.classes[std::string(unclassified)].events += *run->failures;
    }
    if (out.classes.empty() && out.exposure_node_h > 0) out.classes.try_emplace(std::string(unclassified));
    return out;
}

double rate_scale(const InputValue& rate, std::uint32_t nodes) {
    if (rate.per == "h") return 1 / seconds_per_hour;
    if (rate.per == "launch") return 1;
    return nodes / seconds_per_hour;
}

MeasuredField by_failure(std::string name, const Seen& seen, std::optional<double> FailureRecord::*member) {
    MeasuredField field{std::move(name), {}};
    for (const FailureRecord* row : seen.rows) field.by_run.push_back(row->*member);
    return field;
}

std::string rows_of(const Scenario& scenario, const Seen& seen) {
    if (seen.rows.empty()) return "";
    return fmt::format("{} and {} more rows", place(scenario, seen.rows.front()->where), seen.rows.size() - 1);
}

class FailureInputs {
  public:
    FailureInputs(const Scenario& scenario, const WrittenOption& option, const MeasuredRuns& runs, InputBook& book,
                  OptionPlan& plan)
        : scenario_(scenario), option_(option), runs_(runs), book_(book), plan_(plan), history_(history_of(runs, option.nodes)) {}

    void add() {
        plan_.failure_exposure_node_h = history_.exposure_node_h;
        for (const WrittenFailureClass& written : option_.failures) add_written(written);
        // Classes that the scenario defines hold all failures: unclassified counts would come on top.
        const bool all_are_written =
            std::any_of(option_.failures.begin(), option_.failures.end(), [](const auto& c) { return c.rate.has_value(); });
        for (const auto& [name, seen] : history_.classes)
            if (!is_written(name) && !(all_are_written && name == unclassified)) add_seen(name, seen, nullptr);
        if (plan_.job.failures.empty() && !runs_.runs.empty() && !all_are_written)
            book_.unknown("failure.rate", fmt::format("{} runs have neither failure rows nor a count", history_.silent_runs),
                          "failures: not recorded");
    }

  private:
    bool is_written(const std::string& name) const {
        return std::any_of(option_.failures.begin(), option_.failures.end(), [&](const auto& c) { return c.name == name; });
    }

    void add_written(const WrittenFailureClass& written) {
        const auto seen = history_.classes.find(written.name);
        if (!written.rate) {
            add_seen(written.name, seen == history_.classes.end() ? Seen{} : seen->second, &written);
            return;
        }
        FailureClassPlan plan = blank(written.name, &written);
        plan.rate = book_.given(input(written.name, "rate"), *written.rate, Varies::once, option_.name);
        plan.rate_scale = rate_scale(*written.rate, option_.nodes);
        if (written.rate->per == "launch") plan.clock = FailureClassPlan::Clock::launch;
        finish(std::move(plan), seen == history_.classes.end() ? Seen{} : seen->second, &written);
    }

    void add_seen(const std::string& name, const Seen& seen, const WrittenFailureClass* written) {
        if (!(history_.exposure_node_h > 0)) {
            book_.unknown(input(name, "rate"), "no run says how often it failed", "failures: not recorded");
            return;
        }
        FailureClassPlan plan = blank(name, written);
        const Distribution rate{rate_posterior(seen.events, history_.classes.size(), history_.exposure_node_h)};
        const std::string silent =
            history_.silent_runs == 0 ? "" : fmt::format("; {} runs say nothing of failures", history_.silent_runs);
        plan.rate = book_.posterior(
            input(name, "rate"), rate,
            {.input = input(name, "rate"),
             .evidence_class = runs_.stand_in ? EvidenceClass::assumed : EvidenceClass::measured,
             .value = fmt::format("{:g} in {:.3g} node h: at most {:.2g}/node h (95 %)", seen.events,
                                  history_.exposure_node_h, quantile(rate, 0.95)),
             .observations = static_cast<std::size_t>(seen.events),
             .source = runs_.source + silent,
             .closeness = runs_.closeness});
        plan.rate_scale = option_.nodes / seconds_per_hour;
        finish(std::move(plan), seen, written);
    }

    static FailureClassPlan blank(const std::string& name, const WrittenFailureClass* written) {
        FailureClassPlan plan;
        plan.name = name;
        if (written != nullptr) {
            plan.stages = written->stages;
            plan.lost_work = written->lost_work;
            plan.downtime_billed = written->downtime_billed;
        }
        return plan;
    }

    // Downtime and restart: as the class states them, as its failures measured them, or as the option
    // states them for all classes.
    void finish(FailureClassPlan plan, const Seen& seen, const WrittenFailureClass* written) {
        const RecordedFields fields =
            book_.add_groups(calibrate_fields({by_failure("downtime", seen, &FailureRecord::downtime_s),
                                               by_failure("restart_time", seen, &FailureRecord::restore_s)}),
                             "failure." + plan.name + "/records", Varies::per_event, rows_of(scenario_, seen));
        const auto duration = [&](const std::string& what, const std::optional<InputValue>& stated) -> Source {
            if (stated) return book_.given(input(plan.name, what), *stated, Varies::per_event, option_.name);
            if (const auto recorded = book_.recorded(fields, input(plan.name, what), what, "s")) return *recorded;
            if (const auto at = option_.inputs.find(what); at != option_.inputs.end())
                return book_.given(input(plan.name, what), at->second, Varies::per_event, option_.name);
            if (const auto at = scenario_.shared_inputs.find(what); at != scenario_.shared_inputs.end())
                return book_.given(input(plan.name, what), at->second, Varies::per_event, "");
            return {};
        };
        plan.downtime = duration("downtime", written ? written->downtime : std::nullopt);
        plan.restart = duration("restart_time", written ? written->restart_time : std::nullopt);
        if (!plan.downtime.present() && !has_row(input(plan.name, "downtime"))) {
            book_.unknown(input(plan.name, "downtime"), "no failure recorded it", "");
            plan_.unknown_downtime = true;
        }
        if (!plan.restart.present())
            plan_.evidence.push_back({.input = input(plan.name, "restart_time"),
                                      .evidence_class = EvidenceClass::assumed,
                                      .value = "a fresh draw of startup",
                                      .observations = 0,
                                      .source = "no restart was recorded: startup stands for it",
                                      .closeness = ""});
        plan_.job.failures.push_back(std::move(plan));
    }

    bool has_row(const std::string& name) const {
        return std::any_of(plan_.evidence.begin(), plan_.evidence.end(), [&](const Evidence& e) { return e.input == name; });
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
};

}  // namespace

void add_failure_inputs(const Scenario& scenario, const WrittenOption& option, const MeasuredRuns& runs,
                        InputBook& book, OptionPlan& plan) {
    FailureInputs(scenario, option, runs, book, plan).add();
}

}  // namespace trialcost
