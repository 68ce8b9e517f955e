#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "models/calibration/posterior.hpp"
#include "scenarios/build/build_option.hpp"
#include "scenarios/build/failure_history.hpp"
#include "scenarios/build/places.hpp"

namespace trialcost {
namespace {

double rate_scale(const InputValue& rate, std::uint32_t nodes) {
    if (rate.per == "h") return 1 / seconds_per_hour;
    if (rate.per == "launch") return 1;
    return nodes / seconds_per_hour;
}

// Amazon EC2 User Guide, "Spot Instance interruption notices".
constexpr double notice_of_interruption_s = 120;

class FailureInputs {
  public:
    FailureInputs(const Scenario& scenario, const WrittenOption& option, const MeasuredRuns& runs,
                  InputBook& book, OptionPlan& plan)
        : scenario_(scenario),
          option_(option),
          runs_(runs),
          book_(book),
          plan_(plan),
          history_(failure_history(runs, option.nodes)) {
        find_measured();
    }

    void add() {
        add_classes();
        if (option_.purchase.option == PurchaseOption::spot) expect_interruptions();
    }

  private:
    void add_classes() {
        plan_.failure_exposure_node_h = history_.exposure_node_h;
        for (const WrittenFailureClass& written : option_.failures)
            if (written.rate) add_given(written);
        if (!measured_.empty() && !(history_.exposure_node_h > 0)) {
            book_.unknown("failure.rate", "no run has failure rows or a count of them",
                          "failures: not recorded");
            return;
        }
        if (!measured_.empty()) add_run_factor();
        for (const std::string& name : measured_) add_measured(name);
    }

    // Spot instances are taken back some day: nobody having seen it is not never.
    void expect_interruptions() {
        const auto& failures = plan_.job.failures;
        const bool any = std::any_of(
            failures.begin(), failures.end(),
            [](const FailureClassPlan& failure) { return failure.by == EndedBy::provider; });
        if (!any && !book_.is_unknown(input("spot", "rate")))
            book_.unknown(input("spot", "rate"), "no class of failures is the provider's",
                          "interruptions of spot instances: not measured");
    }

    const WrittenFailureClass* written(const std::string& name) const {
        for (const WrittenFailureClass& candidate : option_.failures)
            if (candidate.name == name) return &candidate;
        return nullptr;
    }

    const SeenFailures& seen(const std::string& name) const { return history_.of_class(name); }

