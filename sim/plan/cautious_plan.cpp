#include "sim/plan/cautious_plan.hpp"

#include <algorithm>
#include <cmath>
#include <set>

#include "models/distribution/special_functions.hpp"

namespace trialcost {
namespace {

// Where less is worse, by place in the option.
struct BetterWhenMore {
    std::set<std::size_t> stated;
    std::set<std::pair<std::size_t, std::size_t>> recorded;  // group, field

    explicit BetterWhenMore(const JobPlan& job) {
        for (const Source* source : {&job.throughput, &job.transfer, &job.utilization,
                                     &job.pass_probability, &job.output_per_run}) {
            if (source->kind == Source::Kind::stated) stated.insert(source->index);
            if (source->kind == Source::Kind::recorded)
                recorded.insert({source->index, source->field});
        }
    }
};

void hold(StatedInput& input, double score) {
    if (input.varies == Varies::once)
        input.marginal = Marginal::compile({Constant{input.marginal(score)}});
}

// The mean of field f is known as Student-t around that of the records.
void shift_means(RecordGroup& group, const auto& sign_of_field) {
    group.knowledge = RecordGroup::Knowledge::fixed;
    JointPredictive& predictive = group.predictive;
    if (predictive.rank == 0) return;
    const double records = static_cast<double>(predictive.records);
    const double off =
        student_t_quantile(predictive.degrees, cautious_probability) / std::sqrt(records);
    for (std::size_t f = 0; f < predictive.fields; ++f)
        predictive.mean[f] += sign_of_field(f) * off * predictive.sd(f);
}

void be_cautious(OptionPlan& option) {
    const BetterWhenMore better(option.job);
    const double score = normal_quantile(cautious_probability);
    for (std::size_t i = 0; i < option.stated.size(); ++i)
        hold(option.stated[i], better.stated.contains(i) ? -score : score);
    for (std::size_t g = 0; g < option.groups.size(); ++g)
        shift_means(option.groups[g], [&](std::size_t field) {
            return better.recorded.contains({g, field}) ? -1.0 : 1.0;
        });
}

}  // namespace

Plan cautious_plan(Plan plan) {
    for (OptionPlan& option : plan.options) be_cautious(option);
    return plan;
}

}  // namespace trialcost
