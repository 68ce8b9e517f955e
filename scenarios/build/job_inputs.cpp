#include <fmt/format.h>

#include "models/calibration/posterior.hpp"
#include "scenarios/build/build_option.hpp"
#include "scenarios/build/other_nodes.hpp"

namespace trialcost {
namespace {

// "sample" for "samples": units count one.
std::string singular(const std::string& noun) {
    return noun.ends_with('s') ? noun.substr(0, noun.size() - 1) : noun;
}

// Where one input comes from: the option, what is shared between options, or the records. Each
// input is asked for once, as that writes its evidence.
class JobInputs {
  public:
    JobInputs(const Scenario& scenario, const WrittenOption& option, const MeasuredRuns& runs,
              InputBook& book, OptionPlan& plan, Complaints& complaints)
        : scenario_(scenario),
          option_(option),
          runs_(runs),
          book_(book),
          job_(plan.job),
          complaints_(complaints) {}

    void add() {
        add_limits();  // a timeout bounds what the records measured
        add_work();
        add_throughput();
        add_transfer();
        add_wait();
        add_startup();
        add_checkpoint_interval();
        add_checkpoint_time();
        add_validation();
        add_output();
        add_pass_probability();
        show_set_aside();
    }

  private:
    const InputValue* written(const std::string& input) const {
        if (const auto at = option_.inputs.find(input); at != option_.inputs.end())
            return &at->second;
        const auto at = scenario_.shared_inputs.find(input);
        return at == scenario_.shared_inputs.end() ? nullptr : &at->second;
    }

    // What stands for the input, given the case that is asked for.
    const InputValue* find(const std::string& input) const {
        const InputValue* value = written(input);
        return value != nullptr && is_set_aside(input, *value) ? nullptr : value;
    }

    bool is_set_aside(const std::string& input, const InputValue& value) const {
        return value.evidence_class == EvidenceClass::conservative &&
               scenario_.reading.inputs == InputCase::baseline && is_measured(input);
    }

    // Whoever gives a pass probability says that the runs were selected, and measure none.
    bool is_measured(const std::string& input) const {
        if (input == "throughput") return book_.is_recorded("seconds_per_unit");
        if (input == "utilization") return book_.is_recorded("wait_ratio");
        return book_.is_recorded(input);
    }

    void show_set_aside() {
        for (const auto* inputs : {&option_.inputs, &scenario_.shared_inputs})
            for (const auto& [input, value] : *inputs)
                if (&value == written(input) && is_set_aside(input, value))
                    book_.set_aside(input, value);
    }

    const InputValue* given_work() const {
        const InputValue* value = trialcost::given_work(scenario_, option_);
        return value != nullptr && is_set_aside("work", *value) ? nullptr : value;
    }

    std::optional<Source> given(const std::string& input) {
        const InputValue* value = find(input);
        if (value == nullptr) return std::nullopt;
        const bool own = option_.inputs.contains(input);
        return book_.given(input, *value, Varies::once, own ? option_.name : "");
    }

    Source given_or_recorded(const std::string& input, std::string_view unit) {
        if (const auto source = given(input)) return *source;
        return book_.recorded(input, input, unit).value_or(Source{});
    }

    // Work, throughput and records must count the same thing.
    void check_noun(const std::string& input, const InputValue& value, const std::string& noun) {
        if (value.kind != InputValue::Kind::distribution || noun.empty()) return;
        if (singular(value.per) == singular(noun)) return;
        complaints_.error(value.where, input,
                          fmt::format("counts {}, the rest of option {} counts {}", value.per,
                                      option_.name, noun),
                          "work and throughput must count the same",
                          "write it in " + noun + ", or record what it counts (count_basis)");
    }

    void add_work() {
        const InputValue* value = given_work();
        if (value == nullptr) {
            job_.work = recorded_work();
        } else {
            const bool own = option_.inputs.contains("work");
            job_.work = book_.given("work", *value, Varies::once, own ? option_.name : "");
            const InputValue* throughput = find("throughput");
            check_noun("work", *value, throughput ? throughput->per : runs_.count_noun);
        }
        if (!job_.work.present())
            book_.unknown("work", "no record has it and none is given", "work of a run: unknown");
    }

    // Where runs count nothing but their output, and all have the same, nothing varies.
    Source recorded_work() {
        std::optional<double> same;
        std::size_t observations = 0;
        bool is_output = true;
        for (const MeasuredRun& run : runs_.runs) {
            const auto work = work_of(run);
            if (!work) continue;
            is_output = is_output && !run.count_basis && work == same.value_or(*work);
            same = work;
            ++observations;
        }
        if (is_output && same)
            return book_.derived("work", {Constant{*same}},
                                 fmt::format("{:g} {}", *same, runs_.count_noun), observations);
        return book_.recorded("work", "work", runs_.count_noun).value_or(Source{});
    }

