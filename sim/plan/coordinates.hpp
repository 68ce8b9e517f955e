// The table of coordinates: which name takes which coordinate of the points.
//
// Shared names first, then each option's in the order of the plan, so that adding an option at the
// end changes no bit of the others. Knowledge names and the chance of the first attempt get a
// coordinate; further attempts and events draw from the counter streams of the same names.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "sim/plan/plan.hpp"

namespace trialcost {

// Names of an option's randomness.
std::string chi_square_name(const RecordGroup& group);
std::string knowledge_name(const RecordGroup& group, std::size_t coordinate);
std::string chance_name(const RecordGroup& group, std::size_t coordinate);
std::string zero_name(const RecordGroup& group, std::size_t field);
std::string pass_name(const OptionPlan& option);
std::string failure_name(const OptionPlan& option);
std::string failure_clock_name(const OptionPlan& option, const FailureClassPlan& failure);
std::string outage_name(const OptionPlan& option, const FailureClassPlan& failure);
std::string restart_from_startup_name(const OptionPlan& option);
std::string spot_start_name(const OptionPlan& option);

// Whether a draw begins somewhere in a price that moves.
bool has_spot_path(const OptionPlan& option);

struct CoordinateTable {
    std::vector<std::string> names;
    // Coordinate of a name; throws std::logic_error when it has none.
    std::size_t at(const std::string& name) const;
};

CoordinateTable coordinate_table(const Plan& plan);

// Of an option and what it shares: the coordinates that carry knowledge. All others carry chance.
std::vector<std::string> knowledge_names(const Plan& plan, const OptionPlan& option);

// Every name that draws from a counter stream, coordinates included, each once. The hashes of
// these names must differ (assert_distinct_streams).
std::vector<std::string> stream_names(const Plan& plan);

}  // namespace trialcost
