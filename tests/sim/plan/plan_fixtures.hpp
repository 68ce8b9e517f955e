// Small plans built in code.
#pragma once

#include <string>
#include <vector>

#include "sim/plan/plan.hpp"

namespace trialcost::fixtures {

// A source that is one stated distribution of the option.
Source stated(OptionPlan& option, const std::string& input, const Distribution& distribution,
              Varies varies = Varies::once);

// A group of fields, each given by its values in the records (linear scale); its number.
std::size_t add_group(OptionPlan& option, const std::string& group,
                      const std::vector<std::vector<double>>& fields,
                      Varies varies = Varies::per_attempt);

// A field of a group, unbounded.
Source field_of(std::size_t group, std::size_t field);

// The field of a group with one field, from values of the records (linear scale), unbounded.
Source recorded(OptionPlan& option, const std::string& group, const std::vector<double>& records);

// An option that needs `hours` for a run, at `price` per hour, and nothing else.
OptionPlan simple_option(const std::string& name, const Distribution& hours, double price);

Plan plan_of(std::vector<OptionPlan> options, std::uint32_t runs, SamplingDesign sampling);

// Records whose log has mean `log(median)` and the sample standard deviation given, evenly spaced.
std::vector<double> spaced_records(std::size_t count, double median, double spread);

}  // namespace trialcost::fixtures
