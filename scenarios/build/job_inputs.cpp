#include <fmt/format.h>

#include <array>
#include <cmath>

#include "models/calibration/posterior.hpp"
#include "scenarios/build/build_option.hpp"

namespace trialcost {
namespace {

// Where one input comes from: the option, what is shared between options, or the records.
class JobInputs {
  public:
    JobInputs(const Scenario& scenario, const WrittenOption& option, InputBook& book)
        : scenario_(scenario), option_(option), book_(book) {}

    std::optional<Source> given(const std::string& input, Varies natural = Varies::once) {
        if (const auto at = option_.inputs.find(input); at != option_.inputs.end())
            return book_.given(input, at->second, natural, option_.name);
        if (const auto at = scenario_.shared_inputs.find(input); at != scenario_.shared_inputs.end())
            return book_.given(input, at->second, natural, "");
        return std::nullopt;
    }

    Source given_or_recorded(const std::string& input, const std::string& field, std::string_view unit) {
        if (const auto source = given(input)) return *source;
        return book_.recorded(input, field, unit).value_or(Source{});
    }

  private:
    const Scenario& scenario_;
    const WrittenOption& option_;
    InputBook& book_;
};

void add_work(const Scenario& scenario, const MeasuredRuns& runs, JobInputs& inputs, InputBook& book, OptionPlan& plan) {
    JobPlan& job = plan.job;
    if (scenario.workload.work)
        job.work = book.given("work", *scenario.workload.work, Varies::once, "");
    else
        job.work = inputs.given_or_recorded("work", "work", runs.count_noun);
    if (const auto throughput = inputs.given("throughput"))
        job.throughput = *throughput;
    else
        job.seconds_per_unit =
            book.recorded("seconds_per_unit", "seconds_per_unit", "s/" + runs.count_noun).value_or(Source{});
    if (!job.work.present()) book.unknown("work", "no record has it and none is given", "work of a run: unknown");
    if (!job.seconds_per_unit.present() && !job.throughput.present())
        book.unknown("throughput", runs.runs.empty() ? "no trial records of this option" : "no record has it",
                     "throughput: no usable trial records");
}

void add_wait(const WrittenOption& option, const MeasuredRuns& runs, JobInputs& inputs, InputBook& book,
              OptionPlan& plan, Complaints& complaints) {
    const auto utilization = inputs.given("utilization");
    if (!utilization) {
        plan.job.wait_ratio = book.recorded("wait_ratio", "wait_ratio", "").value_or(Source{});
        return;
    }
    // Throughput of in-training time holds the waiting already.
    const bool counted = !plan.job.throughput.present() && !runs.runs.empty() && runs.basis != RunBasis::productive;
    if (counted) {
        const auto at = option.inputs.find("utilization");
        complaints.error(at == option.inputs.end() ? option.where : at->second.where, "utilization",
                         "is given, but the records measure in-training time as a whole",
                         "data wait would be counted twice",
                         "leave utilization out, or record productive_s or data_wait_s");
    }
    plan.job.utilization = *utilization;
}

void add_startup(const WrittenOption& option, const MeasuredRuns& runs, JobInputs& inputs, InputBook& book,
                 OptionPlan& plan) {
    JobPlan& job = plan.job;
    if (const auto startup = inputs.given("startup")) {
        job.startup_cold = job.startup_warm = *startup;
        return;
    }
    const auto both = book.recorded("startup", "startup", "s");
    const auto cold = inputs.given_or_recorded("startup_cold", "startup_cold", "s");
    const auto warm = inputs.given_or_recorded("startup_warm", "startup_warm", "s");
    const auto first = [](const Source& a, const Source& b, const std::optional<Source>& c) {
        return a.present() ? a : b.present() ? b : c.value_or(Source{});
    };
    job.startup_cold = first(cold, warm, both);
    job.startup_warm = first(warm, cold, both);
    const ColdStart natural = cold.present() && warm.present() ? ColdStart::first_launch : ColdStart::never;
    job.cold_start = option.cold_start.value_or(natural);
    if (!job.startup_warm.present() && runs.basis != RunBasis::billed && !runs.runs.empty())
        book.unknown("startup", "no record has it", "startup: not recorded");
}

void add_checkpoints(const MeasuredRuns& runs, JobInputs& inputs, InputBook& book, OptionPlan& plan) {
    JobPlan& job = plan.job;
    if (const auto interval = inputs.given("checkpoint_interval")) {
        job.checkpoint_interval = *interval;
    } else {
        double saves = 0, training_s = 0;
        for (const TrialRecord* run : runs.runs) {
            if (!run->checkpoints || !run->in_training_s) continue;
            saves += *run->checkpoints;
            training_s += *run->in_training_s;
        }
        if (saves > 0)
            job.checkpoint_interval =
                book.posterior("checkpoint_interval", {Constant{training_s / saves}},
                               {.input = "checkpoint_interval",
                                .evidence_class = EvidenceClass::measured,
                                .value = show_seconds(training_s / saves) + " between saves",
                                .observations = runs.runs.size(),
                                .source = runs.source,
                                .closeness = runs.closeness});
    }
    job.checkpoint_time = inputs.given_or_recorded("checkpoint_time", "checkpoint_time", "s");
    if (job.checkpoint_interval.present() && !job.checkpoint_time.present())
        book.unknown("checkpoint_time", "checkpoints are made, and no record has their time",
                     "checkpoint time: not recorded");
    job.validation_time = inputs.given_or_recorded("validation_time", "validation_time", "s");
}

// Output of a run: 1 where that is what is counted, else what qualified runs made.
void add_output(const Scenario& scenario, const MeasuredRuns& runs, InputBook& book, OptionPlan& plan) {
    std::optional<double> same;
    bool varies = false;
    for (const TrialRecord* run : runs.runs) {
        if (!run->quality_passed) continue;
        if (same && *same != run->output_units) varies = true;
        same = run->output_units;
    }
    if (varies) {
        plan.job.output_per_run =
            book.recorded("output_per_run", "output_per_run", scenario.workload.output_unit).value_or(Source{});
        return;
    }
    const double value = same.value_or(1);
    plan.job.output_per_run = book.posterior(
        "output_per_run", {Constant{value}},
        {.input = "output_per_run",
         .evidence_class = same ? EvidenceClass::measured : EvidenceClass::assumed,
         .value = fmt::format("{:g} {}", value, scenario.workload.output_unit),
         .observations = runs.passed,
         .source = same ? runs.source : "no qualified run recorded: one run counts as one unit",
         .closeness = ""});
}

void add_pass_probability(const MeasuredRuns& runs, JobInputs& inputs, InputBook& book, OptionPlan& plan) {
    if (const auto given = inputs.given("pass_probability")) {
        plan.job.pass_probability = *given;
        return;
    }
    if (runs.runs.empty()) {
        book.unknown("pass_probability", "no trial records", "");
        return;
    }
    const auto passed = static_cast<double>(runs.passed), all = static_cast<double>(runs.runs.size());
    plan.job.pass_probability =
        book.posterior("pass_probability", {share_posterior(passed, all)},
                       {.input = "pass_probability",
                        .evidence_class = runs.stand_in ? EvidenceClass::assumed : EvidenceClass::measured,
                        .value = fmt::format("{} of {} runs met the bar", runs.passed, runs.runs.size()),
                        .observations = runs.runs.size(),
                        .source = runs.source,
                        .closeness = runs.closeness});
}

}  // namespace

void add_job_inputs(const Scenario& scenario, const WrittenOption& option, const MeasuredRuns& runs, InputBook& book,
                    OptionPlan& plan, Complaints& complaints) {
    JobInputs inputs(scenario, option, book);
    add_work(scenario, runs, inputs, book, plan);
    add_wait(option, runs, inputs, book, plan, complaints);
    add_startup(option, runs, inputs, book, plan);
    add_checkpoints(runs, inputs, book, plan);
    add_output(scenario, runs, book, plan);
    add_pass_probability(runs, inputs, book, plan);

    JobPlan& job = plan.job;
    job.last_save = option.last_save;
    job.restart_failure = option.restart_failure;
    job.timeout_s = option.limits.timeout_s;
    job.max_attempts = option.limits.max_attempts;
    job.max_failures = option.limits.max_failures;
    if (option.limits.stop_at_deadline) {
        job.deadline_s = option.limits.deadline_s;
        for (const BudgetCeiling& ceiling : scenario.ceilings)
            if (ceiling.figure == CeilingFigure::wall_time && !job.deadline_s) job.deadline_s = ceiling.value;
        if (!job.deadline_s)
            complaints.error(option.where, "stop_at_deadline", "there is no deadline to stop at", "",
                             "give limits.deadline or budget.wall_time");
    }
}

}  // namespace trialcost