    void add_throughput() {
        if (const auto throughput = given("throughput")) {
            job_.throughput = *throughput;
            if (given_work() == nullptr && !runs_.runs.empty())
                check_noun("throughput", *find("throughput"), runs_.count_noun);
            return;
        }
        job_.seconds_per_unit =
            book_
                .recorded("seconds_per_unit", "seconds_per_unit", "s/" + singular(runs_.count_noun))
                .value_or(Source{});
        if (job_.seconds_per_unit.present()) return add_node_scaling();
        const std::string note = !runs_.runs.empty()      ? "no record has it"
                                 : runs_.left_out.empty() ? "no trial records of this option"
                                                          : "records left out: " + runs_.left_out;
        book_.unknown("throughput", note, "throughput: no usable trial records");
    }

    // What records of other node counts leave open of the option's.
    void add_node_scaling() {
        if (!runs_.scaling || !(runs_.scaling->sigma > 0)) return;
        job_.node_scaling =
            book_.derived("node_scaling", {Lognormal{0, runs_.scaling->sigma}},
                          text_of_open_factor(*runs_.scaling), runs_.scaling->records);
    }

    // From the trials to the target. A throughput that is given is the target's.
    void add_transfer() {
        if (job_.throughput.present()) {
            if (option_.inputs.contains("transfer") &&
                scenario_.reading.inputs == InputCase::baseline)
                complain_of_double("transfer", "throughput is given too, and is the target's",
                                   "keep one of them");
        } else if (const auto transfer = given("transfer")) {
            job_.transfer = *transfer;
        } else if (time_is_recorded() && !runs_.target_load) {
            book_.assumed("transfer", "100 %", "target runs are taken to be like the trials");
        }
    }

    void add_wait() {
        const auto utilization = given("utilization");
        if (utilization) {
            job_.utilization = *utilization;
            if (time_is_recorded() && runs_.basis != RunBasis::productive)
                complain_of_double("utilization",
                                   runs_.basis == RunBasis::billed
                                       ? "the records measure billed time as a whole"
                                       : "the records measure in-training time as a whole",
                                   "leave utilization out, or record productive_s or data_wait_s");
            return;
        }
        job_.wait_ratio = book_.recorded("wait_ratio", "wait_ratio", "").value_or(Source{});
        // Throughput is of productive compute: what waits beside it is not in it.
        if (job_.throughput.present() && !job_.wait_ratio.present())
            book_.unknown("utilization", "throughput is given, and nothing says how much waits",
                          "data wait: not recorded");
    }

    bool time_is_recorded() const {
        return !job_.throughput.present() && job_.seconds_per_unit.present();
    }

    void complain_of_double(const std::string& input, const std::string& why,
                            const std::string& remedy) {
        const std::string table = option_.inputs.contains(input) ? option_.path : "shared";
        complaints_.error(find(input)->where, table + ".inputs." + input, "is given, but " + why,
                          "option " + option_.name + " would count it twice", remedy);
    }

    // A time that billed time as a whole holds already must not come on top of it.
    bool is_whole_already(const std::string& input) {
        if (!time_is_recorded() || runs_.basis != RunBasis::billed || find(input) == nullptr)
            return false;
        complain_of_double(input, "the records measure billed time as a whole",
                           "leave it out, or record in_training_s and the other parts");
        return true;
    }

    void add_startup() {
        for (const char* input : {"startup", "startup_cold", "startup_warm"})
            if (is_whole_already(input)) return;
        auto both = given("startup");
        auto cold = given("startup_cold"), warm = given("startup_warm");
        if (!both) {
            both = book_.recorded("startup", "startup", "s");
            if (!cold) cold = book_.recorded("startup_cold", "startup_cold", "s");
            if (!warm) warm = book_.recorded("startup_warm", "startup_warm", "s");
        }
        const auto present = [](const std::optional<Source>& s) { return s && s->present(); };
        const bool tells_apart = present(cold) && present(warm);
        job_.cold_start =
            option_.cold_start.value_or(tells_apart ? ColdStart::first_launch : ColdStart::never);
        if (!present(cold)) cold = both;
        if (!present(warm)) warm = both;
        // The other kind of startup stands in, and is said to.
        if (present(warm) && !present(cold) && job_.cold_start != ColdStart::never)
            book_.unknown("startup_cold", "no record started with an empty compile cache",
                          "cold startup: not recorded");
        if (present(cold) && !present(warm))
            book_.assumed("startup_warm", "as the cold one",
                          "no record started with a filled compile cache");
        job_.startup_cold = present(cold) ? *cold : warm.value_or(Source{});
        job_.startup_warm = present(warm) ? *warm : cold.value_or(Source{});
        show_unexplained();
        if (!job_.startup_warm.present() && (runs_.basis != RunBasis::billed || runs_.runs.empty()))
            book_.unknown("startup", "no record has it", "startup: not recorded");
    }

