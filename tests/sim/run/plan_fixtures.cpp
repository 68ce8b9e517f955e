#include "tests/sim/run/plan_fixtures.hpp"

#include <algorithm>
#include <cmath>

namespace trialcost::fixtures {

Source stated(OptionPlan& option, const std::string& input, const Distribution& distribution,
              Varies varies) {
    option.stated.push_back({option.name + "/" + input, Marginal::compile(distribution), varies});
    Source source;
    source.kind = Source::Kind::stated;
    source.index = option.stated.size() - 1;
    return source;
}

Source recorded(OptionPlan& option, const std::string& group, const std::vector<double>& records) {
    std::vector<double> logs;
    for (double record : records) logs.push_back(std::log(record));
    const double degrees = static_cast<double>(records.size()) - 1;
    option.groups.push_back({option.name + "/" + group, Varies::per_attempt,
                             fit_joint_predictive(records.size(), 1, logs),
                             Marginal::compile({Gamma{std::max(degrees, 1.0) / 2, 2}})});
    Source source;
    source.kind = Source::Kind::recorded;
    source.index = option.groups.size() - 1;
    return source;
}

OptionPlan simple_option(const std::string& name, const Distribution& hours, double price) {
    OptionPlan option;
    option.name = name;
    option.job.work = stated(option, "work", hours);
    option.job.seconds_per_unit = stated(option, "seconds_per_unit", {Constant{3600}});
    option.job.output_per_run = stated(option, "output_per_run", {Constant{1}});
    option.instance_price = InstancePrice{.per_node_hour = price, .billing = {1e-6, 0}};
    return option;
}

Plan plan_of(std::vector<OptionPlan> options, std::uint32_t runs, SamplingDesign sampling) {
    Plan plan;
    plan.title = "a test";
    plan.currency = "USD";
    plan.output_unit = "run";
    plan.runs = runs;
    plan.options = std::move(options);
    plan.sampling = sampling;
    return plan;
}

std::vector<double> spaced_records(std::size_t count, double median, double spread) {
    const double n = static_cast<double>(count), middle = (n - 1) / 2;
    double squares = 0;
    for (std::size_t i = 0; i < count; ++i)
        squares += (static_cast<double>(i) - middle) * (static_cast<double>(i) - middle);
    const double step = spread / std::sqrt(squares / (n - 1));
    std::vector<double> records;
    for (std::size_t i = 0; i < count; ++i)
        records.push_back(median * std::exp(step * (static_cast<double>(i) - middle)));
    return records;
}

OptionSummary summary_of(const Plan& plan, std::size_t option, int threads) {
    const Runner runner(plan, threads);
    return summarise_option(plan, plan.options[option], runner.run(plan.options[option], {}));
}

double share_at_most(std::span<const double> column, double limit) {
    const auto count =
        std::count_if(column.begin(), column.end(), [&](double value) { return value <= limit; });
    return static_cast<double>(count) / static_cast<double>(column.size());
}

}  // namespace trialcost::fixtures
