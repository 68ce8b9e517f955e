#include <fmt/format.h>

#include <algorithm>

#include "scenarios/build/build_option.hpp"

namespace trialcost {
namespace {

// The fields of one group of the trial records that the simulation draws.
struct DrawnFields {
    std::vector<std::size_t> runs;
    std::vector<std::string> names;
};

bool draws_from(const Source& source, std::size_t group, std::size_t field) {
    return source.kind == Source::Kind::recorded && source.index == group && source.field == field;
}

// What the simulation calls a field that it draws; empty: it draws none of it.
std::string drawn_as(const OptionPlan& plan, std::size_t group, std::size_t field,
                     const std::string& field_name) {
    const JobPlan& job = plan.job;
    for (const Source* source :
         {&job.work, &job.seconds_per_unit, &job.wait_ratio, &job.startup_cold, &job.startup_warm,
          &job.checkpoint_time, &job.validation_time, &job.output_per_run})
        if (draws_from(*source, group, field)) return field_name;
    for (const CostItemPlan& item : plan.items)
        if (draws_from(item.amount, group, field)) return "cost." + item.name;
    return "";
}

std::vector<DrawnFields> drawn_fields(const RecordedFields& trials, const OptionPlan& plan) {
    std::vector<DrawnFields> out;
    for (std::size_t i = 0; i < trials.fields.groups.size(); ++i) {
        const FieldGroup& group = trials.fields.groups[i];
        DrawnFields drawn{group.runs, {}};
        for (std::size_t f = 0; f < group.field_names.size(); ++f) {
            std::string name = drawn_as(plan, trials.first_group + i, f, group.field_names[f]);
            if (!name.empty()) drawn.names.push_back(std::move(name));
        }
        if (!drawn.names.empty()) out.push_back(std::move(drawn));
    }
    return out;
}

Evidence row_of_pair(const DrawnFields& a, const DrawnFields& b) {
    std::vector<std::size_t> both, either;
    std::set_intersection(a.runs.begin(), a.runs.end(), b.runs.begin(), b.runs.end(),
                          std::back_inserter(both));
    std::set_union(a.runs.begin(), a.runs.end(), b.runs.begin(), b.runs.end(),
                   std::back_inserter(either));
    return {.input = fmt::format("dependence {} / {}", fmt::join(a.names, ", "),
                                 fmt::join(b.names, ", ")),
            .evidence_class = EvidenceClass::assumed,
            .value = "not measured, drawn as independent",
            .observations = 0,
            .source = both.empty() ? "no run recorded both"
                                   : fmt::format("only {} of {} runs recorded both above zero",
                                                 both.size(), either.size()),
            .closeness = ""};
}

}  // namespace

void add_dependence(const MeasuredRuns& runs, const InputBook& book, OptionPlan& plan) {
    const std::vector<DrawnFields> groups = drawn_fields(book.trials(), plan);
    for (const DrawnFields& group : groups) {
        const std::size_t count = group.runs.size();
        if (count < 2 || count > group.names.size()) continue;
        plan.evidence.push_back(
            {.input = fmt::format("dependence {}", fmt::join(group.names, ", ")),
             .evidence_class = runs.class_of(),
             .value = fmt::format("rests on {} runs, too few to tell {} inputs apart", count,
                                  group.names.size()),
             .observations = count,
             .source = book.trials().source,
             .closeness = runs.closeness});
    }
    for (std::size_t i = 0; i < groups.size(); ++i)
        for (std::size_t j = i + 1; j < groups.size(); ++j)
            plan.evidence.push_back(row_of_pair(groups[i], groups[j]));
}

}  // namespace trialcost