    // The classes whose rate the records tell: those they saw and those the scenario describes
    // without a rate. Classes with a given rate hold what was not classified: its count would come
    // on top of them.
    void find_measured() {
        bool any_given = false;
        for (const WrittenFailureClass& candidate : option_.failures) {
            any_given = any_given || (candidate.rate && !is_of_provider(candidate.name));
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
        if (rate.kind == InputValue::Kind::events && !rate.source.empty() && own_count_is_known()) {
            rate.events += own_count(given.name);
            rate.exposure_node_h += history_.exposure_node_h;
            rate.source += " and " + runs_.source;
        }
        plan.rate = book_.given(input(given.name, "rate"), rate, Varies::once, option_.name);
        plan.rate_scale = rate_scale(rate, option_.nodes);
        if (rate.per == "launch") plan.clock = FailureClassPlan::Clock::launch;
        finish(std::move(plan));
    }

    // Failures without a class are among those of the given classes: which, is known if there is
    // one alone.
    bool own_count_is_known() const {
        return history_.exposure_node_h > 0 &&
               (!(seen(unclassified).events > 0) || option_.failures.size() == 1);
    }

    double own_count(const std::string& name) const {
        const bool all_are_its =
            option_.failures.size() == 1 && name != unclassified && !is_of_provider(name);
        return seen(name).events + (all_are_its ? seen(unclassified).events : 0);
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

    // Whether runs differ in their rate by more than chance; then all measured classes share a
    // factor for each attempt, and the rates are known as by fewer events over less exposure.
    void add_run_factor() {
        const std::string name = "failure.run_to_run";
        const auto found = over_dispersion(history_.runs);
        double events = 0;
        for (const RunCount& run : history_.runs) events += run.events;
        const std::string counts =
            fmt::format("{:g} failures in {} runs", events, history_.runs.size());
        if (!found) {
            book_.assumed(name, "no more than chance", counts + ": too few to tell");
        } else if (!found->is_shown()) {
            book_.assumed(name, "no more than chance",
                          fmt::format("{} are not more uneven than chance makes them (p = {:.2g})",
                                      counts, found->p_value));
        } else {
            const double variance = found->factor_variance;
            run_factor_ = book_.derived(
                name, {Gamma{1 / variance, variance}},
                fmt::format("a factor on the rates of each attempt, gamma with mean 1 and sd "
                            "{:.2g}: {} are more uneven than chance makes them (p = {:.2g})",
                            std::sqrt(variance), counts, found->p_value),
                history_.runs.size(), Varies::per_attempt);
            count_inflation_ = found->count_inflation;
        }
    }

    // What a class was exposed to, in the unit of its rate.
    struct Exposure {
        double amount = 0;
        std::string unit, text;
    };

    Exposure exposure_of(const FailureClassPlan& plan) const {
        const bool anywhere = plan.stages.bits == StageSet::all().bits;
        if (plan.clock == FailureClassPlan::Clock::launch)
            return {history_.launches, "launch", fmt::format("{:g} starts", history_.launches)};
        const double node_h = history_.node_h(plan.stages);
        return {
            node_h, "node h",
            fmt::format("{:.3g} node h{}", node_h, anywhere ? "" : " of " + text_of(plan.stages))};
    }

    void add_measured(const std::string& name) {
        FailureClassPlan plan = blank(name);
        // A start fails once, however long it takes; a clock runs in time.
        if (plan.stages.bits == StageSet{}.with(Stage::startup).bits && !plan.shape.present())
            plan.clock = FailureClassPlan::Clock::launch;
        const Exposure exposure = exposure_of(plan);
        if (!(exposure.amount > 0)) {
            book_.unknown(input(name, "rate"), "no run recorded time in " + text_of(plan.stages),
                          fmt::format("failures of class {}: not measured", name));
            return;
        }
        const double events = seen(name).events;
        const Distribution rate{rate_posterior(events / count_inflation_, measured_.size(),
                                               exposure.amount / count_inflation_)};
        std::string shown = fmt::format("{:g} in {}: at most {:.2g}/{} (95 %)", events,
                                        exposure.text, quantile(rate, 0.95), exposure.unit);
        if (history_.silent_runs > 0)
            shown += fmt::format("; {} runs say nothing of failures", history_.silent_runs);
        plan.rate = book_.derived(input(name, "rate"), rate, shown + where_struck(plan),
                                  static_cast<std::size_t>(events));
        plan.rate_scale =
            plan.clock == FailureClassPlan::Clock::launch ? 1 : option_.nodes / seconds_per_hour;
        plan.run_factor = run_factor_;
        finish(std::move(plan));
    }

    // What the rows say of the stages of a class, where that is not the whole exposure.
    std::string where_struck(const FailureClassPlan& plan) const {
        const SeenFailures& rows = seen(plan.name);
        const bool stated = written(plan.name) != nullptr && written(plan.name)->stages;
        if (stated || !rows.every_row_says || rows.struck.bits == StageSet::all().bits ||
            !(rows.events > 0))
            return "";
        if (plan.stages.bits == rows.struck.bits) return "; strikes in " + text_of(plan.stages);
        return fmt::format("; seen in {} only, as chance may have it: strikes anywhere",
                           text_of(rows.struck));
    }

    // A class of spot instances by that name is what the provider does with them, unless it says
    // otherwise.
    bool is_interruption(const std::string& name) const {
        return name == "spot" && option_.purchase.option == PurchaseOption::spot;
    }

    // What the provider does is none of the failures that records have without a class.
    bool is_of_provider(const std::string& name) const {
        const WrittenFailureClass* given = written(name);
        return given != nullptr && given->by ? *given->by == EndedBy::provider
                                             : is_interruption(name);
    }

    FailureClassPlan blank(const std::string& name) {
        FailureClassPlan plan;
        plan.name = name;
        const SeenFailures& rows = seen(name);
        plan.downtime_billed = rows.any_billed || rows.rows.empty();
        const WrittenFailureClass* given = written(name);
        if (is_interruption(name)) {
            plan.by = EndedBy::provider;
            plan.instances = Instances::relaunched;
            plan.notice_s = notice_of_interruption_s;
        }
        plan.stages = given != nullptr && given->stages ? *given->stages
                      : given != nullptr && given->rate ? StageSet::all()
                                                        : history_.stages_of(name);
        if (given == nullptr) return plan;
        if (given->shape)
            plan.shape =
                book_.given(input(name, "shape"), *given->shape, Varies::once, option_.name);
        plan.renews = given->renews;
        plan.lost_work = given->lost_work;
        plan.downtime_billed = given->downtime_billed.value_or(plan.downtime_billed);
        plan.common_cause = given->common_cause;
        plan.by = given->by.value_or(plan.by);
        plan.notice_s = given->notice_s.value_or(plan.notice_s);
        plan.instances = given->instances.value_or(
            plan.by == EndedBy::provider ? Instances::relaunched : plan.instances);
        return plan;
    }

    void finish(FailureClassPlan plan) {
        const SeenFailures& rows = seen(plan.name);
        const WrittenFailureClass* given = written(plan.name);
        const RecordedFields fields = book_.add_groups(
            calibrate_fields({{"downtime", rows.downtime_s}, {"restart_time", rows.restart_s}},
                             scenario_.reading.predictive),
            "failure." + plan.name + "/records", Varies::per_event,
            place_of_rows(scenario_, rows.rows));
        plan.downtime =
            duration(plan.name, "downtime", given ? given->downtime : std::nullopt, fields);
        plan.restart =
            duration(plan.name, "restart_time", given ? given->restart_time : std::nullopt, fields);
        if (!plan.downtime.present() && !book_.is_unknown(input(plan.name, "downtime"))) {
            book_.unknown(input(plan.name, "downtime"), "no failure recorded it", "");
            plan_.unknown_downtime = true;
        }
        if (!plan.restart.present() && !book_.is_unknown(input(plan.name, "restart_time")))
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

    static std::string input(const std::string& name, std::string_view what) {
        return fmt::format("failure.{}.{}", name, what);
    }

    const Scenario& scenario_;
    const WrittenOption& option_;
    const MeasuredRuns& runs_;
    InputBook& book_;
    OptionPlan& plan_;
    FailureHistory history_;
    Source run_factor_;
    double count_inflation_ = 1;
    std::set<std::string> measured_;
};

}  // namespace

void add_failure_inputs(const Scenario& scenario, const WrittenOption& option,
                        const MeasuredRuns& runs, InputBook& book, OptionPlan& plan) {
    FailureInputs(scenario, option, runs, book, plan).add();
}

}  // namespace trialcost