    void show_unexplained() {
        constexpr double worth_showing = 0.001;
        if (runs_.largest_unexplained > worth_showing)
            book_.assumed("unexplained time",
                          fmt::format("up to {:.2g} % of a run's billed time, taken as startup",
                                      100 * runs_.largest_unexplained),
                          runs_.source);
    }

    void add_checkpoint_interval() {
        if (const auto interval = given("checkpoint_interval")) {
            job_.checkpoint_interval = *interval;
            return;
        }
        if (const auto measured = measured_interval(runs_, option_.last_save))
            job_.checkpoint_interval = book_.derived(
                "checkpoint_interval", {Constant{measured->interval_s}},
                show_seconds(measured->interval_s) + " between saves", measured->runs);
        else if (!runs_.failures.empty())
            book_.assumed("checkpoint_interval", "none: a failure loses all work since the start",
                          "no record has checkpoints, and none are given");
    }

    void add_checkpoint_time() {
        if (is_whole_already("checkpoint_time")) return;
        job_.checkpoint_time = given_or_recorded("checkpoint_time", "s");
        if (job_.checkpoint_time.present()) return;
        // Billed time as a whole holds its saves.
        if (time_is_recorded() && runs_.basis == RunBasis::billed) return;
        bool uncounted = false;
        for (const MeasuredRun& run : runs_.runs)
            uncounted = uncounted || (run.checkpoint_s && *run.checkpoint_s > 0);
        if (job_.checkpoint_interval.present() || uncounted)
            book_.unknown("checkpoint_time",
                          uncounted ? "no record with checkpoint_s has the number of its saves"
                                    : "checkpoints are made, and no record has their time",
                          "checkpoint time: not recorded");
    }

    void add_validation() {
        if (is_whole_already("validation_time")) return;
        job_.validation_time = given_or_recorded("validation_time", "s");
    }

    // Output of a run: 1 where that is what is counted, else what qualified runs made.
    void add_output() {
        std::optional<double> same;
        bool varies = false;
        for (const MeasuredRun& run : runs_.runs) {
            if (!run.quality_passed) continue;
            varies = varies || (same && *same != run.output_units);
            same = run.output_units;
        }
        const std::string& unit = scenario_.workload.output_unit;
        if (varies)
            job_.output_per_run =
                book_.recorded("output_per_run", "output_per_run", unit).value_or(Source{});
        else if (same)
            job_.output_per_run = book_.derived("output_per_run", {Constant{*same}},
                                                fmt::format("{:g} {}", *same, unit), runs_.passed);
        else
            job_.output_per_run =
                book_.assumed_value("output_per_run", 1, "1 " + unit,
                                    "no qualified run recorded: one run counts as one unit");
    }

    void add_pass_probability() {
        if (const auto probability = given("pass_probability")) {
            job_.pass_probability = *probability;
        } else if (runs_.runs.empty()) {
            book_.unknown("pass_probability", "no trial records", "pass probability: not measured");
        } else {
            const std::size_t all = runs_.runs.size();
            job_.pass_probability = book_.derived(
                "pass_probability",
                {share_posterior(static_cast<double>(runs_.passed), static_cast<double>(all))},
                fmt::format("{} of {} runs met the bar", runs_.passed, all), all);
        }
    }

    void add_limits() {
        job_.last_save = option_.last_save;
        job_.restart_failure = option_.restart_failure;
        job_.timeout_s = option_.limits.timeout_s;
        job_.max_attempts = option_.limits.max_attempts;
        job_.max_failures = option_.limits.max_failures;
        job_.interruptions_before_fallback = option_.purchase.interruptions_before_fallback;
        if (const auto share = given("rerun_share")) job_.rerun_share = *share;
        if (!option_.limits.stop_at_deadline) return;
        job_.deadline_s = option_.limits.deadline_s;
        for (const BudgetCeiling& ceiling : scenario_.ceilings)
            if (ceiling.figure == CeilingFigure::wall_time && !job_.deadline_s)
                job_.deadline_s = ceiling.value;
        if (!job_.deadline_s)
            complaints_.error(option_.limits.stop_where, option_.path + ".limits.stop_at_deadline",
                              "there is no deadline to stop at", "",
                              "give limits.deadline or budget.wall_time");
    }

    const Scenario& scenario_;
    const WrittenOption& option_;
    const MeasuredRuns& runs_;
    InputBook& book_;
    JobPlan& job_;
    Complaints& complaints_;
};

}  // namespace

void add_job_inputs(const Scenario& scenario, const WrittenOption& option, const MeasuredRuns& runs,
                    InputBook& book, OptionPlan& plan, Complaints& complaints) {
    JobInputs(scenario, option, runs, book, plan, complaints).add();
    plan.waiting_is_split = plan.job.wait_ratio.present() || plan.job.utilization.present();
}

}  // namespace trialcost
