// Small plans built in code, for tests of the run.
#pragma once

#include <string>
#include <vector>

#include "sim/plan/plan.hpp"
#include "sim/run/option_summary.hpp"
#include "sim/run/runner.hpp"

namespace trialcost::fixtures {

// A source that is one stated distribution of the option.
Source stated(OptionPlan& option, const std::string& input, const Distribution& distribution,
              Varies varies = Varies::once);

// The field of a group with one field, from values of the records (linear scale), unbounded.
Source recorded(OptionPlan& option, const std::string& group, const std::vector<double>& records);

// An option that needs `hours` for a run, at `price` per hour, and nothing else.
OptionPlan simple_option(const std::string& name, const Distribution& hours, double price);

Plan plan_of(std::vector<OptionPlan> options, std::uint32_t runs, SamplingDesign sampling);

// Records whose log has mean `log(median)` and the sample standard deviation given, evenly spaced.
std::vector<double> spaced_records(std::size_t count, double median, double spread);

OptionSummary summary_of(const Plan& plan, std::size_t option, int threads = 2);

// P(value at or below) of a column.
double share_at_most(std::span<const double> column, double limit);

}  // namespace trialcost::fixtures
