#include "sim/plan/coordinates.hpp"

#include <algorithm>
#include <stdexcept>

namespace trialcost {
namespace {

std::string numbered(const RecordGroup& group, const char* what, std::size_t number) {
    return group.name + "/" + what + std::to_string(number + 1);
}

void add_group(const RecordGroup& group, std::vector<std::string>& names) {
    if (group.predictive.rank == 0) return;
    names.push_back(chi_square_name(group));
    for (std::size_t j = 0; j < group.predictive.rank; ++j)
        names.push_back(knowledge_name(group, j));
    if (group.varies == Varies::per_event) return;
    for (std::size_t j = 0; j < group.predictive.rank; ++j) names.push_back(chance_name(group, j));
}

void add_zero(const OptionPlan& option, const Source& source, std::vector<std::string>& names) {
    if (source.not_zero) names.push_back(zero_name(option.groups[source.index], source.field));
}

bool is_of_migration(const OptionPlan& option, std::size_t stated) {
    if (!option.migration) return false;
    const auto& tasks = option.migration->tasks;
    return std::any_of(tasks.begin(), tasks.end(), [&](const MigrationTask& task) {
        return task.amount.kind == Source::Kind::stated && task.amount.index == stated;
    });
}

void add_option(const OptionPlan& option, std::vector<std::string>& names) {
    for (const RecordGroup& group : option.groups) add_group(group, names);
    for (std::size_t i = 0; i < option.stated.size(); ++i)
        if (option.stated[i].varies != Varies::per_event && !is_of_migration(option, i))
            names.push_back(option.stated[i].name);
    const JobPlan& job = option.job;
    for (const Source* source :
         {&job.work, &job.seconds_per_unit, &job.wait_ratio, &job.startup_cold, &job.startup_warm,
          &job.checkpoint_time, &job.validation_time})
        add_zero(option, *source, names);
    if (job.pass_probability.present()) names.push_back(pass_name(option));
    if (!job.failures.empty()) names.push_back(failure_name(option));
    for (const FailureClassPlan& failure : job.failures)
        if (failure.shape.present()) names.push_back(failure_clock_name(option, failure));
    if (has_spot_path(option)) names.push_back(spot_start_name(option));
}

// Two inputs may rest on one name (cold and warm startup from the same records).
std::vector<std::string> each_once(const std::vector<std::string>& names) {
    std::vector<std::string> out;
    for (const std::string& name : names)
        if (std::find(out.begin(), out.end(), name) == out.end()) out.push_back(name);
    return out;
}

}  // namespace

bool has_spot_path(const OptionPlan& option) {
    return option.instance_price && option.instance_price->spot &&
           option.instance_price->spot->steps().size() > 1;
}

std::string chi_square_name(const RecordGroup& group) {
    return group.name + "/k";
}
std::string knowledge_name(const RecordGroup& group, std::size_t coordinate) {
    return numbered(group, "a", coordinate);
}
std::string chance_name(const RecordGroup& group, std::size_t coordinate) {
    return numbered(group, "g", coordinate);
}
std::string zero_name(const RecordGroup& group, std::size_t field) {
    return numbered(group, "zero", field);
}
std::string pass_name(const OptionPlan& option) {
    return option.name + "/pass";
}
std::string failure_name(const OptionPlan& option) {
    return option.name + "/failure";
}
std::string failure_clock_name(const OptionPlan& option, const FailureClassPlan& failure) {
    return option.name + "/failure/" + failure.name;
}
std::string outage_name(const OptionPlan& option, const FailureClassPlan& failure) {
    return option.name + "/outage/" + failure.name;
}
std::string spot_start_name(const OptionPlan& option) {
    return option.name + "/spot start";
}
std::string restart_from_startup_name(const OptionPlan& option) {
    return option.name + "/restart/startup";
}

std::size_t CoordinateTable::at(const std::string& name) const {
    const auto found = std::find(names.begin(), names.end(), name);
    if (found == names.end()) throw std::logic_error("no coordinate has the name " + name);
    return static_cast<std::size_t>(found - names.begin());
}

CoordinateTable coordinate_table(const Plan& plan) {
    std::vector<std::string> names;
    for (const StatedInput& input : plan.shared) names.push_back(input.name);
    for (const OptionPlan& option : plan.options) add_option(option, names);
    // Last, so that a ledger changes nothing but what is named for it.
    for (const OptionPlan& option : plan.options)
        for (std::size_t i = 0; i < option.stated.size(); ++i)
            if (is_of_migration(option, i)) names.push_back(option.stated[i].name);
    return {each_once(names)};
}

std::vector<std::string> knowledge_names(const Plan& plan, const OptionPlan& option) {
    std::vector<std::string> names;
    for (const StatedInput& input : plan.shared)
        if (input.varies == Varies::once) names.push_back(input.name);
    for (const RecordGroup& group : option.groups) {
        if (group.predictive.rank == 0) continue;
        names.push_back(chi_square_name(group));
        for (std::size_t j = 0; j < group.predictive.rank; ++j)
            names.push_back(knowledge_name(group, j));
    }
    for (const StatedInput& input : option.stated)
        if (input.varies == Varies::once) names.push_back(input.name);
    return each_once(names);
}

std::vector<std::string> stream_names(const Plan& plan) {
    std::vector<std::string> names = coordinate_table(plan).names;
    for (const OptionPlan& option : plan.options) {
        for (const StatedInput& input : option.stated) names.push_back(input.name);
        names.push_back(pass_name(option));
        names.push_back(failure_name(option));
        for (const RecordGroup& group : option.groups) {
            for (std::size_t j = 0; j < group.predictive.rank; ++j)
                names.push_back(chance_name(group, j));
            for (std::size_t f = 0; f < group.predictive.fields; ++f)
                names.push_back(zero_name(group, f));
        }
        names.push_back(restart_from_startup_name(option));
        for (const FailureClassPlan& failure : option.job.failures)
            if (failure.common_cause) names.push_back(outage_name(option, failure));
    }
    return each_once(names);
}

}  // namespace trialcost
