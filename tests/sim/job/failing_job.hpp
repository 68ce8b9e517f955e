// A long job that fails in work alone, for tests of the events of an attempt.
#pragma once

#include <string>

#include "tests/sim/job/drawn_job.hpp"

namespace trialcost::fixtures {

inline constexpr double forever_s = 1e300, hour_s = 3600;

inline FailureClassPlan failure_class(OptionPlan& option, const std::string& name,
                                      double per_hour) {
    FailureClassPlan failures;
    failures.name = name;
    failures.rate = stated(option, "failure." + name + ".rate", {Constant{per_hour}});
    failures.rate_scale = 1 / hour_s;
    failures.stages = StageSet{}.with(Stage::work);
    return failures;
}

// Ten hours of work without checkpoints; no restart fails, and no time limit is near.
inline OptionPlan long_option() {
    OptionPlan option = simple_option("a", {Constant{10}}, 1);
    option.job.restart_failure = RestartFailure::impossible;
    option.job.max_attempt_factor = 1e6;
    return option;
}

}  // namespace trialcost::fixtures
