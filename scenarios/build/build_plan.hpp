// Files -> plan: reads a scenario with its records and quotes, checks all of it, and makes the
// plan.
//
// File names in a scenario are relative to its folder. Errors: InputError with every complaint
// (wrong content), UnreadableInput (a file that cannot be read). No clock is read: `today` is the
// date from which the age of quotes counts when the scenario does not say `as_of`.
#pragma once

#include <filesystem>

#include "models/units/date.hpp"
#include "scenarios/document/complaints.hpp"
#include "sim/plan/plan.hpp"

namespace trialcost {

// The same scenario taken another way: what differs is the options' inputs.
struct OtherReading {
    std::string name;  // "Student-t on the log"
    Plan plan;
};

// Each other reading takes as long to build as the plan itself.
enum class OtherReadings { left_out, built };

struct BuiltPlan {
    Plan plan;
    std::vector<Complaint> warnings;

    // Other readings; empty where they were left out. In the conservative one, inputs with a
    // conservative value stand at it, and knowledge from records at its cautious P90: a stress
    // case, whose percentiles have no meaning as probabilities.
    Plan conservative;
    std::vector<OtherReading> other_predictives;
};

BuiltPlan build_plan(const std::filesystem::path& scenario_file, const Date& today,
                     OtherReadings others = OtherReadings::left_out);

}  // namespace trialcost
