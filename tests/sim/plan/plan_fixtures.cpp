#include "tests/sim/plan/plan_fixtures.hpp"

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

std::size_t add_group(OptionPlan& option, const std::string& group,
                      const std::vector<std::vector<double>>& fields, Varies varies) {
    std::vector<double> logs;
    for (const std::vector<double>& records : fields)
        for (double record : records) logs.push_back(std::log(record));
    const std::size_t records = fields.front().size();
    const double degrees = static_cast<double>(records) - 1;
    option.groups.push_back({option.name + "/" + group, varies,
                             fit_joint_predictive(records, fields.size(), logs),
                             Marginal::compile({Gamma{std::max(degrees, 1.0) / 2, 2}})});
    return option.groups.size() - 1;
}

Source field_of(std::size_t group, std::size_t field) {
    Source source;
    source.kind = Source::Kind::recorded;
    source.index = group;
    source.field = field;
    return source;
}

Source recorded(OptionPlan& option, const std::string& group, const std::vector<double>& records) {
    return field_of(add_group(option, group, {records}), 0);
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

}  // namespace trialcost::fixtures
