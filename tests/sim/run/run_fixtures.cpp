#include "tests/sim/run/run_fixtures.hpp"

#include "sim/run/break_even_study.hpp"

#include <algorithm>

namespace trialcost::fixtures {

SampleColumns run(const Plan& plan) {
    return Runner(plan, 1).run(plan.options[0], {});
}

OptionSummary summary_of(const Plan& plan, std::size_t option, int threads) {
    const Runner runner(plan, threads);
    return summarise_option(plan, plan.options[option], runner.run(plan.options[option], {}));
}

std::vector<OptionSummary> summaries_of(const Plan& plan) {
    const Runner runner(plan, 2);
    BreakEvenStudy study(plan);
    std::vector<OptionSummary> summaries(plan.options.size());
    for (std::size_t i : study.order()) {
        const SampleColumns columns = runner.run(plan.options[i], {});
        summaries[i] = summarise_option(plan, plan.options[i], columns);
        study.add(i, columns, summaries[i]);
    }
    return summaries;
}

double share_at_most(std::span<const double> column, double limit) {
    const auto count =
        std::count_if(column.begin(), column.end(), [&](double value) { return value <= limit; });
    return static_cast<double>(count) / static_cast<double>(column.size());
}

}  // namespace trialcost::fixtures
